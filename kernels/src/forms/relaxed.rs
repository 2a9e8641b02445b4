//! Coarser and cheaper, in `f32` lanes: to 2⁻¹² and for the 16-bit formats.
//!
//! Everything is a simple factor times a power of two, 2^(z/2²³), whose exponent is rounded to 24 bits:
//! Q(a), g'(−a)/(a₀ − a) and φ(a) for the exact form, e^u for the others. For Q and g' the logarithm
//! of the whole is approximated, to an absolute error, as a quadratic and a quotient: so there is one polynomial
//! for the power, and one division. Nothing but the last operation meets subnormal numbers, as the powers
//! have a bias that it takes out.
//!
//! Next to 0, results are not above the true ones, which is what decides a tie between two numbers of a 16-bit
//! format right: ½·x of a subnormal x may be one, and g(x) is a bit more.

use super::exact::Exact;
use super::finish_derivative;
use super::sigmoid::Sigmoid;
use super::tanh::Tanh;
use crate::coefficients_relaxed::*;
use crate::vector::{Single, continue_horner};

/// z(a) = P(a) + N(a)/K(a), K monic.
pub(crate) struct Logarithm {
    polynomial: &'static [f32],
    numerator: &'static [f32],
    denominator: &'static [f32],
}

/// How closely: the coefficients.
pub(crate) trait Level: Copy {
    /// 2^(m − 1 + λ) as the product of two monic polynomials.
    const EXP2: [&'static [f32]; 2];
    /// 2^−⌊λ⌋: the rest of λ is in the offsets of z.
    const EXP2_SCALE: f32;
    /// z of Q(a).
    const EXACT: Logarithm;
    /// z of g'(−a)/(a₀ − a) for the exact form.
    const EXACT_DERIVATIVE: Logarithm;
    /// z of φ(0).
    const DENSITY: f32;
    /// z of e^u for u = 0.
    const LOGISTIC: f32;
    /// From where g, g' and g'' of −a round to 0.
    const EXACT_LIMITS: [f32; 3];
    const TANH_LIMITS: [f32; 3];
    const SIGMOID_LIMITS: [f32; 3];
}

macro_rules! level {
    ($(#[$doc:meta])* $name:ident: [$($exp2:ident)*] $scale:ident [$($exact:ident)*] [$($derivative:ident)*]
     $density:ident $logistic:ident $exact_limits:ident $tanh_limits:ident $sigmoid_limits:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $name;

        impl Level for $name {
            const EXP2: [&'static [f32]; 2] = [$(&$exp2),*];
            const EXP2_SCALE: f32 = $scale;
            const EXACT: Logarithm = level!(@ $($exact)*);
            const EXACT_DERIVATIVE: Logarithm = level!(@ $($derivative)*);
            const DENSITY: f32 = $density;
            const LOGISTIC: f32 = $logistic;
            const EXACT_LIMITS: [f32; 3] = $exact_limits;
            const TANH_LIMITS: [f32; 3] = $tanh_limits;
            const SIGMOID_LIMITS: [f32; 3] = $sigmoid_limits;
        }
    };
    (@ $polynomial:ident $numerator:ident $denominator:ident) => {
        Logarithm { polynomial: &$polynomial, numerator: &$numerator, denominator: &$denominator }
    };
}

level! {
    /// For `f32` to 2⁻¹².
    ForF32: [RELAXED_EXP2_FIRST RELAXED_EXP2_SECOND] RELAXED_EXP2_SCALE
    [RELAXED_EXACT_POLYNOMIAL RELAXED_EXACT_NUMERATOR RELAXED_EXACT_DENOMINATOR]
    [RELAXED_EXACT_DERIVATIVE_POLYNOMIAL RELAXED_EXACT_DERIVATIVE_NUMERATOR RELAXED_EXACT_DERIVATIVE_DENOMINATOR]
    RELAXED_DENSITY_OFFSET RELAXED_LOGISTIC_OFFSET
    RELAXED_EXACT_LIMITS RELAXED_TANH_LIMITS RELAXED_SIGMOID_LIMITS
}

level! {
    /// For `bf16`.
    ForBf16: [BF16_EXP2_FIRST BF16_EXP2_SECOND] BF16_EXP2_SCALE
    [BF16_EXACT_POLYNOMIAL BF16_EXACT_NUMERATOR BF16_EXACT_DENOMINATOR]
    [BF16_EXACT_DERIVATIVE_POLYNOMIAL BF16_EXACT_DERIVATIVE_NUMERATOR BF16_EXACT_DERIVATIVE_DENOMINATOR]
    BF16_DENSITY_OFFSET BF16_LOGISTIC_OFFSET
    BF16_EXACT_LIMITS BF16_TANH_LIMITS BF16_SIGMOID_LIMITS
}

level! {
    /// For `f16`.
    ForF16: [F16_EXP2_FIRST F16_EXP2_SECOND] F16_EXP2_SCALE
    [F16_EXACT_POLYNOMIAL F16_EXACT_NUMERATOR F16_EXACT_DENOMINATOR]
    [F16_EXACT_DERIVATIVE_POLYNOMIAL F16_EXACT_DERIVATIVE_NUMERATOR F16_EXACT_DERIVATIVE_DENOMINATOR]
    F16_DENSITY_OFFSET F16_LOGISTIC_OFFSET
    F16_EXACT_LIMITS F16_TANH_LIMITS F16_SIGMOID_LIMITS
}

/// A form and its derivatives to a given level. Implementations must be `#[inline(always)]`, and treat all lanes
/// alike.
pub(crate) trait Relaxed: Copy {
    /// g(x).
    fn relaxed<L: Level, V: Single>(x: V) -> V;
    /// g'(x).
    fn relaxed_derivative<L: Level, V: Single>(x: V) -> V;
    /// g(x) and g'(x).
    fn relaxed_both<L: Level, V: Single>(x: V) -> [V; 2];
    /// g''(x).
    fn relaxed_second_derivative<L: Level, V: Single>(x: V) -> V;
}

/// c₀ + x·(c₁ + … + x·(cₙ₋₁ + x)), all times a power of two.
#[inline(always)]
fn monic<V: Single>(x: V, coefficients: &[f32], scale: f32) -> V {
    let count = coefficients.len() - 1;
    let leading = if scale == 1.0 {
        x + x.splat(coefficients[count])
    } else {
        x.mul_add(x.splat(scale), x.splat(scale * coefficients[count]))
    };
    let mut sum = leading;
    let mut i = count;
    while i > 0 {
        i -= 1;
        sum = sum.mul_add(x, x.splat(scale * coefficients[i]));
    }
    sum
}

/// What powers are multiplied by until the last operation, so that only that one meets subnormal numbers: 2⁻¹⁶⁵,
/// where every result is 0, becomes a normal number, and the inverse of it is finite when divided by it.
const BIAS: f32 = (1_u64 << 40) as f32;
const UNBIAS: f32 = 1.0 / BIAS;

/// Two factors of 2^(z/2²³), times two powers of two; the offsets of z take λ into account.
///
/// z is in units of the last bit of a float, so that its integer has the exponent and the fraction of a float
/// in place. Two factors are what the operation after them can multiply, and shorter than one.
#[inline(always)]
fn power<L: Level, V: Single>(z: V, [first_scale, second_scale]: [f32; 2]) -> [V; 2] {
    let bits = z.to_integer();
    let m = bits.and(z.splat(f32::from_bits((1 << 23) - 1))).or(z.splat(1.0));
    let exponent = bits.and(z.splat(f32::from_bits(0x1ff << 23)));
    let [first, second] = L::EXP2;
    [monic(m, first, first_scale).add_bits(exponent), monic(m, second, second_scale * L::EXP2_SCALE)]
}

/// |x|, but no more than the limit, and NaN for NaN. What is multiplied with the power stays finite then.
///
/// At the limit, all kernels make the power 0: were it left to the last rounding to vanish, some processors would
/// take ten times as long.
#[inline(always)]
fn clamped<V: Single>(x: V, limit: f32) -> V {
    x.splat(limit).min(x.abs())
}

#[inline(always)]
fn logarithm<V: Single>(a: V, z: &Logarithm) -> V {
    let quotient = polynomial(a, z.numerator) / monic(a, z.denominator, 1.0);
    polynomial(a, z.polynomial) + quotient
}

/// Horner's rule.
#[inline(always)]
fn polynomial<V: Single>(x: V, coefficients: &[f32]) -> V {
    let count = coefficients.len() - 1;
    continue_horner(x.splat(coefficients[count]), x, coefficients, count)
}

impl Relaxed for Exact {
    #[inline(always)]
    fn relaxed<L: Level, V: Single>(x: V) -> V {
        let a = x.abs();
        let [p, q] = power::<L, V>(logarithm(a, &L::EXACT), [BIAS, UNBIAS]);
        let tail = (a * p).where_less(a, x.splat(L::EXACT_LIMITS[0]));
        tail.neg_mul_add(q, x.splat(-0.0).max(x))
    }

    #[inline(always)]
    fn relaxed_derivative<L: Level, V: Single>(x: V) -> V {
        let a = clamped(x, L::EXACT_LIMITS[1]);
        let [root, rest] = EXACT_ROOT;
        let distance = (x.splat(root) - a) + x.splat(rest);
        let [p, q] = power::<L, V>(logarithm(a, &L::EXACT_DERIVATIVE), [BIAS, UNBIAS]);
        finish_derivative(x, distance * p.where_less(a, x.splat(L::EXACT_LIMITS[1])), q)
    }

    #[inline(always)]
    fn relaxed_both<L: Level, V: Single>(x: V) -> [V; 2] {
        [Self::relaxed::<L, V>(x), Self::relaxed_derivative::<L, V>(x)]
    }

    /// φ(x)·(2 − x²).
    #[inline(always)]
    fn relaxed_second_derivative<L: Level, V: Single>(x: V) -> V {
        let a = clamped(x, L::EXACT_LIMITS[2]);
        let square = a * a;
        let z = square.neg_mul_add(x.splat(DENSITY_SCALE), x.splat(L::DENSITY));
        let [p, q] = power::<L, V>(z, [BIAS, UNBIAS]);
        let p = p.where_less(a, x.splat(L::EXACT_LIMITS[2]));
        (p * (x.splat(2.0) - square)).mul_add(q, x.splat(0.0))
    }
}

/// The exponent u of the forms x/(1 + e^(−u(x))), in `f32` lanes.
pub(super) trait Exponent: Copy {
    /// z(a) of e^u, from that of 1.
    fn z<V: Single>(a: V, offset: f32) -> V;
    /// u'(a).
    fn slope_f32<V: Single>(a: V) -> V;
    /// 2·u'(a) + a·u''(a).
    fn curvature_f32<V: Single>(a: V) -> V;
    /// From where g, g' and g'' of −a round to 0.
    fn limits<L: Level>() -> [f32; 3];
}

impl Exponent for Tanh {
    #[inline(always)]
    fn z<V: Single>(a: V, offset: f32) -> V {
        let [k1, k3] = TANH_SCALE;
        (a * a).mul_add(a.splat(k3), a.splat(k1)).mul_add(a, a.splat(offset))
    }
    #[inline(always)]
    fn slope_f32<V: Single>(a: V) -> V {
        let [c1, c3] = TANH_SLOPE;
        (a * a).mul_add(a.splat(c3), a.splat(c1))
    }
    #[inline(always)]
    fn curvature_f32<V: Single>(a: V) -> V {
        let [c1, c3] = TANH_CURVATURE;
        (a * a).mul_add(a.splat(c3), a.splat(c1))
    }
    #[inline(always)]
    fn limits<L: Level>() -> [f32; 3] {
        L::TANH_LIMITS
    }
}

impl Exponent for Sigmoid {
    #[inline(always)]
    fn z<V: Single>(a: V, offset: f32) -> V {
        a.mul_add(a.splat(SIGMOID_SCALE), a.splat(offset))
    }
    #[inline(always)]
    fn slope_f32<V: Single>(a: V) -> V {
        a.splat(1.702)
    }
    #[inline(always)]
    fn curvature_f32<V: Single>(a: V) -> V {
        a.splat(2.0 * 1.702)
    }
    #[inline(always)]
    fn limits<L: Level>() -> [f32; 3] {
        L::SIGMOID_LIMITS
    }
}

/// 1 + e^u, with the inverse of the bias.
#[inline(always)]
fn denominator<F: Exponent, L: Level, V: Single>(a: V) -> V {
    let [p, q] = power::<L, V>(F::z(a, L::LOGISTIC), [UNBIAS, 1.0]);
    p.mul_add(q, a.splat(UNBIAS))
}

/// 1/(1 + e^u) up to the limit, with the bias.
#[inline(always)]
fn sigmoid<F: Exponent, L: Level, V: Single>(a: V, limit: f32) -> V {
    (a.splat(1.0) / denominator::<F, L, V>(a)).where_less(a, a.splat(limit))
}

/// max(x, −0) − t, from t with the bias.
#[inline(always)]
fn finish_value<V: Single>(x: V, t: V) -> V {
    t.neg_mul_add(x.splat(UNBIAS), x.splat(-0.0).max(x))
}

/// With s = 1/(1 + e^u), g'(−a) = s·(1 − (1 − s)·a·u'(a)), from s with the bias.
#[inline(always)]
fn derivative<F: Exponent, V: Single>(x: V, a: V, s: V) -> V {
    let (one, unbias) = (x.splat(1.0), x.splat(UNBIAS));
    let factor = s.neg_mul_add(unbias, one).neg_mul_add(a * F::slope_f32(a), one);
    finish_derivative(x, s * factor, unbias)
}

impl<F: Exponent> Relaxed for F {
    #[inline(always)]
    fn relaxed<L: Level, V: Single>(x: V) -> V {
        let a = x.abs();
        let tail = a / denominator::<F, L, V>(a);
        finish_value::<V>(x, tail.where_less(a, x.splat(F::limits::<L>()[0])))
    }

    #[inline(always)]
    fn relaxed_derivative<L: Level, V: Single>(x: V) -> V {
        let limit = F::limits::<L>()[1];
        let a = clamped(x, limit);
        derivative::<F, V>(x, a, sigmoid::<F, L, V>(a, limit))
    }

    #[inline(always)]
    fn relaxed_both<L: Level, V: Single>(x: V) -> [V; 2] {
        let limit = F::limits::<L>()[1];
        let a = clamped(x, limit);
        let s = sigmoid::<F, L, V>(a, limit);
        [finish_value::<V>(x, a * s), derivative::<F, V>(x, a, s)]
    }

    /// s·(1 − s)·(2·u' + a·u'' − a·u'²·(1 − 2·s)).
    #[inline(always)]
    fn relaxed_second_derivative<L: Level, V: Single>(x: V) -> V {
        let limit = F::limits::<L>()[2];
        let a = clamped(x, limit);
        let s = sigmoid::<F, L, V>(a, limit);
        let unbias = x.splat(UNBIAS);
        let other = s.neg_mul_add(unbias, x.splat(1.0));
        let slope = F::slope_f32(a);
        let factor = (a * slope * slope).neg_mul_add(s.neg_mul_add(unbias, other), F::curvature_f32(a));
        (s * (other * factor)).mul_add(unbias, x.splat(0.0))
    }
}
