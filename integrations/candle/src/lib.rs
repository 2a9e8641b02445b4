//! The GELU activation of the crate [`gelu`] as an operator of candle on CPUs: out of place with a gradient, and in
//! place, for `f32`, `f64`, `f16` and `bf16`, whatever the strides.
//!
//! ```
//! use candle_core::{Device, Module, Tensor};
//! use gelu::{Form, Gelu};
//! use gelu_candle::Operator;
//!
//! const GELU: Operator = Operator(Gelu::new(Form::Exact));
//!
//! let x = Tensor::new(&[-6.0_f32, 1.0], &Device::Cpu)?;
//! let y = GELU.forward(&x)?; // the same as x.apply_op1(GELU)
//! x.inplace_op1(&GELU)?;
//! assert_eq!(y.to_vec1::<f32>()?, x.to_vec1::<f32>()?);
//! # Ok::<(), candle_core::Error>(())
//! ```
#![forbid(unsafe_code)]

mod view;

use candle_core::{
    CpuStorage, CustomOp1, CustomOp2, Error, InplaceOp1, Layout, Module, Result, Shape, Tensor,
};
use candle_core::{WithDType, bail};
use gelu::{Element, Gelu, Rows};
use std::borrow::Cow;

use view::{View, gather, matching, memory_axes, rows_of, scatter};

/// y = g(x) as a [`CustomOp1`] with a gradient, and x ← g(x) as an [`InplaceOp1`].
///
/// A tensor whose layout isn't that of rows at equal distances in memory (a transposed matrix, say) is copied into
/// one first. As any operator in place, it leaves no trace for the gradient, for which candle would need x.
/// There is no gradient of the gradient.
#[derive(Clone, Copy, Debug)]
pub struct Operator(pub Gelu);

/// dx = g'(x)·dy.
struct Backward(Gelu);

const NAME: &str = "gelu";
const BACKWARD: &str = "gelu-backward";

/// What to do with elements of whatever type `$storage` has.
macro_rules! dispatch {
    ($storage:expr, $name:expr, $x:ident => $body:expr) => {
        match $storage {
            CpuStorage::F32($x) => $body,
            CpuStorage::F64($x) => $body,
            CpuStorage::F16($x) => $body,
            CpuStorage::BF16($x) => $body,
            other => {
                Err(Error::UnsupportedDTypeForOp(candle_core::backend::BackendStorage::dtype(other), $name)
                    .bt())
            }
        }
    };
}

impl Module for Operator {
    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        x.apply_op1(*self)
    }
}

impl CustomOp1 for Operator {
    fn name(&self) -> &'static str {
        NAME
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        dispatch!(storage, NAME, x => Ok((forward(&self.0, x, layout), layout.shape().clone())))
    }

    fn bwd(&self, x: &Tensor, _y: &Tensor, dy: &Tensor) -> Result<Option<Tensor>> {
        x.apply_op2(dy, Backward(self.0)).map(Some)
    }
}

impl InplaceOp1 for Operator {
    fn name(&self) -> &'static str {
        NAME
    }

    fn cpu_fwd(&self, storage: &mut CpuStorage, layout: &Layout) -> Result<()> {
        dispatch!(storage, NAME, x => {
            forward_inplace(&self.0, x, layout);
            Ok(())
        })
    }
}

impl CustomOp2 for Backward {
    fn name(&self) -> &'static str {
        BACKWARD
    }

    fn cpu_fwd(
        &self,
        x: &CpuStorage,
        x_layout: &Layout,
        dy: &CpuStorage,
        dy_layout: &Layout,
    ) -> Result<(CpuStorage, Shape)> {
        if x_layout.shape() != dy_layout.shape() {
            bail!("{BACKWARD}: x is {:?}, but dy {:?}", x_layout.shape(), dy_layout.shape());
        }
        dispatch!(x, BACKWARD, x => Ok((backward(&self.0, x, x_layout, dy, dy_layout)?, x_layout.shape().clone())))
    }
}

fn forward<T: Element + WithDType>(gelu: &Gelu, x: &[T], layout: &Layout) -> CpuStorage {
    let x = View::new(x, layout);
    let y = match x.data {
        Cow::Owned(mut y) => {
            gelu.forward_inplace(&mut y);
            y
        }
        Cow::Borrowed(data) => {
            let mut y = vec![T::zero(); x.rows * x.row];
            gelu.forward_rows(
                Rows::new(data, x.rows, x.row, x.stride),
                Rows::new(&mut y[..], x.rows, x.row, x.row),
            );
            y
        }
    };
    T::to_cpu_storage_owned(y)
}

fn forward_inplace<T: Element + WithDType>(gelu: &Gelu, x: &mut [T], layout: &Layout) {
    if layout.shape().elem_count() == 0 {
        return;
    }
    let x = &mut x[layout.start_offset()..];
    // The order of the elements doesn't matter here, and that of memory has the longest rows.
    let axes = memory_axes(layout);
    if let Some((rows, row, stride)) = rows_of(&axes) {
        return gelu.forward_rows_inplace(Rows::new(x, rows, row, stride));
    }
    let mut y = Vec::with_capacity(layout.shape().elem_count());
    gather(x, &axes, &mut y);
    gelu.forward_inplace(&mut y);
    scatter(&mut y.iter(), x, &axes);
}

fn backward<T: Element + WithDType>(
    gelu: &Gelu,
    x: &[T],
    x_layout: &Layout,
    dy: &CpuStorage,
    dy_layout: &Layout,
) -> Result<CpuStorage> {
    let dy = T::cpu_storage_as_slice(dy)?;
    let (x, dy) = matching(View::new(x, x_layout), View::new(dy, dy_layout));
    let mut dx = vec![T::zero(); x.rows * x.row];
    gelu.backward_rows(x.as_rows(), dy.as_rows(), Rows::new(&mut dx[..], x.rows, x.row, x.row));
    Ok(T::to_cpu_storage_owned(dx))
}
