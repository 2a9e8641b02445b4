//! The loop over slices: the same for every operation, format and instruction set.

use crate::format::Format;
use crate::isa::{Isa, Job};
use crate::vector::{Single, Vector};

/// A function of `I` values per element that gives `O` values, on all lanes at once.
pub(crate) trait Kernel<T: Format, const I: usize, const O: usize>: Copy {
    /// Which outputs are values of g.
    const VALUES: [bool; O];

    /// Evaluates it. Implementations must be `#[inline(always)]`, and treat all lanes alike.
    fn eval<V: Single>(self, inputs: [T::Lanes<V>; I]) -> [T::Lanes<V>; O];
}

/// Buffers of elements: inputs and outputs of one length.
#[derive(Clone, Copy)]
pub(crate) struct Buffers<T, const I: usize, const O: usize> {
    pub(crate) inputs: [*const T; I],
    pub(crate) outputs: [*mut T; O],
    pub(crate) length: usize,
    /// Whether to write past the caches.
    pub(crate) stream: bool,
}

/// Applies a kernel to every element of some buffers.
///
/// By reference until the loop begins: a copy of several words is read back at a width that no store forwards
/// to, which would double the time of a call on one element.
struct Map<'a, K, T, const I: usize, const O: usize> {
    kernel: K,
    buffers: &'a Buffers<T, I, O>,
}

impl<T: Format, K: Kernel<T, I, O>, const I: usize, const O: usize> Job for Map<'_, K, T, I, O> {
    #[inline(always)]
    unsafe fn run<V: Single>(self) {
        let lanes = T::Lanes::<V>::LANES;
        let Buffers { inputs: sources, outputs: targets, length, mut stream } = *self.buffers;
        // What goes past the caches must be aligned, so the first few elements go by themselves.
        let unaligned = if stream { targets[0].align_offset(lanes * size_of::<T>()) } else { 0 };
        stream &= unaligned < lanes;
        let (mut start, mut most) = (0, if stream && unaligned > 0 { unaligned } else { lanes });
        // The last elements, too, pass through the one copy of the arithmetic, so that no result depends on where
        // in the slice its element stands. To choose how to load and store in each step costs nothing
        // beside it, and half of the code is enough.
        while start < length {
            let count = most.min(length - start);
            let whole = count == lanes;
            // Loops and no closures, which don't inherit the instructions of the function they are in.
            // SAFETY: the caller vouches for the instructions, `map`'s caller for the buffers, and these elements
            // lie within them. When all lanes are written for the first time, `start` is where they are aligned.
            unsafe {
                let mut inputs = [load::<T, V>(sources[0].add(start), whole, count); I];
                let mut i = 1;
                while i < I {
                    inputs[i] = load::<T, V>(sources[i].add(start), whole, count);
                    i += 1;
                }
                let outputs = self.kernel.eval::<V>(inputs);
                let mut o = 0;
                while o < O {
                    let (target, value) = (targets[o].add(start), K::VALUES[o]);
                    if !whole {
                        T::store_first::<V>(outputs[o], target, count, value);
                    } else if stream {
                        T::stream::<V>(outputs[o], target, value);
                    } else {
                        T::store::<V>(outputs[o], target, value);
                    }
                    o += 1;
                }
            }
            start += count;
            most = lanes;
        }
        if stream {
            // SAFETY: the caller vouches for the instructions.
            unsafe { V::fence() }
        }
    }
}

/// Reads all lanes, or the first `count`.
///
/// # Safety
/// As for [`Format::load`] and [`Format::load_first`].
#[inline(always)]
unsafe fn load<T: Format, V: Single>(source: *const T, whole: bool, count: usize) -> T::Lanes<V> {
    // SAFETY: the caller vouches for it.
    unsafe { if whole { T::load(source) } else { T::load_first(source, count) } }
}

/// Applies `kernel` to every element: output `o` of element `i` goes to `outputs[o][i]`.
///
/// # Panics
/// If the processor lacks `isa`.
///
/// # Safety
/// Every input is valid for reading `length` elements and every output for writing as many. Two of
/// these buffers either are the same or don't overlap, and no two outputs are the same.
pub(crate) unsafe fn map<T: Format, K: Kernel<T, I, O>, const I: usize, const O: usize>(
    isa: Isa,
    kernel: K,
    buffers: &Buffers<T, I, O>,
) {
    isa.run(Map { kernel, buffers });
}
