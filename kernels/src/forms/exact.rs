//! The exact form x·Φ(x).
//!
//! With a = |x| and Q(a) = ½·erfc(a/√2), g(x) = max(x, −0) − a·Q(a). Nothing cancels: for x < 0 the
//! second term is the result, for x > 0 its error is damped. 1 + erf(x/√2), which is what most
//! implementations evaluate, cancels for every x < 0.
//!
//! g'(−a) = Q(a) − a·φ(a) has a root a₀ = 0.7518…, which is factored out: g'(−a) = (a₀ − a)·H·E with
//! E = e^(−a²/2) and a smooth H; g'(a) = 1 − g'(−a). g''(x) = φ(x)·(2 − x²).

use super::{Formula, finish_derivative};
use crate::coefficients::*;
use crate::exp2::{self, Exponent};
use crate::vector::{Single, Vector, horner, horner_monic};

#[derive(Clone, Copy)]
pub(super) struct Exact;

/// w = C·a², with C = ½·log₂e rounded to `f32`: the functions of the fast kernels are fitted to that C.
impl Exponent for Exact {
    #[inline(always)]
    fn double<D: Vector<Scalar = f64>>(a: D, anchor: D) -> D {
        (a * a).neg_mul_add(a.splat(f64::from(EXACT_F32_SCALE)), anchor)
    }

    #[inline(always)]
    fn products<V: Vector<Scalar = f32>>(a: V) -> [(V, V); 2] {
        let c = a.splat(EXACT_F32_SCALE);
        let square = a * a;
        [(square, c), (a.mul_sub(a, square), c)]
    }
}

/// 2^(−C·a²) = 2⁻ⁿ·(1 + u): n as `exp2::split` returns it, and u.
#[inline(always)]
fn exponential<V: Single>(a: V) -> (V, V) {
    let (n, f) = exp2::split::<Exact, V>(a);
    (n, horner(f, &EXP2M1_F32) * f)
}

/// With E = 2^(−C·a²), Q(a) = E·W(a), where W falls slowly from ½ to about 0.4/a. The fit is
/// W = κ·N/(a·N + R) for polynomials N of degree 4 and R of degree 3, so that a·Q(a) = κ·E·t/(t + r)
/// with t = a·N(a) and r = R(a). For large a the error of t cancels; for small a, t = n₀·a + a²·(…) is
/// rounded once, as n₀ is a power of two.
#[inline(always)]
fn value<V: Single>(x: V, a: V, n: V, u: V) -> V {
    let [n0, n1, n2, n3, n4] = EXACT_F32_NUMERATOR;
    let t = (a * a).mul_add(horner(a, &[n1, n2, n3, n4]), a * a.splat(n0));
    let r = horner(a, &EXACT_F32_REMAINDER);
    let q = t / exp2::scale(t + r, n);
    let tail = q.mul_add(u, q).where_less(a, x.splat(EXACT_F32_LIMIT));
    tail.neg_mul_add(x.splat(EXACT_F32_KAPPA), x.splat(-0.0).max(x))
}

/// H is the sum of a constant and a quotient, which is smaller and vanishes for large a: so its errors count less. a₀ has
/// two parts.
#[inline(always)]
fn derivative<V: Single>(x: V, a: V, n: V, u: V) -> V {
    let quotient =
        horner(a, &EXACT_DERIVATIVE_F32_NUMERATOR) / horner_monic(a, &EXACT_DERIVATIVE_F32_DENOMINATOR);
    let [root, rest] = EXACT_ROOT_F32;
    let scaled = exp2::scale_down((x.splat(root) - a) + x.splat(rest), n);
    let p = scaled.mul_add(u, scaled).where_less(a, x.splat(EXACT_DERIVATIVE_F32_LIMIT));
    finish_derivative(x, p, quotient + x.splat(EXACT_DERIVATIVE_F32_CONSTANT))
}

/// |x|, but no more than where the derivative rounds to 0, and NaN for NaN.
#[inline(always)]
fn clamped<V: Single>(x: V) -> V {
    x.splat(EXACT_DERIVATIVE_F32_LIMIT).min(x.abs())
}

/// The factors of the derivative in `f64` lanes: E, H·(a₀ − a), and the variable of the polynomials.
#[inline(always)]
fn factors<D: Vector<Scalar = f64>>(x: D) -> (D, D, D, D) {
    let a = x.splat(EXACT_DERIVATIVE_F64_LIMIT).min(x.abs());
    let v = a / (a + x.splat(EXACT_DERIVATIVE_F64_SHIFT));
    let e = exp2::exp2_f64((a * a).neg_mul_add(x.splat(EXACT_F64_SCALE), x.splat(EXP2_F64_OFFSET)));
    let centred = v - x.splat(EXACT_DERIVATIVE_F64_CENTRE);
    let h = (x.splat(EXACT_ROOT_F64) - a) * horner(centred, &EXACT_DERIVATIVE_F64);
    (e, h, v, centred)
}

impl Formula for Exact {
    #[inline(always)]
    fn fast<V: Single>(x: V) -> V {
        let a = x.abs();
        let (n, u) = exponential(a);
        value(x, a, n, u)
    }

    #[inline(always)]
    fn precise<D: Vector<Scalar = f64>>(x: D) -> D {
        let a = x.splat(EXACT_F64_LIMIT).min(x.abs());
        let positive_part = x.splat(-0.0).max(x);
        let quadratic = horner(a, &EXACT_F64_QUADRATIC);
        let rational = horner(a, &EXACT_F64_NUMERATOR) / horner_monic(a, &EXACT_F64_DENOMINATOR);
        a.neg_mul_add(exp2::exp2_f64(quadratic + rational), positive_part)
    }

    #[inline(always)]
    fn fast_derivative<V: Single>(x: V) -> V {
        let a = clamped(x);
        let (n, u) = exponential(a);
        derivative(x, a, n, u)
    }

    #[inline(always)]
    fn precise_derivative<D: Vector<Scalar = f64>>(x: D) -> D {
        let (e, h, ..) = factors(x);
        finish_derivative(x, e, h)
    }

    #[inline(always)]
    fn fast_both<V: Single>(x: V) -> [V; 2] {
        let a = clamped(x);
        let (n, u) = exponential(a);
        [value(x, a, n, u), derivative(x, a, n, u)]
    }

    /// The value as v·G·E, with a polynomial G in v, shares more with the derivative than `precise` would.
    #[inline(always)]
    fn precise_both<D: Vector<Scalar = f64>>(x: D) -> [D; 2] {
        let (e, h, v, centred) = factors(x);
        let tail = v * horner(centred, &EXACT_VALUE_F64);
        [tail.neg_mul_add(e, x.splat(-0.0).max(x)), finish_derivative(x, e, h)]
    }

    #[inline(always)]
    fn second_derivative<D: Vector<Scalar = f64>>(x: D) -> D {
        let a = x.splat(EXACT_SECOND_DERIVATIVE_LIMIT).min(x.abs());
        let square = a * a;
        let e = exp2::exp2_f64(square.neg_mul_add(x.splat(EXACT_F64_SCALE), x.splat(EXP2_F64_OFFSET)));
        e * ((x.splat(2.0) - square) * x.splat(INVERSE_SQRT_2_PI))
    }
}
