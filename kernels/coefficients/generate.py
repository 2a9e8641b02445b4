"""Prints kernels/src/coefficients.rs: every constant of the kernels that isn't obvious.

    python3 generate.py > ../src/coefficients.rs

Needs mpmath and nothing else. All arithmetic is that of mpmath at 50 digits, and what is fitted converges to more
than 20, so that every machine prints the same bytes.
"""

from mpmath import mp, mpf

import minimax
import rust
from minimax import chebyshev_points, horner, powers

mp.dps = 50


def largest(values):
    return max(abs(v) for v in values)


def power_of_two(error):
    """`2^-29.9`: how errors are stated."""
    return f"`2^{mp.nstr(mp.log(error, 2), 4)}`"


def evenly_spaced(low, high, count):
    return [low + (high - low) * mpf(i) / (count - 1) for i in range(count)]


# The functions. Everywhere a = |x|, and T(a) = max(x, 0) - g(x), the same for x and -x, is what has to be computed.


def upper_tail(a):
    """Q(a), the probability that a normal variable is larger."""
    return mp.erfc(a / mp.sqrt(2)) / 2


# T(a) = a/(1 + 2^w(a)) for the other two forms.
TANH_LINEAR = 2 * mp.sqrt(2 / mp.pi) / mp.log(2)
TANH_CUBIC = TANH_LINEAR * mpf("0.044715")
SIGMOID_LINEAR = mpf("1.702") / mp.log(2)


def tanh_exponent(a):
    return a * (TANH_LINEAR + TANH_CUBIC * a * a)


def sigmoid_exponent(a):
    return a * SIGMOID_LINEAR


def limit(tail, start):
    """Where T falls to 2^-150, half of the smallest `f32`, rounded up to a multiple of 2^-8."""
    root = mp.findroot(lambda a: mp.log(tail(a), 2) + 150, start)
    return mp.ceil(root * 256) / 256


def limits(source):
    what = "T rounds to 0 in `f32`."
    source.constant(
        "EXACT_F32_LIMIT", "f32", limit(lambda a: a * upper_tail(a), 14), f"From here on, {what}"
    )
    source.constant(
        "TANH_LIMIT", "f32", limit(lambda a: a / (1 + mp.power(2, tanh_exponent(a))), 11), f"From here on, {what}"
    )
    source.constant(
        "SIGMOID_LIMIT", "f32", limit(lambda a: a / (1 + mp.power(2, sigmoid_exponent(a))), 64), f"From here on, {what}"
    )


# The kernels in f32.
#
# Their coefficients are rounded one after another, the highest first, and what is lost with each is made good by the
# rest. In two of the fits a coefficient stays free: with any f32 some ulps from its best value the rest is as good.
# Errors are mostly those of some seven roundings, which every change of the coefficients shuffles. So 800 and 40
# neighbours of the best value were tried, on a sample of the inputs and the better ones on all, and the distance
# is listed for which the kernels' largest errors, with and without a fused multiply-add, were small.
EXP2_LEADING_ULPS = -350
EXACT_KAPPA_ULPS = -1

# The derivatives of the other two forms have a free scale, which decides how far some constants are from an f32. Of
# the multiples of 2^-10 between 1 and 2, these have small largest errors, let the denominator overflow (see there), and
# round the value beside the derivative to x wherever that is right.
TANH_DERIVATIVE_SCALE = mpf(1159) / 1024
SIGMOID_DERIVATIVE_SCALE = mpf(131) / 128

HALF = mpf(1) / 2


def f32(x):
    return rust.rounded(x, "f32")


def moved(x, ulps):
    """The f32 that is so many ulps from the one closest to x."""
    return f32(x) + ulps * mpf(2) ** (mp.floor(mp.log(abs(x), 2)) - 23)


