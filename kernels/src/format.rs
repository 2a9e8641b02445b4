//! The formats of elements in memory: how each gets into lanes and back, and which arithmetic serves
//! which accuracy.

#[cfg(feature = "half")]
use core::mem::MaybeUninit;

#[cfg(feature = "half")]
use crate::forms::{ForBf16, ForF16};
use crate::forms::{ForF32, Formula};
#[cfg(feature = "half")]
use crate::half::{Bf16, F16, Half};
use crate::operations::{Double, Fast, Operation, Precise, Relaxed};
use crate::pair::Pair;
use crate::vector::{Single, Vector};

/// A format of elements in memory.
///
/// Implementations must be `#[inline(always)]`.
pub(crate) trait Format: Copy {
    /// The lanes in which elements are computed, two vectors in lock-step.
    type Lanes<V: Single>: Vector;

    /// Reads all lanes.
    ///
    /// # Safety
    /// The processor has the instructions of `V`, and `source` is valid for reading that many elements.
    unsafe fn load<V: Single>(source: *const Self) -> Self::Lanes<V>;

    /// Reads `count` elements into the first lanes; the other lanes are zero.
    ///
    /// # Safety
    /// As for `load`, with fewer elements than lanes to read, maybe none.
    unsafe fn load_first<V: Single>(source: *const Self, count: usize) -> Self::Lanes<V>;

    /// Writes all lanes, rounded if the format is narrower than they are; `value` says that they are values
    /// of g.
    ///
    /// # Safety
    /// `target` is valid for writing that many elements.
    unsafe fn store<V: Single>(lanes: Self::Lanes<V>, target: *mut Self, value: bool);

    /// Writes all lanes past the caches, where the instruction set can.
    ///
    /// # Safety
    /// As for `store`; `target` is a multiple of the size of the lanes in memory.
    #[inline(always)]
    unsafe fn stream<V: Single>(lanes: Self::Lanes<V>, target: *mut Self, value: bool) {
        // SAFETY: the caller vouches for it.
        unsafe { Self::store(lanes, target, value) }
    }

    /// Writes the first `count` lanes and touches nothing beyond them.
    ///
    /// # Safety
    /// As for `store`, with fewer elements than lanes to write, maybe none.
    unsafe fn store_first<V: Single>(lanes: Self::Lanes<V>, target: *mut Self, count: usize, value: bool);

    /// An operation on a form for [`Accuracy::Fast`](crate::Accuracy::Fast).
    fn fast<Op: Operation<I, O>, F: Formula, V: Single, const I: usize, const O: usize>(
        inputs: [Self::Lanes<V>; I],
    ) -> [Self::Lanes<V>; O];

    /// An operation on a form for [`Accuracy::Precise`](crate::Accuracy::Precise).
    fn precise<Op: Operation<I, O>, F: Formula, V: Single, const I: usize, const O: usize>(
        inputs: [Self::Lanes<V>; I],
    ) -> [Self::Lanes<V>; O];

    /// Whether [`Accuracy::Relaxed`](crate::Accuracy::Relaxed) has arithmetic of its own; if not, `fast` serves it.
    const RELAXED: bool = false;

    /// An operation on a form for [`Accuracy::Relaxed`](crate::Accuracy::Relaxed).
    #[inline(always)]
    fn relaxed<Op: Operation<I, O>, F: Formula, V: Single, const I: usize, const O: usize>(
        inputs: [Self::Lanes<V>; I],
    ) -> [Self::Lanes<V>; O] {
        Self::fast::<Op, F, V, I, O>(inputs)
    }
}

/// Elements that are lanes as they stand in memory.
macro_rules! as_they_are {
    ($lanes:ty) => {
        type Lanes<V: Single> = $lanes;

        #[inline(always)]
        unsafe fn load<V: Single>(source: *const Self) -> $lanes {
            // SAFETY: the caller vouches for it, here and below.
            unsafe { Vector::load(source) }
        }
        #[inline(always)]
        unsafe fn load_first<V: Single>(source: *const Self, count: usize) -> $lanes {
            // SAFETY: as above.
            unsafe { Vector::load_first(source, count) }
        }
        #[inline(always)]
        unsafe fn store<V: Single>(lanes: $lanes, target: *mut Self, _: bool) {
            // SAFETY: as above.
            unsafe { lanes.store(target) }
        }
        #[inline(always)]
        unsafe fn stream<V: Single>(lanes: $lanes, target: *mut Self, _: bool) {
            // SAFETY: as above.
            unsafe { lanes.stream(target) }
        }
        #[inline(always)]
        unsafe fn store_first<V: Single>(lanes: $lanes, target: *mut Self, count: usize, _: bool) {
            // SAFETY: as above.
            unsafe { lanes.store_first(target, count) }
        }
    };
}

impl Format for f32 {
    as_they_are!(Pair<V>);

    #[inline(always)]
    fn fast<Op: Operation<I, O>, F: Formula, V: Single, const I: usize, const O: usize>(
        inputs: [Pair<V>; I],
    ) -> [Pair<V>; O] {
        Op::eval::<_, Fast<F>>(inputs)
    }
    #[inline(always)]
    fn precise<Op: Operation<I, O>, F: Formula, V: Single, const I: usize, const O: usize>(
        inputs: [Pair<V>; I],
    ) -> [Pair<V>; O] {
        let [low, high] = in_doubles::<Op, F, _, I, O>(inputs);
        let mut outputs = [Pair::narrow([low[0], high[0]]); O];
        let mut o = 1;
        while o < O {
            outputs[o] = Pair::narrow([low[o], high[o]]);
            o += 1;
        }
        outputs
    }
    const RELAXED: bool = true;

