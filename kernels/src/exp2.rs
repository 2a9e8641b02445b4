//! Powers of two.

use crate::vector::{Vector, horner};
use crate::coefficients::*;

/// 2^w·(1 + d), |d| < 2⁻²⁹, in `f64` lanes, from t = 2¹⁶ + 2¹² − λ + w.
#[inline(always)]
pub(crate) fn exp2_f64<V: Vector<Scalar = f64>>(t: V) -> V {
    let bits = t.shift_left(16);
    let m = bits.and(t.splat(f64::from_bits((1 << 52) - 1))).or(t.splat(1.0));
    let exponent = bits.and(t.splat(f64::from_bits(0xfff << 52)));
    let p = m + m.splat(EXP2_F64[5]);
    let p = horner_from(p, m, &EXP2_F64);
    p.add_bits(exponent)
}

#[inline(always)]
fn horner_from<V: Vector>(mut sum: V, x: V, coefficients: &[V::Scalar; 6]) -> V {
    let mut i = 5;
    while i > 0 {
        i -= 1;
        sum = sum.mul_add(x, x.splat(coefficients[i]));
    }
    sum
}

/// exponent of the scale
#[inline(always)]
pub(crate) fn scale_by<V: Vector>(p: V, shifter: V) -> V {
    p.add_bits(shifter.shift_left(23))
}