def exp2_f32(degree, leading_ulps):
    """c and p, monic, for which c p(f) is closest to 2^f, relative to it; p without its 1."""

    def sample(f):
        return powers(f, degree + 1), mp.power(2, f)

    def error(parameters, point):
        terms, value = point
        p = mp.fdot(parameters[1:], terms[:-1]) + terms[-1]
        ratio = parameters[0] / value
        return ratio * p - 1, [p / value] + [ratio * t for t in terms[:-1]]

    taylor = [mp.log(2) ** k / mp.factorial(k) for k in range(degree + 1)]
    start = taylor[-1:] + [t / taylor[-1] for t in taylor[:-1]]
    grid = chebyshev_points(-HALF, HALF, 100)
    best = minimax.minimax(error, sample, grid, start)
    best[0] = moved(best[0], leading_ulps)
    c, *p = minimax.round_in_turn(error, sample, grid, best, range(degree, 0, -1), f32)
    return c, p


def exp2m1_f32(degree):
    """The coefficients of p for which 1 + f p(f) is closest to 2^-f, relative to it."""

    def sample(f):
        return powers(f, degree + 2)[1:], mp.power(2, -f)

    def error(p, point):
        terms, value = point
        return (1 + mp.fdot(p, terms)) / value - 1, [t / value for t in terms]

    taylor = [(-mp.log(2)) ** k / mp.factorial(k) for k in range(1, degree + 2)]
    grid = chebyshev_points(-HALF, HALF, 100)
    return minimax.round_in_turn(error, sample, grid, taylor, range(degree, -1, -1), f32)


class LogisticDerivative:
    """The constants of g' in f32 lanes, for a form x/(1 + 2^-w(x)).

    g'(x) = N/D with F = 2^w(x), N = F + 1 + x u'(x) and D = F + 2 + 1/F. At the root -a0 of g', t = w + anchor is
    almost 0 and F = F0 2^t; so N = F0 (2^t - 1) + (x + a0) G(x), where G is a polynomial. The two terms agree about
    the root if t is 0 where x + a0, with the rounded a0, says so; their scale is free, and chosen such that what has
    to be rounded is close to an f32. `end` is where the search for the lower end of the range begins.
    """

    def __init__(self, linear, high, cubic, scale, end):
        ln2 = mp.log(2)
        exponent = lambda a: a * (linear + cubic * a * a)
        slope = lambda a: (linear + 3 * cubic * a * a) * ln2
        root = mp.findroot(lambda a: 1 + mp.power(2, -exponent(a)) - a * slope(a), mpf("0.75"))
        first = mp.power(2, -exponent(root))
        # N and D times 2^-32: 1/F is up to 2^160, and then D is infinite, while what is added to it is normal.
        self.scale = scale * mpf(2) ** -32
        self.root = f32(root)
        # (a u'(a) - a0 u'(a0))/(a - a0) for a = -x
        bend = 3 * cubic * ln2
        self.cofactor = [slope(0) + bend * root**2] + ([-bend * root, bend] if cubic else [])
        self.cofactor = [f32(c * self.scale) for c in self.cofactor]
        # What F0 (2^t - 1) has to be at the root, where x + a0 is not quite 0.
        wanted = horner(self.cofactor, -root) * (root - self.root)
        t = mp.log(1 + wanted / (self.scale * first), 2)
        self.first = f32(self.scale * first * mp.power(2, -t))
        t = mp.log(1 + wanted / self.first, 2)
        self.inverse = f32(self.scale**2 / self.first)
        self.high, self.low = high, f32(linear - high)
        self.cubic_high = f32(cubic)
        self.cubic_low = f32(cubic - self.cubic_high)
        # In two parts: n less the first is exact for all n.
        anchor = t + root * (self.high + self.low + (self.cubic_high + self.cubic_low) * root**2)
        self.anchor = [mp.nint(anchor * 2**16) / 2**16]
        self.anchor += [f32(anchor - self.anchor[0])]
        self.low = f32(self.low + (mp.fsum(self.anchor) - anchor) / root)
        # Where the sum inverse (1 + d) is infinite, d = 2^(1/4) - 1, and inverse is not.
        n = mp.floor(mp.log(self.inverse, 2)) - 127
        self.lowest = -mp.nint(mp.findroot(lambda a: exponent(a) + n - mpf(1) / 4 - anchor, end) * 256) / 256
        fraction = exponent(-self.lowest) - anchor + n
        assert fraction < 0.45 and self.inverse * mp.power(2, fraction - n) > mpf(2) ** 128


