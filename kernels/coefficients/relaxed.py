"""Prints kernels/src/coefficients_relaxed.rs: the constants of the relaxed kernels, and those of the 16-bit formats.

    python3 relaxed.py > ../src/coefficients_relaxed.rs

Each of those functions is a power of two times a simple factor, 2^(z/2^23): z is computed in f32, in units of the last
bit of a float's exponent field, rounded to an integer, and split into exponent and fraction. See
kernels/src/forms/relaxed.rs. The larger z, the fewer bits it has for the fraction, so offsets are as small as can be.
"""

from mpmath import mp, mpf

import minimax
import rust
from minimax import chebyshev_points, horner, powers

UNIT = mpf(2) ** 23


def power_of_two(error):
    """`2^-29.9`: how errors are stated."""
    return f"`2^{mp.nstr(mp.log(error, 2), 4)}`"


def f32(x):
    return rust.rounded(x, "f32")


def not_above(x):
    """The largest f32 that is not larger."""
    y = f32(x)
    return y if y <= x else f32(y - abs(x - y) - abs(y) * mpf(2) ** -24)


def expanded(factors):
    """The coefficients of the product of monic polynomials, which lack their leading 1."""
    result = [mpf(1)]
    for factor in factors:
        terms = factor + [mpf(1)]
        result = [
            mp.fsum(result[i] * terms[k - i] for i in range(len(result)) if 0 <= k - i < len(terms))
            for k in range(len(result) + len(terms) - 1)
        ]
    return result


def exp2(degree):
    """Two monic factors, and lambda, for which their product p(m) is close to 2^(m-1+lambda).

    What is fitted is 2^(m-1) on [1, 2] with the smallest relative error. Then lambda is chosen to make p exact at the
    fraction of -lambda, which any integer minus lambda has: where the true exponent is an integer, 2^exponent is right.
    The fit happens to be almost exact there, so this costs next to nothing.
    """

    def sample(m):
        return [v / mp.power(2, m - 1) for v in powers(m, degree + 1)]

    def error(coefficients, terms):
        return mp.fdot(coefficients, terms) - 1, terms

    start = [mp.log(2) ** k / mp.factorial(k) / 2 for k in range(degree + 1)]
    fit = minimax.minimax(error, sample, chebyshev_points(1, 2, 200), start)
    roots = mp.polyroots(fit[::-1], maxsteps=200, extraprec=200)
    pairs = sorted((r for r in roots if mp.im(r) > mpf(10) ** -20), key=mp.re)
    quadratics = [[abs(r) ** 2, -2 * mp.re(r)] for r in pairs]
    linear = [[-mp.re(r)] for r in roots if abs(mp.im(r)) <= mpf(10) ** -20]
    # 1 and 2, 2 and 2, or 2 and 3.
    parts = [linear, quadratics] if degree == 3 else [quadratics[:1], quadratics[1:] + linear]
    factors = [[f32(c) for c in expanded(part)[:-1]] for part in parts]
    p, scale = expanded(factors), -mp.log(fit[-1], 2)
    for _ in range(100):
        scale = mp.log(horner(p, mp.ceil(scale) - scale + 1), 2) - mp.ceil(scale) + scale
    return factors, scale


def logarithm(value, numerator, denominator, end, at_zero=None, weight=lambda a: 1):
    """log2 of `value` as P(a)/K(a), K monic, with the smallest absolute error, times the weight, on [0, end].

    If `at_zero` is given, P(0)/K(0) is that number. Returns the quotient of P and K, the remainder, and K.
    """
    first = 0 if at_zero is None else 1

    def sample(a):
        return a, mp.log(value(a), 2), weight(a)

    def unpack(parameters):
        k = list(parameters[numerator + 1 - first :])
        p = list(parameters[: numerator + 1 - first])
        return ([at_zero * k[0]] if first else []) + p, k

    def error(parameters, point):
        a, value, factor = point
        p, k = unpack(parameters)
        terms = powers(a, max(numerator, denominator) + 1)
        below = mp.fdot(k, terms[:denominator]) + terms[denominator]
        quotient = mp.fdot(p, terms[: numerator + 1]) / below
        gradient = [t / below for t in terms[first : numerator + 1]]
        gradient += [-quotient * t / below for t in terms[:denominator]]
        if first:
            gradient[numerator] += at_zero / below
        return factor * (quotient - value), [factor * g for g in gradient]

    # The logarithm changes character near 0 (it is nearly quadratic later on), to which points that are even in
    # a/(a + 8) are suited: the interpolant in the middles between such Chebyshev points is nearly best.
    def stretched(fractions):
        return [8 * v / (1 - v) for v in fractions]

    limit = mpf(end) / (mpf(end) + 8)
    nodes = stretched(chebyshev_points(0, limit, 2 * (numerator + denominator + 1) + 1)[1::2])
    start = minimax.rational_interpolant([sample(a)[:2] for a in nodes], numerator, denominator)
    grid = stretched(chebyshev_points(0, limit, 200))
    p, k = unpack(minimax.minimax(error, sample, grid, start[first:]))
    return *minimax.divide(p, k), k


