//! The loop over slices: the same for every operation, format and instruction set.

use crate::format::Format;
use crate::isa::{Isa, Job};
use crate::vector::{Single, Vector};

/// A function of `I` values per element that gives `O` values, on all lanes at once.
pub(crate) trait Kernel<T: Format, const I: usize, const O: usize>: Copy {
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

/// How many lanes of a step to take, and how to write them.
#[derive(Clone, Copy)]
enum Step {
    All,
    AllPastTheCaches,
    First(usize),
}

impl<T: Format, const I: usize, const O: usize> Buffers<T, I, O> {
    /// Takes the lanes that start at element `start`.
    ///
    /// # Safety
    /// The processor has the instructions of `V`; these elements lie within the buffers. Past the caches
    /// go outputs whose address is a multiple of the lanes' size.
    #[inline(always)]
    unsafe fn step<V: Single>(&self, kernel: impl Kernel<T, I, O>, start: usize, step: Step) {
        let Self { inputs: sources, outputs: targets, .. } = self;
        // Loops and no closures, which don't inherit the instructions of the function they are in.
        // SAFETY: `map`'s caller vouches for the buffers.
        unsafe {
            let mut inputs = [load::<T, V>(sources[0].add(start), step); I];
            let mut i = 1;
            while i < I {
                inputs[i] = load::<T, V>(sources[i].add(start), step);
                i += 1;
            }
            let outputs = kernel.eval::<V>(inputs);
            let mut o = 0;
            while o < O {
                let target = targets[o].add(start);
                match step {
                    Step::All => T::store::<V>(outputs[o], target),
                    Step::AllPastTheCaches => T::stream::<V>(outputs[o], target),
                    Step::First(count) => T::store_first::<V>(outputs[o], target, count),
                }
                o += 1;
            }
        }
    }
}

/// Reads the lanes of a step.
///
/// # Safety
/// As for [`Format::load`] and [`Format::load_first`].
#[inline(always)]
unsafe fn load<T: Format, V: Single>(source: *const T, step: Step) -> T::Lanes<V> {
    // SAFETY: the caller vouches for it.
    unsafe {
        match step {
            Step::All | Step::AllPastTheCaches => T::load(source),
            Step::First(count) => T::load_first(source, count),
        }
    }
}

impl<T: Format, K: Kernel<T, I, O>, const I: usize, const O: usize> Job for Map<'_, K, T, I, O> {
    #[inline(always)]
    unsafe fn run<V: Single>(self) {
        let lanes = T::Lanes::<V>::LANES;
        let (kernel, buffers) = (self.kernel, *self.buffers);
        let length = buffers.length;
        let mut start = 0;
        if buffers.stream {
            // What goes past the caches must be aligned, so the first few elements go by themselves.
            let unaligned = buffers.outputs[0].align_offset(lanes * size_of::<T>());
            if unaligned < lanes && unaligned <= length {
                // SAFETY: the first elements of the buffers.
                unsafe { buffers.step::<V>(kernel, 0, Step::First(unaligned)) }
                start = unaligned;
                while length - start >= lanes {
                    // SAFETY: within the buffers, and aligned as the first of these steps is.
                    unsafe { buffers.step::<V>(kernel, start, Step::AllPastTheCaches) }
                    start += lanes;
                }
                // SAFETY: the caller vouches for the instructions.
                unsafe { V::fence() }
            }
        }
        while length - start >= lanes {
            // SAFETY: within the buffers.
            unsafe { buffers.step::<V>(kernel, start, Step::All) }
            start += lanes;
        }
        // The tail takes the same arithmetic as the body, so that no result depends on where in
        // the slice its element stands.
        if start < length {
            // SAFETY: the last elements of the buffers.
            unsafe { buffers.step::<V>(kernel, start, Step::First(length - start)) }
        }
    }
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
