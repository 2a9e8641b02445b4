//! The types of elements.

use crate::{Accuracy, Form, Isa};

/// A type of which buffers consist: `f32`.
///
/// The trait is sealed, so that types can be added.
pub trait Element: Copy + Send + Sync + 'static + sealed::Kernels {}

impl Element for f32 {}

pub(crate) mod sealed {
    use super::{Accuracy, Form, Isa};

    /// The kernels for a type, named as in `gelu_kernels`.
    #[rustfmt::skip]
    pub trait Kernels: Sized {
        #[track_caller]
        fn forward(isa: Isa, form: Form, accuracy: Accuracy, x: &[Self], y: &mut [Self]);
        fn forward_inplace(isa: Isa, form: Form, accuracy: Accuracy, x: &mut [Self]);
        #[track_caller]
        fn backward(isa: Isa, form: Form, accuracy: Accuracy, x: &[Self], dy: &[Self], dx: &mut [Self]);
        #[track_caller]
        fn backward_inplace(isa: Isa, form: Form, accuracy: Accuracy, x: &[Self], grad: &mut [Self]);
        fn derivative_inplace(isa: Isa, form: Form, accuracy: Accuracy, x: &mut [Self]);
        fn second_derivative_inplace(isa: Isa, form: Form, accuracy: Accuracy, x: &mut [Self]);
        #[track_caller]
        fn forward_with_derivative(isa: Isa, form: Form, accuracy: Accuracy, x: &mut [Self], d: &mut [Self]);
    }
}

/// Passes each function on to `gelu_kernels`.
macro_rules! pass_on {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {
        $(#[inline]
        #[track_caller]
        fn $name(isa: Isa, form: Form, accuracy: Accuracy, $($argument: $type),*) {
            gelu_kernels::$name(isa, form, accuracy, $($argument),*);
        })*
    };
}

impl sealed::Kernels for f32 {
    pass_on! {
        forward(x: &[Self], y: &mut [Self]);
        forward_inplace(x: &mut [Self]);
        backward(x: &[Self], dy: &[Self], dx: &mut [Self]);
        backward_inplace(x: &[Self], grad: &mut [Self]);
        derivative_inplace(x: &mut [Self]);
        second_derivative_inplace(x: &mut [Self]);
        forward_with_derivative(x: &mut [Self], d: &mut [Self]);
    }
}
