"""The site of the reference in a real browser without a network: whole, readable, and walked."""

import importlib.resources
import re
import shutil
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import pytest
from browser import Browser, find_browser
from reference_site import sphinx, write_reference_pages
from test_library_docs import documented, stub

pytestmark = pytest.mark.skipif(find_browser() is None, reason="there is no Chromium here")

#: In the text of a page: a command of TeX, or dollars around a formula.
RAW_TEX = re.compile(r"\\[a-zA-Z]{2,}|\$\$")
#: A page's text without code, which may quote TeX, and without what browsers do not show.
TEXT = """(() => {
  const copy = document.body.cloneNode(true);
  copy.querySelectorAll("script, style, pre, code, annotation").forEach((x) => x.remove());
  return copy.textContent;
})()"""
LINKS = """[...document.querySelectorAll("[href], [src]")].map((x) =>
  new URL(x.getAttribute("href") ?? x.getAttribute("src"), document.baseURI).href)"""
PHONE = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True}
SCREEN = {"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": False}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Return the site, copied to another folder and without its sources."""
    folder = tmp_path_factory.mktemp("reference")
    made = sphinx(write_reference_pages(folder), folder / "site")
    shutil.rmtree(folder / "pages")
    return Path(shutil.move(made, tmp_path_factory.mktemp("moved") / "elsewhere"))


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    opened = Browser(find_browser(), tmp_path_factory.mktemp("browser"))
    yield opened
    opened.close()


@pytest.fixture(autouse=True)
def plain(browser):
    yield
    browser.call("Emulation.clearDeviceMetricsOverride")
    browser.call("Emulation.setEmulatedMedia", media="", features=[])


class Seen(NamedTuple):
    """What there is to see of a page, and its width on a phone."""

    asked: list
    complaints: list
    text: str
    ids: set
    links: list
    width: int


@pytest.fixture(scope="module")
def seen(site, browser):
    """Return page → what a browser sees of it."""
    browser.call("Emulation.setDeviceMetricsOverride", **PHONE)
    found = {}
    for page in sorted(set(site.rglob("*.html")) - set((site / "_static").rglob("*.html"))):
        browser.visit(page)
        found[page] = Seen(
            browser.requests(), browser.complaints(), browser.evaluate(TEXT),
            set(browser.evaluate("[...document.querySelectorAll('[id]')].map((x) => x.id)")),
            browser.evaluate(LINKS), browser.evaluate("document.documentElement.scrollWidth"),
        )  # fmt: skip
    return found


def test_no_page_asks_for_more_complains_or_shows_tex(seen):
    assert len(seen) > 150
    for page, found in seen.items():
        assert not [url for url in found.asked if not url.startswith(("file:", "data:"))], page
        assert not found.complaints, page
        assert not RAW_TEX.findall(found.text), page


def test_every_link_leads_somewhere(seen):
    links = [(page, address) for page, found in seen.items() for address in found.links]
    assert len(links) > 10_000
    for page, address in set(links):
        parts = urlsplit(address)
        if parts.scheme == "file":
            file, anchor = Path(unquote(parts.path)), unquote(parts.fragment)
            assert file.is_file(), (page, address)
            if anchor and file.suffix == ".html":
                assert anchor in seen[file].ids, (page, address)


def test_pages_fit_a_phone(seen):
    assert not [(page, found.width) for page, found in seen.items() if found.width > 390]


def test_the_site_is_not_large(site):
    assert sum(path.stat().st_size for path in site.rglob("*")) < 25_000_000


# ------------------------------------------------------------------ by clicks


def click(browser, *texts):
    """Click links one after another; return the file where the last one led."""
    for text in texts:
        browser.click(text)
    return Path(unquote(urlsplit(browser.evaluate("location.href")).path)).name


def visible(browser, text):
    """Return whether a text can be read without another click."""
    return text in browser.evaluate("document.body.innerText")


def test_a_reader_walks_from_the_first_page_to_the_evidence_of_lemma_9(site, browser):
    browser.call("Emulation.setDeviceMetricsOverride", **SCREEN)
    browser.visit(site / "index.html")
    assert click(browser, "Results", "Lemma 9") == "lemma_9.html"
    assert visible(browser, "The paper’s proof has a gap; we give another.")
    assert not visible(browser, "proofs/sensitivity/")
    click(browser, "Checked by Coq")
    assert visible(browser, "proofs/sensitivity/")
    click(browser, "Line by line")
    assert visible(browser, "which is not at most the right side")
    click(browser, "Data, parameters")
    table = browser.evaluate(
        """[...document.querySelectorAll("a.download")]
          .filter((x) => x.checkVisibility()).map((x) => x.href)"""
    )
    assert any(address.endswith("networks.csv.gz") for address in table)
    assert all(Path(unquote(urlsplit(address).path)).is_file() for address in table)
    assert click(browser, "notebook") == "average_sensitivity.html"
    assert click(browser, "Lemma 9") == "lemma_9.html"


def test_a_programmer_walks_from_the_library_to_an_interval(site, browser):
    browser.call("Emulation.setDeviceMetricsOverride", **SCREEN)
    browser.visit(site / "index.html")
    assert click(browser, "Library", "Reference", "Rademacher complexity") == "rademacher.html"
    assert visible(browser, "rademacher_interval(points, *, s, k, W, B")


def test_the_search_works_from_a_file(site, browser):
    browser.visit(site / "search.html", "?q=rademacher_interval")
    results = """(async () => { for (let turn = 0; turn < 200; turn++) {
      const found = [...document.querySelectorAll("#search-results li a")];
      if (found.length) return found.map((link) => link.href);
      await new Promise((on) => setTimeout(on, 50)); } })()"""
    assert any("reference/rademacher.html" in address for address in browser.evaluate(results))
    assert not browser.complaints()


def test_the_table_of_claims_sorts_by_its_titles(site, browser):
    browser.visit(site / "results.html")
    column = """[...document.querySelectorAll("table.sortable tbody tr")]
      .map((row) => row.cells[%d].textContent.trim())"""
    press = """(() => { const title = document.querySelectorAll("table.sortable th")[1];
      title.querySelector("button").click(); return title.getAttribute("aria-sort"); })()"""
    first = browser.evaluate(column % 0)
    assert browser.evaluate(press) == "ascending"
    up = browser.evaluate(column % 1)
    assert up[0].startswith("definition")
    assert browser.evaluate(press) == "descending"
    assert browser.evaluate(column % 1)[0].startswith("question")
    assert sorted(browser.evaluate(column % 0)) == sorted(first)


def test_the_keyboard_reaches_the_claims_of_the_graph(site, browser):
    browser.visit(site / "graph.html")
    awaited = {"Lemma 9: holds", "Theorem A: ours"}
    for _ in range(300):
        for kind in ("keyDown", "keyUp"):
            browser.call("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab",
                         windowsVirtualKeyCode=9)  # fmt: skip
        awaited.discard(browser.evaluate("document.activeElement.getAttribute('aria-label')"))
        if not awaited:
            break
    assert not awaited


# ------------------------------------------------------------------ to the eye


def test_formulas_are_set_in_the_font_that_is_shipped(site, browser):
    browser.visit(site / "claims/lemma_9.html")
    browser.evaluate("document.fonts.ready.then(() => true)")
    browser.call("DOM.enable")
    browser.call("CSS.enable")
    root = browser.call("DOM.getDocument")["root"]["nodeId"]
    node = browser.call("DOM.querySelector", nodeId=root, selector=".formula mi")["nodeId"]
    fonts = browser.call("CSS.getPlatformFontsForNode", nodeId=node)["fonts"]
    assert [(font["familyName"], font["isCustomFont"]) for font in fonts] == [
        ("STIX Two Math", True)
    ]


@pytest.mark.parametrize(("shape", "moved"), [(SCREEN, False), (PHONE, True)])
def test_a_figure_fits_or_can_be_moved_sideways(site, browser, shape, moved):
    browser.call("Emulation.setDeviceMetricsOverride", **shape)
    browser.visit(site / "claims/lemma_9.html")
    figures = browser.evaluate(
        """[...document.querySelectorAll(".wide:has(img)")]
          .map((x) => [x.scrollWidth > x.clientWidth, x.tabIndex === 0])"""
    )
    assert figures
    assert all(figure == [moved, moved] for figure in figures)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("shape", [SCREEN, PHONE], ids=["screen", "phone"])
def test_axe_finds_nothing_serious(site, browser, scheme, shape):
    pytest.importorskip("axe_core_python", reason="axe-core-python is not installed: make setup")
    axe = (importlib.resources.files("axe_core_python") / "axe.min.js").read_text("utf-8")
    names = ["index", "results", "graph", "glossary", "beyond", "outside", "evidence", "errata"]
    names += ["claims/lemma_9", "claims/conj_20", "claims/theorem_5", "proofs", "search"]
    names += ["notebooks/juntas", "notebooks/jobs/juntas/cost", "library/howto-network"]
    names += ["library/reference/learning", "library/reference/bounds"]
    # Of all rules these alone depend on the colours, and pages in both schemes are the same.
    rules = ["color-contrast", "link-in-text-block"] if scheme == "dark" else []
    only = f"runOnly: {rules}, " if rules else ""
    browser.call("Emulation.setDeviceMetricsOverride", **shape)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.call("Emulation.setEmulatedMedia", features=features)
    found = {}
    for name in names:
        browser.visit(site / f"{name}.html")
        # What is folded has no place of its own before it is opened.
        browser.evaluate(
            """(() => { const still = document.createElement("style");
              still.textContent = "* { animation: none !important; transition: none !important; }";
              document.head.append(still);
              document.querySelectorAll("details").forEach((x) => { x.open = true; });
              return new Promise((on) => requestAnimationFrame(() => requestAnimationFrame(on)));
            })()"""
        )
        browser.evaluate(f"{axe}; null")
        violations = browser.evaluate(
            f"axe.run({{{only}resultTypes: ['violations']}}).then((r) => r.violations)"
        )
        grave = [
            (rule["id"], [node["html"][:200] for node in rule["nodes"]][:3])
            for rule in violations
            if rule["impact"] in ("serious", "critical")
        ]
        if grave:
            found[name] = grave
    assert not found


# ----------------------------------------------------------------- the library


def test_every_public_name_has_a_page(site):
    described = set()
    for page in (site / "library/reference").glob("*.html"):
        described |= set(re.findall(r'<dt [^>]*id="([^"]+)"', page.read_text("utf-8")))
    public = {name for part in ("", ".bounds", ".learning", ".rademacher")
              for name in stub(f"sparseact{part}")}  # fmt: skip
    assert len(public) > 150
    assert not public - described
    assert not set(documented()) - described


def test_a_bound_says_what_its_arguments_may_be(site):
    page = (site / "library/reference/bounds-section_3.html").read_text("utf-8")
    entry = re.search(r'id="sparseact.bounds.lemma_10">.*?</dl>\n</dd></dl>', page, re.DOTALL)[0]
    said = " ".join(re.sub(r"<[^>]*>", " ", entry).split())
    assert "n, s, k, W, B a finite number of at least 0; k is at most s" in said
    assert "rho a number in [-1, 1]" in said
    assert "|h|" in re.sub(r"<[^>]*>", "", page)
