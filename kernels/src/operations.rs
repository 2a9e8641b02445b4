//! What is computed of a form, how exactly, and the way from slices to the loop.

use core::marker::PhantomData;
use core::ops::Mul;

use crate::bounds::ElementType;
use crate::format::Format;
use crate::forms::{self, DoubleFormula, Form, Formula, Level, Visitor};
use crate::isa::Isa;
use crate::names::named_enum;
use crate::slice::{self, Buffers, Kernel};
use crate::vector::{Single, Vector};

named_enum! {
    /// How close a result is to the true value: what is promised of the value and the first derivative. Second derivatives
    /// of `f64` have up to 5 ulp. [`bounds`](crate::bounds) and [`misrounded`](crate::misrounded) have what is attained.
    #[non_exhaustive]
    #[derive(Default)]
    Accuracy, "accuracy" {
        /// At most 4 ulp of `f32`, 2 ulp of `f64`; in the 16-bit formats, at most the number next to the right one.
        /// In text: `fast`.
        #[default]
        Fast = "fast",
        /// At most 0.6 ulp of `f32`, 1 ulp of `f64`, correctly rounded in the 16-bit formats. In text:
        /// `precise`.
        Precise = "precise",
        /// A relative error of at most 2⁻¹² in `f32`, for what is rounded to fewer bits afterwards: where the true value
        /// is normal, and no root of the derivative within 0.25 of x, where the error of a derivative is at most 2⁻¹⁵.
        /// Subnormal results have up to 16 units in the last place on top. The other formats take
        /// [`Fast`](Accuracy::Fast) for it. In text: `relaxed`.
        Relaxed = "relaxed",
    }
}

/// A form and its derivatives in one arithmetic on lanes of type `L`. Implementations must be
/// `#[inline(always)]`.
pub(crate) trait Arithmetic<L> {
    /// g(x).
    fn value(x: L) -> L;
    /// g'(x).
    fn derivative(x: L) -> L;
    /// g(x) and g'(x).
    fn both(x: L) -> [L; 2];
    /// g''(x).
    fn second_derivative(x: L) -> L;
}

/// `f32` lanes to 4 ulp.
pub(crate) struct Fast<F>(PhantomData<F>);

impl<F: Formula, V: Single> Arithmetic<V> for Fast<F> {
    #[inline(always)]
    fn value(x: V) -> V {
        F::fast(x)
    }
    #[inline(always)]
    fn derivative(x: V) -> V {
        if V::FUSED {
            F::fast_derivative(x)
        } else {
            let [low, high] = x.widen();
            V::narrow([F::precise_derivative(low), F::precise_derivative(high)])
        }
    }
    #[inline(always)]
    fn both(x: V) -> [V; 2] {
        if V::FUSED { F::fast_both(x) } else { [Self::value(x), Self::derivative(x)] }
    }
    #[inline(always)]
    fn second_derivative(x: V) -> V {
        let [low, high] = x.widen();
        V::narrow([F::second_derivative(low), F::second_derivative(high)])
    }
}

/// `f64` lanes that hold `f32` values, to 0.6 ulp of these.
pub(crate) struct Precise<F>(PhantomData<F>);

impl<F: Formula, D: Vector<Scalar = f64>> Arithmetic<D> for Precise<F> {
    #[inline(always)]
    fn value(x: D) -> D {
        F::precise(x)
    }
    #[inline(always)]
    fn derivative(x: D) -> D {
        F::precise_derivative(x)
    }
    #[inline(always)]
    fn both(x: D) -> [D; 2] {
        F::precise_both(x)
    }
    #[inline(always)]
    fn second_derivative(x: D) -> D {
        F::second_derivative(x)
    }
}

/// `f32` lanes to a level of the relaxed kernels.
pub(crate) struct Relaxed<F, L>(PhantomData<(F, L)>);

impl<F: forms::Relaxed, L: Level, V: Single> Arithmetic<V> for Relaxed<F, L> {
    #[inline(always)]
    fn value(x: V) -> V {
        F::relaxed::<L, V>(x)
    }
    #[inline(always)]
    fn derivative(x: V) -> V {
        F::relaxed_derivative::<L, V>(x)
    }
    #[inline(always)]
    fn both(x: V) -> [V; 2] {
        F::relaxed_both::<L, V>(x)
    }
    #[inline(always)]
    fn second_derivative(x: V) -> V {
        F::relaxed_second_derivative::<L, V>(x)
    }
}

/// `f64` lanes to 2 ulp of `f64`, or to 1.
pub(crate) struct Double<F, const PRECISE: bool>(PhantomData<F>);

impl<F: DoubleFormula, D: Vector<Scalar = f64>, const PRECISE: bool> Arithmetic<D> for Double<F, PRECISE> {
    #[inline(always)]
    fn value(x: D) -> D {
        F::double::<D, PRECISE>(x)
    }
    #[inline(always)]
    fn derivative(x: D) -> D {
        F::double_derivative(x)
    }
    #[inline(always)]
    fn both(x: D) -> [D; 2] {
        F::double_both(x)
    }
    #[inline(always)]
    fn second_derivative(x: D) -> D {
        F::double_second_derivative(x)
    }
}

