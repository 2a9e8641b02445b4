//! The loop over slices: the same for every operation, format and instruction set.

use crate::isa::{Isa, Job};
use crate::pair::Pair;
use crate::vector::{Single, Vector};

/// A function of `I` values per element that gives `O` values, on all lanes at once.
pub(crate) trait Kernel<const I: usize, const O: usize>: Copy {
    /// Evaluates it. Implementations must be `#[inline(always)]`, and treat all lanes alike.
    fn eval<V: Single>(self, inputs: [V; I]) -> [V; O];
}

/// Applies a kernel to every element of some buffers.
struct Map<K, const I: usize, const O: usize> {
    kernel: K,
    inputs: [*const f32; I],
    outputs: [*mut f32; O],
    length: usize,
}

impl<K: Kernel<I, O>, const I: usize, const O: usize> Map<K, I, O> {
    /// Takes the lanes that start at element `start`: all of them, or only `count`.
    ///
    /// # Safety
    /// The processor has the instructions of `V`; these elements lie within the buffers.
    #[inline(always)]
    unsafe fn step<V: Single>(&self, start: usize, count: Option<usize>) {
        // Loops and no closures, which don't inherit the instructions of the function they are in.
        // SAFETY: `map`'s caller vouches for the buffers.
        unsafe {
            let mut inputs = [load::<V>(self.inputs[0].add(start), count); I];
            let mut i = 1;
            while i < I {
                inputs[i] = load(self.inputs[i].add(start), count);
                i += 1;
            }
            let outputs = self.kernel.eval(inputs);
            let mut o = 0;
            while o < O {
                let output = self.outputs[o].add(start);
                match count {
                    None => outputs[o].store(output),
                    Some(count) => outputs[o].store_first(output, count),
                }
                o += 1;
            }
        }
    }
}

/// Reads all lanes, or the first `count`.
///
/// # Safety
/// As for [`Vector::load`] and [`Vector::load_first`].
#[inline(always)]
unsafe fn load<V: Vector>(input: *const V::Scalar, count: Option<usize>) -> V {
    // SAFETY: the caller vouches for it.
    unsafe {
        match count {
            None => V::load(input),
            Some(count) => V::load_first(input, count),
        }
    }
}

impl<K: Kernel<I, O>, const I: usize, const O: usize> Job for Map<K, I, O> {
    #[inline(always)]
    unsafe fn run<V: Single>(self) {
        let lanes = Pair::<V>::LANES;
        let whole = self.length - self.length % lanes;
        let mut start = 0;
        while start < whole {
            // SAFETY: `start + lanes ≤ length`.
            unsafe { self.step::<Pair<V>>(start, None) }
            start += lanes;
        }
        // The tail takes the same arithmetic as the body, so that no result depends on where in
        // the slice its element stands.
        if whole < self.length {
            // SAFETY: the last elements of the buffers.
            unsafe { self.step::<Pair<V>>(whole, Some(self.length - whole)) }
        }
    }
}

/// Applies `kernel` to `length` elements: output `o` of element `i` goes to `outputs[o][i]`.
///
/// # Panics
/// If the processor lacks `isa`.
///
/// # Safety
/// Every input is valid for reading `length` elements and every output for writing as many. Two of
/// these buffers either are the same or don't overlap, and no two outputs are the same.
pub(crate) unsafe fn map<K: Kernel<I, O>, const I: usize, const O: usize>(
    isa: Isa,
    kernel: K,
    inputs: [*const f32; I],
    outputs: [*mut f32; O],
    length: usize,
) {
    isa.run(Map { kernel, inputs, outputs, length });
}
