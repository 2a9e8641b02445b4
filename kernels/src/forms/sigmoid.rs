//! The sigmoid form x/(1 + e^(−1.702·x)).

use super::logistic;
use crate::coefficients::*;
use crate::exp2::Exponent;
use crate::vector::Vector;

#[derive(Clone, Copy)]
pub(super) struct Sigmoid;

impl logistic::Logistic for Sigmoid {
    const LIMIT: f32 = SIGMOID_LIMIT;
    const DERIVATIVE_LIMIT: f64 = SIGMOID_DERIVATIVE_LIMIT;
    const ROOT: logistic::Anchor = SIGMOID_ROOT;
    const INFLECTION: logistic::Anchor = SIGMOID_INFLECTION;

    #[inline(always)]
    fn slope<D: Vector<Scalar = f64>>(a: D) -> D {
        a.splat(SLOPE)
    }

    #[inline(always)]
    fn one_minus_p<D: Vector<Scalar = f64>>(a: D) -> D {
        a.neg_mul_add(a.splat(SLOPE), a.splat(1.0))
    }

    #[inline(always)]
    fn curvature<D: Vector<Scalar = f64>>(a: D) -> D {
        a.splat(2.0 * SLOPE)
    }
}

const SLOPE: f64 = 1.702;

/// w = 1.702·log₂e·a.
impl Exponent for Sigmoid {
    #[inline(always)]
    fn double<D: Vector<Scalar = f64>>(a: D, anchor: D) -> D {
        a.neg_mul_add(a.splat(SIGMOID_F64), anchor)
    }

    #[inline(always)]
    fn single<V: Vector<Scalar = f32>>(a: V, shifter: V) -> (V, V) {
        let k = a.splat(SIGMOID_F32_HIGH);
        let n = a.mul_add(k, shifter);
        let f = a.mul_sub(k, n - shifter);
        (n, a.mul_add(a.splat(SIGMOID_F32_LOW), f))
    }
}