/// A function of `I` values per element that gives `O` values, in any arithmetic.
pub(crate) trait Operation<const I: usize, const O: usize> {
    /// Which outputs are values of g.
    const VALUES: [bool; O];

    /// Evaluates it. Implementations must be `#[inline(always)]`.
    fn eval<L: Copy + Mul<Output = L>, A: Arithmetic<L>>(inputs: [L; I]) -> [L; O];
}

/// From one list of operations: a type for each, what it does, and the work of doing it to buffers.
macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident $inputs:tt: $I:literal -> $O:literal $values:tt = $outputs:expr;)*) => {
        $(
            $(#[$doc])*
            struct $name;

            impl Operation<$I, $O> for $name {
                const VALUES: [bool; $O] = $values;

                #[inline(always)]
                fn eval<L: Copy + Mul<Output = L>, A: Arithmetic<L>>($inputs: [L; $I]) -> [L; $O] {
                    $outputs
                }
            }
        )*

        /// An operation and the buffers that it is done to.
        pub(crate) enum Work<T> {
            $($(#[$doc])* $name(Buffers<T, $I, $O>),)*
        }

        impl<T: Format> Work<T> {
            /// Does it.
            ///
            /// # Safety
            /// As for [`slice::map`].
            #[inline(always)]
            unsafe fn perform(&self, plan: &Plan) {
                match self {
                    $(Self::$name(buffers) => {
                        plan.form.visit(Pass { operation: PhantomData::<$name>, plan, buffers });
                    })*
                }
            }
        }
    };
}

operations! {
    /// y = g(x).
    Value [x]: 1 -> 1 [true] = [A::value(x)];
    /// d = g'(x).
    Derivative [x]: 1 -> 1 [false] = [A::derivative(x)];
    /// dx = g'(x)·dy.
    Backward [x, dy]: 2 -> 1 [false] = [A::derivative(x) * dy];
    /// y = g(x), d = g'(x).
    ValueAndDerivative [x]: 1 -> 2 [true, false] = A::both(x);
    /// g''(x).
    SecondDerivative [x]: 1 -> 1 [false] = [A::second_derivative(x)];
}

/// An operation on a form in the arithmetic of an accuracy: the accuracies are types here, so that each has
/// a loop of its own.
struct Compute<Op, F, const ACCURACY: usize>(PhantomData<(Op, F)>);

impl<Op, F, const ACCURACY: usize> Clone for Compute<Op, F, ACCURACY> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<Op, F, const ACCURACY: usize> Copy for Compute<Op, F, ACCURACY> {}

const FAST: usize = Accuracy::Fast as usize;
const PRECISE: usize = Accuracy::Precise as usize;
const RELAXED: usize = Accuracy::Relaxed as usize;

macro_rules! compute {
    ($($accuracy:ident $method:ident),*) => {$(
        impl<T: Format, Op: Operation<I, O>, F: Formula, const I: usize, const O: usize> Kernel<T, I, O>
            for Compute<Op, F, $accuracy>
        {
            const VALUES: [bool; O] = Op::VALUES;

            #[inline(always)]
            fn eval<V: Single>(self, inputs: [T::Lanes<V>; I]) -> [T::Lanes<V>; O] {
                T::$method::<Op, F, V, I, O>(inputs)
            }
        }
    )*};
}
compute!(FAST fast, PRECISE precise, RELAXED relaxed);

/// An operation on buffers, for any form.
struct Pass<'a, Op, T, const I: usize, const O: usize> {
    operation: PhantomData<Op>,
    plan: &'a Plan,
    buffers: &'a Buffers<T, I, O>,
}

impl<Op: Operation<I, O>, T: Format, const I: usize, const O: usize> Visitor for Pass<'_, Op, T, I, O> {
    fn visit<F: Formula>(self) {
        let Self { plan: &Plan { isa, accuracy, .. }, buffers, .. } = self;
        // SAFETY: `Work::perform`'s caller vouches for the buffers.
        unsafe {
            // A constant condition, so that no code is made for what a format doesn't have.
            if T::RELAXED && accuracy == Accuracy::Relaxed {
                slice::map(isa, Compute::<Op, F, RELAXED>(PhantomData), buffers);
            } else if accuracy == Accuracy::Precise {
                slice::map(isa, Compute::<Op, F, PRECISE>(PhantomData), buffers);
            } else {
                slice::map(isa, Compute::<Op, F, FAST>(PhantomData), buffers);
            }
        }
    }
}

/// How a call computes.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The instruction set.
    pub isa: Isa,
    /// The form of GELU.
    pub form: Form,
    /// How close to the true values.
    pub accuracy: Accuracy,
    /// Whether results out of place go past the caches, where the instruction set can: for buffers that are
    /// far larger than these.
    pub stream: bool,
}

/// A type of which buffers consist: `f32`, `f64` and, with the feature `half`, `half::bf16` and `half::f16`.
///
/// The trait is sealed, so that types can be added.
#[expect(private_bounds, reason = "it is sealed")]
pub trait Element: Passes + Send + Sync + 'static {
    /// Which one, for [`bounds`](crate::bounds).
    const TYPE: ElementType;
}

