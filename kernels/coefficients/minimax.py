"""Best approximations in the maximum norm, in multiple precision (mpmath).

Everything is done on a finite set of points. There the best approximation is the solution of a finite problem,
so it is found exactly (up to the working precision) in finitely many steps, and no machine can disagree about a
rounded coefficient. On n Chebyshev points the largest error is smaller than on the whole interval by a relative
(pi k/n)^2/8 or so, k the number of coefficients: nothing. What a table is good for is measured afterwards,
elsewhere, on other points.
"""

from mpmath import mp, mpf

TOLERANCE = mpf(10) ** -30  # relative; to be far below an ulp of f64, and far above that of the working precision


def chebyshev_points(low, high, count):
    """Extrema of the Chebyshev polynomial of degree count - 1: dense at the ends, where errors oscillate fastest."""
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
    residuals equal to some h in magnitude, with the signs s of the (only) linear dependence of its rows. Then the
    point with the largest residual of all comes in, for the one that keeps the dependence's signs. h increases
    with every exchange, so this ends. It is the simplex algorithm on the dual linear programme; unlike
    Remez's exchange it doesn't need alternating signs, which get lost when a coefficient has been fixed.
    Returns c and the last reference.
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
    "error = +-h on the reference", so it converges quadratically; where the error is linear in the parameters, in
    one step.
    """
    parameters = list(start)
    while True:
        errors, gradients = zip(*(error(parameters, point) for point in points))
        rows = [[gradient[k] for k in free] for gradient in gradients]
        step, reference = linear_minimax(rows, [-e for e in errors], reference)
        for k, d in zip(free, step):
            parameters[k] += d
        if all(abs(d) <= TOLERANCE * abs(parameters[k]) for k, d in zip(free, step)):
            return parameters, reference


def minimax(error, sample, grid, start, free=None):
    """The parameters that minimise the largest |error| on the interval of the grid.

    `sample(x)` returns what is known of the function in x, and `error(parameters, sample(x))` the weighted error
    and its gradient with respect to the parameters. `free` lists the parameters that may change (all, unless
    told). As in Remez's algorithm, the problem is solved on points, the points move to the extrema of the error,
    and again; the moves, too, become smaller quadratically. The level of the error is stationary in the points,
    so parameters are right to the square of the last move.
    """
    parameters = list(start)
    free = list(range(len(start))) if free is None else list(free)
    xs, points = list(grid), [sample(x) for x in grid]
    low, high = min(xs), max(xs)
    reference = [(2 * i + 1) * len(xs) // (2 * len(free) + 2) for i in range(len(free) + 1)]
    delta = mpf(10) ** -13 * (high - low)
    while True:
        parameters, reference = newton(error, points, parameters, free, reference)
        largest_move = 0
        for k, i in enumerate(reference):
            before, here, after = (error(parameters, sample(x))[0] for x in (xs[i] - delta, xs[i], xs[i] + delta))
            x = xs[i] + delta * (before - after) / (2 * (before - 2 * here + after))
            if low < x < high and abs(error(parameters, sample(x))[0]) > abs(here):
                largest_move = max(largest_move, abs(x - xs[i]))
                reference[k] = len(xs)
                xs.append(x)
                points.append(sample(x))
        if largest_move < delta:
            return parameters


def rational_interpolant(points, numerator, denominator):
    """P of degree `numerator` and monic K with P/K = f in the points (x, f): a start for `minimax`."""
    rows = [powers(x, numerator + 1) + [-f * v for v in powers(x, denominator)] for x, f in points]
    right = [f * x**denominator for x, f in points]
    solution = product(inverse(rows), right)
    return solution[: numerator + 1], solution[numerator + 1 :]


def divide(numerator, monic):
    """Quotient and remainder of polynomials; the 1 of `monic` isn't stored."""
    rest, degree = list(numerator), len(monic)
    quotient = [mpf(0)] * (len(rest) - degree)
    for k in reversed(range(len(quotient))):
        quotient[k] = rest.pop()
        for i, c in enumerate(monic):
            rest[k + i] -= quotient[k] * c
    return quotient, rest
