"""Prints kernels/src/coefficients_f64.rs: the constants of the kernels for f64.

    python3 binary64.py > ../src/coefficients_f64.rs

As generate.py, but at 60 digits: these approximations are good to 2^-60, and to converge beyond that takes more.
"""

from mpmath import mp, mpf

import minimax
import rust
from minimax import chebyshev_points, horner, powers

mp.dps = 60

KAPPA = 1 / mp.sqrt(2 * mp.pi)


def f64(x):
    return rust.rounded(x, "f64")


def parts(x):
    """x as the sum of two f64."""
    return [f64(x), f64(x - f64(x))]


def power_of_two(error):
    return f"`2^{mp.nstr(mp.log(error, 2), 4)}`"


def mills(a):
    """W(a) = e^(a²/2) Q(a)."""
    return mp.erfc(a / mp.sqrt(2)) * mp.exp(a * a / 2) / 2


def exp_tail(degree, half_width):
    """(e^r - 1 - r)/r² with an error small relative to e^r.

    The weight is r² + 1/100 in place of r²: what vanishes at a point of the interval has no alternating errors there.
    """

    def sample(r):
        value = mp.fsum(r**k / mp.factorial(k + 2) for k in range(40))
        weight = mp.exp(-r) * (r * r + mpf(1) / 100)
        return [t * weight for t in powers(r, degree + 1)], value * weight

    def error(coefficients, point):
        return mp.fdot(coefficients, point[0]) - point[1], point[0]

    grid = chebyshev_points(-half_width, half_width, 100)
    fit = minimax.minimax(error, sample, grid, [mpf(0)] * (degree + 1))
    table = [f64(c) for c in fit]
    worst = max(
        abs(r * r * horner(table, r) + 1 + r - mp.exp(r)) / mp.exp(r)
        for r in chebyshev_points(-half_width, half_width, 1001)
    )
    return table, worst


def rational(value, numerator, denominator, end, shift):
    """P and K, monic, with P(a)/K(a) closest to value(a) on [0, end] relative to 1 + value(a)."""

    def sample(a):
        return a, value(a)

    def error(parameters, point):
        a, wanted = point
        terms = powers(a, denominator + 1)
        k = mp.fdot(parameters[numerator + 1 :], terms[:denominator]) + terms[denominator]
        quotient = mp.fdot(parameters[: numerator + 1], terms[: numerator + 1]) / k
        scale = 1 / (1 + wanted)
        gradient = [t / k * scale for t in terms[: numerator + 1]] + [-quotient * t / k * scale for t in terms[:-1]]
        return (quotient - wanted) * scale, gradient

    def stretched(fractions):
        return [shift * v / (1 - v) for v in fractions]

    limit = end / (end + shift)
    nodes = stretched(chebyshev_points(0, limit, 2 * (numerator + denominator + 1) + 1)[1::2])
    start = minimax.rational_interpolant([sample(a) for a in nodes], numerator, denominator)
    grid = stretched(chebyshev_points(0, limit, 150))
    fit = [f64(c) for c in minimax.minimax(error, sample, grid, start)]
    dense = stretched(chebyshev_points(0, limit, 401))
    worst = max(abs(error(fit, sample(a))[0]) for a in dense)
    return fit[: numerator + 1], fit[numerator + 1 :], worst


def limit(tail, start):
    """Where |tail| falls to 2^-1075, half of the smallest f64, rounded up to a multiple of 2^-4."""
    root = mp.findroot(lambda a: mp.log(abs(tail(a)), 2) + 1075, (start, start + mpf(1) / 16))
    return mp.ceil(root * 16) / 16


def exponential(source):
    source.constant("LOG2_E", "f64", f64(1 / mp.log(2)), "log2 e.")
    unit = mpf(2) ** -42
    high = mp.nint(mp.log(2) / unit) * unit
    source.constant(
        "LN_2", "f64", [high, f64(mp.log(2) - high)], "ln 2: 42 bits, so that products with integers of 11 bits are exact, and the rest."
    )
    table, worst = exp_tail(9, mp.log(2) / 2 + mpf(2) ** -40)
    source.constant(
        "EXP_TAIL",
        "f64",
        table,
        f"""(e^r − 1 − r)/r² on |r| ≤ ½·ln 2: a polynomial of degree 9. Largest error relative to e^r
        {power_of_two(worst)}.""",
    )


