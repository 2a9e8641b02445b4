//! 2ʷ, and how w is split into an integer for the exponent field and a fraction for a polynomial.

use crate::coefficients::{EXP2_ANCHORED_F64, EXP2_F64, EXP2M1_F32};
use crate::vector::{Single, Vector, horner, horner_monic};

/// An exponent w as a function of a = |x|, or of x if it is odd.
pub(crate) trait Exponent {
    /// `anchor` − w in `f64` lanes.
    fn double<D: Vector<Scalar = f64>>(a: D, anchor: D) -> D;

    /// w in `f32` lanes as a sum of two products. w is up to 156 where results are not zero, and is wanted to about
    /// 2⁻²⁵, so it takes more than 24 bits on the way: the first product is close to w, and to be exact.
    fn products<V: Vector<Scalar = f32>>(a: V) -> [(V, V); 2];
}

/// 1.5·2²³ − 48: added to a w, it leaves n − 48 in the low bits of the sum's significand, with n the
/// integer next to w. Where results are not zero, w is at most 153 beside a cofactor below 2²¹ (exact) and
/// at most 156 beside one below 2¹¹ (the others): as 2ⁿ⁻⁴⁸ nothing overflows, and reciprocals are normal.
/// The factor goes out with the last rounding, so that a subnormal result is rounded but once. What the anchored kernels
/// scale wraps around on one side, which they provide for.
const SHIFTER_F32: f32 = 12_582_912.0 - BIAS_F32 as f32;

/// How much less than n is in the sum.
const BIAS_F32: u32 = 48;

/// 2⁻⁴⁸.
pub(crate) const UNBIAS_F32: f32 = f32::from_bits((127 - BIAS_F32) << 23);

/// w(a) as an integer n and a fraction f: `scale` takes the first result, a polynomial the second.
#[inline(always)]
pub(crate) fn split<E: Exponent, V: Single>(a: V) -> (V, V) {
    let shifter = a.splat(SHIFTER_F32);
    if V::FUSED {
        let [(p, q), (r, s)] = E::products(a);
        let n = p.mul_add(q, shifter);
        (n, r.mul_add(s, p.mul_sub(q, n - shifter)))
    } else {
        // Without a fused multiply-add the low half of a product is lost; f64 lanes have room for it.
        let [low, high] = a.widen();
        let ((low_n, low_f), (high_n, high_f)) =
            (split_f64(E::double(low, low.splat(0.0))), split_f64(E::double(high, high.splat(0.0))));
        let zero = a.splat(0.0);
        (shifter - V::narrow([low_n, high_n]), zero - V::narrow([low_f, high_f]))
    }
}

/// w(x) + `anchor` + `rest`, likewise, with a fused multiply-add. The anchor is to have 16 bits behind the point, and
/// the rest below them: so n less the anchor is exact, and where the sum is next to 0, f is right to about 2⁻⁴⁴.
#[inline(always)]
pub(crate) fn split_anchored<E: Exponent, V: Single>(x: V, [anchor, rest]: [f32; 2]) -> (V, V) {
    let (shifter, anchor) = (x.splat(SHIFTER_F32), x.splat(anchor));
    let [(p, q), (r, s)] = E::products(x);
    let n = p.mul_add(q, anchor) + shifter;
    let f = p.mul_sub(q, (n - shifter) - anchor);
    (n, f + r.mul_add(s, x.splat(rest)))
}

/// 1.5·2⁵²: what is left of a sum with it is an integer.
const SHIFTER_F64: f64 = 6_755_399_441_055_744.0;

/// w as an integer and a fraction.
#[inline(always)]
fn split_f64<D: Vector<Scalar = f64>>(w: D) -> (D, D) {
    let shifter = w.splat(SHIFTER_F64);
    let n = (w + shifter) - shifter;
    (n, w - n)
}

/// p·2ⁿ⁻⁴⁸ for `n` as `split` returns it, by adding to the exponent field: one shift, and an addition
/// that is free beside a stream of fused multiply-adds. Neither p nor, where it counts, the result may be
/// 0 or subnormal.
#[inline(always)]
pub(crate) fn scale<V: Vector<Scalar = f32>>(p: V, n: V) -> V {
    p.add_bits(n.shift_left(f32::MANTISSA_DIGITS - 1))
}

/// p·2⁴⁸⁻ⁿ for `n` as `split` returns it, likewise.
#[inline(always)]
pub(crate) fn scale_down<V: Vector<Scalar = f32>>(p: V, n: V) -> V {
    p.sub_bits(n.shift_left(f32::MANTISSA_DIGITS - 1))
}

/// 2^f − 1 and 2^−f − 1.
#[inline(always)]
pub(crate) fn powers_minus_one<V: Single>(f: V) -> (V, V) {
    let [c1, c2, c3, c4, c5, c6] = EXP2M1_F32;
    let square = f * f;
    let even = square * horner(square, &[c2, c4, c6]);
    let odd = horner(square, &[c1, c3, c5]);
    (f.neg_mul_add(odd, even), f.mul_add(odd, even))
}

/// 2ʷ·(1 + d) with |d| ≤ 2⁻²⁹, in `f64` lanes, from t = w + [`EXP2_F64_OFFSET`].
///
/// t lies between 2¹⁶ and 2¹⁷, where the lowest 36 bits of the significand are its fraction. Shifted
/// left by 16, they become a fraction on their own, and the integer's low 12 bits the sign and the
/// exponent; so m = 1 + fraction and the exponent come without a single rounding.
#[inline(always)]
pub(crate) fn exp2_f64<D: Vector<Scalar = f64>>(t: D) -> D {
    let bits = t.shift_left(16);
    let fraction = bits.and(t.splat(f64::from_bits((1 << 52) - 1)));
    let exponent = bits.and(t.splat(f64::from_bits(0xfff << 52)));
    let m = fraction.or(t.splat(1.0));
    horner_monic(m, &EXP2_F64).add_bits(exponent)
}

/// 2ʷ·(1 + d) in `f64` lanes, where d vanishes with w: |d| ≤ 2⁻²⁸·min(1, 3·|w|) or so. What is
/// subtracted from it to give 0 at w = 0 keeps its relative accuracy next to that root.
#[inline(always)]
pub(crate) fn exp2_anchored<D: Vector<Scalar = f64>>(w: D) -> D {
    let shifter = w.splat(SHIFTER_F64);
    let n = w + shifter;
    let f = w - (n - shifter);
    let p = horner(f, &EXP2_ANCHORED_F64).mul_add(f, f.splat(1.0));
    p.add_bits(n.shift_left(f64::MANTISSA_DIGITS - 1))
}
