"""Best approximations in the maximum norm, in multiple precision (mpmath).

`minimax` finds the parameters of any smooth form that make the largest error smallest. Three levels:

- `linear_minimax`: a finite set of points, and an error that is linear in the parameters. Solved exactly.
- `newton`: a finite set of points and any form. Linearised, solved, and again.
- `minimax`: an interval. Points go where the error has its peaks.

Everything converges quadratically, to much less than an ulp of f64. So what comes out when a coefficient is
rounded doesn't depend on the machine, the number of digits or the first points.
"""

from mpmath import mp, mpf

# Relative. Far below an ulp of f64, and far above one of the working precision.
TOLERANCE = mpf(10) ** -30


def chebyshev_points(low, high, count):
    """Extrema of the Chebyshev polynomial of degree count - 1: dense at the ends, as peaks of errors are."""
    middle, radius = (mpf(low) + high) / 2, (mpf(high) - low) / 2
    return [middle - radius * mp.cospi(mpf(i) / (count - 1)) for i in range(count)]


def horner(coefficients, x):
    """Low-order coefficient first."""
    result = mpf(0)
    for c in reversed(coefficients):
        result = result * x + c
    return result


def powers(x, count):
    """1, x, x^2, ..."""
    result = [mpf(1)]
    while len(result) < count:
        result.append(result[-1] * x)
    return result


