//! The sigmoid form x/(1 + e^(−1.702·x)).

use super::{Formula, logistic};
use crate::coefficients::*;
use crate::exp2::Exponent;
use crate::vector::{Single, Vector};

#[derive(Clone, Copy)]
pub(super) struct Sigmoid;

impl logistic::Logistic for Sigmoid {
    const LIMIT: f32 = SIGMOID_LIMIT;
}

/// w = 1.702·log₂e·a.
impl Exponent for Sigmoid {
    #[inline(always)]
    fn double<D: Vector<Scalar = f64>>(a: D) -> D {
        a * a.splat(SIGMOID_F64)
    }

    #[inline(always)]
    fn single<V: Vector<Scalar = f32>>(a: V, shifter: V) -> (V, V) {
        let k = a.splat(SIGMOID_F32_HIGH);
        let n = a.mul_add(k, shifter);
        let f = a.mul_sub(k, n - shifter);
        (n, a.mul_add(a.splat(SIGMOID_F32_LOW), f))
    }
}

impl Formula for Sigmoid {
    #[inline(always)]
    fn fast<V: Single>(x: V) -> V {
        logistic::fast::<Self, V>(x)
    }

    #[inline(always)]
    fn precise<D: Vector<Scalar = f64>>(x: D) -> D {
        logistic::precise::<Self, D>(x)
    }
}
