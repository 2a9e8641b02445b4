//! What the tanh and the sigmoid form share: x/(1 + e^(−u(x))) with an odd u.
//!
//! With a = |x| and w(a) = u(a)·log₂e, g(x) = max(x, −0) − a·s where s = 1/(1 + 2^w) is small for
//! large a. g'(−a) = s·(1 − (1 − s)·p) with p = a·u'(a), and g'(a) = 1 − g'(−a). With E = 2^(−w) that is
//! s·((1 + E) − p)/(1 + E): at the root a₀, E = p − 1. To keep the relative accuracy next to the root,
//! E is computed as E₀·e with E₀ = E(a₀) and e exactly 1 there.

use super::logistic_f64::DoubleLogistic;
use super::{Formula, finish_derivative, relaxed};
use crate::coefficients::{EXP2_F32, EXP2_F32_LEADING};
use crate::exp2::{self, Exponent};
use crate::vector::{Single, Vector, horner_monic};

/// Where an exponential is exactly 1: w there, E₀ = 2^(−w) and 1/E₀.
pub(super) type Anchor = [f64; 3];

/// A form x/(1 + 2^(−w(x))) with an odd w.
pub(super) trait Logistic: Exponent + relaxed::Exponent + DoubleLogistic {
    /// Where a·s is below half of the smallest subnormal of `f32`.
    const LIMIT: f32;
    /// No larger a is computed with: both derivatives of −a are far below what `f32` has.
    const DERIVATIVE_LIMIT: f64;
    /// At the root of g'.
    const ROOT: Anchor;
    /// At the root of g''.
    const INFLECTION: Anchor;

    /// u'(a).
    fn slope<D: Vector<Scalar = f64>>(a: D) -> D;

    /// 1 − a·u'(a).
    fn one_minus_p<D: Vector<Scalar = f64>>(a: D) -> D;

    /// 2·u'(a) + a·u''(a).
    fn curvature<D: Vector<Scalar = f64>>(a: D) -> D;
}

/// e and s.
#[inline(always)]
fn exponential<F: Logistic, D: Vector<Scalar = f64>>(a: D, anchor: Anchor) -> (D, D) {
    let [w, _, inverse] = anchor;
    let e = exp2::exp2_anchored(F::double(a, a.splat(w)));
    (e, e / (e + a.splat(inverse)))
}

/// |x| up to the limit, and NaN for NaN.
#[inline(always)]
fn clamped<F: Logistic, D: Vector<Scalar = f64>>(x: D) -> D {
    x.splat(F::DERIVATIVE_LIMIT).min(x.abs())
}

#[inline(always)]
fn value<D: Vector<Scalar = f64>>(x: D, a: D, s: D) -> D {
    a.neg_mul_add(s, x.splat(-0.0).max(x))
}

#[inline(always)]
fn derivative<F: Logistic, D: Vector<Scalar = f64>>(x: D, a: D, e: D, s: D) -> D {
    let [_, e0, _] = F::ROOT;
    let sum = e.mul_add(x.splat(e0), F::one_minus_p(a));
    finish_derivative(x, s, s.neg_mul_add(sum, sum))
}

impl<F: Logistic> Formula for F {
    #[inline(always)]
    fn fast<V: Single>(x: V) -> V {
        let a = x.abs();
        let positive_part = x.splat(-0.0).max(x);
        let (n, f) = exp2::split::<F, V>(a);
        let e = exp2::scale(horner_monic(f, &EXP2_F32), n);
        // d = 2⁻⁴⁸·(2ʷ + 1): the last operation takes the factor out again.
        let unbias = x.splat(exp2::UNBIAS_F32);
        let d = e.mul_add(x.splat(EXP2_F32_LEADING), unbias);
        (a / d).where_less(a, x.splat(F::LIMIT)).neg_mul_add(unbias, positive_part)
    }

    #[inline(always)]
    fn precise<D: Vector<Scalar = f64>>(x: D) -> D {
        let a = clamped::<F, D>(x);
        let (_, s) = exponential::<F, D>(a, F::ROOT);
        value(x, a, s)
    }

    /// In `f64` lanes: `f32` lanes that keep the root to 4 ulp were tried and cost as many operations as
    /// the value and 11 more.
    #[inline(always)]
    fn fast_derivative<V: Single>(x: V) -> V {
        let [low, high] = x.widen();
        V::narrow([Self::precise_derivative(low), Self::precise_derivative(high)])
    }

    #[inline(always)]
    fn precise_derivative<D: Vector<Scalar = f64>>(x: D) -> D {
        let a = clamped::<F, D>(x);
        let (e, s) = exponential::<F, D>(a, F::ROOT);
        derivative::<F, D>(x, a, e, s)
    }

    #[inline(always)]
    fn fast_both<V: Single>(x: V) -> [V; 2] {
        [Self::fast(x), Self::fast_derivative(x)]
    }

    #[inline(always)]
    fn precise_both<D: Vector<Scalar = f64>>(x: D) -> [D; 2] {
        let a = clamped::<F, D>(x);
        let (e, s) = exponential::<F, D>(a, F::ROOT);
        [value(x, a, s), derivative::<F, D>(x, a, e, s)]
    }

    /// s·(1 − s)·(2·u' + a·u'' − a·u'²·(1 − 2·s)).
    #[inline(always)]
    fn second_derivative<D: Vector<Scalar = f64>>(x: D) -> D {
        let a = clamped::<F, D>(x);
        let (_, s) = exponential::<F, D>(a, F::INFLECTION);
        let one = x.splat(1.0);
        let slope = F::slope(a);
        let bend = (a * slope) * slope;
        let factor = bend.neg_mul_add(s.neg_mul_add(x.splat(2.0), one), F::curvature(a));
        s * (factor * (one - s))
    }
}
