//! What all forms in `f64` share.

use crate::compensated::{Sum, fast_two_sum, remainder, two_product};
use crate::exp_f64::{Exp, UNBIAS};
use crate::vector::Vector;

/// One form of GELU and its derivatives in `f64`: the value to 2 ulp or, if `PRECISE`, to 1 ulp. The derivatives
/// have one kernel for both accuracies: what keeps their roots gives the accuracy, too.
///
/// As for [`Formula`](super::Formula), implementations must be `#[inline(always)]`, and treat all lanes alike.
pub(crate) trait DoubleFormula: Copy {
    /// g(x).
    fn double<D: Vector<Scalar = f64>, const PRECISE: bool>(x: D) -> D;
    /// g'(x).
    fn double_derivative<D: Vector<Scalar = f64>>(x: D) -> D;
    /// g(x) and g'(x).
    fn double_both<D: Vector<Scalar = f64>>(x: D) -> [D; 2];
    /// g''(x).
    fn double_second_derivative<D: Vector<Scalar = f64>>(x: D) -> D;
}

/// factor·eʳ·(1 + p) for a small p, where `factor` includes the rest of the exponential, and so 2¹²⁸.
///
/// What dominates, the factor alone or its product with the upper part of eʳ, is exact, and comes in with the last
/// rounding.
#[inline(always)]
pub(super) fn times_exp<D: Vector<Scalar = f64>, const PRECISE: bool>(
    factor: Sum<D>,
    exp: &Exp<D>,
    p: Option<D>,
) -> Sum<D> {
    if PRECISE {
        let e = exp.compensated();
        let product = two_product(factor.high, e.high);
        let rest = match p {
            Some(p) => p.mul_add(e.high + e.low, e.low),
            None => e.low,
        };
        let low = factor.high.mul_add(rest, factor.low.mul_add(e.high, product.low));
        fast_two_sum(product.high, low)
    } else {
        let u = exp.minus_one();
        let rest = match p {
            Some(p) => u.high + (p.mul_add(u.high + u.low, p) + u.low),
            None => u.high + u.low,
        };
        let low = factor.high.mul_add(rest, factor.low.mul_add(rest, factor.low));
        fast_two_sum(factor.high, low)
    }
}

/// dividend/divisor, when about 1/divisor is known.
#[inline(always)]
pub(super) fn divide<D: Vector<Scalar = f64>>(dividend: Sum<D>, divisor: Sum<D>, inverse: D) -> Sum<D> {
    let high = dividend.high * inverse;
    let rest = remainder(dividend.high, high, divisor.high);
    let low = (rest + high.neg_mul_add(divisor.low, dividend.low)) * inverse;
    Sum { high, low }
}

/// g(x) = max(x, −0) − T, from 2¹²⁸·T.
#[inline(always)]
pub(super) fn finish_value<D: Vector<Scalar = f64>, const PRECISE: bool>(x: D, t: Sum<D>, limit: f64) -> D {
    let unbias = x.splat(UNBIAS);
    let positive_part = x.splat(-0.0).max(x);
    let value = t.high.neg_mul_add(unbias, positive_part);
    if !PRECISE {
        return value;
    }
    // What this rounding and t.high lack, for 0 < x; a negative value is t.high, which is rounded already.
    let lost = t.high.neg_mul_add(unbias, positive_part - value);
    let correction = t.low.neg_mul_add(unbias, lost).where_less(x, x.splat(limit));
    value + x.by_sign(x.splat(-0.0), correction)
}

/// g'(x) from T = 2¹²⁸·g'(−a): that for x < 0, 1 − g'(−a) for x > 0.
#[inline(always)]
pub(super) fn finish_derivative<D: Vector<Scalar = f64>>(x: D, t: D) -> D {
    let base = x.by_sign(x.splat(0.0), x.splat(1.0));
    t.xor(x.and(x.splat(-0.0))).neg_mul_add(x.splat(UNBIAS), base)
}

/// g''(x) from 2¹²⁸·g''(a).
#[inline(always)]
pub(super) fn finish_second_derivative<D: Vector<Scalar = f64>>(x: D, t: D) -> D {
    t.mul_add(x.splat(UNBIAS), x.splat(0.0))
}

/// |x| up to the limit, and NaN for NaN.
#[inline(always)]
pub(super) fn clamped<D: Vector<Scalar = f64>>(x: D, limit: f64) -> D {
    x.splat(limit).min(x.abs())
}
