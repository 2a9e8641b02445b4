//! The formats of elements in memory: how each gets into lanes and back, and which arithmetic serves
//! which accuracy.

use crate::forms::Formula;
use crate::operations::{Fast, Operation, Precise};
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

    /// Writes all lanes.
    ///
    /// # Safety
    /// `target` is valid for writing that many elements.
    unsafe fn store<V: Single>(lanes: Self::Lanes<V>, target: *mut Self);

    /// Writes all lanes past the caches, where the instruction set can.
    ///
    /// # Safety
    /// As for `store`; `target` is a multiple of the size of the lanes in memory.
    unsafe fn stream<V: Single>(lanes: Self::Lanes<V>, target: *mut Self);

    /// Writes the first `count` lanes and touches nothing beyond them.
    ///
    /// # Safety
    /// As for `store`, with fewer elements than lanes to write, maybe none.
    unsafe fn store_first<V: Single>(lanes: Self::Lanes<V>, target: *mut Self, count: usize);

    /// An operation on a form for [`Accuracy::Fast`](crate::Accuracy::Fast).
    fn fast<Op: Operation<I, O>, F: Formula, V: Single, const I: usize, const O: usize>(
        inputs: [Self::Lanes<V>; I],
    ) -> [Self::Lanes<V>; O];

    /// An operation on a form for [`Accuracy::Precise`](crate::Accuracy::Precise).
    fn precise<Op: Operation<I, O>, F: Formula, V: Single, const I: usize, const O: usize>(
        inputs: [Self::Lanes<V>; I],
    ) -> [Self::Lanes<V>; O];
}

impl Format for f32 {
    type Lanes<V: Single> = Pair<V>;

    #[inline(always)]
    unsafe fn load<V: Single>(source: *const f32) -> Pair<V> {
        // SAFETY: the caller vouches for it, here and below.
        unsafe { Vector::load(source) }
    }
    #[inline(always)]
    unsafe fn load_first<V: Single>(source: *const f32, count: usize) -> Pair<V> {
        // SAFETY: as above.
        unsafe { Vector::load_first(source, count) }
    }
    #[inline(always)]
    unsafe fn store<V: Single>(lanes: Pair<V>, target: *mut f32) {
        // SAFETY: as above.
        unsafe { lanes.store(target) }
    }
    #[inline(always)]
    unsafe fn stream<V: Single>(lanes: Pair<V>, target: *mut f32) {
        // SAFETY: as above.
        unsafe { lanes.stream(target) }
    }
    #[inline(always)]
    unsafe fn store_first<V: Single>(lanes: Pair<V>, target: *mut f32, count: usize) {
        // SAFETY: as above.
        unsafe { lanes.store_first(target, count) }
    }

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
        in_doubles::<Op, F, _, I, O>(inputs)
    }
}

/// An operation in `f64` lanes, rounded to `f32` at the end.
#[inline(always)]
fn in_doubles<Op: Operation<I, O>, F: Formula, V: Single, const I: usize, const O: usize>(
    inputs: [V; I],
) -> [V; O] {
    // Loops and no closures, which don't inherit the instructions of the function they are in.
    let [first_low, first_high] = inputs[0].widen();
    let (mut low, mut high) = ([first_low; I], [first_high; I]);
    let mut i = 1;
    while i < I {
        [low[i], high[i]] = inputs[i].widen();
        i += 1;
    }
    let (low, high) = (Op::eval::<_, Precise<F>>(low), Op::eval::<_, Precise<F>>(high));
    let mut outputs = [V::narrow([low[0], high[0]]); O];
    let mut o = 1;
    while o < O {
        outputs[o] = V::narrow([low[o], high[o]]);
        o += 1;
    }
    outputs
}
