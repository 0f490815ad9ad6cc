"""How many tokens a text takes, without a tokenizer: an estimate that errs on the high side."""

from __future__ import annotations

import math
import re
from typing import Final

# Roughly the pieces that tokenizers never join: words with the blank before them, digits by threes, marks, line breaks.
_PIECES: Final = re.compile(r" ?[^\W\d_]+|\d{1,3}| ?[^\s\w]+|_+|\n+|[^\S\n]+")
_LETTERS: Final = 8  # of a word that make one token at least

_MARGIN: Final = 1.1  # over what tokenizers needed for prompts of ours


def tokens(text: str) -> int:
    """An estimate of the tokens of a text (docs/LANGUAGE_MODELS.md says how it compares with real tokenizers)."""
    return math.ceil(_MARGIN * sum(_cost(piece) for piece in _PIECES.findall(text)))


def _cost(piece: str) -> int:
    word = piece.strip()
    if not word.isalpha():
        return max(1, (len(word) + 1) // 2)
    return len(word.encode()) // 2 if not word.isascii() else 1 + (len(word) - 1) // _LETTERS
