"""A page of the system's Chromium, driven by Playwright, that can reach no network."""

import shutil
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect, sync_playwright

#: Milliseconds for one page or one answer, on a machine that is busy.
PATIENCE = 120_000


@contextmanager
def opened_page():
    """Yield a page that keeps, since its last visit, what it requested and its errors."""
    paths = map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))
    path = next(filter(None, paths), None) or pytest.skip("there is no Chromium here")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, timeout=PATIENCE)
        page = browser.new_page(offline=True)
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        page.on("request", lambda request: page.requested.append(request.url))
        page.on("pageerror", lambda error: page.failures.append(str(error)))
        page.on("console", lambda said: said.type == "log" or page.complaints.append(said.text))
        yield page
        browser.close()


def visit(page, path, query=""):
    """Load a file, with a query such as "?q=x"."""
    page.requested, page.failures, page.complaints = [], [], []
    page.goto(path.as_uri() + query)
