//! What is computed of a form, how exactly, and the way from slices to the loop.

use core::marker::PhantomData;

use crate::forms::{Form, Formula, Visitor};
use crate::isa::Isa;
use crate::names::named_enum;
use crate::slice::{self, Kernel};
use crate::vector::{Single, Vector};

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

impl Accuracy {
    /// The largest error that it allows, in ulp.
    pub const fn promise(self) -> f64 {
        match self {
            Self::Fast => 4.0,
            Self::Precise => 0.6,
        }
    }
}

/// A function of `I` values per element that gives `O` values, in the arithmetic of either accuracy.
/// Implementations must be `#[inline(always)]`.
trait Operation<const I: usize, const O: usize>: Copy {
    /// Whether `fast` keeps its bound without a fused multiply-add; if not, `precise` takes its place.
    const FAST_UNFUSED: bool = false;

    fn fast<F: Formula, V: Single>(inputs: [V; I]) -> [V; O];
    fn precise<F: Formula, D: Vector<Scalar = f64>>(inputs: [D; I]) -> [D; O];
}

/// y = g(x).
#[derive(Clone, Copy)]
struct Value;

impl Operation<1, 1> for Value {
    const FAST_UNFUSED: bool = true;

    #[inline(always)]
    fn fast<F: Formula, V: Single>([x]: [V; 1]) -> [V; 1] {
        [F::fast(x)]
    }
    #[inline(always)]
    fn precise<F: Formula, D: Vector<Scalar = f64>>([x]: [D; 1]) -> [D; 1] {
        [F::precise(x)]
    }
}

/// d = g'(x).
#[derive(Clone, Copy)]
struct Derivative;

impl Operation<1, 1> for Derivative {
    #[inline(always)]
    fn fast<F: Formula, V: Single>([x]: [V; 1]) -> [V; 1] {
        [F::fast_derivative(x)]
    }
    #[inline(always)]
    fn precise<F: Formula, D: Vector<Scalar = f64>>([x]: [D; 1]) -> [D; 1] {
        [F::precise_derivative(x)]
    }
}

/// dx = g'(x)·dy.
#[derive(Clone, Copy)]
struct Backward;

impl Operation<2, 1> for Backward {
    #[inline(always)]
    fn fast<F: Formula, V: Single>([x, dy]: [V; 2]) -> [V; 1] {
        [F::fast_derivative(x) * dy]
    }
    #[inline(always)]
    fn precise<F: Formula, D: Vector<Scalar = f64>>([x, dy]: [D; 2]) -> [D; 1] {
        [F::precise_derivative(x) * dy]
    }
}

/// y = g(x), d = g'(x).
#[derive(Clone, Copy)]
struct ValueAndDerivative;

impl Operation<1, 2> for ValueAndDerivative {
    #[inline(always)]
    fn fast<F: Formula, V: Single>([x]: [V; 1]) -> [V; 2] {
        F::fast_both(x)
    }
    #[inline(always)]
    fn precise<F: Formula, D: Vector<Scalar = f64>>([x]: [D; 1]) -> [D; 2] {
        F::precise_both(x)
    }
}

/// g''(x).
#[derive(Clone, Copy)]
struct SecondDerivative;

impl Operation<1, 1> for SecondDerivative {
    #[inline(always)]
    fn fast<F: Formula, V: Single>(inputs: [V; 1]) -> [V; 1] {
        Precise::<Self, F>::default().eval(inputs)
    }
    #[inline(always)]
    fn precise<F: Formula, D: Vector<Scalar = f64>>([x]: [D; 1]) -> [D; 1] {
        [F::second_derivative(x)]
    }
}

/// An operation on a form in `f32` lanes.
struct Fast<Op, F>(PhantomData<(Op, F)>);

/// An operation on a form in `f64` lanes, rounded to `f32`.
struct Precise<Op, F>(PhantomData<(Op, F)>);

macro_rules! marker {
    ($($name:ident),*) => {$(
        impl<Op, F> Clone for $name<Op, F> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<Op, F> Copy for $name<Op, F> {}
        impl<Op, F> Default for $name<Op, F> {
            fn default() -> Self {
                Self(PhantomData)
            }
        }
    )*};
}
marker!(Fast, Precise);

impl<Op: Operation<I, O>, F: Formula, const I: usize, const O: usize> Kernel<I, O> for Fast<Op, F> {
    #[inline(always)]
    fn eval<V: Single>(self, inputs: [V; I]) -> [V; O] {
        if V::FUSED || Op::FAST_UNFUSED {
            Op::fast::<F, V>(inputs)
        } else {
            Precise::<Op, F>::default().eval(inputs)
        }
    }
}

impl<Op: Operation<I, O>, F: Formula, const I: usize, const O: usize> Kernel<I, O> for Precise<Op, F> {
    #[inline(always)]
    fn eval<V: Single>(self, inputs: [V; I]) -> [V; O] {
        let [first_low, first_high] = inputs[0].widen();
        let (mut low, mut high) = ([first_low; I], [first_high; I]);
        let mut i = 1;
        while i < I {
            [low[i], high[i]] = inputs[i].widen();
            i += 1;
        }
        let (low, high) = (Op::precise::<F, _>(low), Op::precise::<F, _>(high));
        let mut outputs = [V::narrow([low[0], high[0]]); O];
        let mut o = 1;
        while o < O {
            outputs[o] = V::narrow([low[o], high[o]]);
            o += 1;
        }
        outputs
    }
}

