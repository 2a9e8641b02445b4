//! What the tanh and the sigmoid form share: x/(1 + e⁻ᵘ⁽ˣ⁾).

use crate::coefficients::{EXP2_F32, EXP2_F32_UNIT};
use crate::exp2::{self, Exponent};
use crate::vector::{Single, Vector, horner_monic};

/// A form x/(1 + 2^(−w(x))) with an odd w.
pub(super) trait Logistic: Exponent {
    /// Where a·2^(−w(a)) is below half of the smallest subnormal of `f32`.
    const LIMIT: f32;
}

/// g(x) = max(x, −0) − a/(2^w(a) + 1).
#[inline(always)]
pub(super) fn fast<F: Logistic, V: Single>(x: V) -> V {
    let a = x.abs();
    let positive_part = x.splat(-0.0).max(x);
    let (n, f) = exp2::split::<F, V>(a);
    let e = exp2::scale(horner_monic(f, &EXP2_F32), n);
    let unit = x.splat(f32::from_bits((127 - exp2::BIAS_F32) << 23));
    let d = e.mul_add(x.splat(EXP2_F32_UNIT), unit);
    (a / d).where_less(a, x.splat(F::LIMIT)).neg_mul_add(unit, positive_part)
}

/// The same in `f64` lanes.
#[inline(always)]
pub(super) fn precise<F: Logistic, D: Vector<Scalar = f64>>(x: D) -> D {
    let a = x.splat(f64::from(F::LIMIT)).min(x.abs());
    let positive_part = x.splat(-0.0).max(x);
    let e = exp2::exp2_f64(exp2::offset(F::double(a)));
    positive_part - a / (e + x.splat(1.0))
}