def inverse(matrix):
    """Gauss and Jordan, with row pivoting."""
    n = len(matrix)
    rows = [list(row) + [mpf(i == j) for j in range(n)] for i, row in enumerate(matrix)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        scale = 1 / rows[i][i]
        rows[i] = [v * scale for v in rows[i]]
        for k in range(n):
            if k != i and rows[k][i] != 0:
                factor = rows[k][i]
                rows[k] = [u - factor * v for u, v in zip(rows[k], rows[i])]
    return [row[n:] for row in rows]


def product(matrix, vector):
    return [mp.fdot(row, vector) for row in matrix]


def linear_minimax(rows, values, reference):
    """The c that minimises the largest |values[i] - rows[i] . c|: Stiefel's exchange.

    `reference` holds the indices of len(c) + 1 points to start from. On a reference the best c makes all
    residuals equal to some h in magnitude, with the signs s of the (only) linear dependence of its rows.
    Then the point with the largest residual of all comes in, for the one that keeps the dependence's signs.
    h increases with every exchange, so this ends. It is the simplex algorithm on the dual linear programme;
    unlike Remez's exchange it doesn't need alternating signs, which get lost when a coefficient has been
    fixed. Returns c and the last reference.
    """
    reference, n = list(reference), len(reference)
    # The dependence: of all rows but the last, this combination gives the last.
    columns = [[rows[i][k] for i in reference[:-1]] for k in range(n - 1)]
    weights = product(inverse(columns), rows[reference[-1]])
    signs = [1 if w > 0 else -1 for w in weights] + [-1]
    while True:
        # In terms of these columns the dependence is positive, with sum 1.
        basis = [[s * rows[i][k] for i, s in zip(reference, signs)] for k in range(n - 1)] + [[mpf(1)] * n]
        solve = inverse(basis)
        dual = [row[-1] for row in solve]
        primal = product(zip(*solve), [s * values[i] for i, s in zip(reference, signs)])
        c, h = primal[:-1], primal[-1]
        if h < 0:
            signs = [-s for s in signs]
            continue
        residuals = [v - mp.fdot(row, c) for row, v in zip(rows, values)]
        entering = max(range(len(rows)), key=lambda i: abs(residuals[i]))
        if abs(residuals[entering]) <= h * (1 + TOLERANCE):
            return c, reference
        sign = 1 if residuals[entering] > 0 else -1
        direction = product(solve, [sign * r for r in rows[entering]] + [mpf(1)])
        leaving = min((i for i in range(n) if direction[i] > 0), key=lambda i: dual[i] / direction[i])
        reference[leaving], signs[leaving] = entering, sign


def newton(error, points, start, free, reference):
    """The parameters that minimise the largest |error| on a finite set of points, and the last reference.

    Each step solves the linearised problem. Near the solution this is Newton's method on the equations
    "error = +-h on the reference", so it converges quadratically; where the error is linear in the
    parameters, in one step.
    """
    parameters = list(start)
    for _ in range(50):
        errors, gradients = zip(*(error(parameters, point) for point in points))
        rows = [[gradient[k] for k in free] for gradient in gradients]
        step, reference = linear_minimax(rows, [-e for e in errors], reference)
        for k, d in zip(free, step):
            parameters[k] += d
        if all(abs(d) <= TOLERANCE * abs(parameters[k]) for k, d in zip(free, step)):
            return parameters, reference
    raise ArithmeticError("Newton's iteration doesn't converge; a better start may help")


def peak(value, x, delta):
    """The extremum of the function `value` near x: one Newton step, with differences for derivatives."""
    before, here, after = value(x - delta), value(x), value(x + delta)
    return x + delta * (before - after) / (2 * (before - 2 * here + after))


def minimax(error, sample, grid, start, free=None):
    """The parameters that minimise the largest |error| on the interval of the (increasing) grid.

    `sample(x)` returns what is known of the function in x, and `error(parameters, sample(x))` the weighted
    error and its gradient with respect to the parameters. `free` lists the parameters that may change (all,
    unless told). As in Remez's algorithm, the problem is solved on points, the peaks of the error become
    points, and again. What peaks exceed the points by decreases quadratically, too. In the end the
    parameters don't depend on the grid any more, as long as it shows all peaks.
    """
    parameters = list(start)
    free = list(range(len(start))) if free is None else list(free)
    points = {x: sample(x) for x in grid}
    low, high = grid[0], grid[-1]
    delta = mpf(10) ** -13 * (high - low)
    # Where the form is exact, no parameter matters, and the point can't belong to a reference.
    candidates = [x for x in grid if any(error(parameters, points[x])[1][k] for k in free)]
    count = len(free) + 1
    reference = [candidates[(2 * i + 1) * len(candidates) // (2 * count)] for i in range(count)]

    def value(x):
        return error(parameters, points[x] if x in points else sample(x))[0]

    while True:
        xs = sorted(points)
        reference = [xs.index(x) for x in reference]
        parameters, reference = newton(error, [points[x] for x in xs], parameters, free, reference)
        reference = [xs[i] for i in reference]
        sizes = [abs(value(x)) for x in xs]
        bound = max(sizes) * (1 + TOLERANCE)
        exceeding = False
        for i, x in enumerate(xs):
            if sizes[i] == max(sizes[max(i - 1, 0) : i + 2]) > bound / 2:
                better = peak(value, x, delta)
                if low < better < high and abs(value(better)) > bound:
                    exceeding = True
                    points[better] = sample(better)
                    reference = [better if r == x else r for r in reference]
        if not exceeding:
            return parameters


def rational_interpolant(points, numerator, denominator):
    """P of degree `numerator` over a monic D, equal to f in the points (x, f): coefficients of P, then of D.

    A start for `minimax`. The 1 of D isn't among the results.
    """
    rows = [powers(x, numerator + 1) + [-f * v for v in powers(x, denominator)] for x, f in points]
    return product(inverse(rows), [f * x**denominator for x, f in points])


def divide(numerator, monic):
    """Quotient and remainder of polynomials; the 1 of `monic` isn't stored."""
    rest, degree = list(numerator), len(monic)
    quotient = [mpf(0)] * (len(rest) - degree)
    for k in reversed(range(len(quotient))):
        quotient[k] = rest.pop()
        for i, c in enumerate(monic):
            rest[k + i] -= quotient[k] * c
    return quotient, rest


def round_in_turn(error, sample, grid, start, order, rounded):
    """Round the parameters one after another, and find the best values of the rest each time.

    The loss is that of the last few coefficients, whose roundings matter least (if `order` is well chosen),
    rather than the sum of all roundings. `rounded(value)` rounds.
    """
    parameters = list(start)
    free = sorted(order)
    for k in order:
        parameters = minimax(error, sample, grid, parameters, free)
        parameters[k] = rounded(parameters[k])
        free.remove(k)
    return parameters
