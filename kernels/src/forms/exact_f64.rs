//! The exact form in `f64`.
//!
//! With E = e^(−a²/2), T(a) = a·Q(a) = E·κ·a/(a + c)·(1 + p) and g'(−a) = E·κ·(a₀ − a)·(a + b)/(a + c')·(1 + p')
//! with rational functions p and p' that are small, and as their errors are as small beside 1, it is enough
//! that the other factors have two parts.

use super::double::{
    DoubleFormula, clamped, divide, finish_derivative, finish_second_derivative, finish_value, times_exp,
};
use super::exact::Exact;
use crate::coefficients_f64::*;
use crate::compensated::{Sum, add_short, distance, two_product, two_sum};
use crate::exp_f64::Exp;
use crate::vector::{Vector, horner, horner_monic};

/// e^(−a²/2).
#[inline(always)]
fn exponential<D: Vector<Scalar = f64>>(a: D) -> Exp<D> {
    Exp::new(two_product(a * a.splat(-0.5), a))
}

/// factor/divisor·(1 + numerator/denominator)·eʳ with one division.
#[inline(always)]
fn product<D: Vector<Scalar = f64>, const PRECISE: bool>(
    exp: &Exp<D>,
    factor: Sum<D>,
    divisor: Sum<D>,
    numerator: D,
    denominator: D,
) -> Sum<D> {
    let inverse = factor.high.splat(1.0) / (divisor.high * denominator);
    let p = numerator * (divisor.high * inverse);
    times_exp::<D, PRECISE>(divide(factor, divisor, denominator * inverse), exp, Some(p))
}

#[inline(always)]
fn value<D: Vector<Scalar = f64>, const PRECISE: bool>(x: D, a: D, exp: &Exp<D>) -> D {
    let [upper, lower, constant] = EXACT_SHIFTS;
    let factor = two_product(a, exp.scale(KAPPA[0])) * add_short(a, upper);
    let divisor = (add_short(a, lower) * a).add_short(constant);
    let numerator = horner(a, &EXACT_NUMERATOR);
    let denominator = horner_monic(a, &EXACT_DENOMINATOR);
    let t = product::<D, PRECISE>(exp, factor, divisor, numerator, denominator);
    finish_value::<D, PRECISE>(x, t, EXACT_LIMIT)
}

#[inline(always)]
fn derivative<D: Vector<Scalar = f64>>(x: D, a: D, exp: &Exp<D>) -> D {
    let [upper, lower] = EXACT_DERIVATIVE_SHIFTS;
    let factor = (distance(EXACT_ROOT, a) * add_short(a, upper)) * exp.scale(KAPPA[0]);
    let numerator = horner(a, &EXACT_DERIVATIVE_NUMERATOR);
    let denominator = horner_monic(a, &EXACT_DERIVATIVE_DENOMINATOR);
    let t = product::<D, true>(exp, factor, add_short(a, lower), numerator, denominator);
    finish_derivative(x, t.high)
}

impl DoubleFormula for Exact {
    #[inline(always)]
    fn double<D: Vector<Scalar = f64>, const PRECISE: bool>(x: D) -> D {
        let a = clamped(x, EXACT_LIMIT);
        value::<D, PRECISE>(x, a, &exponential(a))
    }

    #[inline(always)]
    fn double_derivative<D: Vector<Scalar = f64>>(x: D) -> D {
        let a = clamped(x, EXACT_LIMIT);
        derivative(x, a, &exponential(a))
    }

    #[inline(always)]
    fn double_both<D: Vector<Scalar = f64>>(x: D) -> [D; 2] {
        let a = clamped(x, EXACT_LIMIT);
        let exp = exponential(a);
        [value::<D, true>(x, a, &exp), derivative(x, a, &exp)]
    }

    /// φ(a)·(2 − a²), where 2 − a² in two parts keeps its root.
    #[inline(always)]
    fn double_second_derivative<D: Vector<Scalar = f64>>(x: D) -> D {
        let a = clamped(x, EXACT_LIMIT);
        let exp = exponential(a);
        let square = two_product(a, a);
        let mut parabola = two_sum(a.splat(2.0), a.splat(0.0) - square.high);
        parabola.low = parabola.low - square.low;
        let t = times_exp::<D, true>(parabola.normalised() * exp.scale_sum(KAPPA), &exp, None);
        finish_second_derivative(x, t.high)
    }
}
