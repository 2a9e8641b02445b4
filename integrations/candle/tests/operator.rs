//! The operator against the crate's own functions on what a tensor's elements are in their order: the same bits for
//! every layout.

use candle_core::{CustomOp1, DType, Device, Module, Result, Tensor, Var, WithDType};
use gelu::{Accuracy, Element, Form, Gelu};
use gelu_candle::Operator;
use half::{bf16, f16};

const GELUS: [Gelu; 3] = [
    Gelu::new(Form::Exact),
    Gelu::new(Form::Tanh).accuracy(Accuracy::Precise),
    Gelu::new(Form::Sigmoid).accuracy(Accuracy::Relaxed).serial(),
];

/// A tensor of which views are taken, all of this shape.
const BASE: usize = 2 * 3840 + 3;
const SHAPE: (usize, usize, usize, usize) = (6, 2, 16, 20);

type Cut = fn(&Tensor) -> Result<Tensor>;

/// Layouts that don't repeat an element.
const CUTS: [(&str, Cut); 10] = [
    ("contiguous", |t| t.narrow(0, 0, 3840)?.reshape(SHAPE)),
    ("contiguous with an offset", |t| t.narrow(0, 3, 3840)?.reshape(SHAPE)),
    ("transposed", |t| t.narrow(0, 0, 3840)?.reshape((20, 16, 2, 6))?.permute((3, 2, 1, 0))),
    ("last axes transposed", |t| t.narrow(0, 1, 3840)?.reshape((6, 2, 20, 16))?.transpose(2, 3)),
    ("first axes transposed", |t| t.narrow(0, 2, 3840)?.reshape((2, 6, 16, 20))?.transpose(0, 1)),
    ("rows of 640", |t| t.narrow(0, 3, 7680)?.reshape((6, 4, 16, 20))?.narrow(1, 1, 2)),
    ("rows of 320", |t| t.narrow(0, 0, 7680)?.reshape((6, 2, 32, 20))?.narrow(2, 15, 16)),
    ("rows of 20", |t| t.narrow(0, 1, 7680)?.reshape((6, 2, 16, 40))?.narrow(3, 20, 20)),
    ("rows of 640, transposed", |t| {
        t.narrow(0, 3, 7680)?.reshape((6, 4, 20, 16))?.narrow(1, 2, 2)?.transpose(2, 3)
    }),
    ("half of each column", |t| {
        t.narrow(0, 0, 7680)?.reshape((20, 16, 6, 4))?.narrow(3, 1, 2)?.permute((2, 3, 1, 0))
    }),
];

/// Those, and some that do.
fn with_repetitions() -> Vec<(&'static str, Cut)> {
    let mut cuts = CUTS.to_vec();
    cuts.push(("a row, repeated", |t| t.narrow(0, 5, 20)?.broadcast_as(SHAPE)));
    cuts.push(("a column, repeated", |t| t.narrow(0, 5, 16)?.reshape((16, 1))?.broadcast_as(SHAPE)));
    cuts.push(("one element, repeated", |t| t.narrow(0, 9, 1)?.broadcast_as(SHAPE)));
    cuts
}

/// From −20 to 20, and a few that are special.
fn base<T: Element + WithDType>() -> Result<Tensor> {
    let mut values: Vec<T> =
        (0..BASE).map(|i| T::from_f64(((i * 2654435761) % 40001) as f64 / 1000.0 - 20.0)).collect();
    for (i, special) in [f64::NEG_INFINITY, f64::INFINITY, -0.0, 0.0, -1e-6].into_iter().enumerate() {
        values[1000 * i + 100] = T::from_f64(special);
    }
    Tensor::from_vec(values, BASE, &Device::Cpu)
}

/// The elements in their order, as candle copies them.
fn elements<T: WithDType>(tensor: &Tensor) -> Result<Vec<T>> {
    tensor.flatten_all()?.to_vec1()
}

/// The values with the signs of zeros.
fn exactly<T: WithDType>(values: &[T]) -> Vec<u64> {
    values.iter().map(|value| value.to_f64().to_bits()).collect()
}

fn forward<T: Element + WithDType>() -> Result<()> {
    let base = base::<T>()?;
    for (name, cut) in with_repetitions() {
        let x = cut(&base)?;
        for gelu in GELUS {
            let mut expected = elements::<T>(&x)?;
            gelu.forward_inplace(&mut expected);
            let y = Operator(gelu).forward(&x)?;
            assert_eq!(y.dims(), x.dims(), "{name}");
            assert_eq!(y.dtype(), T::DTYPE, "{name}");
            assert_eq!(exactly(&elements::<T>(&y)?), exactly(&expected), "{name}, {gelu:?}");
        }
    }
    Ok(())
}

fn forward_inplace<T: Element + WithDType>() -> Result<()> {
    let places = Tensor::arange(0u32, BASE as u32, &Device::Cpu)?;
    for (name, cut) in CUTS {
        for gelu in GELUS {
            let base = base::<T>()?;
            let mut expected = elements::<T>(&base)?;
            for place in elements::<u32>(&cut(&places)?)? {
                gelu.forward_inplace(std::slice::from_mut(&mut expected[place as usize]));
            }
            cut(&base)?.inplace_op1(&Operator(gelu))?;
            assert_eq!(exactly(&elements::<T>(&base)?), exactly(&expected), "{name}, {gelu:?}");
        }
    }
    Ok(())
}

