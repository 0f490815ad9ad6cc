"""A real browser for tests of pages: Playwright with a Chromium of the system."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
# A browser that runs as root in a container, and talks to nobody else.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
HOW = (
    "install Chromium (apt install chromium, or python -m playwright install chromium), or name a browser in "
    "EXODUS_BROWSER"
)


@contextlib.contextmanager
def chromium() -> Iterator[Any]:
    """A browser; the test is skipped, and says how to get one, where there is none."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs Playwright: pip install exodus-env[web-test]")
    found = os.environ.get("EXODUS_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
    with sync_api.sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))
        except sync_api.Error as error:
            pytest.skip(f"there is no browser ({str(error).splitlines()[0]}): {HOW}")
        try:
            yield browser
        finally:
            browser.close()
