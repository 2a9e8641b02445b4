"""throughput.py ASSEMBLY TARGET PROCESSOR…: a table of llvm-mca's cycles per element for the loops in ASSEMBLY.

All that is between loading and storing is one straight block, the longest of its function, as whole vectors and tails
share it. What loads and stores is not counted."""
import os, re, subprocess, sys
from concurrent.futures import ThreadPoolExecutor

assembly, target, *processors = sys.argv[1:]
lanes = {"avx512": 16, "avx2": 8, "portable": 4}
# Elements in as many bits as a lane of f32 has, times the vectors in lock-step.
vectors = {"f32": 2, "f64": 1, "f16": 4, "bf16": 4}
ITERATIONS = 50
accuracies = ["fast", "precise", "relaxed"]


def functions():
    """The name and the lines of each function that has the loop of one instruction set."""
    text = open(assembly).read()
    for match in re.finditer(r"^(_R\w*):\n(.*?)^\s*\.cfi_endproc", text, re.M | re.S):
        yield match[1], match[2].splitlines()


def longest_block(lines):
    """The longest stretch of instructions without a label or a jump."""
    blocks = [[]]
    for line in lines:
        if re.match(r"\.L\w+:", line) or re.match(r"\s+(?:j\w+|b|b\.\w+|[ct]bn?z)\s", line):
            blocks.append([])
        elif not re.match(r"\s*[.#/]", line):
            blocks[-1].append(line)
    return max(blocks, key=len)


def cycles(bodies, processor):
    """The cycles that each of the bodies takes, as regions of one input: most of llvm-mca's time is its start."""
    command = os.environ["MCA"].split() + [f"-mtriple={target}", f"-mcpu={processor}", f"-iterations={ITERATIONS}"]
    comment = "//" if target.startswith("aarch64") else "#"
    regions = (f"{comment} LLVM-MCA-BEGIN\n" + "\n".join(body) + f"\n{comment} LLVM-MCA-END\n" for body in bodies)
    result = subprocess.run(command, input="".join(regions), capture_output=True, text=True)
    if result.returncode:
        sys.exit(result.stderr)
    totals = [int(total) / ITERATIONS for total in re.findall(r"Total Cycles:\s+(\d+)", result.stdout)]
    assert len(totals) == len(bodies)
    return totals


print(f"| {target}, cycles per element | " + " | ".join(processors) + " |")
print("|---" * (len(processors) + 1) + "|")
rows = {}
for symbol, lines in functions():
    name = subprocess.run(["c++filt", "-s", "rust"], input=symbol, capture_output=True, text=True).stdout.strip()
    name = re.sub(r"(?:\w+(?:\[\w+\])?::)+", lambda path: path[0].rpartition("isa::")[2] if "isa::" in path[0] else "", name)
    kernel = re.search(r"^(\w+)::run::<Map<Compute<(\w+), (\w+), (\d): usize>, (\w+), ", name)
    if not kernel:
        continue
    isa, operation, form, accuracy, element = kernel.groups()
    body = longest_block(lines)
    if len(body) < 10:
        sys.exit(f"{name} has no block of arithmetic")
    elements = vectors[element] * lanes[isa]
    name = f"{operation} {element} {form.lower()} {accuracies[int(accuracy)]} {isa}"
    rows[name] = (elements, body)
if not rows:
    sys.exit("no loop of a kernel found")
with ThreadPoolExecutor(os.cpu_count()) as workers:
    bodies = [body for _, body in rows.values()]
    columns = list(workers.map(lambda processor: cycles(bodies, processor), processors))
for (name, (elements, _)), *row in sorted(zip(rows.items(), *columns)):
    print(f"| {name} | " + " | ".join(f"{cycles / elements:.2f}" for cycles in row) + " |")
