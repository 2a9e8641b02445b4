//! Made by kernels/coefficients/relaxed.py; do not edit.
//!
//! Notation as in `coefficients.rs`; z is an exponent of 2 in units of 2^−23.

/// 2^23·w: the coefficients of a and a³.
pub(crate) const TANH_SCALE: [f32; 2] = [19312322.0, 863550.5];

/// 2^23·w: the coefficient of a.
pub(crate) const SIGMOID_SCALE: f32 = 2.059795e7;

/// 2^23·½·log2 e.
pub(crate) const DENSITY_SCALE: f32 = 6051101.5;

/// u'(a): constant and a².
pub(crate) const TANH_SLOPE: [f32; 2] = [1.5957692, 0.21406445];

/// 2·u'(a) + a·u''(a): constant and a².
pub(crate) const TANH_CURVATURE: [f32; 2] = [3.1915383, 0.8562578];

/// a₀ in two parts.
pub(crate) const EXACT_ROOT: [f32; 2] = [0.75179154, -1.211445e-8];

/// For `f32` to 2^−12: a factor of 2^(m − 1 + λ) on 1 ≤ m ≤ 2, with λ = 3.67989083071: a monic polynomial
/// (the leading 1 is not stored). Their product is exact where m − 1 + λ is an integer. Its largest relative
/// error is `2^-13.27`.
pub(crate) const RELAXED_EXP2_FIRST: [f32; 1] = [0.83833915];

/// The other factor.
pub(crate) const RELAXED_EXP2_SECOND: [f32; 2] = [6.912205, -0.9409532];

/// 2^−⌊λ⌋, the part of 2^−λ that offsets leave.
pub(crate) const RELAXED_EXP2_SCALE: f32 = 0.125;

/// The polynomial P in z = P(a) + N(a)/K(a) on 0 ≤ a ≤ 13.2. Minimax, just below the true value in 0. Largest
/// relative error of 2^(z/2^23) `2^-13.37`.
pub(crate) const RELAXED_EXACT_POLYNOMIAL: [f32; 3] = [-4.701121e7, -744320.44, -6041263.0];

/// N.
pub(crate) const RELAXED_EXACT_NUMERATOR: [f32; 2] = [131282344.0, 1.1707356e8];

/// K, monic (the leading 1 is not stored).
pub(crate) const RELAXED_EXACT_DENOMINATOR: [f32; 2] = [3.9880102, 4.633643];

/// The polynomial P in z = P(a) + N(a)/K(a) on 0 ≤ a ≤ 13.4. Minimax. Largest relative error of 2^(z/2^23)
/// `2^-17.09`.
pub(crate) const RELAXED_EXACT_DERIVATIVE_POLYNOMIAL: [f32; 3] = [-16664203.0, -9020.496, -6050888.5];

/// N.
pub(crate) const RELAXED_EXACT_DERIVATIVE_NUMERATOR: [f32; 2] = [33618604.0, 7475069.5];

/// K, monic (the leading 1 is not stored).
pub(crate) const RELAXED_EXACT_DERIVATIVE_DENOMINATOR: [f32; 2] = [5.5799594, 4.207092];

/// z = this − 2^23·½·log2 e·a² for φ(a).
pub(crate) const RELAXED_DENSITY_OFFSET: f32 = -16824518.0;

/// z = this + 2^23·w(a), just above the true value in 0.
pub(crate) const RELAXED_LOGISTIC_OFFSET: f32 = -5703335.5;

/// From here on, g, g' and g'' of −a round to 0.
pub(crate) const RELAXED_EXACT_LIMITS: [f32; 3] = [14.359375, 14.542969, 14.7265625];

/// From here on, g, g' and g'' of −a round to 0.
pub(crate) const RELAXED_TANH_LIMITS: [f32; 3] = [10.7734375, 10.8984375, 11.019531];

/// From here on, g, g' and g'' of −a round to 0.
pub(crate) const RELAXED_SIGMOID_LIMITS: [f32; 3] = [63.53125, 63.84375, 64.14844];

/// For `bf16`: a factor of 2^(m − 1 + λ) on 1 ≤ m ≤ 2, with λ = 9.0569125505: a monic polynomial (the leading
/// 1 is not stored). Their product is exact where m − 1 + λ is an integer. Its largest relative error is
/// `2^-22.57`.
pub(crate) const BF16_EXP2_FIRST: [f32; 2] = [6.7161527, 1.7973995];

/// The other factor.
pub(crate) const BF16_EXP2_SECOND: [f32; 3] = [39.51485, 17.478252, -2.0096643];

/// 2^−⌊λ⌋, the part of 2^−λ that offsets leave.
pub(crate) const BF16_EXP2_SCALE: f32 = 0.001953125;

/// The polynomial P in z = P(a) + N(a)/K(a) on 0 ≤ a ≤ 11. Minimax, just below the true value in 0, with a
/// weight. Largest relative error of 2^(z/2^23) `2^-15.81`.
pub(crate) const BF16_EXACT_POLYNOMIAL: [f32; 4] = [-35591384.0, -1308531.1, -6010799.0, -711.0747];

