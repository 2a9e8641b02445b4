"""The operators for PyTorch: its values, its own checks of operators, gradients, and torch.compile."""

import gelu
import numpy as np
import pytest

torch = pytest.importorskip("torch")
import gelu.torch  # noqa: E402
from test_numpy import FORMS, TORCH_GRADIENT_ERROR, TORCH_VALUE_ERROR, bits, sample  # noqa: E402

DTYPES = [getattr(torch, name) for name in gelu.ELEMENTS]


def tensor(dtype, count=1001):
    return torch.from_numpy(sample(np.float32, count)).to(dtype)


@pytest.mark.parametrize("form", ["none", "tanh"])
def test_values_are_those_of_torch(form):
    # What the errors of torch were measured on; ours are at most 4 ulp of values below 16.
    x = torch.arange(-10, 10, 0.1)
    ours, theirs = x.clone().requires_grad_(), x.clone().requires_grad_()
    y, torch_y = gelu.torch.gelu(ours, form), torch.nn.functional.gelu(theirs, approximate=form)
    y.sum().backward()
    torch_y.sum().backward()
    ulps = 4 * np.spacing(np.float32(1)) * np.maximum(1, x.abs().numpy())
    assert np.all(np.abs((y - torch_y).detach().numpy()) <= TORCH_VALUE_ERROR + ulps)
    assert np.all(np.abs((ours.grad - theirs.grad).numpy()) <= TORCH_GRADIENT_ERROR + ulps)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_same_as_for_arrays(dtype):
    x = tensor(dtype)
    y = gelu.torch.GELU("tanh", accuracy="precise")(x)
    assert y.dtype == dtype
    if dtype != torch.bfloat16:
        assert np.array_equal(bits(y.numpy()), bits(gelu.gelu(x.numpy(), approximate="tanh", accuracy="precise")))
    # Torch's formula for float64 loses its tail: its error is relative to x.
    limits = torch.finfo(dtype)
    subnormal = limits.smallest_normal * limits.eps
    expected = torch.nn.functional.gelu(x.double(), approximate="tanh")
    np.testing.assert_allclose(y.double(), expected, rtol=limits.eps, atol=subnormal + 2e-15)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("form", FORMS)
def test_operators(form, dtype):
    """Schema, autograd registration, fake tensors, and the dispatch of compiled graphs."""
    x, grad = (tensor(dtype, 30).reshape(5, 6).requires_grad_() for _ in range(2))
    for x, grad in [(x, grad), (x.t(), grad.t()), (x[:0], grad[:0])]:
        torch.library.opcheck(torch.ops.gelu.forward.default, (x, form, "fast", False))
        torch.library.opcheck(torch.ops.gelu.backward.default, (x, grad, form, "fast", False))
        torch.library.opcheck(torch.ops.gelu.second_derivative.default, (x.detach(), form, "fast", False))
    # Without dimensions.
    assert gelu.torch.gelu(x.new_tensor(1.0), form).shape == ()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("accuracy", gelu.ACCURACIES)
def test_gradients(form, accuracy):
    x = torch.linspace(-4, 4, 33, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda x: gelu.torch.gelu(x, form, accuracy=accuracy), x)
    assert torch.autograd.gradgradcheck(lambda x: gelu.torch.gelu(x, form, accuracy=accuracy), x)


@pytest.mark.parametrize("form", ["none", "tanh"])
def test_two_backward_passes_in_single_precision(form):
    def second(function):
        x = torch.linspace(-4, 4, 33, requires_grad=True)
        weight = torch.linspace(1, 2, 33, requires_grad=True)
        (first,) = torch.autograd.grad((function(x) * weight).sum(), x, create_graph=True)
        return torch.autograd.grad((first**2).sum(), (x, weight))

    ours = second(lambda x: gelu.torch.gelu(x, form))
    theirs = second(lambda x: torch.nn.functional.gelu(x, approximate=form))
    for ours, theirs in zip(ours, theirs):
        torch.testing.assert_close(ours, theirs, rtol=1e-5, atol=1e-5)


def test_a_third_backward_pass_is_an_error():
    x = torch.ones(3, requires_grad=True)
    y = gelu.torch.gelu(x)
    for _ in range(2):
        (y,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    with pytest.raises(RuntimeError):
        torch.autograd.grad(y.sum(), x)


@pytest.mark.parametrize("backend", ["aot_eager", "inductor"])
def test_compiled(backend):
    def step(x):
        return (gelu.torch.gelu(x * 2, "tanh") + 1).sum()

    x, y = (tensor(torch.float32, 4096).requires_grad_() for _ in range(2))
    compiled = torch.compile(step, fullgraph=True, backend=backend)
    step(x).backward()
    compiled(y).backward()
    assert torch.equal(x.grad, y.grad)


def test_elements_of_another_type():
    with pytest.raises(TypeError, match="torch.int32, expected one of torch.float32"):
        gelu.torch.gelu(torch.ones(3, dtype=torch.int32))
    with pytest.raises(ValueError, match="unknown approximate"):
        gelu.torch.gelu(torch.ones(3), "erf")
