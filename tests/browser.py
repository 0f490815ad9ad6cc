"""A real browser for tests of pages: Playwright with a Chromium of the system.

`python -m tests.browser` says whether there is one, for otherwise these tests are skipped.
"""

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
    try:
        with started() as browser:
            yield browser
    except NoBrowser as error:
        pytest.skip(str(error))


class NoBrowser(Exception):
    """Why no browser can be started, and how to get one."""


@contextlib.contextmanager
def started() -> Iterator[Any]:
    """A browser; raises NoBrowser where there is none."""
    try:
        from playwright import sync_api
    except ImportError:
        raise NoBrowser("Playwright is missing: pip install exodus-env[web-test]") from None
    found = os.environ.get("EXODUS_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
    with sync_api.sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))
        except sync_api.Error as error:
            raise NoBrowser(f"there is no browser ({str(error).splitlines()[0]}): {HOW}") from None
        try:
            yield browser
        finally:
            browser.close()


def main() -> None:
    """Say in a line whether tests of pages can run."""
    try:
        with started() as browser:
            print(f"Pages are tested in Chromium {browser.version}.")
    except NoBrowser as error:
        print(f"Tests of pages in a browser were skipped: {error}")


if __name__ == "__main__":
    main()
