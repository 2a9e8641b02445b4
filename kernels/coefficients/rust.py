"""Rust source for tables of floating-point constants."""

import textwrap

from mpmath import mp, mpf

SIGNIFICAND_BITS = {"f32": 24, "f64": 53}


def rounded(x, scalar):
    """To the nearest value of the type, which must be zero or a normal number."""
    with mp.workprec(SIGNIFICAND_BITS[scalar]):
        result = +mpf(x)
    if result != 0 and not -126 <= mp.floor(mp.log(abs(result), 2)) <= 127:
        raise ValueError(f"{x} is no normal {scalar}")  # the same range for f64; nothing here needs more
    return result


def literal(x, scalar):
    """The shortest decimal that reads as x, in Rust's syntax."""
    if rounded(x, scalar) != x:
        raise ValueError(f"{x} is no {scalar}")
    for digits in range(1, 18):
        text = f"{float(x):.{digits}g}"
        if rounded(mpf(text), scalar) == x:
            break
    mantissa, _, exponent = text.partition("e")
    if exponent:
        return f"{mantissa}e{int(exponent)}"
    return mantissa if "." in mantissa else mantissa + ".0"


class Source:
    """Collects the text; `print` it at the end."""

    WIDTH = 110

    def __init__(self, documentation):
        self.text = self.comment("//!", documentation)

    def comment(self, marker, text):
        paragraphs = textwrap.dedent(text).strip().split("\n\n")
        lines = []
        for paragraph in paragraphs:
            filled = textwrap.wrap(
                " ".join(paragraph.split()),
                self.WIDTH - len(marker) - 1,
                break_long_words=False,
                break_on_hyphens=False,
            )
            lines += [marker] * bool(lines) + [f"{marker} {line}" for line in filled]
        return "\n".join(lines) + "\n"

    def constant(self, name, scalar, value, documentation):
        """A scalar, or a table if `value` is a list; values must have been rounded."""
        self.text += "\n" + self.comment("///", documentation)
        if isinstance(value, list):
            head, items = f"pub(crate) const {name}: [{scalar}; {len(value)}] = ", [literal(v, scalar) for v in value]
            row = f"[{', '.join(items)}];"
            line = head + row  # and, as rustfmt would do, if that is too long:
            if len(line) > self.WIDTH:
                line = f"{head.rstrip()}\n    {row}"
            if len(row) > self.WIDTH - 4:
                line = f"{head}[\n" + "".join(f"    {item},\n" for item in items) + "];"
        else:
            line = f"pub(crate) const {name}: {scalar} = {literal(value, scalar)};"
        self.text += line + "\n"

    def __str__(self):
        return self.text