def not_below(x):
    return -not_above(-x)


# Next to 0, by how much 2^(z/2^23) is too small, in units: by more than roundings can make it too large.
SLACK = 2

# The levels: name, degree of 2^m, those of the logarithms' numerators and denominators, log2 of the smallest result
# that isn't 0, and how far the logarithms are fitted for the value and the derivative of the exact form. For `bf16`, of
# which most numbers are small, the error may be larger for large a: with this weight and interval (and ones near to
# them) no value is rounded wrongly, which is a matter of a few inputs next to ties.
LEVELS = [
    ("RELAXED", 3, (4, 2), -150, "13.2", "13.4", "`f32` to 2^−12"),
    ("BF16", 5, (5, 2), -135, "11", "13.9", "`bf16`"),
    ("F16", 5, (5, 2), -26, "5.8", "6.1", "`f16`"),
]


def last(tail, exponent, start):
    """Where a function falls to 2^exponent, rounded up to a multiple of 2^-8."""
    root = mp.findroot(lambda a: mp.log(tail(a), 2) - exponent, start)
    return mp.ceil(root * 256) / 256


def exact_tables(source, name, value, degrees, end, offset, at_zero=None, weight=lambda a: 1):
    """log2 of `value` + offset, in units, as a polynomial and a quotient."""
    polynomial, numerator, denominator = logarithm(value, *degrees, end, at_zero, weight)
    p, n = [f32(c * UNIT) for c in polynomial], [f32(c * UNIT) for c in numerator]
    k = [f32(c) for c in denominator]
    if at_zero is None:
        p[0] = f32((polynomial[0] + offset) * UNIT)
    else:
        p[0] = not_above((at_zero + offset) * UNIT - n[0] / k[0] - SLACK)
    error = max(
        abs((horner(p, a) + horner(n, a) / horner(k + [mpf(1)], a)) / UNIT - offset - mp.log(value(a), 2))
        for a in (mpf(end) * i / 1000 for i in range(1001))
    )
    source.constant(
        f"{name}_POLYNOMIAL",
        "f32",
        p,
        f"""The polynomial P in z = P(a) + N(a)/K(a) on 0 ≤ a ≤ {end}. Minimax{"" if at_zero is None else
        ", just below the true value in 0"}{"" if weight(5) == 1 else ", with a weight"}. Largest relative error of 2^(z/2^23) {power_of_two(error * mp.log(2))}.""",
    )
    source.constant(f"{name}_NUMERATOR", "f32", n, "N.")
    source.constant(f"{name}_DENOMINATOR", "f32", k, "K, monic (the leading 1 is not stored).")


