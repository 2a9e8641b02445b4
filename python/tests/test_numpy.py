"""The package on NumPy arrays: values against PyTorch's and the true ones, and every way to misuse it."""

import csv
import math
import os
import pathlib
import threading
from functools import cache

import gelu
import ml_dtypes
import numpy as np
import pytest
from mpmath import mp, mpf

GRID = pathlib.Path(__file__).parent / "data" / "torch_grid.csv"
DTYPES = [np.dtype(t) for t in [np.float32, np.float64, np.float16, ml_dtypes.bfloat16]]
FORMS = ["none", "tanh", "sigmoid"]
# The largest differences between PyTorch 2.15's values and the true ones on the grid, as measured.
TORCH_VALUE_ERROR, TORCH_GRADIENT_ERROR = 3.32e-7, 8.05e-7
# More than float64 by so many bits that their own errors don't show.
mp.prec = 120


def grid(*columns):
    with GRID.open() as file:
        rows = list(csv.DictReader(file))
    return [np.array([float(row[column]) for row in rows]) for column in columns]


def sample(dtype, count=1001):
    return (np.arange(count) * 37 % 256 / 16 - 8).astype(dtype)


def bits(array):
    return array.view(f"u{array.itemsize}")


@cache
def truth(form, x):
    """g, g' and g'' at x."""
    x = mpf(x)
    if form == "none":
        cdf, density = mp.erfc(-x / mp.sqrt(2)) / 2, mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi)
        return x * cdf, cdf + x * density, (2 - x * x) * density
    if form == "tanh":
        c, a = 2 * mp.sqrt(2 / mp.pi), mpf("0.044715")
        v, v1, v2 = c * (x + a * x**3), c * (1 + 3 * a * x * x), c * 6 * a * x
    else:
        v, v1, v2 = mpf("1.702") * x, mpf("1.702"), 0
    # The logistic function of v with its derivatives by x.
    s, q = 1 / (1 + mp.exp(-v)), 1 / (1 + mp.exp(v))
    s1, s2 = s * q * v1, s * q * ((q - s) * v1 * v1 + v2)
    return x * s, s + x * s1, 2 * s1 + x * s2


def allowed(form, order, x, dtype, accuracy):
    """The largest error that an accuracy promises of g (order 0), g' or g'' at x."""
    true = truth(form, x)[order]
    if accuracy == "relaxed" and dtype == np.float32:
        before, after = truth(form, x - 0.25)[order], truth(form, x + 0.25)[order]
        return mpf(2) ** -15 if order > 0 and before * after < 0 else abs(true) * mpf(2) ** -12
    precise = accuracy == "precise"
    ulps = {"float32": 0.6 if precise else 4, "float64": 5 if order == 2 else 1 if precise else 2}
    limits = ml_dtypes.finfo(dtype)
    exponent = max(mp.frexp(true)[1] - 1, int(limits.minexp))
    return ulps.get(dtype.name, 0.5 if precise else 1) * mp.ldexp(1, exponent - int(limits.nmant)) if true else 0


def check_values(values, form, order, x, accuracy):
    for value, x in zip(values.tolist(), x.tolist()):
        bound = allowed(form, order, x, values.dtype, accuracy)
        assert abs(mpf(value) - truth(form, x)[order]) <= bound, f"{value} at {x}"


@pytest.mark.parametrize("accuracy", gelu.ACCURACIES)
@pytest.mark.parametrize("form", ["none", "tanh"])
def test_grid(form, accuracy):
    x, torch_y, torch_d, true_y, true_d = grid(
        "x", f"{form}_fwd", f"{form}_grad", f"true_fwd_{form}", f"true_bwd_{form}"
    )
    x = x.astype(np.float32)
    y = gelu.gelu(x, approximate=form, accuracy=accuracy)
    d = gelu.gelu_backward(x, np.ones_like(x), approximate=form, accuracy=accuracy)
    for order, ours, true, torch, torch_error in [
        (0, y, true_y, torch_y, TORCH_VALUE_ERROR),
        (1, d, true_d, torch_d, TORCH_GRADIENT_ERROR),
    ]:
        bound = [float(allowed(form, order, x, ours.dtype, accuracy)) for x in x.tolist()]
        assert np.all(np.abs(ours.astype(np.float64) - true) <= bound)
        assert np.all(np.abs(ours.astype(np.float64) - torch) <= torch_error + np.array(bound))


