//! Made by kernels/coefficients/generate.py; do not edit.
//!
//! Notation: a = |x|; Q(a) = erfc(a/√2)/2; T(a) = max(x, 0) − g(x), which is even; w is an exponent of 2, t
//! the same with an offset, m a number in [1, 2) that has the fraction bits of t. Tables begin with the
//! coefficient of lowest order. Errors are those of the coefficients as they stand here, in exact arithmetic,
//! on a dense set of points.

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

/// 2^f/[`EXP2_F32_LEADING`] on |f| ≤ ½: a polynomial of degree 5, monic (the leading 1 is not stored).
/// Minimax. Largest relative error `2^-23.56`.
pub(crate) const EXP2_F32: [f32; 5] = [753.2353, 522.1027, 180.94307, 41.809937, 7.287964];

/// The leading coefficient that [`EXP2_F32`] was divided by.
pub(crate) const EXP2_F32_LEADING: f32 = 0.0013276065;

/// The upper parts of [`TANH_F64`]: that of the linear coefficient is a multiple of 2^-20, so that its
/// difference from the sum with the cubic term is exact.
pub(crate) const TANH_F32_HIGH: [f32; 2] = [2.302208, 0.10294324];

/// The lower parts; the first is moved by what the rest of [`TANH_DERIVATIVE_F32_ANCHOR`] lacks.
pub(crate) const TANH_F32_LOW: [f32; 2] = [2.513669e-7, -2.0161985e-9];

/// The upper part of [`SIGMOID_F64`].
pub(crate) const SIGMOID_F32_HIGH: f32 = 2.455467;

/// The lower part, moved by what the rest of [`SIGMOID_DERIVATIVE_F32_ANCHOR`] lacks.
pub(crate) const SIGMOID_F32_LOW: f32 = -2.6109463e-8;

/// C = ½·log2 e, rounded; W below is fitted to what it became.
pub(crate) const EXACT_F32_SCALE: f32 = 0.7213475;

/// (2^−f − 1)/f on |f| ≤ ½: a polynomial of degree 5. Minimax. Largest error relative to 2^−f `2^-25.9`.
pub(crate) const EXP2M1_F32: [f32; 6] =
    [-0.6931472, 0.24022648, -0.055503324, 0.009618437, -0.0013398874, 0.00015353362];

/// The polynomial N, of degree 4, in W(a) = 2^(C·a²)·Q(a) = κ·N(a)/(a·N(a) + R(a)) on 0 ≤ a ≤ 13.2; κ is
/// 2^48·[`EXACT_F32_KAPPA`]. Minimax with N(0) = 128. Largest relative error `2^-26.13`.
pub(crate) const EXACT_F32_NUMERATOR: [f32; 5] = [128.0, 114.918785, 48.86181, 11.046137, 1.1456256];

/// The polynomial R, of degree 3; R(0) = 2·κ·N(0).
pub(crate) const EXACT_F32_REMAINDER: [f32; 4] = [102.12854, 45.178127, 11.178421, 1.1384175];

/// 2^−48·κ: with the bias of the exponents, which it takes out.
pub(crate) const EXACT_F32_KAPPA: f32 = 1.4173182e-15;

/// From here on, T rounds to 0 in `f32`.
pub(crate) const EXACT_F32_LIMIT: f32 = 14.359375;

/// From here on, T rounds to 0 in `f32`.
pub(crate) const TANH_LIMIT: f32 = 10.7734375;

/// From here on, T rounds to 0 in `f32`.
pub(crate) const SIGMOID_LIMIT: f32 = 63.53125;

/// (2^f − 1)/f on |f| ≤ ½: a polynomial of degree 5, with a weight that keeps both 2^f and 2^f − 1. Largest
/// errors relative to them `2^-28.2` and `2^-25.99`.
pub(crate) const EXP2_ANCHORED_F64: [f64; 6] = [
    0.693147190854721,
    0.24022649580160302,
    0.05550350142625584,
    0.009618266304315868,
    0.0013393446230265565,
    0.00015395282365028164,
];

/// a₀, where g'(−a₀) = 0 for the exact form.
pub(crate) const EXACT_ROOT_F64: f64 = 0.7517915246935645;

/// a₀ in two parts.
pub(crate) const EXACT_ROOT_F32: [f32; 2] = [0.75179154, -1.211445e-8];

/// ½·log2 e.
pub(crate) const EXACT_F64_SCALE: f64 = 0.7213475204444817;

/// 1/√(2π).
pub(crate) const INVERSE_SQRT_2_PI: f64 = 0.3989422804014327;

/// From here on, g'(−a) rounds to 0 in `f32`.
pub(crate) const EXACT_DERIVATIVE_F32_LIMIT: f32 = 14.542969;

/// 2^−48·c in H = c + M(a)/K(a), with g'(−a) = (a₀ − a)·H·2^(−C·a²) and the C of [`EXACT_F32_SCALE`], up to
/// the limit. Minimax. Largest relative error `2^-25.32`.
pub(crate) const EXACT_DERIVATIVE_F32_CONSTANT: f32 = 1.4173186e-15;

/// 2^−48·M, of degree 3.
pub(crate) const EXACT_DERIVATIVE_F32_NUMERATOR: [f32; 4] =
    [3.31112e-14, 2.5150573e-14, 8.102335e-15, 1.0656424e-15];

/// K, of degree 4, monic (the leading 1 is not stored).
pub(crate) const EXACT_DERIVATIVE_F32_DENOMINATOR: [f32; 4] = [35.019295, 49.844463, 28.817371, 8.1796255];