def tables(source):
    linear = 2 * mp.sqrt(2 / mp.pi)
    cubic = linear * mpf("0.044715")
    sigmoid = mpf("1.702")
    exponents = {
        "TANH": (lambda a: a * (linear + cubic * a * a), lambda a: linear + 3 * cubic * a * a, lambda a: 6 * cubic * a),
        "SIGMOID": (lambda a: sigmoid * a, lambda a: sigmoid, lambda a: mpf(0)),
    }
    unit = UNIT / mp.log(2)
    source.constant("TANH_SCALE", "f32", [f32(linear * unit), f32(cubic * unit)], "2^23·w: the coefficients of a and a³.")
    source.constant("SIGMOID_SCALE", "f32", f32(sigmoid * unit), "2^23·w: the coefficient of a.")
    source.constant("DENSITY_SCALE", "f32", f32(unit / 2), "2^23·½·log2 e.")
    source.constant("TANH_SLOPE", "f32", [f32(linear), f32(3 * cubic)], "u'(a): constant and a².")
    source.constant("TANH_CURVATURE", "f32", [f32(2 * linear), f32(12 * cubic)], "2·u'(a) + a·u''(a): constant and a².")

    density = lambda a: mp.exp(-a * a / 2) / mp.sqrt(2 * mp.pi)
    upper_tail = lambda a: mp.erfc(a / mp.sqrt(2)) / 2
    slope = lambda a: upper_tail(a) - a * density(a)
    root = mp.findroot(slope, mpf("0.75"))
    source.constant("EXACT_ROOT", "f32", [f32(root), f32(root - f32(root))], "a₀ in two parts.")

    def cofactor(a):
        """g'(-a)/(a0 - a)."""
        if abs(a - root) < mpf(10) ** -10:
            a += mpf(10) ** -10
        return slope(a) / (root - a)

    for level, degree, degrees, smallest, end, derivative_end, what in LEVELS:
        factors, scale = exp2(degree)
        p = expanded(factors)
        error = max(
            abs(horner(p, m) / mp.power(2, m - 1 + scale) - 1) for m in (1 + mpf(i) / 4000 for i in range(4001))
        )
        for factor, number in zip(factors, ("FIRST", "SECOND")):
            text = f"""For {what}: a factor of 2^(m − 1 + λ) on 1 ≤ m ≤ 2, with λ = {mp.nstr(scale, 12)}: a monic polynomial
                (the leading 1 is not stored). Their product is exact where m − 1 + λ is an integer. Its largest relative
                error is {power_of_two(error)}."""
            source.constant(f"{level}_EXP2_{number}", "f32", factor, text if number == "FIRST" else "The other factor.")
        # One less for `bf16` happens to be right for an input next to a tie, with and without a fused multiply-add.
        slack = SLACK - 1 if level == "BF16" else SLACK
        whole = mp.floor(scale)
        fraction = scale - whole
        source.constant(f"{level}_EXP2_SCALE", "f32", mpf(2) ** -whole, "2^−⌊λ⌋, the part of 2^−λ that offsets leave.")
        weight = (lambda a: 1 / mp.sqrt(1 + (a / mpf("3.5")) ** 2)) if level == "BF16" else (lambda a: 1)
        exact_tables(source, f"{level}_EXACT", upper_tail, degrees, end, -fraction, mpf(-1), weight)
        exact_tables(source, f"{level}_EXACT_DERIVATIVE", cofactor, degrees, derivative_end, -fraction)
        source.constant(
            f"{level}_DENSITY_OFFSET",
            "f32",
            f32((-fraction - mp.log(2 * mp.pi, 2) / 2) * UNIT),
            "z = this − 2^23·½·log2 e·a² for φ(a).",
        )
        source.constant(
            f"{level}_LOGISTIC_OFFSET",
            "f32",
            not_below(-fraction * UNIT + slack),
            "z = this + 2^23·w(a), just above the true value in 0.",
        )
        start = 6 if smallest > -100 else 14
        limits = [
            last(lambda a: a * upper_tail(a), smallest, start),
            last(lambda a: -slope(a), smallest, start),
            last(lambda a: density(a) * (a * a - 2), smallest, start),
        ]
        source.constant(f"{level}_EXACT_LIMITS", "f32", limits, "From here on, g, g' and g'' of −a round to 0.")
        for form, start in (("TANH", 10 if smallest < -100 else 5), ("SIGMOID", -smallest / mpf("2.4"))):
            u, d, b = exponents[form]
            limits = [
                last(lambda a: a / (1 + mp.exp(u(a))), smallest, start),
                last(lambda a: a * d(a) * mp.exp(-u(a)), smallest, start),
                last(lambda a: (a * d(a) ** 2 - 2 * d(a) - a * b(a)) * mp.exp(-u(a)), smallest, start),
            ]
            source.constant(f"{level}_{form}_LIMITS", "f32", limits, "From here on, g, g' and g'' of −a round to 0.")


def main():
    mp.dps = 50
    source = rust.Source(
        """Made by kernels/coefficients/relaxed.py; do not edit.

        Notation as in `coefficients.rs`; z is an exponent of 2 in units of 2^−23."""
    )
    tables(source)
    print(source, end="")


if __name__ == "__main__":
    main()
