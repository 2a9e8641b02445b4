//! The tanh form ½·x·(1 + tanh(√(2/π)·(x + 0.044715·x³))).

use super::logistic;
use crate::coefficients::*;
use crate::exp2::Exponent;
use crate::vector::{Single, Vector, horner};

#[derive(Clone, Copy)]
pub(super) struct Tanh;

impl logistic::Logistic for Tanh {
    const LIMIT: f32 = TANH_LIMIT;
    const DERIVATIVE_LIMIT: f64 = TANH_DERIVATIVE_LIMIT;
    const ROOT: logistic::Anchor = TANH_ROOT;
    const INFLECTION: logistic::Anchor = TANH_INFLECTION;
    const ROOTED: logistic::Rooted = logistic::Rooted {
        range: [TANH_DERIVATIVE_F32_LOWEST, 8.0 - 4.0 * f32::EPSILON],
        anchor: TANH_DERIVATIVE_F32_ANCHOR,
        root: TANH_DERIVATIVE_F32_ROOT,
        scale: TANH_DERIVATIVE_F32_SCALE,
    };

    #[inline(always)]
    fn cofactor<V: Single>(x: V) -> V {
        horner(x, &TANH_DERIVATIVE_F32)
    }

    #[inline(always)]
    fn slope<D: Vector<Scalar = f64>>(a: D) -> D {
        let [c1, c3] = TANH_SLOPE;
        (a * a).mul_add(a.splat(c3), a.splat(c1))
    }

    #[inline(always)]
    fn one_minus_p<D: Vector<Scalar = f64>>(a: D) -> D {
        a.neg_mul_add(Self::slope(a), a.splat(1.0))
    }

    #[inline(always)]
    fn curvature<D: Vector<Scalar = f64>>(a: D) -> D {
        let [c1, c3] = TANH_SLOPE;
        (a * a).mul_add(a.splat(4.0 * c3), a.splat(2.0 * c1))
    }
}

/// w = a·(k₁ + k₃·a²) with k₁ = 2·√(2/π)·log₂e and k₃ = 0.044715·k₁.
impl Exponent for Tanh {
    #[inline(always)]
    fn double<D: Vector<Scalar = f64>>(a: D, anchor: D) -> D {
        let [k1, k3] = TANH_F64;
        a.neg_mul_add((a * a).mul_add(a.splat(k3), a.splat(k1)), anchor)
    }

    #[inline(always)]
    fn products<V: Vector<Scalar = f32>>(a: V) -> [(V, V); 2] {
        let ([k1, k3], [k1_low, k3_low]) = (TANH_F32_HIGH, TANH_F32_LOW);
        let (k1, k3) = (a.splat(k1), a.splat(k3));
        let square = a * a;
        let residual = a.mul_sub(a, square);
        // k₁ + k₃·a² as high + low: the high part of k₁ is a multiple of 2⁻²⁰, so that k1 − high is exact.
        let high = square.mul_add(k3, k1);
        let low = residual.mul_add(k3, square.mul_add(a.splat(k3_low), a.splat(k1_low)))
            + square.mul_add(k3, k1 - high);
        [(a, high), (a, low)]
    }
}
