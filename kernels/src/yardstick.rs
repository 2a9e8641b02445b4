//! What the benchmarks compare with.

use crate::isa::Isa;
use crate::pair::Pair;
use crate::slice::{self, Buffers, Kernel};
use crate::vector::{Single, Vector, horner};

/// A rational function of the shape of the fastest GELU there is, XNNPACK's: a clamp, an odd
/// numerator of degree 11 over an even denominator of degree 10, one division. Ten fused
/// multiply-adds, four multiplications, one addition.
#[derive(Clone, Copy)]
struct Rational;

impl Kernel<f32, 1, 1> for Rational {
    const VALUES: [bool; 1] = [true];

    #[inline(always)]
    fn eval<V: Single>(self, [x]: [Pair<V>; 1]) -> [Pair<V>; 1] {
        let limit = x.splat(4.0);
        let a = x.splat(-4.0).max(limit.min(x));
        let s = a * a;
        let n = horner(s, &[0.5, 0.03, 0.001, 0.0002, 0.00003, 0.000004]) * a;
        let d = horner(s, &[1.0, 0.3, 0.02, 0.003, 0.0003, 0.00002]);
        let h = x * x.splat(0.5);
        [h * (n / d) + h]
    }
}

/// Applies it in place.
pub fn rational(isa: Isa, x: &mut [f32]) {
    let p = x.as_mut_ptr();
    // SAFETY: in and output are the same.
    unsafe {
        let buffers = Buffers { inputs: [p], outputs: [p], length: x.len(), stream: false };
        slice::map(isa, Rational, &buffers);
    }
}
