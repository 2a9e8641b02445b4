//! Arithmetic on unevaluated sums of two floats.
//!
//! The algorithms are the classical ones of Dekker, Knuth and Veltkamp; see Muller et al., *Handbook of
//! Floating-Point Arithmetic*. With a fused multiply-add the low part of a product is one operation,
//! without one it takes sixteen; both give the same bits.

use core::ops::{Add, Mul};

use crate::vector::Vector;

/// high + low, with |low| at most a few ulps of high where nothing else is said.
#[derive(Clone, Copy)]
pub(crate) struct Sum<D> {
    pub(crate) high: D,
    pub(crate) low: D,
}

/// a + b exactly, if |a| ≥ |b| or a = 0.
#[inline(always)]
pub(crate) fn fast_two_sum<D: Vector>(a: D, b: D) -> Sum<D> {
    let high = a + b;
    Sum { high, low: b - (high - a) }
}

/// a + b exactly.
#[inline(always)]
pub(crate) fn two_sum<D: Vector>(a: D, b: D) -> Sum<D> {
    let high = a + b;
    let b_part = high - a;
    Sum { high, low: (a - (high - b_part)) + (b - b_part) }
}

/// a + c exactly, for 0 ≤ a and a positive c of few bits: high − c then needs no rounding.
#[inline(always)]
pub(crate) fn add_short<D: Vector<Scalar = f64>>(a: D, c: f64) -> Sum<D> {
    let c = a.splat(c);
    let high = a + c;
    Sum { high, low: a - (high - c) }
}

/// a·b exactly, if that neither overflows nor has bits below the smallest subnormal.
#[inline(always)]
pub(crate) fn two_product<D: Vector<Scalar = f64>>(a: D, b: D) -> Sum<D> {
    let high = a * b;
    if D::FUSED {
        return Sum { high, low: a.mul_sub(b, high) };
    }
    let (a, b) = (halves(a), halves(b));
    let low = a.low * b.low - (((high - a.high * b.high) - a.low * b.high) - a.high * b.low);
    Sum { high, low }
}

/// a as the sum of two floats of 26 bits, whose products are exact.
#[inline(always)]
fn halves<D: Vector<Scalar = f64>>(a: D) -> Sum<D> {
    let scaled = a * a.splat(134_217_729.0); // 2²⁷ + 1
    let high = scaled - (scaled - a);
    Sum { high, low: a - high }
}

/// dividend − quotient·divisor, where the quotient is so close that this needs no rounding.
#[inline(always)]
pub(crate) fn remainder<D: Vector<Scalar = f64>>(dividend: D, quotient: D, divisor: D) -> D {
    if D::FUSED {
        quotient.neg_mul_add(divisor, dividend)
    } else {
        let product = two_product(quotient, divisor);
        (dividend - product.high) - product.low
    }
}

/// c − a for a constant in two parts, next to its root with a small relative error, too.
#[inline(always)]
pub(crate) fn distance<D: Vector<Scalar = f64>>([high, low]: [f64; 2], a: D) -> Sum<D> {
    let difference = two_sum(a.splat(high), a.splat(0.0) - a);
    fast_two_sum(difference.high, difference.low + a.splat(low))
}

impl<D: Vector<Scalar = f64>> Sum<D> {
    /// The same sum with the larger part in `high`; it must not be much smaller than `low`, unless it is 0.
    #[inline(always)]
    pub(crate) fn normalised(self) -> Self {
        fast_two_sum(self.high, self.low)
    }

    /// self + c exactly but for the low part, as [`add_short`].
    #[inline(always)]
    pub(crate) fn add_short(self, c: f64) -> Self {
        let sum = add_short(self.high, c);
        Self { high: sum.high, low: sum.low + self.low }
    }

    /// Times a power of two, exactly unless it underflows.
    #[inline(always)]
    pub(crate) fn scaled(self, power: D) -> Self {
        Self { high: self.high * power, low: self.low * power }
    }

    /// A constant in two parts.
    #[inline(always)]
    pub(crate) fn splat(like: D, [high, low]: [f64; 2]) -> Self {
        Self { high: like.splat(high), low: like.splat(low) }
    }
}

impl<D: Vector<Scalar = f64>> Add for Sum<D> {
    type Output = Self;

    /// With a relative error of some 2⁻¹⁰⁴, if the terms have the same sign.
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let sum = two_sum(self.high, other.high);
        Self { high: sum.high, low: sum.low + (self.low + other.low) }
    }
}

impl<D: Vector<Scalar = f64>> Mul for Sum<D> {
    type Output = Self;

    /// With a relative error of some 2⁻¹⁰⁴.
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let product = two_product(self.high, other.high);
        let cross = self.low.mul_add(other.high, self.high * other.low);
        Self { high: product.high, low: product.low + cross }
    }
}

impl<D: Vector<Scalar = f64>> Mul<D> for Sum<D> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: D) -> Self {
        let product = two_product(self.high, other);
        Self { high: product.high, low: self.low.mul_add(other, product.low) }
    }
}