class TanhDerivative(LogisticDerivative):
    def __init__(self):
        high = mp.nint(TANH_LINEAR * 2**20) / 2**20
        super().__init__(TANH_LINEAR, high, TANH_CUBIC, TANH_DERIVATIVE_SCALE, 11)


class SigmoidDerivative(LogisticDerivative):
    def __init__(self):
        super().__init__(SIGMOID_LINEAR, f32(SIGMOID_LINEAR), mpf(0), SIGMOID_DERIVATIVE_SCALE, 64)


def exact_f32(scale, end, kappa_ulps):
    """kappa, N and R for which kappa N(a)/(a N(a) + R(a)) is closest to W, relative to it.

    This is a rational function of degrees 4 and 5 that uses its numerator again, at the price of one parameter
    and hardly any accuracy. A common factor of N and R is free: with N(0) = 128, R(0) = 256 kappa is an f32, and so
    T(a) = a/2 for small a. (128, so that the highest coefficients are near 1.)
    """
    first = mpf(128)

    def sample(a):
        return powers(a, 5), upper_tail(a) * mp.power(2, scale * a * a)

    def error(parameters, point):
        terms, value = point
        a, kappa, n, r = terms[1], parameters[0], parameters[1:5], parameters[5:]
        numerator = first + mp.fdot(n, terms[1:])
        denominator = a * numerator + 2 * first * kappa + mp.fdot(r, terms[1:4])
        quotient = kappa * numerator / denominator / value
        gradient = [quotient / kappa - 2 * first * quotient / denominator]
        gradient += [(kappa / value - quotient * a) * t / denominator for t in terms[1:]]
        gradient += [-quotient * t / denominator for t in terms[1:4]]
        return quotient - 1, gradient

    # Only to start from: the solution to four digits.
    start = [mpf(v) for v in "0.3989 115.1 48.99 11.09 1.154 45.30 11.22 1.146".split()]
    grid = [4 * v / (1 - v) for v in chebyshev_points(0, end / (end + 4), 100)]
    best = minimax.minimax(error, sample, grid, start)
    best[0] = moved(best[0], kappa_ulps)
    highest_first = [7, 4, 6, 3, 5, 2, 1]  # of R and of N, in turn
    kappa, *rest = minimax.round_in_turn(error, sample, grid, best, highest_first, f32)
    return kappa, [first] + rest[:4], [2 * first * kappa] + rest[4:]


