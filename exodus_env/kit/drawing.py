"""Positions as pictures: SVG elements, fragments put together to one document, and its pixels.

A game draws named fragments (`Definition.fragments`), each the inside of a `<g>` in one common canvas. Everything that
shows games uses them: `picture` puts them together, `pixels` and `png` make a bitmap of that. Elements carry their
looks as attributes, so that a browser and resvg show the same. Letters are as wide as those of DejaVu Sans, which comes
with matplotlib, so bitmaps need no fonts of the system; a narrower font of a browser fits as well.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import numpy as np

from exodus_env.kit.definition import Definition, Viewer

Size = tuple[int, int]  # width, height

RENDER_MODES: Final = ("ansi", "human", "svg", "rgb_array")  # of environments
FONTS: Final = "'DejaVu Sans', Verdana, 'Segoe UI', sans-serif"
MONOSPACED: Final = "'DejaVu Sans Mono', Menlo, Consolas, monospace"
FONT_FILES: Final = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf")
PAPER: Final = "#0b1020"
INK: Final = "#e8ecf5"
MONOSPACED_WIDTH: Final = 0.602  # of a letter, in its size

_FLUID: Final = '<svg style="width: 100%; height: auto" '
_NAME: Final = re.compile(r"[a-z0-9-]+")
# Widths of the letters from the space to the tilde, in thousandths of their size.
_FIRST_LETTER: Final = 32
_PLAIN: Final = (
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636, 636,
    636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863,
    748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635,
    615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636,
    337, 636, 838,
)  # fmt: skip
_BOLD: Final = (
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365, 696, 696, 696, 696, 696, 696, 696,
    696, 696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830, 683, 683, 821, 837, 372, 372, 775, 637, 995,
    837, 850, 733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 365, 457, 838, 500, 500, 675, 716, 593, 716,
    678, 435, 716, 712, 343, 343, 665, 343, 1042, 712, 687, 716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712,
    365, 712, 838,
)  # fmt: skip
_OTHER: Final = 700  # any other letter


def picture(fragments: Mapping[str, str], canvas: Size) -> str:
    """A whole SVG document; the fragment NAME is the group with the id f-NAME."""
    width, height = canvas
    groups = "".join(f'<g id="f-{_checked(name)}">{markup}</g>' for name, markup in fragments.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="{FONTS}">{groups}</svg>'
    )


def draw(rules: Definition, game: Any, viewer: Viewer) -> str:
    """A position as an SVG document, with what the viewer may know."""
    return picture(rules.fragments(game, viewer), rules.canvas())


def notebook(svg: str) -> str:
    """An SVG document as HTML, as wide as the page allows."""
    return f'<div style="max-width: 100%; overflow: hidden">{svg.replace("<svg ", _FLUID, 1)}</div>'


def png(svg: str, width: int | None = None) -> bytes:
    """An SVG document as a PNG file, of another width if one is given."""
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=_font_files(),
            sans_serif_family="DejaVu Sans",
            monospace_family="DejaVu Sans Mono",
        )
    )


def pixels(svg: str, width: int | None = None) -> np.ndarray[Any, Any]:
    """An SVG document as an array of bytes: rows, columns, red green blue."""
    from PIL import Image

    with Image.open(io.BytesIO(png(svg, width))) as image:
        return np.asarray(image.convert("RGB")).copy()


@cache
def _font_files() -> list[str]:
    """The fonts that matplotlib brings, found without importing it."""
    spec = find_spec("matplotlib")
    if spec is None or spec.origin is None:
        raise RuntimeError("matplotlib, whose fonts pictures are drawn with, is not installed")
    folder = Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf"
    return [str(folder / name) for name in FONT_FILES]


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError(f"the name of a fragment may have small letters, digits and hyphens, not {name!r}")
    return name


# Elements -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32768)
def number(value: float) -> str:
    """A coordinate, written as short as possible."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def points(corners: Iterable[tuple[float, float]]) -> str:
    """Corners as the attribute of a polygon."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


@lru_cache(maxsize=32768)
def write(
    x: float,
    y: float,
    words: str,
    size: float,
    fill: str = INK,
    *,
    anchor: str = "",
    bold: bool = False,
    more: str = "",
) -> str:
    """A line of text from its base; `anchor` is "middle" or "end" where x is not the left edge."""
    looks = (f' text-anchor="{anchor}"' if anchor else "") + (' font-weight="bold"' if bold else "")
    place = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="{fill}"{looks}'
    return f"<text {place}{f' {more}' if more else ''}>{escape(words, quote=False)}</text>"


@lru_cache(maxsize=8192)
def text_width(words: str, size: float, bold: bool = False) -> float:
    """How wide a line of text is."""
    widths = _BOLD if bold else _PLAIN
    last = _FIRST_LETTER + len(widths)
    return size * sum(widths[ord(c) - 32] if _FIRST_LETTER <= ord(c) < last else _OTHER for c in words) / 1000


@lru_cache(maxsize=8192)
def fitted(words: str, size: float, room: float, bold: bool = False) -> str:
    """A text, shortened with an ellipsis if it does not fit."""
    if text_width(words, size, bold) <= room:
        return words
    kept = words
    while kept and text_width(kept + "…", size, bold) > room:
        kept = kept[:-1]
    return f"{kept.rstrip()}…" if kept else ""


@lru_cache(maxsize=8192)
def folded(words: str, size: float, room: float, most: int, bold: bool = False) -> tuple[str, ...]:
    """A text in at most `most` lines that fit; if words are missing, the last line ends with an ellipsis."""
    if most < 1:
        return ()
    lines: list[str] = []
    line = ""
    rest = words.split()
    for place, word in enumerate(rest):
        longer = f"{line} {word}".lstrip()
        if line and text_width(longer, size, bold) > room:
            if len(lines) == most - 1:
                return (*lines, fitted(" ".join([line, *rest[place:]]), size, room, bold))
            lines.append(line)
            line = word
        else:
            line = longer
    return (*lines, fitted(line, size, room, bold)) if line else tuple(lines)


def lines_of_text(lines: Sequence[str], canvas: Size) -> str:
    """Lines of text with columns, as large as the canvas allows."""
    width, height = canvas
    longest = max([len(line) for line in lines] or [1])
    size = min(14.0, (height - 20) / (len(lines) * 1.25), (width - 40) / (max(longest, 1) * MONOSPACED_WIDTH))
    rows = [
        write(20, 10 + (place + 1) * size * 1.25, line, round(size, 2), more='xml:space="preserve"')
        for place, line in enumerate(lines)
        if line
    ]
    page = f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
    return f'{page}<g font-family="{MONOSPACED}">{"".join(rows)}</g>'
