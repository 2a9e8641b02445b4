"""Prints reference/src/binary64_tables.rs: what binary64.rs needs, in double-double.

`ci/coefficients` checks that the file is what this prints, `ci/coefficients --write` makes it so. Needs mpmath.
"""

import os
import sys

from mpmath import diff, erfc, exp, factorial, findroot, log, mp, mpf, pi, sqrt

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kernels", "coefficients"))
from minimax import chebyshev_points, rational_interpolant

mp.dps = 80
KAPPA = 1 / sqrt(2 * pi)
SHIFT, END, STRETCH = mpf("0.75"), mpf("38.9"), mpf("3.5")
NUMERATOR, DENOMINATOR = 14, 15


def double(x):
    """The two f64 whose sum is closest to x."""
    high = float(x)
    return f"({high!r}, {float(x - mpf(high))!r})"


def constant(name, value, documentation):
    print(f"/// {documentation}\npub(crate) const {name}: (f64, f64) = {double(value)};\n")


def table(name, values, documentation):
    print(f"/// {documentation}\npub(crate) const {name}: [(f64, f64); {len(values)}] = [")
    print("".join(f"    {double(v)},\n" for v in values) + "];\n")


print("//! Made by reference/binary64.py; do not edit. Numbers are sums of two, polynomials begin with the lowest order.\n")
print("use crate::binary64::Root;\n")

constant("KAPPA", KAPPA, "1/√(2π).")
constant("TANH_LINEAR", 2 * sqrt(2 / pi), "2·√(2/π).")
constant("TANH_CUBIC", 2 * sqrt(2 / pi) * mpf("0.044715"), "2·√(2/π)·0.044715.")
constant("SIGMOID_LINEAR", mpf("1.702"), "1.702.")
unit = mpf(2) ** -40
high = mp.nint(log(2) / unit) * unit
print("/// ln 2: 40 bits, and the rest.")
print(f"pub(crate) const LN_2: (f64, (f64, f64)) = ({float(high)!r}, {double(log(2) - high)});\n")
table("EXP", [1 / factorial(k) for k in range(1, 15)], "1/k! from k = 1 on.")


def cofactor(a):
    return erfc(a / sqrt(2)) / 2 * exp(a * a / 2) * (a + SHIFT) / KAPPA - 1


# The interpolant at Chebyshev points of a/(a + 3.5) is close to the best approximation.
limit = END / (END + STRETCH)
nodes = chebyshev_points(0, limit, 2 * (NUMERATOR + DENOMINATOR + 1) + 1)[1::2]
fit = rational_interpolant([(a, cofactor(a)) for a in (STRETCH * v / (1 - v) for v in nodes)], NUMERATOR, DENOMINATOR)
p, k = fit[: NUMERATOR + 1], fit[NUMERATOR + 1 :] + [mpf(1)]
worst = mpf(0)
for v in chebyshev_points(0, limit, 331):
    a = STRETCH * v / (1 - v)
    quotient = mp.polyval(p[::-1], a) / mp.polyval(k[::-1], a)
    worst = max(worst, abs((quotient - cofactor(a)) / (1 + cofactor(a))))
error = mp.nstr(log(worst, 2), 4)
table("NUMERATOR", p, f"N in e^(a²/2)·Q(a) = κ/(a + ¾)·(1 + N(a)/D(a)). Largest error relative to the whole `2^{error}`.")
table("DENOMINATOR", k, "D.")

ORDER = 18
LINEAR = 2 * sqrt(2 / pi)
FORMS = {
    "exact": (lambda a: -a * erfc(a / sqrt(2)) / 2, "0.75", "1.41"),
    "tanh": (lambda a: -a / (1 + exp(LINEAR * (a + mpf("0.044715") * a**3))), "0.752", "1.41"),
    "sigmoid": (lambda a: -a / (1 + exp(mpf("1.702") * a)), "0.751", "1.41"),
}
for name, (form, *starts) in FORMS.items():
    for order, start in zip((1, 2), starts):
        root = findroot(lambda a: diff(form, a, order), mpf(start))
        parts = [float(root)]
        for _ in range(2):
            parts.append(float(root - sum(mpf(v) for v in parts)))
        # By Cauchy's integral, on a circle that stays away from the poles of the logistic forms.
        count, radius = 512, mpf(3) / 4
        points = [root + radius * mp.expjpi(mpf(2 * j) / count) for j in range(count)]
        values = [form(z) for z in points]
        series = []
        for k in range(order + 1, order + ORDER + 1):
            total = mp.fsum(v * mp.expjpi(-mpf(2 * j * k) / count) for j, v in enumerate(values))
            coefficient = total.real / count / radius**k
            series.append((-1) ** order * coefficient * factorial(k) / factorial(k - order))
        name_of_root = name.upper() + ("_DERIVATIVE", "_SECOND_DERIVATIVE")[order - 1]
        primes = "'" * order
        print(f"/// g{primes} of the {name} form.\npub(crate) const {name_of_root}: Root = Root {{")
        print(f"    at: {parts!r},")
        print("    taylor: [\n" + "".join(f"        {double(v)},\n" for v in series) + "    ],\n};\n")