def f32_tables(source):
    halves = evenly_spaced(-HALF, HALF, 2001)

    leading, exp2 = exp2_f32(5, EXP2_LEADING_ULPS)
    exp2_error = largest(leading * horner(exp2 + [mpf(1)], f) / mp.power(2, f) - 1 for f in halves)
    source.constant(
        "EXP2_F32",
        "f32",
        exp2,
        f"""2^f/[`EXP2_F32_LEADING`] on |f| ≤ ½: a polynomial of degree 5, monic (the leading 1 is not stored).
        Minimax. Largest relative error {power_of_two(exp2_error)}.""",
    )
    source.constant("EXP2_F32_LEADING", "f32", leading, "The leading coefficient that [`EXP2_F32`] was divided by.")

    tanh, sigmoid = TanhDerivative(), SigmoidDerivative()
    source.constant(
        "TANH_F32_HIGH",
        "f32",
        [tanh.high, tanh.cubic_high],
        """The upper parts of [`TANH_F64`]: that of the linear coefficient is a multiple of 2^-20, so that its difference
        from the sum with the cubic term is exact.""",
    )
    moved = "moved by what the rest of [`{}_DERIVATIVE_F32_ANCHOR`] lacks"
    source.constant(
        "TANH_F32_LOW",
        "f32",
        [tanh.low, tanh.cubic_low],
        f"The lower parts; the first is {moved.format('TANH')}.",
    )
    source.constant("SIGMOID_F32_HIGH", "f32", sigmoid.high, "The upper part of [`SIGMOID_F64`].")
    source.constant("SIGMOID_F32_LOW", "f32", sigmoid.low, f"The lower part, {moved.format('SIGMOID')}.")

    scale = f32(1 / mp.log(2) / 2)
    source.constant("EXACT_F32_SCALE", "f32", scale, "C = ½·log2 e, rounded; W below is fitted to what it became.")
    exp2m1 = exp2m1_f32(5)
    exp2m1_error = largest((1 + f * horner(exp2m1, f)) / mp.power(2, -f) - 1 for f in halves)
    source.constant(
        "EXP2M1_F32",
        "f32",
        exp2m1,
        f"""(2^−f − 1)/f on |f| ≤ ½: a polynomial of degree 5. Minimax. Largest error relative to 2^−f
        {power_of_two(exp2m1_error)}.""",
    )
    end = mpf("13.2")
    kappa, n, r = exact_f32(scale, end, EXACT_KAPPA_ULPS)
    exact_error = largest(
        kappa * horner(n, a) / (a * horner(n, a) + horner(r, a)) / (upper_tail(a) * mp.power(2, scale * a * a)) - 1
        for a in evenly_spaced(mpf(0), end, 2001)
    )
    source.constant(
        "EXACT_F32_NUMERATOR",
        "f32",
        n,
        f"""The polynomial N, of degree 4, in W(a) = 2^(C·a²)·Q(a) = κ·N(a)/(a·N(a) + R(a)) on 0 ≤ a ≤ {mp.nstr(end, 5)}; κ
        is 2^48·[`EXACT_F32_KAPPA`]. Minimax with N(0) = 128. Largest relative error
        {power_of_two(exact_error)}.""",
    )
    source.constant("EXACT_F32_REMAINDER", "f32", r, "The polynomial R, of degree 3; R(0) = 2·κ·N(0).")
    source.constant(
        "EXACT_F32_KAPPA", "f32", kappa * mpf(2) ** -48, "2^−48·κ: with the bias of the exponents, which it takes out."
    )


# The kernels in f64.


def f64(x):
    return rust.rounded(x, "f64")


def exp2_f64(degree):
    """The coefficients without the leading one, and lambda.

    What is fitted is 2^(m - 1) on [1, 2] with the smallest relative error. Divided by its leading coefficient
    2^-lambda it needs one multiplication less, and is 2^(m - 1 + lambda): the offsets of the exponent take
    lambda into account, at no cost.
    """

    def sample(m):
        return [v / mp.power(2, m - 1) for v in powers(m, degree + 1)]

    def error(coefficients, terms):
        return mp.fdot(coefficients, terms) - 1, terms

    start = [mp.log(2) ** k / mp.factorial(k) / 2 for k in range(degree + 1)]  # 2^m/2
    fit = minimax.minimax(error, sample, chebyshev_points(1, 2, 200), start)
    return [f64(c / fit[-1]) for c in fit[:-1]], -mp.log(fit[-1], 2)


def exact_f64(numerator, denominator, end):
    """log2 Q(a) as a rational function with the smallest absolute error on [0, end].

    It is fitted as P(a)/K(a), K monic, with the degrees given: in these parameters Newton's method works well. The
    kernel gets the polynomial quotient of P and K and their remainder, since the quotient can take an offset.
    Returns quotient, remainder, K without its leading 1.
    """

    def sample(a):
        return a, mp.log(upper_tail(a), 2)

    def error(coefficients, point):
        a, value = point
        terms = powers(a, numerator + 1)
        k = mp.fdot(coefficients[numerator + 1 :], terms[:denominator]) + terms[denominator]
        quotient = mp.fdot(coefficients[: numerator + 1], terms) / k
        return quotient - value, [t / k for t in terms] + [-quotient * t / k for t in terms[:denominator]]

    # log2 Q(a) changes character near 0 (it is nearly quadratic later on). Points that are even in a/(a + 8) suit it
    # well: the interpolant in the middles between such Chebyshev points is nearly the best approximation.
    def stretched(fractions):
        return [8 * v / (1 - v) for v in fractions]

    limit = mpf(end) / (mpf(end) + 8)
    nodes = stretched(chebyshev_points(0, limit, 2 * (numerator + denominator + 1) + 1)[1::2])
    start = minimax.rational_interpolant([sample(a) for a in nodes], numerator, denominator)
    grid = stretched(chebyshev_points(0, limit, 200))
    fit = minimax.minimax(error, sample, grid, start)
    return *minimax.divide(fit[: numerator + 1], fit[numerator + 1 :]), fit[numerator + 1 :]


