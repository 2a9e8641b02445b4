"""throughput.py ASSEMBLY TARGET PROCESSOR…: a table of llvm-mca's cycles per element for the loops in ASSEMBLY."""
import os, re, subprocess, sys

assembly, target, *processors = sys.argv[1:]
lanes = {"avx512": 16, "avx2": 8, "portable": 4}


def functions():
    """The name and the lines of each function that has the loops of one instruction set."""
    text = open(assembly).read()
    for match in re.finditer(r"^(_R\w*):\n(.*?)^\s*\.cfi_endproc", text, re.M | re.S):
        yield match[1], match[2].splitlines()


def loops(lines):
    """The stretches that jump back to their own beginning: they are straight, and taken for every pair of vectors."""
    labels = {line.split(":")[0]: i for i, line in enumerate(lines) if re.match(r"\.L\w+:", line)}
    for i, line in enumerate(lines):
        jump = re.match(r"\s+(?:j\w+|b|b\.\w+|[ct]bn?z)\s+(?:.*, )?(\.L\w+)$", line)
        if jump and labels.get(jump[1], i) < i:
            body = lines[labels[jump[1]] + 1 : i + 1]
            if not any(re.match(r"\.L\w+:", inner) for inner in body):
                yield [inner for inner in body if not re.match(r"\s*[.#/]", inner)]


def cycles(body, processor):
    command = os.environ["MCA"].split() + [f"-mtriple={target}", f"-mcpu={processor}", "-iterations=200"]
    result = subprocess.run(command, input="\n".join(body) + "\n", capture_output=True, text=True)
    if result.returncode:
        sys.exit(result.stderr)
    return int(re.search(r"Total Cycles:\s+(\d+)", result.stdout)[1]) / 200


print(f"| {target}, cycles per element | " + " | ".join(processors) + " |")
print("|---" * (len(processors) + 1) + "|")
rows = {}
for symbol, lines in functions():
    name = subprocess.run(["c++filt", "-s", "rust"], input=symbol, capture_output=True, text=True).stdout.strip()
    run = re.search(r"isa::(\w+)::run::<", name)
    if not run:
        continue
    kernel = re.search(r"Map<(.*?), \d: usize", re.sub(r"gelu_kernels\[\w+\]::(\w+::)*", "", name))[1]
    # The other loops, if any, are those of a tail.
    body = max(loops(lines), key=len, default=[])
    if len(body) < 10:
        sys.exit(f"{name} has no loop")
    elements = 2 * lanes[run[1]]
    rows[f"{run[1]} {kernel}"] = [cycles(body, processor) / elements for processor in processors]
for name, row in sorted(rows.items()):
    print(f"| {name} | " + " | ".join(f"{cycles:.2f}" for cycles in row) + " |")
if not rows:
    sys.exit("no loop of a kernel found")
