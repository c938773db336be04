"""A browser for the maps: Debian's Chromium, offline. Where there is none its tests are skipped, but never in CI."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Error, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


# Not for the whole session: playwright keeps an event loop running, and tests of the terminal want their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no Chromium is installed: apt-get install chromium fonts-dejavu-core")
        pytest.skip("no Chromium is installed: apt-get install chromium fonts-dejavu-core")
    with sync_playwright() as playwright:
        try:
            started = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        except Error as error:
            pytest.fail(f"{path} does not start: {error}")
        yield started
        started.close()
