//! eʸ for the kernels for `f64`.

use crate::coefficients_f64::{EXP_TAIL, LN_2, LOG2_E};
use crate::compensated::{Sum, fast_two_sum};
use crate::vector::{Vector, horner};

/// Results are computed as 2¹²⁸ times what they are, and the factor goes out with the last rounding: so
/// those that are subnormal are rounded but once.
const BIAS: i32 = 128;

/// 2⁻¹²⁸.
pub(crate) const UNBIAS: f64 = f64::from_bits((1023 - BIAS as u64) << 52);

/// 1.5·2⁵² + 128: added to a w, it leaves n + 128 in the low bits of the sum's significand, with n the
/// integer next to w.
const SHIFTER: f64 = 6_755_399_441_055_744.0 + BIAS as f64;

/// eʸ = 2ⁿ·(1 + r + tail) with |r| ≤ ½·ln 2 or hardly more.
#[derive(Clone, Copy)]
pub(crate) struct Exp<D> {
    /// n + 128 in the exponent field, the rest zero: to be added to the bits of a float.
    exponent: D,
    /// In two parts; next to y = 0, to a relative error of some 2⁻¹⁰⁶.
    r: Sum<D>,
    /// eʳ − 1 − r, at most 0.07.
    tail: D,
}

impl<D: Vector<Scalar = f64>> Exp<D> {
    /// eʸ for −750 ≤ y ≤ 3, or for y that is NaN.
    #[inline(always)]
    pub(crate) fn new(y: Sum<D>) -> Self {
        let shifter = y.high.splat(SHIFTER);
        let z = y.high.mul_add(y.high.splat(LOG2_E), shifter);
        let n = z - shifter;
        // Exact: the product has 53 bits, and the difference isn't larger than its terms.
        let high = n.neg_mul_add(n.splat(LN_2[0]), y.high);
        let r = fast_two_sum(high, n.neg_mul_add(n.splat(LN_2[1]), y.low));
        let tail = (r.high * r.high) * horner(r.high, &EXP_TAIL);
        Self { exponent: z.shift_left(f64::MANTISSA_DIGITS - 1), r, tail }
    }

    /// 2¹²⁸·c·2ⁿ for a normal c.
    #[inline(always)]
    pub(crate) fn scale(&self, c: f64) -> D {
        self.exponent.add_bits(self.exponent.splat(c))
    }

    /// 2¹²⁸·c·2ⁿ for a c in two parts.
    #[inline(always)]
    pub(crate) fn scale_sum(&self, [high, low]: [f64; 2]) -> Sum<D> {
        let scaled = self.scale(high);
        Sum { high: scaled, low: scaled * scaled.splat(low / high) }
    }

    /// eʳ − 1 as r and what is small beside it.
    #[inline(always)]
    pub(crate) fn minus_one(&self) -> Sum<D> {
        Sum { high: self.r.high, low: self.r.low + self.tail }
    }

    /// eʳ to 2⁻⁵⁷ or so, and so that what it differs by from 1 has a small relative error, too.
    #[inline(always)]
    pub(crate) fn compensated(&self) -> Sum<D> {
        let sum = fast_two_sum(self.r.high.splat(1.0), self.r.high);
        fast_two_sum(sum.high, sum.low + (self.r.low + self.tail))
    }
}
