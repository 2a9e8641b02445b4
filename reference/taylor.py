"""Prints reference/src/taylor.rs: where g' and g'' are zero, and their Taylor coefficients there.

`ci/coefficients` checks that the file is what this prints, `ci/coefficients --write` makes it so. Needs mpmath. Functions are those of a = -x, whose derivatives by x are wanted.
"""

from mpmath import diff, exp, factorial, findroot, mp, mpf, ncdf, pi, sqrt, taylor

mp.dps = 60
ORDER = 15
LINEAR = 2 * sqrt(2 / pi)
FORMS = {
    "exact": (lambda a: -a * ncdf(-a), "0.75", "1.41"),
    "tanh": (lambda a: -a / (1 + exp(LINEAR * (a + mpf("0.044715") * a**3))), "0.752", "1.41"),
    "sigmoid": (lambda a: -a / (1 + exp(mpf("1.702") * a)), "0.751", "1.41"),
}

print("//! Made by reference/taylor.py; do not edit.\n\nuse crate::Root;\n")
for name, (form, *starts) in FORMS.items():
    for order, start in zip((1, 2), starts):
        root = findroot(lambda a: diff(form, a, order), mpf(start))
        high = float(root)
        series = taylor(form, root, ORDER + order)
        values = [(-1) ** order * series[k + order] * factorial(k + order) / factorial(k) for k in range(ORDER + 1)]
        assert abs(values[0]) < mpf(10) ** -30
        constant = name.upper() + ("_DERIVATIVE", "_SECOND_DERIVATIVE")[order - 1]
        primes = "'" * order
        print(f"/// g{primes} of the {name} form.\npub(crate) const {constant}: Root = Root {{")
        print(f"    at: [{high!r}, {float(root - mpf(high))!r}],")
        print("    taylor: [" + ", ".join(repr(float(v)) for v in values[1:]) + "],\n};\n")
