"""The package on NumPy arrays: values against PyTorch's and the true ones, and every way to misuse it."""

import csv
import math
import os
import pathlib
import threading

import gelu
import numpy as np
import pytest

try:
    import ml_dtypes

    BFLOAT16 = [ml_dtypes.bfloat16]
except ImportError:
    BFLOAT16 = []

GRID = pathlib.Path(__file__).parent / "data" / "torch_grid.csv"
DTYPES = [np.dtype(t) for t in [np.float32, np.float64, np.float16, *BFLOAT16] if np.dtype(t).name in gelu.ELEMENTS]
FORMS = ["none", "tanh", "sigmoid"]
# The largest differences between PyTorch 2.15's values and the true ones on the grid, as measured.
TORCH_VALUE_ERROR, TORCH_GRADIENT_ERROR = 3.32e-7, 8.05e-7


def grid(*columns):
    with GRID.open() as file:
        rows = list(csv.DictReader(file))
    return [np.array([float(row[column]) for row in rows]) for column in columns]


def sample(dtype, count=1001):
    return (np.arange(count) * 37 % 256 / 16 - 8).astype(dtype)


def bits(array):
    return array.view(f"u{array.itemsize}")


def logistic(v):
    return 1 / (1 + math.exp(-v))


def truth(form, x):
    """g and g' in float64, without cancellation, to some units of 1e-16."""
    if form == "none":
        cdf = 0.5 * math.erfc(-x * math.sqrt(0.5))
        return x * cdf, cdf + x * math.exp(-0.5 * x * x) / math.sqrt(2 * math.pi)
    if form == "tanh":
        c = 2 * math.sqrt(2 / math.pi)
        v, slope = c * (x + 0.044715 * x**3), c * (1 + 3 * 0.044715 * x * x)
    else:
        v, slope = 1.702 * x, 1.702
    return x * logistic(v), logistic(v) + x * logistic(v) * logistic(-v) * slope


@pytest.mark.parametrize("accuracy", gelu.ACCURACIES)
@pytest.mark.parametrize("form", ["none", "tanh"])
def test_grid(form, accuracy):
    x, torch_y, torch_d, true_y, true_d = grid(
        "x", f"{form}_fwd", f"{form}_grad", f"true_fwd_{form}", f"true_bwd_{form}"
    )
    x = x.astype(np.float32)
    y = gelu.gelu(x, approximate=form, accuracy=accuracy)
    d = gelu.gelu_backward(x, np.ones_like(x), approximate=form, accuracy=accuracy)
    for ours, true, torch, torch_error in [
        (y, true_y, torch_y, TORCH_VALUE_ERROR),
        (d, true_d, torch_d, TORCH_GRADIENT_ERROR),
    ]:
        bound = gelu.ACCURACIES[accuracy] * np.spacing(np.abs(true).astype(np.float32)).astype(np.float64)
        assert np.all(np.abs(ours.astype(np.float64) - true) <= bound)
        assert np.all(np.abs(ours.astype(np.float64) - torch) <= torch_error + bound)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("form", FORMS)
def test_every_function(form, dtype):
    x = sample(dtype)
    eps = float(ml_dtypes.finfo(dtype).eps if BFLOAT16 else np.finfo(dtype).eps)
    # 4 ulp are at most 4 eps relative to the value, and so is the error of the truth for float64.
    value, derivative = np.array([truth(form, float(x)) for x in x]).T
    tiny = float(np.finfo(np.float16).smallest_subnormal if dtype == np.float16 else 0)
    y, d = gelu.gelu(x, approximate=form), gelu.gelu_derivative(x, approximate=form)
    assert y.dtype == d.dtype == dtype and y is not x
    np.testing.assert_allclose(y.astype(float), value, rtol=8 * eps, atol=4 * tiny)
    # Next to the root of the derivative, the truth in float64 has an absolute error.
    np.testing.assert_allclose(d.astype(float), derivative, rtol=8 * eps, atol=4 * tiny + 1e-15)
    step = 1e-4
    slopes = [(truth(form, float(x) + step)[1] - truth(form, float(x) - step)[1]) / (2 * step) for x in x]
    d2 = gelu.gelu_second_derivative(x, approximate=form)
    np.testing.assert_allclose(d2.astype(float), slopes, rtol=8 * eps, atol=1e-7)
    grad = np.full_like(x, 2)
    dx = gelu.gelu_backward(x, grad, approximate=form)
    # What is twice a subnormal number has another rounding.
    np.testing.assert_allclose(dx.astype(float), 2 * d.astype(float), rtol=0, atol=2 * tiny)

    # In place, and in an array that is there.
    before, out = x.copy(), np.empty_like(x)
    assert gelu.gelu(x, out, form) is out and np.array_equal(bits(out), bits(y))
    assert gelu.gelu_backward(x, grad, out=grad, approximate=form) is grad
    assert np.array_equal(bits(grad), bits(dx)) and np.array_equal(bits(x), bits(before))
    assert gelu.gelu_derivative(out := x.copy(), out, form) is out and np.array_equal(bits(out), bits(d))
    assert gelu.gelu_(x, form) is x and np.array_equal(bits(x), bits(y))


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
        (lambda x: gelu.gelu(x, approximate="erf"), ValueError, "unknown form, expected one of exact, tanh, sigmoid"),
        (lambda x: gelu.gelu(x, accuracy="exact"), ValueError, "unknown accuracy, expected one of"),
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
    assert {"fast": 4.0, "precise": 0.6}.items() <= gelu.ACCURACIES.items()
    assert "float32" in gelu.ELEMENTS
