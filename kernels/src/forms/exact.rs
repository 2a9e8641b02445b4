//! The exact form x·Φ(x).
//!
//! With a = |x| and Q(a) = ½·erfc(a/√2), g(x) = max(x, −0) − a·Q(a). Nothing cancels: for x < 0 the
//! second term is the result, for x > 0 its error is damped. 1 + erf(x/√2), which is what most
//! implementations evaluate, cancels for every x < 0.

use super::Formula;
use crate::coefficients::*;
use crate::exp2::{self, Exponent};
use crate::vector::{Single, Vector, horner, horner_monic};

#[derive(Clone, Copy)]
pub(super) struct Exact;

impl Exponent for Exact {
    #[inline(always)]
    fn double<D: Vector<Scalar = f64>>(a: D) -> D {
        a * a * a.splat(f64::from(EXACT_F32_SCALE))
    }

    #[inline(always)]
    fn single<V: Vector<Scalar = f32>>(a: V, shifter: V) -> (V, V) {
        let c = a.splat(EXACT_F32_SCALE);
        let square = a * a;
        let residual = a.mul_sub(a, square);
        let n = square.mul_add(c, shifter);
        let f = square.mul_sub(c, n - shifter);
        (n, residual.mul_add(c, f))
    }
}

/// w = C·a², with C = ½·log₂e rounded to `f32`: the rational function below is fitted to that C.
impl Formula for Exact {
    /// With E = 2^(−C·a²), Q(a) = E·W(a), where W falls slowly from ½ to about 0.4/a. The fit is
    /// 1/W ≈ (t + r)/(a·ν): W = κ·N/(a·N + R) for polynomials N of degree 4 and R of degree 3, so that
    /// a·Q(a) = κ·E·t/(t + r) with t = a·N(a) and r = R(a). For large a the error of t cancels; for
    /// small a, t = n₀·a + a²·(…) is rounded once, as n₀ is a power of two.
    #[inline(always)]
    fn fast<V: Single>(x: V) -> V {
        let a = x.abs();
        let positive_part = x.splat(-0.0).max(x);
        let (n, f) = exp2::split::<Self, V>(a);
        let u = horner(f, &EXACT_F32_EXPM1) * f;
        let [n0, n1, n2, n3, n4] = EXACT_F32_NUMERATOR;
        let t = (a * a).mul_add(horner(a, &[n1, n2, n3, n4]), a * a.splat(n0));
        let r = horner(a, &EXACT_F32_REMAINDER);
        let q = t / exp2::scale(t + r, n);
        let q = q.mul_add(u, q).where_less(a, x.splat(EXACT_F32_LIMIT));
        q.neg_mul_add(x.splat(EXACT_F32_UNIT), positive_part)
    }

    #[inline(always)]
    fn precise<D: Vector<Scalar = f64>>(x: D) -> D {
        let a = x.splat(EXACT_F64_LIMIT).min(x.abs());
        let positive_part = x.splat(-0.0).max(x);
        let quadratic = horner(a, &EXACT_F64_QUADRATIC);
        let rational = horner(a, &EXACT_F64_NUMERATOR) / horner_monic(a, &EXACT_F64_DENOMINATOR);
        a.neg_mul_add(exp2::exp2_f64(quadratic + rational), positive_part)
    }
}