/// Larger a are replaced by it. g'(−a) rounds to 0 in `f32` long before, from 14.75 on, where the fits end,
/// but its product with a large number need not.
pub(crate) const EXACT_DERIVATIVE_F64_LIMIT: f64 = 20.5;

/// c in v = a/(a + c).
pub(crate) const EXACT_DERIVATIVE_F64_SHIFT: f64 = 3.625;

/// What is subtracted from v.
pub(crate) const EXACT_DERIVATIVE_F64_CENTRE: f64 = 0.40625;

/// H in v − [`EXACT_DERIVATIVE_F64_CENTRE`], of degree 8, with g'(−a) = (a₀ − a)·H·e^(−a²/2), up to 14.75.
/// Minimax. Largest relative error `2^-28.43`.
pub(crate) const EXACT_DERIVATIVE_F64: [f64; 9] = [
    0.4901699679003516,
    -0.2681209240962171,
    0.29457344096595217,
    -0.2250847949801461,
    0.09320866067949957,
    0.011343050395078946,
    -0.03153008276551491,
    0.0015611497994428337,
    0.010493221466625678,
];

/// G in the same variable, of degree 10, with a·Q(a) = v·G·e^(−a²/2). Minimax. Largest relative error
/// `2^-29.39`.
pub(crate) const EXACT_VALUE_F64: [f64; 11] = [
    0.868394028720325,
    -1.4350832802001723,
    1.6608837534897798,
    -1.2166031896916425,
    0.33675466954121847,
    0.26994199075964465,
    -0.21896731879700052,
    -0.08573029780203899,
    0.11156968486119115,
    0.038931290093276096,
    -0.04735867247428228,
];

/// From here on, g'' rounds to 0 in `f32`.
pub(crate) const EXACT_SECOND_DERIVATIVE_LIMIT: f64 = 15.0;

/// w at the root of g', 2^−w and 2^w.
pub(crate) const TANH_ROOT: [f64; 3] = [1.7761810288795152, 0.29195521191476714, 3.4251829019991535];

/// w at the root of g'', 2^−w and 2^w.
pub(crate) const TANH_INFLECTION: [f64; 3] = [3.559517091812701, 0.08481615592518028, 11.790206583780334];

/// Larger a are replaced by it. g' and g'' of −a round to 0 in `f32` long before, but their product with a
/// large number need not.
pub(crate) const TANH_DERIVATIVE_LIMIT: f64 = 13.75;

/// w at the root of g', 2^−w and 2^w.
pub(crate) const SIGMOID_ROOT: [f64; 3] = [1.8444344557937773, 0.2784645427610738, 3.591121476668622];

/// w at the root of g'', 2^−w and 2^w.
pub(crate) const SIGMOID_INFLECTION: [f64; 3] = [3.4615408499204947, 0.0907762782268676, 11.016093846685424];

/// Larger a are replaced by it. g' and g'' of −a round to 0 in `f32` long before, but their product with a
/// large number need not.
pub(crate) const SIGMOID_DERIVATIVE_LIMIT: f64 = 123.0;

/// Here, the denominator is infinite; below, it would wrap around.
pub(crate) const TANH_DERIVATIVE_F32_LOWEST: f32 = -10.941406;

/// a₀, where g'(−a₀) = 0 for this form, rounded.
pub(crate) const TANH_DERIVATIVE_F32_ROOT: f32 = 0.75246143;

/// In two parts, w(a₀) and what makes up for the rounding of a₀; the first is a multiple of 2^-16.
pub(crate) const TANH_DERIVATIVE_F32_ANCHOR: [f32; 2] = [1.7761841, -3.162945e-6];

/// 2^-32·σ, which numerator and denominator are multiplied by; 2^16·σ·F₀ and 2^-80·σ/F₀ with F₀ = 2^−w(a₀),
/// to be scaled by 2^(n − 48) and 2^(48 − n).
pub(crate) const TANH_DERIVATIVE_F32_SCALE: [f32; 3] = [2.635261e-10, 21656.072, 3.206768e-24];

/// 2^-32·σ·G, where a·u'(a) − a₀·u'(a₀) = (a − a₀)·G(−a).
pub(crate) const TANH_DERIVATIVE_F32: [f32; 3] = [4.5246693e-10, -4.2447528e-11, 5.6411566e-11];

/// Here, the denominator is infinite; below, it would wrap around.
pub(crate) const SIGMOID_DERIVATIVE_F32_LOWEST: f32 = -65.19922;

/// a₀, where g'(−a₀) = 0 for this form, rounded.
pub(crate) const SIGMOID_DERIVATIVE_F32_ROOT: f32 = 0.75115424;

/// In two parts, w(a₀) and what makes up for the rounding of a₀; the first is a multiple of 2^-16.
pub(crate) const SIGMOID_DERIVATIVE_F32_ANCHOR: [f32; 2] = [1.8444366, -2.0883506e-6];

/// 2^-32·σ, which numerator and denominator are multiplied by; 2^16·σ·F₀ and 2^-80·σ/F₀ with F₀ = 2^−w(a₀),
/// to be scaled by 2^(n − 48) and 2^(48 − n).
pub(crate) const SIGMOID_DERIVATIVE_F32_SCALE: [f32; 3] = [2.382876e-10, 18677.172, 3.0401275e-24];

/// 2^-32·σ·G, where a·u'(a) − a₀·u'(a₀) = (a − a₀)·G(−a).
pub(crate) const SIGMOID_DERIVATIVE_F32: f32 = 4.0556553e-10;

/// u'(a): constant and a².
pub(crate) const TANH_SLOPE: [f64; 2] = [1.5957691216057308, 0.21406444881780073];
