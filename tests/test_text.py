"""Text from outside never steers a terminal."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from exodus_env.kit.text import printable

C0_AND_C1 = [*range(0x20), *range(0x7F, 0xA0)]
BIDI = [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
BREAKS = [0x2028, 0x2029]
SURROGATES = [0xD800, 0xDC80, 0xDFFF]  # what os.fsdecode makes of bytes that are not UTF-8


@pytest.mark.parametrize("code", [*C0_AND_C1, *BIDI, *BREAKS, *SURROGATES], ids=hex)
def test_no_control_character_is_printed_raw(code: int) -> None:
    shown = printable(f"a{chr(code)}b")
    assert shown.isprintable()
    assert shown.startswith("a\\") and shown.endswith("b")
    assert shown.encode("ascii").decode("unicode_escape") == f"a{chr(code)}b"  # which one it was can be read off


def test_what_is_left_raw_is_no_control_character() -> None:
    everything = "".join(map(chr, range(sys.maxunicode + 1)))
    left = {unicodedata.category(letter) for letter in printable(everything)}
    assert not left & {"Cc", "Cf", "Cs", "Zl", "Zp"}


@pytest.mark.parametrize("text", ["", "Planet of Interest", "Zürich: 10 ± 2 €", "Πρόξιμα 星 😀", r"a \x1b spelled out"])
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert printable(text) == text