def f64_tables(source):
    exp2, scale = exp2_f64(6)
    monic = exp2 + [mpf(1)]
    exp2_error = largest(
        horner(monic, m) / mp.power(2, m - 1 + scale) - 1 for m in evenly_spaced(mpf(1), mpf(2), 4001)
    )
    source.constant(
        "EXP2_F64",
        "f64",
        exp2,
        f"""2^(m − 1 + λ) on 1 ≤ m ≤ 2, with λ = {mp.nstr(scale, 17)}: a polynomial of degree 6, monic (the leading
        1 is not stored). Largest relative error {power_of_two(exp2_error)}.""",
    )
    # 2^16: the last bit of t is worth 2^-36, and so the last 52 bits of t are t - 2^16 in fixed point, 16 bits before
    #   the point. Shifted left by 16 bits, the lower 12 of them become sign and exponent of a float, the
    #   fraction its significand.
    # 2^12: keeps t above 2^16 when w is negative, or smaller than lambda; shifted out with the upper 4 bits.
    # lambda: the polynomial brings in the factor 2^lambda.
    # That the exponent lacks its bias is right: it is added to that of the polynomial.
    source.constant(
        "EXP2_F64_OFFSET",
        "f64",
        f64(2**16 + 2**12 - scale),
        """2^16 + 2^12 − λ: t = w + this is what the exponential expects where w is positive. 2^16 puts the integer
        part of t just above the last 36 bits, 2^12 disappears in the shift to the left by 16 (and keeps t above 2^16
        where w < λ), λ cancels that of the polynomial.""",
    )

    end = mpf("13.2")
    polynomial, numerator, denominator = exact_f64(7, 5, end)
    offset = 2**16 + 2**12 - scale
    quadratic = [f64(polynomial[0] + offset)] + [f64(c) for c in polynomial[1:]]
    numerator, denominator = [f64(c) for c in numerator], [f64(c) for c in denominator]
    exact_error = largest(
        horner(quadratic, a)
        + horner(numerator, a) / horner(denominator + [mpf(1)], a)
        - (mp.log(upper_tail(a), 2) + offset)
        for a in evenly_spaced(mpf(0), end, 2001)
    )
    source.constant(
        "EXACT_F64_QUADRATIC",
        "f64",
        quadratic,
        f"""The polynomial P in t = P(a) + N(a)/D(a) = log2 Q(a) + [`EXP2_F64_OFFSET`] on 0 ≤ a ≤ {mp.nstr(end, 5)}.
        Largest absolute error of the whole {power_of_two(exact_error)}. Minimax.""",
    )
    source.constant("EXACT_F64_NUMERATOR", "f64", numerator, "The numerator N, of degree 4.")
    source.constant(
        "EXACT_F64_DENOMINATOR",
        "f64",
        denominator,
        "The denominator D, of degree 5, monic (the leading 1 is not stored).",
    )
    source.constant(
        "EXACT_F64_LIMIT", "f64", mpf("14.5"), "From here on, T rounds to 0 in `f32`; larger a are replaced by it."
    )

    source.constant(
        "TANH_F64",
        "f64",
        [f64(TANH_LINEAR), f64(TANH_CUBIC)],
        """The coefficients of a and a³ in w: 2·√(2/π)·log2 e, and 0.044715 times as much.""",
    )
    source.constant("SIGMOID_F64", "f64", f64(SIGMOID_LINEAR), "The coefficient of a in w: 1.702·log2 e.")


