//! A result depends on its input alone.

use std::fmt::Debug;

use gelu::{Accuracy, Element, Form, Gelu, Isa};
use proptest::prelude::*;

/// A type of elements that can be made of bits and compared.
trait Bits: Element + Copy + Default + Debug {
    /// From the first ones of 64 bits.
    fn from_bits(bits: u64) -> Self;
    /// The number, or one next to it.
    fn near(x: f64) -> Self;
    /// What must be equal: the bits, but for the sign and payload of a NaN.
    fn bits(self) -> u64;
}

macro_rules! elements {
    ($($element:ty as $bits:ty, $near:expr;)*) => {$(
        impl Bits for $element {
            fn from_bits(bits: u64) -> Self {
                Self::from_bits((bits >> (64 - <$bits>::BITS)) as $bits)
            }
            fn near(x: f64) -> Self {
                $near(x)
            }
            fn bits(self) -> u64 {
                if self.is_nan() { u64::MAX } else { self.to_bits().into() }
            }
        }
    )*};
}
elements! {
    f32 as u32, |x| x as f32;
    f64 as u64, |x| x;
}
#[cfg(feature = "half")]
elements! {
    half::f16 as u16, half::f16::from_f64;
    half::bf16 as u16, half::bf16::from_f64;
}

/// The tests, for each type of elements.
macro_rules! for_each_element {
    ($($(#[$attribute:meta])* $name:ident: $element:ty;)*) => {$(
        $(#[$attribute])*
        mod $name {
            use super::*;

            proptest! {
                #[test]
                fn whatever_the_position_and_in_place_or_not(
                    gelu in any_gelu(),
                    x in prop::collection::vec(any_input::<$element>(), 0..=300),
                    offset in 0_usize..40,
                    other_offset in 0_usize..40,
                ) {
                    values(gelu, &x, offset, other_offset)?;
                }

                #[test]
                fn of_derivatives_whatever_the_position(
                    gelu in any_gelu(),
                    pairs in prop::collection::vec((any_input::<$element>(), any_input()), 0..=300),
                    offset in 0_usize..40,
                ) {
                    derivatives(gelu, pairs, offset)?;
                }
            }

            #[test]
            fn whatever_the_fused_instruction_set() {
                fused::<$element>();
            }
        }
    )*};
}
for_each_element! {
    of_f32: f32;
    of_f64: f64;
    #[cfg(feature = "half")]
    of_f16: half::f16;
    #[cfg(feature = "half")]
    of_bf16: half::bf16;
}

fn any_gelu() -> impl Strategy<Value = Gelu> {
    let isas: Vec<Isa> = Isa::available().collect();
    (prop::sample::select(Form::ALL), prop::sample::select(Accuracy::ALL), prop::sample::select(isas))
        .prop_map(|(form, accuracy, isa)| {
            Gelu::new(form).accuracy(accuracy).isa(isa).expect("it is available")
        })
}

/// Any bits, and values where the function is interesting.
fn any_input<T: Bits>() -> impl Strategy<Value = T> {
    prop_oneof![
        any::<u64>().prop_map(T::from_bits),
        (-16.0_f64..16.0).prop_map(T::near),
        (-64.0_f64..64.0).prop_map(T::near)
    ]
}

fn bits<T: Bits>(values: &[T]) -> Vec<u64> {
    values.iter().map(|&y| y.bits()).collect()
}

/// Some values with others around them.
fn padded<T: Bits>(values: &[T], offset: usize) -> Vec<T> {
    let pad = T::near(7.0);
    [&vec![pad; offset][..], values, &[pad; 40]].concat()
}

/// Whether the others are there still.
fn untouched<T: Bits>(values: &[T], offset: usize, length: usize) -> bool {
    let pad = T::near(7.0).bits();
    values[..offset].iter().chain(&values[offset + length..]).all(|value| value.bits() == pad)
}

fn one_by_one<T: Bits>(x: &[T], operation: impl Fn(&mut [T])) -> Vec<T> {
    let mut y = x.to_vec();
    y.chunks_exact_mut(1).for_each(operation);
    y
}

fn values<T: Bits>(gelu: Gelu, x: &[T], offset: usize, other_offset: usize) -> Result<(), TestCaseError> {
    let length = x.len();
    let expected = bits(&one_by_one(x, |x| gelu.forward_inplace(x)));

    let mut in_place = padded(x, offset);
    gelu.forward_inplace(&mut in_place[offset..offset + length]);
    prop_assert_eq!(bits(&in_place[offset..offset + length]), &expected[..]);
    prop_assert!(untouched(&in_place, offset, length));

    let (source, mut target) = (padded(x, offset), padded(x, other_offset));
    gelu.forward(&source[offset..offset + length], &mut target[other_offset..other_offset + length]);
    prop_assert_eq!(bits(&target[other_offset..other_offset + length]), expected);
    prop_assert!(untouched(&target, other_offset, length));
    prop_assert_eq!(bits(&source), bits(&padded(x, offset)));
    Ok(())
}

fn derivatives<T: Bits>(gelu: Gelu, pairs: Vec<(T, T)>, offset: usize) -> Result<(), TestCaseError> {
    let (x, dy): (Vec<T>, Vec<T>) = pairs.into_iter().unzip();
    let length = x.len();

    let d = one_by_one(&x, |x| gelu.derivative_inplace(x));
    let second = one_by_one(&x, |x| gelu.second_derivative_inplace(x));
    let mut dx = dy.clone();
    for (x, dx) in x.chunks_exact(1).zip(dx.chunks_exact_mut(1)) {
        gelu.backward_inplace(x, dx);
    }

    let mut all = padded(&x, offset);
    gelu.derivative_inplace(&mut all[offset..offset + length]);
    prop_assert_eq!(bits(&all[offset..offset + length]), bits(&d));
    prop_assert!(untouched(&all, offset, length));

    let mut all = padded(&x, offset);
    gelu.second_derivative_inplace(&mut all[offset..offset + length]);
    prop_assert_eq!(bits(&all[offset..offset + length]), bits(&second));
    prop_assert!(untouched(&all, offset, length));

    let mut all = padded(&dy, offset);
    gelu.backward_inplace(&x, &mut all[offset..offset + length]);
    prop_assert_eq!(bits(&all[offset..offset + length]), bits(&dx));
    prop_assert!(untouched(&all, offset, length));

    let mut all = padded(&vec![T::default(); length], offset);
    gelu.backward(&x, &dy, &mut all[offset..offset + length]);
    prop_assert_eq!(bits(&all[offset..offset + length]), bits(&dx));
    prop_assert!(untouched(&all, offset, length));

    let (mut values, mut derivatives) = (x.clone(), padded(&x, offset));
    gelu.forward_with_derivative(&mut values, &mut derivatives[offset..offset + length]);
    prop_assert_eq!(bits(&derivatives[offset..offset + length]), bits(&d));
    prop_assert!(untouched(&derivatives, offset, length));
    // The values, too, are those of single elements.
    let single = one_by_one(&x, |x| gelu.forward_with_derivative(x, &mut [T::default()]));
    prop_assert_eq!(bits(&values), bits(&single));

    // A gradient of 1 gives the derivative.
    let mut ones = vec![T::near(1.0); length];
    gelu.backward_inplace(&x, &mut ones);
    prop_assert_eq!(bits(&ones), bits(&d));
    Ok(())
}

fn fused<T: Bits>() {
    // An odd multiplier visits all bits of every type, and half of the inputs are where results are not constant.
    let scattered = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let anywhere = (0..1 << 18).map(|i| T::from_bits(scattered(i)));
    let near = (0..1 << 18).map(|i| T::near(scattered(i) as i64 as f64 * 0.5_f64.powi(57)));
    let x: Vec<T> = anywhere.chain(near).collect();
    for &form in Form::ALL {
        for &accuracy in Accuracy::ALL {
            let results: Vec<(Isa, Vec<u64>)> = Isa::available()
                .filter(|isa| isa.is_fused())
                .map(|isa| {
                    let gelu = Gelu::new(form).accuracy(accuracy).isa(isa).expect("it is available");
                    let (mut y, mut d, mut second, mut dx) = (x.clone(), x.clone(), x.clone(), x.clone());
                    gelu.forward_with_derivative(&mut y, &mut d);
                    gelu.second_derivative_inplace(&mut second);
                    gelu.backward_inplace(&x, &mut dx);
                    let mut value = x.clone();
                    gelu.forward_inplace(&mut value);
                    (isa, bits(&[value, y, d, second, dx].concat()))
                })
                .collect();
            for pair in results.windows(2) {
                let differing = pair[0].1.iter().zip(&pair[1].1).position(|(a, b)| a != b);
                let x = differing.map(|i| x[i % x.len()]);
                assert!(x.is_none(), "{form} {accuracy}, {} and {}: {x:?}", pair[0].0, pair[1].0);
            }
        }
    }
}