def exact(source):
    end = limit(lambda a: KAPPA * a * a * mp.exp(-a * a / 2), mpf("38.6"))
    source.constant("EXACT_LIMIT", "f64", end, "From here on, T, g'(−a) and g''(a) round to 0 in `f64`.")
    kappa = f64(KAPPA)
    source.constant("KAPPA", "f64", parts(KAPPA), "κ = 1/√(2π), in two parts.")

    # Three numbers of few bits for which 1 + p, what is left, is close to 1 everywhere.
    upper, lower, constant = mpf("1.5625"), mpf("1.625"), mpf("1.25")
    p, k, worst = rational(
        lambda a: mills(a) * (a * (a + lower) + constant) / (a + upper) / kappa - 1, 10, 11, end, mpf(3)
    )
    source.constant(
        "EXACT_SHIFTS",
        "f64",
        [upper, lower, constant],
        "b, c and d in e^(a²/2)·Q(a) = κ·(a + b)/(a·(a + c) + d)·(1 + N(a)/D(a)).",
    )
    source.constant(
        "EXACT_NUMERATOR",
        "f64",
        p,
        f"""The polynomial N, of degree 10; κ is its upper part only. Minimax on 0 ≤ a ≤ [`EXACT_LIMIT`]. Largest error
        relative to the whole {power_of_two(worst)}.""",
    )
    source.constant("EXACT_DENOMINATOR", "f64", k, "The polynomial D, of degree 11, monic (the leading 1 is not stored).")

    root = mp.findroot(lambda a: mills(a) - a * KAPPA, mpf("0.75"))
    source.constant("EXACT_ROOT", "f64", parts(root), "a₀, where g'(−a₀) = 0, in two parts.")
    upper, lower = mpf("1.875"), mpf("1.125")

    def smooth(a):
        if abs(a - root) < mpf(10) ** -15:
            a += mpf(10) ** -15
        return (mills(a) - a * KAPPA) / (root - a) * (a + lower) / (a + upper) / kappa - 1

    p, k, worst = rational(smooth, 9, 10, end, mpf(3))
    source.constant(
        "EXACT_DERIVATIVE_SHIFTS",
        "f64",
        [upper, lower],
        "b and c in e^(a²/2)·g'(−a) = κ·(a₀ − a)·(a + b)/(a + c)·(1 + N(a)/D(a)).",
    )
    source.constant(
        "EXACT_DERIVATIVE_NUMERATOR",
        "f64",
        p,
        f"""The polynomial N, of degree 9; κ is its upper part only. Minimax on 0 ≤ a ≤ [`EXACT_LIMIT`]. Largest error
        relative to the whole {power_of_two(worst)}.""",
    )
    source.constant(
        "EXACT_DERIVATIVE_DENOMINATOR", "f64", k, "The polynomial D, of degree 10, monic (the leading 1 is not stored)."
    )


def quotient(polynomial, root):
    """polynomial(a)/(root − a), for a polynomial with that root."""
    result, carry = [], mpf(0)
    for c in reversed(polynomial[1:]):
        carry = carry * root + c
        result.append(-carry)
    assert abs(carry * root + polynomial[0]) < mpf(10) ** -40
    return result[::-1]


def logistic(source, name, linear, cubic, degree):
    """The form x/(1 + e^(−u)) with u = linear·x + cubic·x³."""

    def u(a):
        return a * (linear + cubic * a * a)

    def slope(a):
        return linear + 3 * cubic * a * a

    end = limit(lambda a: a * slope(a) ** 2 * mp.exp(-u(a)), mpf(21) if cubic else mpf(440))
    source.constant(f"{name}_LIMIT", "f64", end, "From here on, T, g'(−a) and g''(a) round to 0 in `f64`.")
    source.constant(f"{name}_LINEAR", "f64", parts(linear), "The coefficient of a in u, in two parts.")
    if cubic:
        source.constant(f"{name}_CUBIC", "f64", parts(cubic), "The coefficient of a³ in u.")
        source.constant(f"{name}_CUBIC_SLOPE", "f64", parts(3 * cubic), "The coefficient of a² in u'.")
    root = mp.findroot(lambda a: 1 + mp.exp(-u(a)) - a * slope(a), mpf("0.75"))
    bend = mp.findroot(
        lambda a: 2 * slope(a) + 6 * cubic * a * a - a * slope(a) ** 2 * mp.tanh(u(a) / 2), mpf("1.41")
    )
    for what, at, prime in ("ROOT", root, "g'"), ("INFLECTION", bend, "g''"):
        source.constant(f"{name}_{what}", "f64", parts(at), f"Where {prime} is 0, in two parts.")
        if cubic:
            source.constant(f"{name}_{what}_SQUARE", "f64", parts(at * at), "Its square.")
        source.constant(f"{name}_{what}_EXP", "f64", parts(mp.exp(-u(at))), "E = e^(−u) there.")
    e = mp.exp(-u(bend))
    # 2 u' + a u'' and a u'^2, by powers of a.
    curvature = [2 * linear, 0, 12 * cubic, 0, 0, 0][: degree + 1]
    steep = [0, linear**2, 0, 6 * linear * cubic, 0, 9 * cubic**2][: degree + 1]
    polynomial = [c * (1 + e) - s * (1 - e) for c, s in zip(curvature, steep)]
    source.constant(
        f"{name}_BEND",
        "f64",
        [f64(c) for c in quotient(polynomial, bend)],
        "((2u' + a·u'')·(1 + E₁) − a·u'²·(1 − E₁))/(a₁ − a), a polynomial in a; a₁ is the root of g'', E₁ the E there.",
    )


def main():
    source = rust.Source(
        """Made by kernels/coefficients/binary64.py; do not edit.

        Notation: a = |x|; Q(a) = erfc(a/√2)/2; T(a) = max(x, 0) − g(x), which is even. Tables begin with the
        coefficient of lowest order. Errors are those of the coefficients as they stand here, in exact arithmetic, on
        a dense set of points."""
    )
    exponential(source)
    exact(source)
    linear = 2 * mp.sqrt(2 / mp.pi)
    logistic(source, "TANH", linear, linear * mpf("0.044715"), 5)
    logistic(source, "SIGMOID", mpf("1.702"), mpf(0), 1)
    print(source, end="")


if __name__ == "__main__":
    main()
