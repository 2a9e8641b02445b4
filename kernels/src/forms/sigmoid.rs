//! The sigmoid form x/(1 + e^(−1.702·x)).

use super::logistic;
use crate::coefficients::*;
use crate::exp2::Exponent;
use crate::vector::{Single, Vector};

#[derive(Clone, Copy)]
pub(super) struct Sigmoid;

impl logistic::Logistic for Sigmoid {
    const LIMIT: f32 = SIGMOID_LIMIT;
    const DERIVATIVE_LIMIT: f64 = SIGMOID_DERIVATIVE_LIMIT;
    const ROOT: logistic::Anchor = SIGMOID_ROOT;
    const INFLECTION: logistic::Anchor = SIGMOID_INFLECTION;
    const ROOTED: logistic::Rooted = logistic::Rooted {
        range: [SIGMOID_DERIVATIVE_F32_LOWEST, 16.0 - 8.0 * f32::EPSILON],
        anchor: SIGMOID_DERIVATIVE_F32_ANCHOR,
        root: SIGMOID_DERIVATIVE_F32_ROOT,
        scale: SIGMOID_DERIVATIVE_F32_SCALE,
    };

    #[inline(always)]
    fn cofactor<V: Single>(x: V) -> V {
        x.splat(SIGMOID_DERIVATIVE_F32)
    }

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
    fn products<V: Vector<Scalar = f32>>(a: V) -> [(V, V); 2] {
        [(a, a.splat(SIGMOID_F32_HIGH)), (a, a.splat(SIGMOID_F32_LOW))]
    }
}
