//! The forms of GELU and the accuracies, and which kernel serves which.

mod exact;
mod sigmoid;
mod tanh;

use crate::isa::Isa;
use crate::names::named_enum;
use crate::slice::{self, Kernel};
use crate::vector::{Single, Vector};

named_enum! {
    /// Which function of x is meant by GELU.
    Form, "form" {
        /// x·Φ(x) with the normal distribution function Φ(x) = ½·erfc(−x/√2). In text: `exact`;
        /// PyTorch's `none` is understood.
        Exact = "exact" ["none"],
        /// ½·x·(1 + tanh(√(2/π)·(x + 0.044715·x³))). In text: `tanh`.
        Tanh = "tanh",
        /// x/(1 + e^(−1.702·x)). In text: `sigmoid`.
        Sigmoid = "sigmoid",
    }
}

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

/// One form: its function in the arithmetic of either accuracy.
trait Formula: Copy {
    /// To 4 ulp, in `f32` lanes with a fused multiply-add.
    fn fast<V: Single>(x: V) -> V;
    /// To 0.6 ulp of `f32` after rounding, in `f64` lanes, fused or not. The lanes hold `f32`
    /// values.
    fn precise<V: Vector<Scalar = f64>>(x: V) -> V;
}

#[derive(Clone, Copy)]
struct Fast<F>(F);

impl<F: Formula> Kernel<1, 1> for Fast<F> {
    #[inline(always)]
    fn eval<V: Single>(self, [x]: [V; 1]) -> [V; 1] {
        // Without a fused multiply-add the residual of a² is lost, and f64 lanes are the way.
        if V::FUSED { [F::fast(x)] } else { Precise(self.0).eval([x]) }
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

/// y = g(x) for every element of `x`.
///
/// # Panics
/// Before anything is written, if the lengths differ or the processor lacks `isa`.
pub fn forward(isa: Isa, form: Form, accuracy: Accuracy, x: &[f32], y: &mut [f32]) {
    assert_eq!(x.len(), y.len(), "x has {} elements and y has {}", x.len(), y.len());
    // SAFETY: slices of that length, and a shared one can't overlap an exclusive one.
    unsafe { forward_at(isa, form, accuracy, x.as_ptr(), y.as_mut_ptr(), x.len()) }
}

/// x = g(x) for every element of `x`.
///
/// # Panics
/// Before anything is written, if the processor lacks `isa`.
pub fn forward_inplace(isa: Isa, form: Form, accuracy: Accuracy, x: &mut [f32]) {
    let pointer = x.as_mut_ptr();
    // SAFETY: input and output are the same.
    unsafe { forward_at(isa, form, accuracy, pointer, pointer, x.len()) }
}

/// # Safety
/// As for [`slice::map`].
unsafe fn forward_at(isa: Isa, form: Form, accuracy: Accuracy, x: *const f32, y: *mut f32, length: usize) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        match (form, accuracy) {
            (Form::Exact, Accuracy::Fast) => slice::map(isa, Fast(exact::Exact), [x], [y], length),
            (Form::Exact, Accuracy::Precise) => slice::map(isa, Precise(exact::Exact), [x], [y], length),
            (Form::Tanh, Accuracy::Fast) => slice::map(isa, Fast(tanh::Tanh), [x], [y], length),
            (Form::Tanh, Accuracy::Precise) => slice::map(isa, Precise(tanh::Tanh), [x], [y], length),
            (Form::Sigmoid, Accuracy::Fast) => slice::map(isa, Fast(sigmoid::Sigmoid), [x], [y], length),
            (Form::Sigmoid, Accuracy::Precise) => {
                slice::map(isa, Precise(sigmoid::Sigmoid), [x], [y], length)
            }
        }
    }
}
