"""The documentation as a site: every page is in the menu, links lead somewhere, and nothing comes from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


def test_every_page_is_in_the_menu_once() -> None:
    menu = re.findall(r"^ +- .+: (\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    pages = [page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")]
    assert sorted(menu) == sorted([*pages, "CHANGELOG.md", "CONTRIBUTING.md"])


def test_what_the_api_pages_name_is_there() -> None:
    import pkgutil

    for page in (DOCS / "api").glob("*.md"):
        names = re.findall(r"^::: (\S+)$", page.read_text("utf-8"), re.MULTILINE)
        assert names, page.name
        for name in names:
            if ".bridges." not in name:  # they need their libraries
                assert pkgutil.resolve_name(name).__doc__, name


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as scripts/site builds it."""
    pytest.importorskip("material", reason="needs the extra `docs`")
    pytest.importorskip("mkdocstrings", reason="needs the extra `docs`")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return folder


def test_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    pages = [page for page in site.rglob("*.html") if page.name != "404.html"]  # only a server shows that one
    assert len(pages) > 30
    for page in pages:
        text = page.read_text("utf-8")
        loaded = re.findall(r"""<(?:script|img|iframe|source)\b[^>]*?\bsrc=["']?([^"' >]+)""", text)
        loaded += re.findall(r"""<link\b[^>]*?\brel=["']?stylesheet["']?[^>]*?\bhref=["']?([^"' >]+)""", text)
        assert not [place for place in loaded if "//" in place], page.name
        for place in loaded:
            if not place.startswith("data:"):
                assert (page.parent / place.partition("?")[0]).exists(), (page.name, place)


def test_links_of_the_site_lead_to_files(site: Path) -> None:
    for page in site.rglob("*.html"):
        for place in re.findall(r"""<a\b[^>]*?\bhref=["']?([^"'# >]+)""", page.read_text("utf-8")):
            if not re.match(r"[a-z]+:", place) and page.name != "404.html":
                assert (page.parent / place).exists(), (page.relative_to(site), place)


def test_links_are_turned_to_where_pages_are_in_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("mkdocs", reason="needs the extra `docs`")
    monkeypatch.syspath_prepend(str(DOCS / "theme"))
    import hooks  # type: ignore[import-not-found]

    def turned(place: str, text: str) -> str:
        return hooks.on_page_markdown(text, SimpleNamespace(file=SimpleNamespace(src_uri=place)))

    assert turned("environments/exodus_v0.md", "[c](../../CHANGELOG.md)") == "[c](../CHANGELOG.md)"
    assert turned("CONTRIBUTING.md", "[a](docs/USING.md#rewards)") == "[a](USING.md#rewards)"
    assert turned("USING.md", "[r](../README.md) [x](https://a.b/c.md)") == "[r](index.md) [x](https://a.b/c.md)"
    assert turned("USING.md", "<!-- not run -->\n```python\n") == "```python\n"
