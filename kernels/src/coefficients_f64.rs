//! Made by kernels/coefficients/binary64.py; do not edit.
//!
//! Notation: a = |x|; Q(a) = erfc(a/√2)/2; T(a) = max(x, 0) − g(x), which is even. Tables begin with the
//! coefficient of lowest order. Errors are those of the coefficients as they stand here, in exact arithmetic,
//! on a dense set of points.

/// log2 e.
pub(crate) const LOG2_E: f64 = 1.4426950408889634;

/// ln 2: 42 bits, so that products with integers of 11 bits are exact, and the rest.
pub(crate) const LN_2: [f64; 2] = [0.6931471805598903, 5.497923018708371e-14];

/// (e^r − 1 − r)/r² on |r| ≤ ½·ln 2: a polynomial of degree 9. Largest error relative to e^r `2^-56.02`.
pub(crate) const EXP_TAIL: [f64; 10] = [
    0.5000000000000004,
    0.1666666666666646,
    0.0416666666665727,
    0.00833333333348033,
    0.0013888888933451197,
    0.00019841269511676794,
    2.480150282958591e-5,
    2.755759870079756e-6,
    2.762701373423766e-7,
    2.4992050050946407e-8,
];

/// From here on, T, g'(−a) and g''(a) round to 0 in `f64`.
pub(crate) const EXACT_LIMIT: f64 = 38.8125;

/// κ = 1/√(2π), in two parts.
pub(crate) const KAPPA: [f64; 2] = [0.3989422804014327, -2.49232720227773e-17];

/// b, c and d in e^(a²/2)·Q(a) = κ·(a + b)/(a·(a + c) + d)·(1 + N(a)/D(a)).
pub(crate) const EXACT_SHIFTS: [f64; 3] = [1.5625, 1.625, 1.25];

/// The polynomial N, of degree 10; κ is its upper part only. Minimax on 0 ≤ a ≤ [`EXACT_LIMIT`]. Largest
/// error relative to the whole `2^-56.68`.
pub(crate) const EXACT_NUMERATOR: [f64; 11] = [
    653.5905600574765,
    -32076.22876014117,
    -14965.87870689997,
    3623.0856732825296,
    6308.749296554576,
    3111.924493575782,
    907.4137334131007,
    174.62279288254192,
    22.23867492463789,
    1.7351595552108696,
    0.06250000000840221,
];

/// The polynomial D, of degree 11, monic (the leading 1 is not stored).
pub(crate) const EXACT_DENOMINATOR: [f64; 11] = [
    246516.09824698602,
    756099.9416891293,
    1059635.3557025075,
    904164.2804782634,
    525834.5881992712,
    220309.13484594555,
    68299.37828888197,
    15779.249474218663,
    2684.792764540655,
    323.8975736902547,
    25.325052910065974,
];

/// a₀, where g'(−a₀) = 0, in two parts.
pub(crate) const EXACT_ROOT: [f64; 2] = [0.7517915246935645, -1.4956759177009883e-17];

/// b and c in e^(a²/2)·g'(−a) = κ·(a₀ − a)·(a + b)/(a + c)·(1 + N(a)/D(a)).
pub(crate) const EXACT_DERIVATIVE_SHIFTS: [f64; 2] = [1.875, 1.125];

/// The polynomial N, of degree 9; κ is its upper part only. Minimax on 0 ≤ a ≤ [`EXACT_LIMIT`]. Largest error
/// relative to the whole `2^-56.46`.
pub(crate) const EXACT_DERIVATIVE_NUMERATOR: [f64; 10] = [
    25.21321614937558,
    8727.666453271026,
    10693.802031243475,
    6349.744142989414,
    2321.349466771548,
    561.2178412597468,
    90.01233994163537,
    8.98853921050074,
    0.45170373480864984,
    0.001791524697602191,
];

/// The polynomial D, of degree 10, monic (the leading 1 is not stored).
pub(crate) const EXACT_DERIVATIVE_DENOMINATOR: [f64; 10] = [
    96239.3581046359,
    264891.83060338424,
    332313.5142096387,
    252055.8696560844,
    128818.24261660362,
    46634.99529033012,
    12189.620541540298,
    2288.3594106661744,
    298.0138368431595,
    24.61974575349202,
];

/// From here on, T, g'(−a) and g''(a) round to 0 in `f64`.
pub(crate) const TANH_LIMIT: f64 = 21.6875;

/// The coefficient of a in u, in two parts.
pub(crate) const TANH_LINEAR: [f64; 2] = [1.5957691216057308, -9.96930880911092e-17];

/// The coefficient of a³ in u.
pub(crate) const TANH_CUBIC: [f64; 2] = [0.07135481627260025, -6.175149918155315e-19];

/// The coefficient of a² in u'.
pub(crate) const TANH_CUBIC_SLOPE: [f64; 2] = [0.21406444881780073, 1.2025242832367862e-17];

/// Where g' is 0, in two parts.
pub(crate) const TANH_ROOT: [f64; 2] = [0.7524614220710163, -3.635560509207687e-17];

/// Its square.
pub(crate) const TANH_ROOT_SQUARE: [f64; 2] = [0.5661981917051361, -4.279036294789613e-18];

/// E = e^(−u) there.
pub(crate) const TANH_ROOT_EXP: [f64; 2] = [0.29195521191476714, -8.582607951729513e-18];

/// Where g'' is 0, in two parts.
pub(crate) const TANH_INFLECTION: [f64; 2] = [1.4185040087908283, 8.089265124388305e-17];

/// Its square.
pub(crate) const TANH_INFLECTION_SQUARE: [f64; 2] = [2.0121536229556503, 1.9240756912847872e-16];

/// E = e^(−u) there.
pub(crate) const TANH_INFLECTION_EXP: [f64; 2] = [0.0848161559251803, 2.7168377369761026e-18];

/// ((2u' + a·u'')·(1 + E₁) − a·u'²·(1 − E₁))/(a₁ − a), a polynomial in a; a₁ is the root of g'', E₁ the E
/// there.
pub(crate) const TANH_BEND: [f64; 5] =
    [2.440763104674031, 0.07773441740952558, 0.7096326137383776, 0.05948781345658958, 0.041937007641803296];

/// From here on, T, g'(−a) and g''(a) round to 0 in `f64`.
pub(crate) const SIGMOID_LIMIT: f64 = 442.0625;

/// The coefficient of a in u, in two parts.
pub(crate) const SIGMOID_LINEAR: [f64; 2] = [1.702, 4.263256414560601e-17];

/// Where g' is 0, in two parts.
pub(crate) const SIGMOID_ROOT: [f64; 2] = [0.751154255441289, -4.696480973567411e-17];

/// E = e^(−u) there.
pub(crate) const SIGMOID_ROOT_EXP: [f64; 2] = [0.2784645427610738, -1.5523606315812798e-18];

/// Where g'' is 0, in two parts.
pub(crate) const SIGMOID_INFLECTION: [f64; 2] = [1.4097281319127306, 1.0092252730192822e-16];

/// E = e^(−u) there.
pub(crate) const SIGMOID_INFLECTION_EXP: [f64; 2] = [0.0907762782268676, -4.307281675237286e-18];

/// ((2u' + a·u'')·(1 + E₁) − a·u'²·(1 − E₁))/(a₁ − a), a polynomial in a; a₁ is the root of g'', E₁ the E
/// there.
pub(crate) const SIGMOID_BEND: [f64; 1] = [2.633842914127297];
