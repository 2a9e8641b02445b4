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

/// What the derivative in `f32` lanes needs to know.
pub(super) struct Rooted {
    /// Where σ/F is infinite, so that g' is −0, and the last number before a power of two, from which on g' is 1.
    pub range: [f32; 2],
    /// w(a₀), in two parts.
    pub anchor: [f32; 2],
    /// a₀.
    pub root: f32,
    /// The factor σ of numerator and denominator, 2⁴⁸·σ·F₀, and 2⁻⁴⁸·σ/F₀.
    pub scale: [f32; 3],
}

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
    /// In `f32` lanes.
    const ROOTED: Rooted;

    /// σ·(x·u'(x) + a₀·u'(a₀))/(x + a₀).
    fn cofactor<V: Single>(x: V) -> V;

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

/// With F = e^u(x), for both signs of x: g'(x) = (F + 1 + x·u'(x))/(F + 2 + 1/F), and g(x) = x/(1 + 1/F).
///
/// Each sum has one large term for each sign, and the rest is rounded first: so there are few roundings that count. To
/// keep the relative accuracy next to the root of g', F = F₀·2ⁿ·(1 + d), where n and d are 0 there, and the numerator
/// is F₀·(2ⁿ·(1 + d) − 1) + (x + a₀)·G(x). a₀ is rounded, and the exponent made to be 0 where the sum is. A factor
/// σ next to 2⁻³² lets a subnormal quotient have normal terms, and is chosen such that the rounded constants are
/// close to what they stand for.
struct Quotients<V> {
    /// x, limited to the range of which the exponents are. At its lower end 1/F is infinite: so no result is
    /// subnormal, which would cost much time on some processors, for huge x.
    x: V,
    /// σ·(F − F₀).
    growth: V,
    /// σ/F = inverse + inverse·d.
    inverse: V,
    d: V,
}

impl<V: Single> Quotients<V> {
    #[inline(always)]
    fn new<F: Logistic>(x: V) -> Self {
        let Rooted { range: [lowest, highest], anchor, scale: [_, first, inverse], .. } = F::ROOTED;
        let x = x.splat(lowest).max(x.splat(highest).min(x));
        let (n, f) = exp2::split_anchored::<F, V>(x, anchor);
        let (up, down) = exp2::powers_minus_one(f);
        // Below 2⁻¹²⁶ the exponent wraps around into the sign. There, F is nothing beside F₀. By the sign, as the first of
        // these are signalling NaN, which a maximum need not treat as it does other NaN.
        let power = exp2::scale(x.splat(first), n);
        let power = power.by_sign(x.splat(0.0), power);
        let growth = power.mul_add(up, power - x.splat(first * exp2::UNBIAS_F32));
        Self { x, growth, inverse: exp2::scale_down(x.splat(inverse), n), d: down }
    }

    #[inline(always)]
    fn derivative<F: Logistic>(&self) -> V {
        let Rooted { root, scale: [scale, first, _], .. } = F::ROOTED;
        let x = self.x;
        let numerator = (x + x.splat(root)).mul_add(F::cofactor(x), self.growth);
        let rest = self.inverse.mul_add(self.d, x.splat(2.0 * scale + first * exp2::UNBIAS_F32));
        numerator / (self.inverse + (rest + self.growth))
    }

    /// `x` is the one that has not been limited.
    #[inline(always)]
    fn value<F: Logistic>(&self, x: V) -> V {
        let Rooted { range: [_, highest], scale: [scale, ..], .. } = F::ROOTED;
        let sum = self.inverse + self.inverse.mul_add(self.d, x.splat(scale));
        // The last operation takes σ out again: so a subnormal value is rounded once. Beyond the range it adds up x, the
        // limit, and what the limit's quotient lacks, to what rounds to x: the limit is the last number before a power
        // of two, so that it doesn't make ties. A test goes through them.
        (self.x / sum).mul_add(x.splat(scale), x.splat(-0.0).max(x - x.splat(highest)))
    }
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

    #[inline(always)]
    fn fast_derivative<V: Single>(x: V) -> V {
        Quotients::new::<F>(x).derivative::<F>()
    }

    #[inline(always)]
    fn precise_derivative<D: Vector<Scalar = f64>>(x: D) -> D {
        let a = clamped::<F, D>(x);
        let (e, s) = exponential::<F, D>(a, F::ROOT);
        derivative::<F, D>(x, a, e, s)
    }

    #[inline(always)]
    fn fast_both<V: Single>(x: V) -> [V; 2] {
        let quotients = Quotients::new::<F>(x);
        [quotients.value::<F>(x), quotients.derivative::<F>()]
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