    #[inline(always)]
    fn relaxed<Op: Operation<I, O>, F: Formula, V: Single, const I: usize, const O: usize>(
        inputs: [Pair<V>; I],
    ) -> [Pair<V>; O] {
        Op::eval::<_, Relaxed<F, ForF32>>(inputs)
    }
}

impl Format for f64 {
    as_they_are!(Pair<V::Double>);

    #[inline(always)]
    fn fast<Op: Operation<I, O>, F: Formula, V: Single, const I: usize, const O: usize>(
        inputs: [Pair<V::Double>; I],
    ) -> [Pair<V::Double>; O] {
        Op::eval::<_, Double<F, false>>(inputs)
    }
    #[inline(always)]
    fn precise<Op: Operation<I, O>, F: Formula, V: Single, const I: usize, const O: usize>(
        inputs: [Pair<V::Double>; I],
    ) -> [Pair<V::Double>; O] {
        Op::eval::<_, Double<F, true>>(inputs)
    }
}

/// A 16-bit format: its elements are exact in `f32` lanes. Four vectors in lock-step: beside so short a chain of
/// operations, a tenth faster than two on AVX2.
#[cfg(feature = "half")]
macro_rules! half_format {
    ($format:ty: $half:ty, $level:ty) => {
        impl Format for $format {
            type Lanes<V: Single> = Pair<Pair<V>>;

            #[inline(always)]
            unsafe fn load<V: Single>(source: *const Self) -> Pair<Pair<V>> {
                // SAFETY: the caller vouches for it, here and below; the format has the layout of its bits.
                unsafe { <$half>::load(source.cast()) }
            }
            #[inline(always)]
            unsafe fn load_first<V: Single>(source: *const Self, count: usize) -> Pair<Pair<V>> {
                // SAFETY: as above.
                unsafe { <$half>::load_first(source.cast(), count) }
            }
            #[inline(always)]
            unsafe fn store<V: Single>(lanes: Pair<Pair<V>>, target: *mut Self, value: bool) {
                // SAFETY: as above.
                unsafe {
                    if value {
                        <$half>::store::<_, true>(lanes, target.cast());
                    } else {
                        <$half>::store::<_, false>(lanes, target.cast());
                    }
                }
            }
            #[inline(always)]
            unsafe fn stream<V: Single>(lanes: Pair<Pair<V>>, target: *mut Self, value: bool) {
                const { assert!(size_of::<Pair<V>>() == Pair::<Pair<V>>::LANES * size_of::<Self>()) }
                // Rounded, four vectors are as many bytes as two of `f32`, which is what the compiler makes of this.
                let mut rounded = MaybeUninit::<Pair<V>>::uninit();
                // SAFETY: as above; all bytes of `rounded` are written, and any bits are lanes.
                unsafe {
                    Self::store(lanes, rounded.as_mut_ptr().cast(), value);
                    rounded.assume_init().stream(target.cast());
                }
            }
            #[inline(always)]
            unsafe fn store_first<V: Single>(
                lanes: Pair<Pair<V>>,
                target: *mut Self,
                count: usize,
                value: bool,
            ) {
                // SAFETY: as above.
                unsafe {
                    if value {
                        <$half>::store_first::<_, true>(lanes, target.cast(), count);
                    } else {
                        <$half>::store_first::<_, false>(lanes, target.cast(), count);
                    }
                }
            }

            #[inline(always)]
            fn fast<Op: Operation<I, O>, F: Formula, V: Single, const I: usize, const O: usize>(
                inputs: [Pair<Pair<V>>; I],
            ) -> [Pair<Pair<V>>; O] {
                Op::eval::<_, Relaxed<F, $level>>(inputs)
            }
            #[inline(always)]
            fn precise<Op: Operation<I, O>, F: Formula, V: Single, const I: usize, const O: usize>(
                inputs: [Pair<Pair<V>>; I],
            ) -> [Pair<Pair<V>>; O] {
                let [low, high] = in_doubles::<Op, F, _, I, O>(inputs);
                let mut outputs = [<$half>::narrow([low[0], high[0]]); O];
                let mut o = 1;
                while o < O {
                    outputs[o] = <$half>::narrow([low[o], high[o]]);
                    o += 1;
                }
                outputs
            }
        }
    };
}
#[cfg(feature = "half")]
half_format!(::half::bf16: Bf16, ForBf16);
#[cfg(feature = "half")]
half_format!(::half::f16: F16, ForF16);

/// An operation in `f64` lanes: the outputs of the first and of the second half of the lanes.
#[inline(always)]
fn in_doubles<Op: Operation<I, O>, F: Formula, V: Single, const I: usize, const O: usize>(
    inputs: [V; I],
) -> [[V::Double; O]; 2] {
    // Loops and no closures, which don't inherit the instructions of the function they are in.
    let [first_low, first_high] = inputs[0].widen();
    let (mut low, mut high) = ([first_low; I], [first_high; I]);
    let mut i = 1;
    while i < I {
        [low[i], high[i]] = inputs[i].widen();
        i += 1;
    }
    [Op::eval::<_, Precise<F>>(low), Op::eval::<_, Precise<F>>(high)]
}
