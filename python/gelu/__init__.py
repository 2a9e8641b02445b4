"""The GELU activation on CPUs: right for every input, forward and backward, vectorised.

For NumPy arrays of float32, float64, float16 and ml_dtypes' bfloat16, the `ELEMENTS`. Arrays are C-contiguous.
`approximate` says which GELU: "none" is x·Φ(x), "tanh" the approximation by tanh, both as in PyTorch, and "sigmoid" is
x/(1 + e^(−1.702·x)). `accuracy` is one of `ACCURACIES`: "fast" (4 ulp of float32), "precise" (0.6 ulp) or "relaxed" (a
relative error of 2⁻¹²). Large arrays are divided over the cores, unless `serial` is true. The global interpreter lock
is released: another thread must not write to the arrays meanwhile.

For PyTorch, see `gelu.torch`.
"""

from functools import cache

import numpy as np

from gelu import _gelu
from gelu._gelu import ACCURACIES, ELEMENTS, __version__, isa

__all__ = [
    "ACCURACIES",
    "ELEMENTS",
    "gelu",
    "gelu_",
    "gelu_backward",
    "gelu_derivative",
    "gelu_second_derivative",
    "isa",
]


def gelu(x, out=None, approximate="none", *, accuracy="fast", serial=False):
    """g(x) of every element, in `out`, which may be x, or in a new array."""
    return _apply("forward", {"x": x}, out, approximate, accuracy, serial)


def gelu_(x, approximate="none", *, accuracy="fast", serial=False):
    """x ← g(x) for every element. Returns x.

    GELU can't be inverted: who needs x again, for the gradient say, must keep a copy.
    """
    return _apply("forward", {"x": x}, x, approximate, accuracy, serial, output_name="x")


def gelu_backward(x, grad, out=None, approximate="none", *, accuracy="fast", serial=False):
    """g'(x)·grad of every element, in `out`, which may be grad, or in a new array.

    x is what went into the forward pass, not what came out of it.
    """
    return _apply("backward", {"x": x, "grad": grad}, out, approximate, accuracy, serial)


def gelu_derivative(x, out=None, approximate="none", *, accuracy="fast", serial=False):
    """g'(x) of every element, in `out`, which may be x, or in a new array."""
    return _apply("derivative", {"x": x}, out, approximate, accuracy, serial)


def gelu_second_derivative(x, out=None, approximate="none", *, accuracy="fast", serial=False):
    """g''(x) of every element, in `out`, which may be x, or in a new array."""
    return _apply("second_derivative", {"x": x}, out, approximate, accuracy, serial)


def _apply(operation, inputs, out, approximate, accuracy, serial, output_name="out"):
    x = inputs["x"]
    for name, array in inputs.items():
        _check(name, array, x)
    if out is None:
        out = np.empty(x.shape, x.dtype)
    else:
        _check(output_name, out, x)
        if not out.flags.writeable:
            raise ValueError(f"{output_name} is read-only")
    buffers = [_buffer(array) for array in inputs.values()]
    _gelu.apply(operation, _element(x.dtype), buffers, _buffer(out), approximate, accuracy, serial)
    return out


def _check(name, array, x):
    """Raises an exception unless it is an array that can be used together with x, which is checked first."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} must be a numpy.ndarray, not {type(array).__name__}")
    if array is x:
        if _element(x.dtype) is None:
            raise TypeError(f"{name} has elements of {x.dtype!r}, expected one of {', '.join(ELEMENTS)}")
    elif array.dtype != x.dtype:
        raise TypeError(f"{name} has elements of {array.dtype!r}, but x of {x.dtype!r}")
    elif array.shape != x.shape:
        raise ValueError(f"{name} has the shape {array.shape}, but x has {x.shape}")
    flags = array.flags
    if not (flags.c_contiguous and flags.aligned):
        raise ValueError(f"{name} is not a C-contiguous array: numpy.ascontiguousarray makes one")


@cache
def _element(dtype):
    """The name of an element type, None if there is none for it. To ask a dtype takes microseconds."""
    return dtype.name if dtype.name in ELEMENTS and dtype.isnative else None


def _buffer(array):
    """All elements as an array that has a format for the buffer interface: bfloat16 has none."""
    flat = array.reshape(-1)
    return flat.view(np.uint16) if flat.itemsize == 2 else flat
