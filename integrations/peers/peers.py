"""GELU of PyTorch and ONNX Runtime beside this project's, on the same arrays: time and error.

OMP_NUM_THREADS sets the number of threads, RAYON_NUM_THREADS that of this project's.
"""

import math
import os
import time
from pathlib import Path

import gelu
import numpy as np
import onnx
import onnxruntime
import torch

THREADS = int(os.environ["OMP_NUM_THREADS"])
SIZES = {"32 KiB": 2**15, "1 MiB": 2**20, "16 MiB": 2**24}
ROUNDS = 6
RANGES = {
    "x ≥ −1": (-1, math.inf),
    "−3 ≤ x < −1": (-3, -1),
    "−5 ≤ x < −3": (-5, -3),
    "x < −5": (-math.inf, -5),
}


def ours(approximate, accuracy):
    def prepare(x, y):
        return lambda: gelu.gelu(x, out=y, approximate=approximate, accuracy=accuracy)

    return prepare


def pytorch(approximate):
    def prepare(x, y):
        x, y = torch.from_numpy(x), torch.from_numpy(y)
        call = torch.ops.aten.gelu.out
        return lambda: call(x, approximate=approximate, out=y)

    return prepare


def onnx_runtime(approximate):
    """A model of one node."""
    shape = [onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, ["n"]) for name in "xy"]
    node = onnx.helper.make_node("Gelu", ["x"], ["y"], approximate=approximate)
    graph = onnx.helper.make_graph([node], "gelu", shape[:1], shape[1:])
    opset = onnx.helper.make_opsetid("", 20)
    model = onnx.helper.make_model(graph, opset_imports=[opset], ir_version=10)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )

    def prepare(x, y):
        binding = session.io_binding()
        for bind, name, array in (binding.bind_input, "x", x), (binding.bind_output, "y", y):
            bind(name, "cpu", 0, np.float32, array.shape, array.ctypes.data)
        return lambda: session.run_with_iobinding(binding)

    return prepare


# Form, name, and a function of two arrays that makes a call without arguments.
PEERS = [
    (form, name, prepare)
    for form, approximate in (("exact", "none"), ("tanh", "tanh"))
    for name, prepare in (
        ("**gelu, fast**", ours(approximate, "fast")),
        ("**gelu, precise**", ours(approximate, "precise")),
        ("PyTorch", pytorch(approximate)),
        ("ONNX Runtime", onnx_runtime(approximate)),
    )
]


def shortest_time(call):
    shortest, start = math.inf, time.perf_counter()
    while shortest == math.inf or time.perf_counter() - start < 0.03:
        before = time.perf_counter()
        call()
        shortest = min(shortest, time.perf_counter() - before)
    return shortest


def speed(activations):
    columns = []
    for size in SIZES.values():
        x = np.resize(activations, size // 4)
        y = np.zeros_like(x)
        calls = [prepare(x, y) for *_, prepare in PEERS]
        # All take turns, so that what else the machine does hits all of them.
        rounds = [[shortest_time(call) for call in calls] for _ in range(ROUNDS)]
        columns.append([min(times) / x.size for times in zip(*rounds)])
    print(f"{THREADS} thread(s), ns per element (× ours, fast):\n")
    print(f"| form | implementation | {' | '.join(SIZES)} |")
    print("|---|---|" + "---|" * len(SIZES))
    for i, (form, name, _) in enumerate(PEERS):
        first = next(j for j, peer in enumerate(PEERS) if peer[0] == form)
        cells = [f"{times[i] * 1e9:.3f} ({times[i] / times[first]:.2f})" for times in columns]
        print(f"| {form} | {name} | {' | '.join(cells)} |")


def truth(form, x):
    """The value in binary64, by a formula that doesn't cancel."""
    x = x.astype(np.float64)
    if form == "exact":
        erfc = np.vectorize(math.erfc, otypes=[np.float64])
        return 0.5 * x * erfc(np.maximum(x, -40) * -math.sqrt(0.5))
    with np.errstate(over="ignore"):
        u = 2 * math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)
    e = np.exp(-np.abs(u))
    return np.where(x > 0, x / (1 + e), x * e / (1 + e))


def accuracy():
    """The largest errors over every 1021st float32, and the value at −∞."""
    x = np.arange(0, 2**32, 1021, dtype=np.uint64).astype(np.uint32).view(np.float32)
    x = x[np.isfinite(x)]
    print("\nLargest error in ulp:\n")
    print(f"| form | implementation | {' | '.join(RANGES)} | value at −∞ |")
    print("|---|---|" + "---|" * (len(RANGES) + 1))
    truths = {form: truth(form, x) for form in ("exact", "tanh")}
    for form, name, prepare in PEERS:
        y = np.empty_like(x)
        prepare(x, y)()
        _, exponent = np.frexp(truths[form])
        exponent[truths[form] == 0] = -126
        with np.errstate(invalid="ignore"):
            errors = np.abs(y - truths[form]) / np.ldexp(1.0, np.maximum(exponent - 1, -126) - 23)
        # NaN and what has overflown on the way.
        errors[~np.isfinite(y)] = math.inf
        cells = []
        for low, high in RANGES.values():
            error = errors[(low <= x) & (x < high)].max()
            cells.append("not finite" if error == math.inf else f"{error:.2f}" if error < 1e4 else f"{error:.1e}")
        infinity, result = np.full(64, -np.inf, np.float32), np.empty(64, np.float32)
        prepare(infinity, result)()
        print(f"| {form} | {name} | {' | '.join(cells)} | {result[0]} |")


print(f"PyTorch {torch.__version__}, ONNX Runtime {onnxruntime.__version__}, NumPy {np.__version__}; ", end="")
torch.set_num_threads(THREADS)
data = Path(__file__).parents[2] / "data" / "minilm_layer3_preact_f32.npy"
speed(np.load(data).ravel())
if THREADS == 1:
    accuracy()