/// An operation on buffers.
struct Pass<Op, const I: usize, const O: usize> {
    operation: PhantomData<Op>,
    isa: Isa,
    accuracy: Accuracy,
    inputs: [*const f32; I],
    outputs: [*mut f32; O],
    length: usize,
}

impl<Op: Operation<I, O>, const I: usize, const O: usize> Visitor for Pass<Op, I, O> {
    fn visit<F: Formula>(self) {
        let Self { isa, accuracy, inputs, outputs, length, .. } = self;
        // SAFETY: `run`'s caller vouches for the buffers.
        unsafe {
            match accuracy {
                Accuracy::Fast => slice::map(isa, Fast::<Op, F>::default(), inputs, outputs, length),
                Accuracy::Precise => slice::map(isa, Precise::<Op, F>::default(), inputs, outputs, length),
            }
        }
    }
}

/// # Safety
/// As for [`slice::map`].
#[inline]
unsafe fn run<Op: Operation<I, O>, const I: usize, const O: usize>(
    _: Op,
    (isa, form, accuracy): (Isa, Form, Accuracy),
    inputs: [*const f32; I],
    outputs: [*mut f32; O],
    length: usize,
) {
    form.visit(Pass { operation: PhantomData::<Op>, isa, accuracy, inputs, outputs, length });
}

#[track_caller]
fn same_length(x: usize, others: &[(&str, usize)]) {
    for &(name, length) in others {
        assert!(x == length, "x has {x} elements, but {name} has {length}");
    }
}

/// y = g(x) for every element of `x`.
///
/// # Panics
/// Before anything is written, if the lengths differ or the processor lacks `isa`.
#[track_caller]
pub fn forward(isa: Isa, form: Form, accuracy: Accuracy, x: &[f32], y: &mut [f32]) {
    same_length(x.len(), &[("y", y.len())]);
    // SAFETY: slices of that length; what is shared can't overlap what is exclusive.
    unsafe { run(Value, (isa, form, accuracy), [x.as_ptr()], [y.as_mut_ptr()], x.len()) }
}

/// x ← g(x) for every element of `x`.
///
/// # Panics
/// Before anything is written, if the processor lacks `isa`.
pub fn forward_inplace(isa: Isa, form: Form, accuracy: Accuracy, x: &mut [f32]) {
    let start = x.as_mut_ptr();
    // SAFETY: input and output are the same.
    unsafe { run(Value, (isa, form, accuracy), [start], [start], x.len()) }
}

/// x ← g'(x) for every element of `x`.
///
/// # Panics
/// Before anything is written, if the processor lacks `isa`.
pub fn derivative_inplace(isa: Isa, form: Form, accuracy: Accuracy, x: &mut [f32]) {
    let start = x.as_mut_ptr();
    // SAFETY: input and output are the same.
    unsafe { run(Derivative, (isa, form, accuracy), [start], [start], x.len()) }
}

/// x ← g''(x) for every element of `x`.
///
/// # Panics
/// Before anything is written, if the processor lacks `isa`.
pub fn second_derivative_inplace(isa: Isa, form: Form, accuracy: Accuracy, x: &mut [f32]) {
    let start = x.as_mut_ptr();
    // SAFETY: input and output are the same.
    unsafe { run(SecondDerivative, (isa, form, accuracy), [start], [start], x.len()) }
}

/// dx = g'(x)·dy for every element.
///
/// # Panics
/// Before anything is written, if the lengths differ or the processor lacks `isa`.
#[track_caller]
pub fn backward(isa: Isa, form: Form, accuracy: Accuracy, x: &[f32], dy: &[f32], dx: &mut [f32]) {
    same_length(x.len(), &[("dy", dy.len()), ("dx", dx.len())]);
    let inputs = [x.as_ptr(), dy.as_ptr()];
    // SAFETY: as in `forward`.
    unsafe { run(Backward, (isa, form, accuracy), inputs, [dx.as_mut_ptr()], x.len()) }
}

/// grad ← g'(x)·grad for every element.
///
/// # Panics
/// Before anything is written, if the lengths differ or the processor lacks `isa`.
#[track_caller]
pub fn backward_inplace(isa: Isa, form: Form, accuracy: Accuracy, x: &[f32], grad: &mut [f32]) {
    same_length(x.len(), &[("grad", grad.len())]);
    let start = grad.as_mut_ptr();
    // SAFETY: as in `forward`; the second input and the output are the same.
    unsafe { run(Backward, (isa, form, accuracy), [x.as_ptr(), start], [start], x.len()) }
}

/// d = g'(x), x ← g(x) for every element.
///
/// # Panics
/// Before anything is written, if the lengths differ or the processor lacks `isa`.
#[track_caller]
pub fn forward_with_derivative(isa: Isa, form: Form, accuracy: Accuracy, x: &mut [f32], d: &mut [f32]) {
    same_length(x.len(), &[("d", d.len())]);
    let start = x.as_mut_ptr();
    // SAFETY: input and first output are the same, and two exclusive slices don't overlap.
    unsafe { run(ValueAndDerivative, (isa, form, accuracy), [start], [start, d.as_mut_ptr()], x.len()) }
}
