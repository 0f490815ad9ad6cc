"""Pages of the site that are kept elsewhere in the project, and links between the two."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from posixpath import dirname, join, normpath, relpath
from typing import Any, Final

from mkdocs.structure.files import File

DOCS: Final = "docs/"
OUTSIDE: Final = ("CHANGELOG.md", "CONTRIBUTING.md")  # they keep their names
AS_ANOTHER: Final = {"README.md": "index.md"}  # the front page takes its place
FETCHED: Final = "https://unpkg.com/iframe-worker/shim"
WORKER: Final = "file_worker.js"  # takes its place
LINK: Final = re.compile(r"(\]\()([^)#\s:]+)(#[^)\s]*)?\)")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages from outside the folder."""
    root = Path(config.config_file_path).parent
    for name in OUTSIDE:
        files.append(File.generated(config, name, abs_src_path=str(root / name)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Let links lead to where pages are in the site. Notes to our tests are dropped."""
    here = page.file.src_uri
    source = here if here in OUTSIDE else DOCS + here

    def link(found: re.Match[str]) -> str:
        before, target, anchor = found.groups()
        aim = normpath(join(dirname(source), target))
        if aim.startswith(DOCS):
            aim = aim.removeprefix(DOCS)
        else:
            aim = AS_ANOTHER.get(aim, aim)
        return f"{before}{relpath(aim, dirname(here) or '.')}{anchor or ''})"

    return re.sub(r"^<!-- not run -->\n", "", LINK.sub(link, markdown), flags=re.MULTILINE)


def on_post_build(config: Any, **_: Any) -> None:
    """Let pages load nothing from elsewhere: the theme would fetch what lets search work from a folder."""
    site = Path(config.site_dir)
    shutil.copy(Path(__file__).parent / WORKER, site / "assets" / WORKER)
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        if FETCHED in text:
            local = relpath(f"assets/{WORKER}", dirname(page.relative_to(site).as_posix()) or ".")
            page.write_text(text.replace(FETCHED, local), encoding="utf-8")
