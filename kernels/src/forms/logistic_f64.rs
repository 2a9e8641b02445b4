//! The tanh and the sigmoid form in `f64`.
//!
//! With a = |x| and E = e^(−u(a)), T(a) = a·E/(1 + E), and g'(−a) = E·z/(1 + E)² with z = 1 + E − a·u'(a).
//! z has a root a₀. There, 1 = a₀·u'(a₀) − E₀, so
//!
//! z = (a₀·u'(a₀) − a·u'(a)) + E₀·(e^(u(a₀) − u(a)) − 1),
//!
//! whose terms have the same sign everywhere, that of a₀ − a, a factor of both differences. g'' is likewise
//! E/(1 + E)³·(a₁ − a)·…, with its root a₁.

use super::double::{
    DoubleFormula, clamped, divide, finish_derivative, finish_second_derivative, finish_value, times_exp,
};
use crate::compensated::{Sum, distance, fast_two_sum, two_sum};
use crate::exp_f64::{Exp, UNBIAS};
use crate::vector::Vector;

/// A root of g' or g'': itself and E there, in two parts.
#[derive(Clone, Copy)]
pub(super) struct Anchor {
    pub(super) at: [f64; 2],
    pub(super) square: [f64; 2],
    pub(super) exp: [f64; 2],
}

/// A form x/(1 + e^(−u(x))) with an odd u.
pub(super) trait DoubleLogistic: Copy {
    /// Where T and both derivatives are below half of the smallest subnormal.
    const DOUBLE_LIMIT: f64;
    /// The root of g'.
    const DOUBLE_ROOT: Anchor;
    /// The root of g''.
    const DOUBLE_INFLECTION: Anchor;

    /// −u(a).
    fn exponent<D: Vector<Scalar = f64>>(a: D) -> Sum<D>;

    /// u(a₀) − u(a) and a₀·u'(a₀) − a·u'(a), from a and a₀ − a.
    fn differences<D: Vector<Scalar = f64>>(a: D, distance: Sum<D>, anchor: Anchor) -> [Sum<D>; 2];

    /// ((2·u' + a·u'')·(1 + E₁) − a·u'²·(1 − E₁))/(a₁ − a), and 2·u' + a·u'' + a·u'².
    fn bends<D: Vector<Scalar = f64>>(a: D) -> (Sum<D>, D);
}

/// What is known of E = E₀·e^(u(a₀) − u(a)).
struct Anchored<D> {
    exp: Exp<D>,
    /// a₀ − a.
    distance: Sum<D>,
    /// a₀·u'(a₀) − a·u'(a).
    slope: Sum<D>,
    /// E/E₀ − 1, next to a₀ with a small relative error.
    excess: Sum<D>,
    /// 1 + E.
    divisor: Sum<D>,
}

/// 1 + e for |e| ≤ 1.
#[inline(always)]
fn one_plus<D: Vector<Scalar = f64>>(e: Sum<D>) -> Sum<D> {
    let sum = fast_two_sum(e.high.splat(1.0), e.high);
    Sum { high: sum.high, low: sum.low + e.low }
}

#[inline(always)]
fn anchored<F: DoubleLogistic, D: Vector<Scalar = f64>>(a: D, anchor: Anchor) -> Anchored<D> {
    let distance = distance(anchor.at, a);
    let [exponent, slope] = F::differences(a, distance, anchor);
    let exp = Exp::new(exponent);
    // E/E₀. Multiplication by a power of two is exact; if it underflows, the result is nothing beside 1.
    let ratio = exp.compensated().scaled(exp.scale(1.0) * a.splat(UNBIAS));
    let mut excess = two_sum(a.splat(-1.0), ratio.high);
    excess.low = excess.low + ratio.low;
    let divisor = one_plus(ratio * Sum::splat(a, anchor.exp));
    let excess = excess.normalised();
    Anchored { exp, distance, slope, excess, divisor }
}

/// g(x), given 1 + E and as `factor` a·E without its factor eʳ, but with 2¹²⁸.
#[inline(always)]
fn value<D: Vector<Scalar = f64>, const PRECISE: bool>(
    x: D,
    factor: Sum<D>,
    exp: &Exp<D>,
    divisor: Sum<D>,
    limit: f64,
) -> D {
    let t = times_exp::<D, PRECISE>(divide(factor, divisor, x.splat(1.0) / divisor.high), exp, None);
    finish_value::<D, PRECISE>(x, t, limit)
}

#[inline(always)]
fn derivative<F: DoubleLogistic, D: Vector<Scalar = f64>>(x: D, known: &Anchored<D>) -> D {
    let Anchored { exp, slope, excess, divisor, .. } = known;
    let z = *slope + *excess * Sum::splat(x, F::DOUBLE_ROOT.exp);
    let square = *divisor * *divisor;
    let quotient = divide(z * exp.scale_sum(F::DOUBLE_ROOT.exp), square, x.splat(1.0) / square.high);
    finish_derivative(x, times_exp::<D, true>(quotient, exp, None).high)
}

impl<F: DoubleLogistic> DoubleFormula for F {
    #[inline(always)]
    fn double<D: Vector<Scalar = f64>, const PRECISE: bool>(x: D) -> D {
        let a = clamped(x, F::DOUBLE_LIMIT);
        let exp = Exp::new(F::exponent(a));
        let scale = exp.scale(1.0);
        let small = scale * x.splat(UNBIAS);
        let divisor = if PRECISE {
            one_plus(exp.compensated().scaled(small))
        } else {
            let u = exp.minus_one();
            fast_two_sum(x.splat(1.0), (u.high + u.low).mul_add(small, small))
        };
        let factor = Sum { high: a * scale, low: x.splat(0.0) };
        value::<D, PRECISE>(x, factor, &exp, divisor, F::DOUBLE_LIMIT)
    }

    #[inline(always)]
    fn double_derivative<D: Vector<Scalar = f64>>(x: D) -> D {
        derivative::<F, D>(x, &anchored::<F, D>(clamped(x, F::DOUBLE_LIMIT), F::DOUBLE_ROOT))
    }

    #[inline(always)]
    fn double_both<D: Vector<Scalar = f64>>(x: D) -> [D; 2] {
        let a = clamped(x, F::DOUBLE_LIMIT);
        let known = anchored::<F, D>(a, F::DOUBLE_ROOT);
        let factor = known.exp.scale_sum(F::DOUBLE_ROOT.exp) * a;
        let value = value::<D, true>(x, factor, &known.exp, known.divisor, F::DOUBLE_LIMIT);
        [value, derivative::<F, D>(x, &known)]
    }

    #[inline(always)]
    fn double_second_derivative<D: Vector<Scalar = f64>>(x: D) -> D {
        let a = clamped(x, F::DOUBLE_LIMIT);
        let Anchored { exp, distance, excess, divisor, .. } = anchored::<F, D>(a, F::DOUBLE_INFLECTION);
        let (first, second) = F::bends(a);
        let z = distance * first + (excess * Sum::splat(a, F::DOUBLE_INFLECTION.exp)) * second;
        let cube = (divisor * divisor) * divisor;
        let quotient = divide(z * exp.scale_sum(F::DOUBLE_INFLECTION.exp), cube, x.splat(1.0) / cube.high);
        finish_second_derivative(x, times_exp::<D, true>(quotient, &exp, None).high)
    }
}
