//! Made by kernels/coefficients/generate.py; do not edit.
//!
//! Notation: a = |x|; Q(a) = erfc(a/√2)/2; w is an exponent of 2, t the same with an offset, m a number in
//! [1, 2) that has the fraction bits of t. Tables begin with the coefficient of lowest order. Errors are
//! those of the coefficients as they stand here, in exact arithmetic, on a dense set of points.

/// 2^(m − 1 + λ) on 1 ≤ m ≤ 2, with λ = 12.169867393466925: a polynomial of degree 6, monic (the leading 1 is
/// not stored). Largest relative error `2^-29.01`.
pub(crate) const EXP2_F64: [f64; 6] = [
    2305.0664387926263,
    1591.26171232415,
    565.2339085869174,
    114.58354999518642,
    30.93842210950475,
    -0.26802073633790546,
];

/// 2^16 + 2^12 − λ: t = w + this is what the exponential expects where w is positive. 2^16 puts the integer
/// part of t just above the last 36 bits, 2^12 disappears in the shift to the left by 16 (and keeps t above
/// 2^16 where w < λ), λ cancels that of the polynomial.
pub(crate) const EXP2_F64_OFFSET: f64 = 69619.83013260653;

/// The polynomial P in t = P(a) + N(a)/D(a) = log2 Q(a) + [`EXP2_F64_OFFSET`] on 0 ≤ a ≤ 13.2. Largest
/// absolute error of the whole `2^-29.87`. Minimax.
pub(crate) const EXACT_F64_QUADRATIC: [f64; 3] =
    [69612.79516704843, -0.022433268395060896, -0.7212574944749172];

/// The numerator N, of degree 4.
pub(crate) const EXACT_F64_NUMERATOR: [f64; 5] =
    [15845.704685794408, 14237.599084531115, 5151.28881726253, 977.4112030319428, 65.25177452701777];

/// The denominator D, of degree 5, monic (the leading 1 is not stored).
pub(crate) const EXACT_F64_DENOMINATOR: [f64; 5] =
    [2625.6495643402063, 2850.238794706215, 1272.627764176618, 299.0174443655962, 33.23916160716349];

/// From here on, T rounds to 0 in `f32`; larger a are replaced by it.
pub(crate) const EXACT_F64_LIMIT: f64 = 14.5;

/// The coefficients of a and a³ in w: 2·√(2/π)·log2 e, and 0.044715 times as much.
pub(crate) const TANH_F64: [f64; 2] = [2.3022081981443248, 0.1029432395800235];

/// The coefficient of a in w: 1.702·log2 e.
pub(crate) const SIGMOID_F64: f64 = 2.4554669595930156;

/// 2^f/[`EXP2_F32_UNIT`] on |f| ≤ ½: a polynomial of degree 5, monic (the leading 1 is not stored). Minimax,
/// then a search. Largest relative error `2^-23.26`.
pub(crate) const EXP2_F32: [f32; 5] = [753.2093, 522.0847, 180.93677, 41.808266, 7.287512];

/// The leading coefficient that [`EXP2_F32`] was divided by.
pub(crate) const EXP2_F32_UNIT: f32 = 0.0013276524;

/// The upper parts of [`TANH_F64`]: that of the linear coefficient has 14 bits only, so that its difference
/// from the sum with the cubic term is exact.
pub(crate) const TANH_F32_HIGH: [f32; 2] = [2.302246, 0.10294324];

/// The lower parts.
pub(crate) const TANH_F32_LOW: [f32; 2] = [-3.7895607e-5, -2.0161985e-9];

/// The upper part of [`SIGMOID_F64`].
pub(crate) const SIGMOID_F32_HIGH: f32 = 2.455467;

/// The lower part.
pub(crate) const SIGMOID_F32_LOW: f32 = -2.6109499e-8;

/// C = ½·log2 e, rounded; W below is fitted to what it became.
pub(crate) const EXACT_F32_SCALE: f32 = 0.7213475;

/// (2^−f − 1)/f on |f| ≤ ½: a polynomial of degree 5. Minimax, then a search. Largest error relative to 2^−f
/// `2^-25.94`.
pub(crate) const EXACT_F32_EXPM1: [f32; 6] =
    [-0.6931472, 0.24022646, -0.055503286, 0.009618489, -0.0013399927, 0.00015345686];

/// The polynomial N, of degree 4, in W(a) = 2^(C·a²)·Q(a) = κ·N(a)/(a·N(a) + R(a)) on 0 ≤ a ≤ 13.2; κ is
/// 2^48·[`EXACT_F32_UNIT`]. Minimax with N(0) = 128, then a search. Largest relative error `2^-23.9`.
pub(crate) const EXACT_F32_NUMERATOR: [f32; 5] = [128.0, 115.20027, 49.094215, 11.131493, 1.1603761];

/// The polynomial R, of degree 3.
pub(crate) const EXACT_F32_REMAINDER: [f32; 4] = [102.12856, 45.402775, 11.261402, 1.1533049];

/// 2^−48·κ: takes the bias of the exponent out as well.
pub(crate) const EXACT_F32_UNIT: f32 = 1.4173185e-15;

/// From here on, T rounds to 0 in `f32`.
pub(crate) const EXACT_F32_LIMIT: f32 = 14.359375;

/// From here on, T rounds to 0 in `f32`.
pub(crate) const TANH_LIMIT: f32 = 10.7734375;

/// From here on, T rounds to 0 in `f32`.
pub(crate) const SIGMOID_LIMIT: f32 = 63.53125;
