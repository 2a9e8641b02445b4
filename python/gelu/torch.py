"""GELU for PyTorch's CPU tensors: custom operators with autograd, twice over, that torch.compile understands.

`gelu` and the module `GELU` take the place of `torch.nn.functional.gelu` and `torch.nn.GELU`.
"""

import numpy as np
import torch

from gelu import ELEMENTS, _gelu

__all__ = ["GELU", "gelu"]


def gelu(x: torch.Tensor, approximate: str = "none", *, accuracy: str = "fast", serial: bool = False) -> torch.Tensor:
    """g(x) of every element; `approximate`, `accuracy` and `serial` are those of the package `gelu`."""
    return _forward(x, approximate, accuracy, serial)


class GELU(torch.nn.Module):
    """`gelu` as a module."""

    def __init__(self, approximate: str = "none", *, accuracy: str = "fast", serial: bool = False):
        super().__init__()
        self.options = approximate, accuracy, serial

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return _forward(x, *self.options)

    def extra_repr(self) -> str:
        return "approximate={!r}, accuracy={!r}, serial={}".format(*self.options)


_DTYPES = {getattr(torch, name): name for name in ELEMENTS}


def _apply(operation, inputs, options):
    x = inputs[0]
    if x.dtype not in _DTYPES:
        raise TypeError(f"elements of {x.dtype}, expected one of {', '.join(map(str, _DTYPES))}")
    out = torch.empty_like(x, memory_format=torch.contiguous_format)
    buffers = [_buffer(tensor.contiguous()) for tensor in inputs]
    _gelu.apply(operation, _DTYPES[x.dtype], buffers, _buffer(out), *options)
    return out


def _buffer(tensor):
    """All elements of a contiguous tensor as an array that has a format for the buffer interface."""
    if tensor.element_size() == 2:
        return tensor.view(torch.int16).numpy().reshape(-1).view(np.uint16)
    return tensor.numpy().reshape(-1)


def _fake(x, *_):
    return torch.empty_like(x, memory_format=torch.contiguous_format)


@torch.library.custom_op("gelu::forward", mutates_args=(), device_types="cpu")
def _forward(x: torch.Tensor, approximate: str, accuracy: str, serial: bool) -> torch.Tensor:
    return _apply("forward", (x,), (approximate, accuracy, serial))


@torch.library.custom_op("gelu::backward", mutates_args=(), device_types="cpu")
def _backward(x: torch.Tensor, grad: torch.Tensor, approximate: str, accuracy: str, serial: bool) -> torch.Tensor:
    return _apply("backward", (x, grad), (approximate, accuracy, serial))


@torch.library.custom_op("gelu::second_derivative", mutates_args=(), device_types="cpu")
def _second_derivative(x: torch.Tensor, approximate: str, accuracy: str, serial: bool) -> torch.Tensor:
    return _apply("second_derivative", (x,), (approximate, accuracy, serial))


def _keep_for_forward(ctx, inputs, output):
    x, *ctx.options = inputs
    ctx.save_for_backward(x)


def _differentiate_forward(ctx, grad):
    (x,) = ctx.saved_tensors
    return _backward(x, grad, *ctx.options), None, None, None


def _keep_for_backward(ctx, inputs, output):
    x, grad, *ctx.options = inputs
    ctx.save_for_backward(x, grad)


def _differentiate_backward(ctx, grad_grad):
    # Of g'(x)·grad by x and by grad.
    x, grad = ctx.saved_tensors
    by_x = grad_grad * grad * _second_derivative(x, *ctx.options) if ctx.needs_input_grad[0] else None
    by_grad = _backward(x, grad_grad, *ctx.options) if ctx.needs_input_grad[1] else None
    return by_x, by_grad, None, None, None


for _operator in (_forward, _backward, _second_derivative):
    _operator.register_fake(_fake)
_forward.register_autograd(_differentiate_forward, setup_context=_keep_for_forward)
_backward.register_autograd(_differentiate_backward, setup_context=_keep_for_backward)
