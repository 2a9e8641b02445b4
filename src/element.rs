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
    pub trait Kernels: Sized {
        #[track_caller]
        fn forward(isa: Isa, form: Form, accuracy: Accuracy, x: &[Self], y: &mut [Self]);
        fn forward_inplace(isa: Isa, form: Form, accuracy: Accuracy, x: &mut [Self]);
    }
}

impl sealed::Kernels for f32 {
    #[inline]
    #[track_caller]
    fn forward(isa: Isa, form: Form, accuracy: Accuracy, x: &[Self], y: &mut [Self]) {
        gelu_kernels::forward(isa, form, accuracy, x, y);
    }
    #[inline]
    fn forward_inplace(isa: Isa, form: Form, accuracy: Accuracy, x: &mut [Self]) {
        gelu_kernels::forward_inplace(isa, form, accuracy, x);
    }
}
