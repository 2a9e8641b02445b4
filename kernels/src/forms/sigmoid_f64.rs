//! The sigmoid form in `f64`: u = 1.702·a.

use super::logistic_f64::{Anchor, DoubleLogistic};
use super::sigmoid::Sigmoid;
use crate::coefficients_f64::*;
use crate::compensated::Sum;
use crate::vector::Vector;

/// The squares of the roots aren't needed.
const fn anchor(at: [f64; 2], exp: [f64; 2]) -> Anchor {
    Anchor { at, square: [0.0; 2], exp }
}

impl DoubleLogistic for Sigmoid {
    const DOUBLE_LIMIT: f64 = SIGMOID_LIMIT;
    const DOUBLE_ROOT: Anchor = anchor(SIGMOID_ROOT, SIGMOID_ROOT_EXP);
    const DOUBLE_INFLECTION: Anchor = anchor(SIGMOID_INFLECTION, SIGMOID_INFLECTION_EXP);

    #[inline(always)]
    fn exponent<D: Vector<Scalar = f64>>(a: D) -> Sum<D> {
        Sum::splat(a, SIGMOID_LINEAR) * (a.splat(0.0) - a)
    }

    #[inline(always)]
    fn differences<D: Vector<Scalar = f64>>(a: D, distance: Sum<D>, _: Anchor) -> [Sum<D>; 2] {
        let difference = distance * Sum::splat(a, SIGMOID_LINEAR);
        [difference, difference]
    }

    #[inline(always)]
    fn bends<D: Vector<Scalar = f64>>(a: D) -> (Sum<D>, D) {
        let [linear, _] = SIGMOID_LINEAR;
        let first = Sum::splat(a, [SIGMOID_BEND[0], 0.0]);
        (first, a.mul_add(a.splat(linear * linear), a.splat(2.0 * linear)))
    }
}
