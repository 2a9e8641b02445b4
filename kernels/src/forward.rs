//! y = g(x): the accuracies, and the kernel of each.

use crate::forms::{Form, Formula, Visitor};
use crate::isa::Isa;
use crate::names::named_enum;
use crate::slice::{self, Kernel};
use crate::vector::Single;

named_enum! {
    /// How close a result is to the true value of the form.
    #[non_exhaustive]
    #[derive(Default)]
    Accuracy, "accuracy" {
        /// At most 4 ulp. In text: `fast`.
        #[default]
        Fast = "fast",
        /// At most 0.6 ulp. In text: `precise`.
        Precise = "precise",
    }
}

#[derive(Clone, Copy)]
struct Fast<F>(F);

impl<F: Formula> Kernel<1, 1> for Fast<F> {
    #[inline(always)]
    fn eval<V: Single>(self, [x]: [V; 1]) -> [V; 1] {
        [F::fast(x)]
    }
}

#[derive(Clone, Copy)]
struct Precise<F>(F);

impl<F: Formula> Kernel<1, 1> for Precise<F> {
    #[inline(always)]
    fn eval<V: Single>(self, [x]: [V; 1]) -> [V; 1] {
        let [low, high] = x.widen();
        [V::narrow([F::precise(low), F::precise(high)])]
    }
}

/// A forward pass over `length` elements from `x` to `y`, which either are the same or don't
/// overlap.
struct Forward {
    isa: Isa,
    accuracy: Accuracy,
    x: *const f32,
    y: *mut f32,
    length: usize,
}

impl Visitor for Forward {
    fn visit<F: Formula>(self, formula: F) {
        let Self { isa, accuracy, x, y, length } = self;
        // SAFETY: both functions below make the pointers from slices of that length.
        unsafe {
            match accuracy {
                Accuracy::Fast => slice::map(isa, Fast(formula), [x], [y], length),
                Accuracy::Precise => slice::map(isa, Precise(formula), [x], [y], length),
            }
        }
    }
}

/// y = g(x) for every element of `x`.
///
/// # Panics
/// Before anything is written, if the lengths differ or the processor lacks `isa`.
#[track_caller]
pub fn forward(isa: Isa, form: Form, accuracy: Accuracy, x: &[f32], y: &mut [f32]) {
    assert!(x.len() == y.len(), "x has {} elements, but y has {}", x.len(), y.len());
    form.visit(Forward { isa, accuracy, x: x.as_ptr(), y: y.as_mut_ptr(), length: x.len() });
}

/// x ← g(x) for every element of `x`.
///
/// # Panics
/// Before anything is written, if the processor lacks `isa`.
pub fn forward_inplace(isa: Isa, form: Form, accuracy: Accuracy, x: &mut [f32]) {
    let start = x.as_mut_ptr();
    form.visit(Forward { isa, accuracy, x: start, y: start, length: x.len() });
}