@pytest.mark.parametrize("accuracy", gelu.ACCURACIES)
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("form", FORMS)
def test_every_function(form, dtype, accuracy):
    x, options = sample(dtype), {"approximate": form, "accuracy": accuracy}
    y, d, d2 = (function(x, **options) for function in (gelu.gelu, gelu.gelu_derivative, gelu.gelu_second_derivative))
    assert y.dtype == d.dtype == d2.dtype == dtype and y is not x
    for order, values in enumerate([y, d, d2]):
        check_values(values, form, order, x, accuracy)
    grad = np.full_like(x, 2)
    dx = gelu.gelu_backward(x, grad, **options)
    # What is twice a subnormal number has another rounding.
    tiny = float(ml_dtypes.finfo(dtype).smallest_subnormal)
    np.testing.assert_allclose(dx.astype(float), 2 * d.astype(float), rtol=0, atol=2 * tiny)

    # In place, and in an array that is there.
    before, out = x.copy(), np.empty_like(x)
    assert gelu.gelu(x, out, **options) is out and np.array_equal(bits(out), bits(y))
    assert gelu.gelu_backward(x, grad, out=grad, **options) is grad
    assert np.array_equal(bits(grad), bits(dx)) and np.array_equal(bits(x), bits(before))
    assert gelu.gelu_derivative(out := x.copy(), out, **options) is out and np.array_equal(bits(out), bits(d))
    assert gelu.gelu_second_derivative(out := x.copy(), out, **options) is out and np.array_equal(bits(out), bits(d2))
    assert gelu.gelu_(x, **options) is x and np.array_equal(bits(x), bits(y))


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_shapes(dtype):
    for shape in [(), (0,), (3, 0, 2), (7, 5, 3)]:
        x = sample(dtype, math.prod(shape)).reshape(shape)
        assert gelu.gelu(x).shape == gelu.gelu_backward(x, x).shape == shape
        assert gelu.gelu_(x) is x
    # A part of an array that is contiguous, and inputs that can't be written to.
    x = sample(dtype, 64).reshape(8, 8)
    expected = gelu.gelu(x)[2:5]
    x.flags.writeable = False
    assert np.array_equal(bits(gelu.gelu(x[2:5])), bits(expected))


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda x: gelu.gelu([1.0]), TypeError, "x must be a numpy.ndarray, not list"),
        (lambda x: gelu.gelu(x, out=[1.0]), TypeError, "out must be a numpy.ndarray, not list"),
        (lambda x: gelu.gelu(x.astype(np.int32)), TypeError, "int32.*float32"),
        (lambda x: gelu.gelu(x.astype(">f4")), TypeError, ">f4"),
        (lambda x: gelu.gelu(np.zeros(3, np.longdouble)), TypeError, "expected one of"),
        (lambda x: gelu.gelu_(x[::2]), ValueError, "x is not a C-contiguous"),
        (lambda x: gelu.gelu_(x.T), ValueError, "x is not a C-contiguous"),
        (lambda x: gelu.gelu(x, out=x.T.copy()), ValueError, r"out has the shape \(6, 4\), but x has \(4, 6\)"),
        (lambda x: gelu.gelu_backward(x, x[:2]), ValueError, "grad has the shape"),
        (lambda x: gelu.gelu(x, out=np.empty((4, 6), np.uint32)), TypeError, "out has elements of dtype.'uint32'., but x"),
        (lambda x: gelu.gelu_(np.broadcast_to(x[:1, :1], (1, 1))), ValueError, "x is read-only"),
        (lambda x: gelu.gelu(x, approximate="erf"), ValueError, "unknown approximate 'erf', expected one of none, tanh, sigmoid"),
        (lambda x: gelu.gelu(x, accuracy="exact"), ValueError, "unknown accuracy 'exact', expected one of"),
        (lambda x: gelu.gelu(x[:2], out=x[1:3]), ValueError, "the output overlaps an input"),
        (lambda x: gelu.gelu_backward(x[:2], x[2:], out=x[:2]), ValueError, "the output overlaps an input"),
        (lambda x: gelu.gelu_(np.frombuffer(bytes(9), np.uint8)[1:].view(np.float32)), ValueError, "x is"),
    ],
)
def test_misuse(call, error, message):
    x = sample(np.float32, 24).reshape(4, 6)
    with pytest.raises(error, match=message):
        call(x)
    assert np.array_equal(x.ravel(), sample(np.float32, 24))


def test_large_arrays_and_threads():
    x = sample(np.float32, 1 << 22)
    serial = gelu.gelu(x, serial=True)
    assert np.array_equal(gelu.gelu(x), serial)
    results = [None] * 4
    threads = [threading.Thread(target=lambda i=i: results.__setitem__(i, gelu.gelu(x))) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(result, serial) for result in results)


def test_the_lock_is_released():
    x, out = sample(np.float32, 1 << 24), np.empty(1 << 24, np.float32)
    ended = threading.Event()
    thread = threading.Thread(target=lambda: (gelu.gelu(x, out, accuracy="precise", serial=True), ended.set()))
    steps = 0
    thread.start()
    while not ended.is_set():
        steps += 1
    thread.join()
    # Whoever waits for the lock gets no step in between; Python hands it over only at the ends of the call.
    assert steps > 100


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_child_process():
    x = sample(np.float32, 1 << 22)
    expected = gelu.gelu(x)
    child = os.fork()
    if child == 0:
        # The threads that divided the work aren't here.
        os._exit(0 if np.array_equal(gelu.gelu(x), expected) else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_what_it_says_of_itself():
    assert gelu.__version__.count(".") == 2
    assert gelu.isa() in {"portable", "avx2", "avx512"}
    assert gelu.ACCURACIES == ["fast", "precise", "relaxed"]
    assert gelu.ELEMENTS == [dtype.name for dtype in DTYPES]