# The derivatives.


def density(a):
    return mp.exp(-a * a / 2) / mp.sqrt(2 * mp.pi)


def fitted(value, low, high, degree, weight=lambda x: 1):
    """The polynomial of this degree that is closest to `value`, relative to it and with a weight."""

    def sample(x):
        v = value(x)
        return [t * weight(x) / v for t in powers(x, degree + 1)], weight(x)

    def error(coefficients, point):
        return mp.fdot(coefficients, point[0]) - point[1], point[0]

    return minimax.minimax(error, sample, chebyshev_points(low, high, 200), [mpf(0)] * (degree + 1))


def largest_relative(value, low, high, coefficients):
    return largest(horner(coefficients, x) / value(x) - 1 for x in evenly_spaced(mpf(low), mpf(high), 1001))


def exact_derivative_f32(smooth, end):
    """c, M and K for which c + M(a)/K(a) is closest to H = smooth(a, C), relative to it, and its error.

    A rational function of degree 4 in numerator and denominator, whose quotient is taken out: M/K is less than c, and
    vanishes for large a, so that the roundings of M, K and M/K count little.
    """
    degree, scale = 4, f32(1 / mp.log(2) / 2)

    def sample(a):
        return powers(a, degree + 1), smooth(a, scale)

    def error(parameters, point):
        terms, value = point
        c, m, k = parameters[0], parameters[1 : degree + 1], parameters[degree + 1 :]
        divisor = mp.fdot(k, terms[:-1]) + terms[-1]
        quotient = mp.fdot(m, terms[:-1]) / divisor
        gradient = [1 / value] + [t / divisor / value for t in terms[:-1]]
        gradient += [-quotient * t / divisor / value for t in terms[:-1]]
        return (c + quotient) / value - 1, gradient

    def stretched(fractions):
        return [4 * v / (1 - v) for v in fractions]

    last = end / (end + 4)
    nodes = stretched(chebyshev_points(0, last, 4 * degree + 3)[1::2])
    start = minimax.rational_interpolant([(a, smooth(a, scale)) for a in nodes], degree, degree)
    quotient, remainder = minimax.divide(start[: degree + 1], start[degree + 1 :])
    grid = stretched(chebyshev_points(0, last, 100))
    best = minimax.minimax(error, sample, grid, quotient + remainder + start[degree + 1 :])
    # K from the lowest on, c, and M from the highest on: of a dozen orders, that with the smallest error of the kernel.
    table = minimax.round_in_turn(error, sample, grid, best, [5, 6, 7, 8, 0, 4, 3, 2, 1], f32)
    size = largest(error(table, sample(a))[0] for a in evenly_spaced(mpf(0), end, 1001))
    return table[0], table[1 : degree + 1], table[degree + 1 :], size


def anchor(exponent, start, function):
    """[w, 2^-w, 2^w] for w in f64 closest to that at the root of the function."""
    root = mp.findroot(function, start)
    w = f64(exponent(root))
    return [w, f64(mp.power(2, -w)), f64(mp.power(2, w))]