/// The way into the loops of a format.
pub(crate) trait Passes: Format {
    /// Does some work.
    ///
    /// # Safety
    /// As for [`slice::map`].
    unsafe fn perform(work: &Work<Self>, plan: &Plan);
}

/// Implements `Element` for some formats. The loops are compiled here, in functions that aren't generic, and
/// not again in each crate that calls them.
macro_rules! elements {
    ($($element:ty: $type:ident),*) => {$(
        impl Element for $element {
            const TYPE: ElementType = ElementType::$type;
        }

        impl Passes for $element {
            unsafe fn perform(work: &Work<Self>, plan: &Plan) {
                // SAFETY: the caller vouches for it.
                unsafe { work.perform(plan) }
            }
        }
    )*};
}
elements!(f32: F32, f64: F64);
#[cfg(feature = "half")]
elements!(half::bf16: Bf16, half::f16: F16);

/// Panics unless all lengths are that of `x`; each has its name for the message.
#[track_caller]
#[inline]
pub fn same_length(x: usize, others: &[(&str, usize)]) {
    for &(name, length) in others {
        assert!(x == length, "x has {x} elements, but {name} has {length}");
    }
}

/// y = g(x) for every element of `x`.
///
/// # Panics
/// Before anything is written, if the lengths differ or the processor lacks the instruction set.
#[track_caller]
pub fn forward<T: Element>(plan: Plan, x: &[T], y: &mut [T]) {
    same_length(x.len(), &[("y", y.len())]);
    let buffers =
        Buffers { inputs: [x.as_ptr()], outputs: [y.as_mut_ptr()], length: x.len(), stream: plan.stream };
    // SAFETY: slices of that length; what is shared can't overlap what is exclusive.
    unsafe { T::perform(&Work::Value(buffers), &plan) }
}

/// Input and output of an operation in place.
fn in_place<T>(x: &mut [T]) -> Buffers<T, 1, 1> {
    let start = x.as_mut_ptr();
    Buffers { inputs: [start], outputs: [start], length: x.len(), stream: false }
}

/// x ← g(x) for every element of `x`.
///
/// # Panics
/// Before anything is written, if the processor lacks the instruction set.
pub fn forward_inplace<T: Element>(plan: Plan, x: &mut [T]) {
    // SAFETY: input and output are the same.
    unsafe { T::perform(&Work::Value(in_place(x)), &plan) }
}

/// x ← g'(x) for every element of `x`.
///
/// # Panics
/// Before anything is written, if the processor lacks the instruction set.
pub fn derivative_inplace<T: Element>(plan: Plan, x: &mut [T]) {
    // SAFETY: input and output are the same.
    unsafe { T::perform(&Work::Derivative(in_place(x)), &plan) }
}

/// x ← g''(x) for every element of `x`.
///
/// # Panics
/// Before anything is written, if the processor lacks the instruction set.
pub fn second_derivative_inplace<T: Element>(plan: Plan, x: &mut [T]) {
    // SAFETY: input and output are the same.
    unsafe { T::perform(&Work::SecondDerivative(in_place(x)), &plan) }
}

/// dx = g'(x)·dy for every element.
///
/// # Panics
/// Before anything is written, if the lengths differ or the processor lacks the instruction set.
#[track_caller]
pub fn backward<T: Element>(plan: Plan, x: &[T], dy: &[T], dx: &mut [T]) {
    same_length(x.len(), &[("dy", dy.len()), ("dx", dx.len())]);
    let buffers = Buffers {
        inputs: [x.as_ptr(), dy.as_ptr()],
        outputs: [dx.as_mut_ptr()],
        length: x.len(),
        stream: plan.stream,
    };
    // SAFETY: as in `forward`.
    unsafe { T::perform(&Work::Backward(buffers), &plan) }
}

/// grad ← g'(x)·grad for every element.
///
/// # Panics
/// Before anything is written, if the lengths differ or the processor lacks the instruction set.
#[track_caller]
pub fn backward_inplace<T: Element>(plan: Plan, x: &[T], grad: &mut [T]) {
    same_length(x.len(), &[("grad", grad.len())]);
    let start = grad.as_mut_ptr();
    let buffers = Buffers { inputs: [x.as_ptr(), start], outputs: [start], length: x.len(), stream: false };
    // SAFETY: as in `forward`; the second input and the output are the same.
    unsafe { T::perform(&Work::Backward(buffers), &plan) }
}

/// d = g'(x), x ← g(x) for every element.
///
/// # Panics
/// Before anything is written, if the lengths differ or the processor lacks the instruction set.
#[track_caller]
pub fn forward_with_derivative<T: Element>(plan: Plan, x: &mut [T], d: &mut [T]) {
    same_length(x.len(), &[("d", d.len())]);
    let start = x.as_mut_ptr();
    let buffers =
        Buffers { inputs: [start], outputs: [start, d.as_mut_ptr()], length: x.len(), stream: false };
    // SAFETY: input and first output are the same, and two exclusive slices don't overlap.
    unsafe { T::perform(&Work::ValueAndDerivative(buffers), &plan) }
}