/// N.
pub(crate) const BF16_EXACT_NUMERATOR: [f32; 2] = [2.9263786e8, 69589304.0];

/// K, monic (the leading 1 is not stored).
pub(crate) const BF16_EXACT_DENOMINATOR: [f32; 2] = [10.949821, 6.0235167];

/// The polynomial P in z = P(a) + N(a)/K(a) on 0 ≤ a ≤ 13.9. Minimax. Largest relative error of 2^(z/2^23)
/// `2^-17.19`.
pub(crate) const BF16_EXACT_DERIVATIVE_POLYNOMIAL: [f32; 4] =
    [-11244267.0, -28380.021, -6049798.0, -25.564503];

/// N.
pub(crate) const BF16_EXACT_DERIVATIVE_NUMERATOR: [f32; 2] = [35749736.0, 6190813.0];

/// K, monic (the leading 1 is not stored).
pub(crate) const BF16_EXACT_DERIVATIVE_DENOMINATOR: [f32; 2] = [6.131066, 4.410531];

/// z = this − 2^23·½·log2 e·a² for φ(a).
pub(crate) const BF16_DENSITY_OFFSET: f32 = -11598598.0;

/// z = this + 2^23·w(a), just above the true value in 0.
pub(crate) const BF16_LOGISTIC_OFFSET: f32 = -477416.06;

/// From here on, g, g' and g'' of −a round to 0.
pub(crate) const BF16_EXACT_LIMITS: [f32; 3] = [13.613281, 13.8046875, 13.996094];

/// From here on, g, g' and g'' of −a round to 0.
pub(crate) const BF16_TANH_LIMITS: [f32; 3] = [10.363281, 10.4921875, 10.621094];

/// From here on, g, g' and g'' of −a round to 0.
pub(crate) const BF16_SIGMOID_LIMITS: [f32; 3] = [57.359375, 57.67578, 57.98047];

/// For `f16`: a factor of 2^(m − 1 + λ) on 1 ≤ m ≤ 2, with λ = 9.0569125505: a monic polynomial (the leading
/// 1 is not stored). Their product is exact where m − 1 + λ is an integer. Its largest relative error is
/// `2^-22.57`.
pub(crate) const F16_EXP2_FIRST: [f32; 2] = [6.7161527, 1.7973995];

/// The other factor.
pub(crate) const F16_EXP2_SECOND: [f32; 3] = [39.51485, 17.478252, -2.0096643];

/// 2^−⌊λ⌋, the part of 2^−λ that offsets leave.
pub(crate) const F16_EXP2_SCALE: f32 = 0.001953125;

/// The polynomial P in z = P(a) + N(a)/K(a) on 0 ≤ a ≤ 5.8. Minimax, just below the true value in 0. Largest
/// relative error of 2^(z/2^23) `2^-19.82`.
pub(crate) const F16_EXACT_POLYNOMIAL: [f32; 4] = [-2.848711e7, -2049711.9, -5961240.5, -2266.5508];

/// N.
pub(crate) const F16_EXACT_NUMERATOR: [f32; 2] = [2.8180595e8, 19444278.0];

/// K, monic (the leading 1 is not stored).
pub(crate) const F16_EXACT_DENOMINATOR: [f32; 2] = [14.362407, 6.5586615];

/// The polynomial P in z = P(a) + N(a)/K(a) on 0 ≤ a ≤ 6.1. Minimax. Largest relative error of 2^(z/2^23)
/// `2^-19.83`.
pub(crate) const F16_EXACT_DERIVATIVE_POLYNOMIAL: [f32; 4] = [-10419371.0, -127908.46, -6042402.5, -274.4037];

/// N.
pub(crate) const F16_EXACT_DERIVATIVE_NUMERATOR: [f32; 2] = [37141284.0, 1326179.6];

/// K, monic (the leading 1 is not stored).
pub(crate) const F16_EXACT_DERIVATIVE_DENOMINATOR: [f32; 2] = [7.419272, 4.8391643];

/// z = this − 2^23·½·log2 e·a² for φ(a).
pub(crate) const F16_DENSITY_OFFSET: f32 = -11598598.0;

/// z = this + 2^23·w(a), just above the true value in 0.
pub(crate) const F16_LOGISTIC_OFFSET: f32 = -477415.06;

/// From here on, g, g' and g'' of −a round to 0.
pub(crate) const F16_EXACT_LIMITS: [f32; 3] = [5.8476562, 6.1484375, 6.4492188];

/// From here on, g, g' and g'' of −a round to 0.
pub(crate) const F16_TANH_LIMITS: [f32; 3] = [5.3828125, 5.6523438, 5.9101562];

/// From here on, g, g' and g'' of −a round to 0.
pub(crate) const F16_SIGMOID_LIMITS: [f32; 3] = [12.0546875, 12.3828125, 12.6484375];