def derivative_tables(source):
    # 1 + f p(f) for 2^f, with an error that vanishes with f: where |f| is small, relative to 2^f - 1.
    def quotient(f):
        return mp.log(2) if f == 0 else mp.expm1(f * mp.log(2)) / f

    def weight(f):
        return mp.sqrt((f * quotient(f) * mp.power(2, -f)) ** 2 + (mpf("0.35") * quotient(f)) ** 2)

    half = mpf(1) / 2
    table = [f64(c) for c in fitted(quotient, -half, half, 5, weight)]
    error = largest((1 + f * horner(table, f)) / mp.power(2, f) - 1 for f in evenly_spaced(-half, half, 1001))
    near = largest_relative(quotient, -half, half, table)
    source.constant(
        "EXP2_ANCHORED_F64",
        "f64",
        table,
        f"""(2^f − 1)/f on |f| ≤ ½: a polynomial of degree 5, with a weight that keeps both 2^f and 2^f − 1. Largest
        errors relative to them {power_of_two(error)} and {power_of_two(near)}.""",
    )

    root = mp.findroot(lambda a: upper_tail(a) - a * density(a), mpf("0.75"))
    source.constant("EXACT_ROOT_F64", "f64", f64(root), "a₀, where g'(−a₀) = 0 for the exact form.")
    source.constant("EXACT_ROOT_F32", "f32", [f32(root), f32(root - f32(root))], "a₀ in two parts.")
    source.constant("EXACT_F64_SCALE", "f64", f64(1 / mp.log(2) / 2), "½·log2 e.")
    source.constant("INVERSE_SQRT_2_PI", "f64", f64(1 / mp.sqrt(2 * mp.pi)), "1/√(2π).")

    def smooth(a, scale):
        """H(a)."""
        if abs(a - root) < mpf(10) ** -10:
            a += mpf(10) ** -10
        return (upper_tail(a) - a * density(a)) / (root - a) * mp.power(2, scale * a * a)

    def argument(v, shift):
        return shift * v / (1 - v)

    last = limit(lambda a: a * density(a) - upper_tail(a), 14.5)
    source.constant("EXACT_DERIVATIVE_F32_LIMIT", "f32", last, "From here on, g'(−a) rounds to 0 in `f32`.")
    constant, numerator, denominator, error = exact_derivative_f32(smooth, last)
    source.constant(
        "EXACT_DERIVATIVE_F32_CONSTANT",
        "f32",
        constant * mpf(2) ** -48,
        f"""2^−48·c in H = c + M(a)/K(a), with g'(−a) = (a₀ − a)·H·2^(−C·a²) and the C of [`EXACT_F32_SCALE`], up to the limit.
        Minimax. Largest relative error {power_of_two(error)}.""",
    )
    source.constant(
        "EXACT_DERIVATIVE_F32_NUMERATOR", "f32", [c * mpf(2) ** -48 for c in numerator], "2^−48·M, of degree 3."
    )
    source.constant(
        "EXACT_DERIVATIVE_F32_DENOMINATOR", "f32", denominator, "K, of degree 4, monic (the leading 1 is not stored)."
    )

    last, shift, centre, scale = mpf("14.75"), mpf("3.625"), mpf("0.40625"), 1 / mp.log(2) / 2
    low, high = -centre, last / (last + shift) - centre
    source.constant(
        "EXACT_DERIVATIVE_F64_LIMIT",
        "f64",
        mpf("20.5"),
        """Larger a are replaced by it. g'(−a) rounds to 0 in `f32` long before, from 14.75 on, where the fits end, but its
        product with a large number need not.""",
    )
    source.constant("EXACT_DERIVATIVE_F64_SHIFT", "f64", shift, "c in v = a/(a + c).")
    source.constant("EXACT_DERIVATIVE_F64_CENTRE", "f64", centre, "What is subtracted from v.")
    value = lambda q: smooth(argument(q + centre, shift), scale)
    table = [f64(c) for c in fitted(value, low, high, 8)]
    error = largest_relative(value, low, high, table)
    source.constant(
        "EXACT_DERIVATIVE_F64",
        "f64",
        table,
        f"""H in v − [`EXACT_DERIVATIVE_F64_CENTRE`], of degree 8, with g'(−a) = (a₀ − a)·H·e^(−a²/2), up to 14.75.
        Minimax. Largest relative error {power_of_two(error)}.""",
    )

    def cofactor(q):
        a = argument(q + centre, shift)
        return (a + shift) * upper_tail(a) * mp.exp(a * a / 2)

    table = [f64(c) for c in fitted(cofactor, low, high, 10)]
    error = largest_relative(cofactor, low, high, table)
    source.constant(
        "EXACT_VALUE_F64",
        "f64",
        table,
        f"""G in the same variable, of degree 10, with a·Q(a) = v·G·e^(−a²/2). Minimax. Largest relative error
        {power_of_two(error)}.""",
    )
    source.constant("EXACT_SECOND_DERIVATIVE_LIMIT", "f64", mpf(15), "From here on, g'' rounds to 0 in `f32`.")

    # u, u' and u'' of the other two forms: a root of g' has 1 + e^-u = a u', one of g''
    # 2 u' + a u'' = a u'^2 tanh(u/2).
    for name, linear, cubic, end in (
        ("TANH", TANH_LINEAR * mp.log(2), TANH_CUBIC * mp.log(2), "13.75"),
        ("SIGMOID", mpf("1.702"), mpf(0), "123"),
    ):
        u = lambda a: a * (linear + cubic * a * a)
        slope = lambda a: linear + 3 * cubic * a * a
        first = anchor(lambda a: u(a) / mp.log(2), mpf("0.75"), lambda a: 1 + mp.exp(-u(a)) - a * slope(a))
        second = anchor(
            lambda a: u(a) / mp.log(2),
            mpf("1.41"),
            lambda a: 2 * slope(a) + 6 * cubic * a * a - a * slope(a) ** 2 * mp.tanh(u(a) / 2),
        )
        source.constant(f"{name}_ROOT", "f64", first, "w at the root of g', 2^−w and 2^w.")
        source.constant(f"{name}_INFLECTION", "f64", second, "w at the root of g'', 2^−w and 2^w.")
        source.constant(
            f"{name}_DERIVATIVE_LIMIT",
            "f64",
            mpf(end),
            "Larger a are replaced by it. g' and g'' of −a round to 0 in `f32` long before, but their product with a large "
            "number need not.",
        )
    for name, d in ("TANH", TanhDerivative()), ("SIGMOID", SigmoidDerivative()):
        source.constant(
            f"{name}_DERIVATIVE_F32_LOWEST", "f32", d.lowest, "Here, the denominator is infinite; below, it would wrap around."
        )
        source.constant(f"{name}_DERIVATIVE_F32_ROOT", "f32", d.root, "a₀, where g'(−a₀) = 0 for this form, rounded.")
        source.constant(
            f"{name}_DERIVATIVE_F32_ANCHOR",
            "f32",
            d.anchor,
            "In two parts, w(a₀) and what makes up for the rounding of a₀; the first is a multiple of 2^-16.",
        )
        source.constant(
            f"{name}_DERIVATIVE_F32_SCALE",
            "f32",
            [d.scale, f32(d.first * 2**48), f32(d.inverse / 2**48)],
            """2^-32·σ, which numerator and denominator are multiplied by; 2^16·σ·F₀ and 2^-80·σ/F₀ with F₀ = 2^−w(a₀), to
            be scaled by 2^(n − 48) and 2^(48 − n).""",
        )
        table = d.cofactor if len(d.cofactor) > 1 else d.cofactor[0]
        source.constant(
            f"{name}_DERIVATIVE_F32", "f32", table, "2^-32·σ·G, where a·u'(a) − a₀·u'(a₀) = (a − a₀)·G(−a)."
        )

    source.constant(
        "TANH_SLOPE", "f64", [f64(TANH_LINEAR * mp.log(2)), f64(3 * TANH_CUBIC * mp.log(2))], "u'(a): constant and a²."
    )


def main():
    source = rust.Source(
        """Made by kernels/coefficients/generate.py; do not edit.

        Notation: a = |x|; Q(a) = erfc(a/√2)/2; T(a) = max(x, 0) − g(x), which is even; w is an exponent of 2, t the same with an offset, m a number in [1, 2)
        that has the fraction bits of t. Tables begin with the coefficient of lowest order. Errors are those of
        the coefficients as they stand here, in exact arithmetic, on a dense set of points."""
    )
    f64_tables(source)
    f32_tables(source)
    limits(source)
    derivative_tables(source)
    print(source, end="")


if __name__ == "__main__":
    main()
