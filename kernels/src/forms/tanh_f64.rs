//! The tanh form in `f64`: u = c₁·a + c₃·a³.

use super::logistic_f64::{Anchor, DoubleLogistic};
use super::tanh::Tanh;
use crate::coefficients_f64::*;
use crate::compensated::{Sum, two_product};
use crate::vector::{Vector, horner};

impl DoubleLogistic for Tanh {
    const DOUBLE_LIMIT: f64 = TANH_LIMIT;
    const DOUBLE_ROOT: Anchor = Anchor { at: TANH_ROOT, square: TANH_ROOT_SQUARE, exp: TANH_ROOT_EXP };
    const DOUBLE_INFLECTION: Anchor =
        Anchor { at: TANH_INFLECTION, square: TANH_INFLECTION_SQUARE, exp: TANH_INFLECTION_EXP };

    #[inline(always)]
    fn exponent<D: Vector<Scalar = f64>>(a: D) -> Sum<D> {
        let cubic = two_product(a, a) * Sum::splat(a, TANH_CUBIC);
        (cubic + Sum::splat(a, TANH_LINEAR)) * (a.splat(0.0) - a)
    }

    /// Both differences are (a₀ − a)·(c₁ + c·(a² + a·a₀ + a₀²)), with c = c₃ and c = 3·c₃.
    #[inline(always)]
    fn differences<D: Vector<Scalar = f64>>(a: D, distance: Sum<D>, anchor: Anchor) -> [Sum<D>; 2] {
        let squares = (two_product(a, a) + Sum::splat(a, anchor.at) * a) + Sum::splat(a, anchor.square);
        let linear = Sum::splat(a, TANH_LINEAR);
        [
            distance * (linear + squares * Sum::splat(a, TANH_CUBIC)),
            distance * (linear + squares * Sum::splat(a, TANH_CUBIC_SLOPE)),
        ]
    }

    #[inline(always)]
    fn bends<D: Vector<Scalar = f64>>(a: D) -> (Sum<D>, D) {
        let square = a * a;
        let slope = square.mul_add(a.splat(TANH_CUBIC_SLOPE[0]), a.splat(TANH_LINEAR[0]));
        let curvature = square.mul_add(a.splat(12.0 * TANH_CUBIC[0]), a.splat(2.0 * TANH_LINEAR[0]));
        // The last steps of Horner's rule, whose roundings would count most, without any.
        let [constant, linear, rest @ ..] = &TANH_BEND;
        let rest = Sum { high: horner(a, rest), low: a.splat(0.0) };
        let upper = rest * a + Sum::splat(a, [*linear, 0.0]);
        (upper * a + Sum::splat(a, [*constant, 0.0]), (a * slope).mul_add(slope, curvature))
    }
}
