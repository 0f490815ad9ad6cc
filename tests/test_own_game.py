"""docs/YOUR_OWN_GAME.md shows the toy game as it is."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "YOUR_OWN_GAME.md").read_text(encoding="utf-8")


def test_the_page_shows_every_file_of_the_toy_game_as_it_is() -> None:
    shown = dict(re.findall(r"^`(tests/toy/\w+\.py)`:\n\n<!-- not run -->\n```python\n(.*?)^```$", PAGE, re.M | re.S))
    files = sorted((ROOT / "tests" / "toy").glob("*.py"))
    assert sorted(shown) == [f"tests/toy/{path.name}" for path in files if path.name != "__init__.py"]
    for name, text in shown.items():
        assert text == (ROOT / name).read_text(encoding="utf-8"), f"{name} differs from docs/YOUR_OWN_GAME.md"