fn backward<T: Element + WithDType>() -> Result<()> {
    let base = base::<T>()?;
    let gradients = (base.to_dtype(DType::F64)?.affine(-0.1, 0.25)?).to_dtype(T::DTYPE)?;
    for gelu in GELUS {
        for (x_name, x_cut) in with_repetitions() {
            let x = x_cut(&base)?;
            for (dy_name, dy_cut) in with_repetitions() {
                let dy = dy_cut(&gradients)?;
                let (x_values, dy_values) = (elements::<T>(&x)?, elements::<T>(&dy)?);
                let mut expected = vec![T::zero(); x_values.len()];
                gelu.backward(&x_values, &dy_values, &mut expected);
                let dx = Operator(gelu).bwd(&x, &x, &dy)?.expect("a gradient");
                assert_eq!(dx.dims(), x.dims());
                // Infinite gradients make NaN, whose sign isn't specified.
                let bits = |values: &[T]| -> Vec<u64> {
                    values
                        .iter()
                        .map(|v| v.to_f64())
                        .map(|v| if v.is_nan() { u64::MAX } else { v.to_bits() })
                        .collect()
                };
                assert_eq!(bits(&elements::<T>(&dx)?), bits(&expected), "x {x_name}, dy {dy_name}, {gelu:?}");
            }
        }
    }
    Ok(())
}

/// Through candle's own chain of gradients.
fn gradient<T: Element + WithDType>() -> Result<()> {
    let gelu = GELUS[0];
    // So many that no vector of candle's is partly filled.
    let x = Var::from_tensor(&base::<T>()?.narrow(0, 1500, 384)?)?;
    let y = x.reshape((12, 32))?.t()?.apply_op1(Operator(gelu))?;
    let gradients = y.sum_all()?.backward()?;
    let x_values = elements::<T>(&x)?;
    let ones = vec![T::one(); x_values.len()];
    let mut expected = vec![T::zero(); x_values.len()];
    gelu.backward(&x_values, &ones, &mut expected);
    // candle adds a gradient to 0 at each step. That loses the sign of a zero, and, with the instructions that
    // some processors have for bf16, what is subnormal.
    let expected = x.zeros_like()?.add(&Tensor::from_vec(expected, x.dims(), &Device::Cpu)?)?;
    let found = gradients.get(&x).expect("a gradient");
    assert!(elements::<T>(found)? == elements::<T>(&expected)?);
    Ok(())
}

macro_rules! for_all_types {
    ($($check:ident),*) => {
        $(mod $check {
            use super::*;

            #[test]
            fn f32() -> Result<()> { super::$check::<f32>() }
            #[test]
            fn f64() -> Result<()> { super::$check::<f64>() }
            #[test]
            fn half() -> Result<()> { super::$check::<f16>() }
            #[test]
            fn bfloat() -> Result<()> { super::$check::<bf16>() }
        })*
    };
}
for_all_types!(forward, forward_inplace, backward, gradient);

#[test]
fn scalars_and_empty_tensors() -> Result<()> {
    let operator = Operator(GELUS[0]);
    let one = operator.forward(&Tensor::new(1.0_f32, &Device::Cpu)?)?;
    assert_eq!(one.to_scalar::<f32>()?, 0.8413448);
    for shape in [vec![0], vec![3, 0, 2]] {
        let empty = Tensor::zeros(shape.clone(), DType::F32, &Device::Cpu)?;
        assert_eq!(operator.forward(&empty)?.dims(), shape);
        // candle takes a stride of 0 before an axis without elements for a repetition.
        empty.flatten_all()?.inplace_op1(&operator)?;
        assert_eq!(operator.bwd(&empty, &empty, &empty)?.expect("a gradient").dims(), shape);
    }
    Ok(())
}

#[test]
fn what_does_not_fit_is_an_error() -> Result<()> {
    let operator = Operator(GELUS[0]);
    let says = |error: candle_core::Error, words: &str| {
        let error = error.to_string();
        assert!(error.contains(words), "{error}");
    };
    for dtype in [DType::U8, DType::U32, DType::I64] {
        let x = Tensor::zeros((2, 3), dtype, &Device::Cpu)?;
        let words = format!("unsupported dtype {dtype:?} for op gelu");
        says(operator.forward(&x).unwrap_err(), &words);
        says(x.inplace_op1(&operator).unwrap_err(), &words);
        says(operator.bwd(&x, &x, &x).unwrap_err(), &words);
    }
    let x = Tensor::zeros((2, 3), DType::F32, &Device::Cpu)?;
    says(operator.bwd(&x, &x, &x.to_dtype(DType::F64)?).unwrap_err(), "dtype");
    says(operator.bwd(&x, &x, &x.t()?).unwrap_err(), "x is [2, 3], but dy [3, 2]");
    says(x.narrow(0, 0, 1)?.broadcast_as((2, 3))?.inplace_op1(&operator).unwrap_err(), "repeated elements");
    Ok(())
}
