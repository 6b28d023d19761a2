"""The site in a real browser without a network: the reference's, and the last full run's."""

import importlib.resources
import re
import shutil
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit

import made_up
import pytest
from browser import Browser, find_browser
from read_yaml import read_yaml

import sparseact.bounds
from claimcheck.about import read_about
from claimcheck.comparison import compare
from claimcheck.configuration import job_parameters
from claimcheck.files import write_records
from claimcheck.registry import read_registry
from claimcheck.site import write_site
from claimcheck.summary import summarize, write_summary

ROOT = Path(__file__).resolve().parents[1]
REFERENCE = ROOT / "results/reference"
RUN = ROOT / "results/site"

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
SHOWN = """[...document.querySelectorAll("#table tbody tr")]
  .filter((row) => row.offsetParent !== null).map((row) => row.querySelector("a").textContent)"""


def write_reference_site(folder):
    """Write the site of the reference, with stand-ins for records and pictures."""
    config = read_yaml(ROOT / "config/config.yaml")
    registry = read_registry(ROOT / "src/sparse_activations")
    families = dict.fromkeys(claim.topic for claim in registry.values())
    jobs = [(family, job) for family in families for job in config[family]]
    results, figures = folder / "results", folder / "figures"
    shutil.copytree(REFERENCE / "tables", results / "tables")
    for name in ("verdicts.csv", "statuses.csv"):
        shutil.copyfile(REFERENCE / name, results / name)
    picture = next((ROOT / "docs/figures").glob("*.svg"))
    (results / "notebooks").mkdir()
    figures.mkdir()
    for claim in registry.values():
        ids = [c.id for c in registry.values() if c.topic == claim.topic]
        made_up.write_notebook(results / f"notebooks/{claim.topic}.ipynb", "x", anchors=ids)
        for figure in claim.figures:
            for form in ("", "-narrow"):
                shutil.copyfile(picture, figures / f"{figure.name}{form}.svg")
        if claim.note:
            (results / claim.note).write_bytes(b"%PDF-made-up")
    made = {}
    for family, job in jobs:
        path = results / f"records/{family}/{job}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        mine = [claim for claim in registry.values() if claim.topic == family]
        records = [compare(c.id, c.main_statement.key, {"n": 1}, 1, "<=", 1) for c in mine]
        write_records(path, records, "")
        made.setdefault(family, {})[f"{family}/{job}"] = summarize(records)
    for address in read_about(ROOT / "src/sparse_activations").beside:
        (folder / "site" / address).resolve().parent.mkdir(parents=True)
        (folder / "site" / address).resolve().write_text("<title>Made up</title>")
    (results / "summaries").mkdir()
    for family, summaries in made.items():
        write_summary(results / f"summaries/{family}.json", summaries)
    write_site(
        folder / "site",
        registry=ROOT / "src/sparse_activations",
        documents=ROOT / "docs",
        proofs=ROOT / "proofs",
        results=results,
        figures=figures,
        parameters={f"{f}/{j}": job_parameters(config, f, j) for f, j in jobs},
        seed=config["seed"],
        error_budget=config["error_budget"],
        citation=ROOT / "CITATION.cff",
    )
    return folder / "site"


@pytest.fixture(scope="module", params=["reference", "run"])
def site(request, tmp_path_factory):
    if request.param == "reference":
        return write_reference_site(tmp_path_factory.mktemp("reference"))
    if not (RUN / "statuses.csv").is_file():
        pytest.skip("there is no full run here")
    return RUN


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
    browser.call("Emulation.setScriptExecutionDisabled", value=False)


def pages(site):
    found = sorted(site.rglob("*.html"))
    assert len(found) > 60
    return found


def target(address):
    """Return the file and the anchor that an address of the site names."""
    parts = urlsplit(address)
    assert parts.scheme == "file", address
    return Path(unquote(parts.path)), unquote(parts.fragment)


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
    """Load every page once, as wide as a phone, and return what is seen.

    The reference's pages are loaded at full width, which is then narrowed.
    """
    phone = {"width": 400, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    found = {}
    for page in pages(site):
        if site != RUN:
            browser.call("Emulation.clearDeviceMetricsOverride")
            browser.visit(page)
        browser.call("Emulation.setDeviceMetricsOverride", **phone)
        if site == RUN:
            browser.visit(page)
        found[page] = Seen(
            text=browser.evaluate(TEXT),
            ids=set(browser.evaluate("[...document.querySelectorAll('[id]')].map((x) => x.id)")),
            links=browser.evaluate(LINKS),
            width=browser.evaluate("document.documentElement.scrollWidth"),
            asked=browser.requests(),
            complaints=browser.complaints(),
        )
    browser.call("Emulation.clearDeviceMetricsOverride")
    return found


def test_no_page_asks_for_more_complains_or_shows_tex(seen):
    for page, found in seen.items():
        assert not [url for url in found.asked if not url.startswith(("file:", "data:"))], page
        assert not found.complaints, page
        assert not RAW_TEX.findall(found.text), page


def test_every_link_leads_somewhere(seen):
    links = [(page, address) for page, found in seen.items() for address in found.links]
    assert len(links) > 1000
    for page, address in links:
        if address.startswith(("data:", "https:")):
            continue
        file, anchor = target(address)
        assert file.is_file(), (page, address)
        if anchor and file.suffix == ".html":
            assert anchor in seen[file].ids, (page, address)


def test_no_page_is_large(site):
    for page in pages(site):
        assert page.stat().st_size < 1_000_000, page
    assert (site / "index.html").stat().st_size < 150_000


def enter(browser, name, value):
    browser.evaluate(
        f"""(() => {{ const field = document.getElementById("{name}"); field.value = "{value}";
        field.dispatchEvent(new Event("input", {{bubbles: true}})); }})()"""
    )


def test_filter_and_search_work(site, browser):
    browser.visit(site / "index.html")
    everything = browser.evaluate(SHOWN)
    claims = read_registry(ROOT / "src/sparse_activations").values()
    assert len(everything) == len([claim for claim in claims if claim.in_paper])
    enter(browser, "search", "noise SENSITIVITY")
    assert "Lemma 10" in browser.evaluate(SHOWN)
    assert "Lemma 6" not in browser.evaluate(SHOWN)
    enter(browser, "search", "")
    enter(browser, "status", "holds with a correction")
    assert "Theorem 19" in browser.evaluate(SHOWN)
    assert "Lemma 9" not in browser.evaluate(SHOWN)
    said = browser.evaluate("document.getElementById('shown').textContent")
    assert said == f"{len(browser.evaluate(SHOWN))} of {len(everything)} claims"
    enter(browser, "status", "")
    assert browser.evaluate(SHOWN) == everything


#: Arguments at which the page's formulas are held against the library's.
SIZES = {
    "lemma_9": [(1, 2, 1, 1, 0), (100, 37, 5, 0.75, 2), (1000, 10000, 1000, 4, 4)],
    "theorem_a_min": [(1, 1, 2), (3, 2, 0.25), (5000, 17, 4)],
    "theorem_8_degree": [(2, 2, 1, 1, 1, 0.5), (100, 37, 5, 0.75, 2, 0.125), (9, 8, 7, 3, 0, 1)],
    "theorem_c_degree": [(1, 1, 0.25), (1, 0.25, 1), (31, 2.75, 2**-10)],
    "n_monomials": [(5, 2), (7, 9), (1000, 15), (100, 50)],
    "sup_norm": [(9, 2, 0.5, 3), (1000, 1, 4, 0)],
    "lemma_7_samples": [(10, 3, 2.5, 0.25, 0.05), (1000, 400, 1, 0.5, 0.05)],
    "regression_samples": [(10, 3, 0.05), (5, 0, 0.05), (1000, 15, 0.05)],
    "eq_15": [(4, 3, 2, 100, 2, 1, 0.5), (1000, 9999, 77, 10**6, 31.6, 4, 0)],
    "conj_20": [(3, 2, 100, 2, 1, 0.5), (9999, 77, 10**6, 31.6, 4, 0)],
    "theorem_j": [(3, 2, 100, 2, 1, 0.5), (9999, 77, 10**6, 31.6, 4, 0)],
}


def test_the_formulas_of_the_page_of_sizes_are_the_librarys(site, browser):
    browser.visit(site / "sizes.html")
    assert set(browser.evaluate("Object.keys(bounds)")) == set(SIZES)
    for name, points in SIZES.items():
        for point in points:
            # JSON knows no infinity.
            found = float(browser.evaluate(f"String(bounds.{name}{point!r})"))
            expected = float(getattr(sparseact.bounds, name)(*point))
            # The library adds to a number of samples what its own rounding could have lost.
            assert found == pytest.approx(expected, rel=1e-11), (name, point)


def test_the_sliders_move_the_numbers(site, browser):
    browser.visit(site / "sizes.html")
    shown = """[...document.querySelectorAll('table.sizes td b')].map((x) => x.textContent)"""
    before = browser.evaluate(shown)
    assert before[1] == "4"  # min(2k, s)²W² at k = W = 1
    browser.evaluate(
        """(() => { const w = document.querySelector("[name=W]"); w.value = 3;
        w.dispatchEvent(new Event("input", {bubbles: true})); })()"""
    )
    after = browser.evaluate(shown)
    assert after[1] == "36"
    # The paper's degree is beyond n at both, and so are its numbers of monomials and samples.
    changed = [one != other for one, other in zip(before, after, strict=True)]
    assert changed == [True, True, True, True, False, True, False, True, True, True]


def test_a_table_sorts_by_its_titles(site, browser):
    browser.visit(site / "evidence.html")
    counts = """[...document.querySelectorAll("#data ~ table tbody td.number")]
      .map((cell) => Number(cell.textContent))"""
    press = """(() => { const title = document.querySelector("#data ~ table th.number");
      title.querySelector("button").click(); return title.getAttribute("aria-sort"); })()"""
    before = browser.evaluate(counts)
    assert browser.evaluate(press) == "ascending"
    assert browser.evaluate(counts) == sorted(before)
    assert browser.evaluate(press) == "descending"
    assert browser.evaluate(counts) == sorted(before, reverse=True)


def test_in_a_sorted_table_a_note_stays_below_its_row(site, browser):
    browser.visit(site / "claims/lemma_9.html")
    pairs = """[...document.querySelectorAll(".statements tr.note")]
      .map((row) => row.previousElementSibling.id).sort()"""
    before = browser.evaluate(pairs)
    browser.evaluate("document.querySelector('.statements th.number button').click()")
    assert len(before) > 3
    assert browser.evaluate(pairs) == before


def test_the_search_finds_sections_of_all_pages(site, browser):
    browser.visit(site / "index.html")
    action = browser.evaluate("document.querySelector('[role=search]').action")
    assert target(action)[0] == site / "search.html"
    browser.visit(site / "search.html", "?q=" + quote("average sensitivity"))
    found = browser.evaluate("[...document.querySelectorAll('#found a')].map((a) => a.href)")
    assert len(found) > 20
    assert any(target(address)[0] == site / "claims/lemma_9.html" for address in found)
    enter(browser, "query", "nosuchword")
    assert browser.evaluate("document.querySelectorAll('#found a').length") == 0


@pytest.mark.parametrize("width", [1280, 390])
def test_the_list_of_contents_stands_beside_the_page_or_above_it(site, browser, width):
    shape = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500}
    browser.call("Emulation.setDeviceMetricsOverride", **shape)
    browser.visit(site / "claims/lemma_9.html")
    side, main = (
        browser.evaluate(f"document.querySelector('{name}').getBoundingClientRect().toJSON()")
        for name in (".side", "main")
    )
    opened = browser.evaluate("document.querySelector('details.contents').open")
    if width > 1000:
        assert opened
        assert side["left"] >= main["right"]
        assert side["right"] > 0.9 * width
    else:
        assert not opened
        assert side["bottom"] <= main["top"]


def test_proofs_are_unfolded_where_a_page_is_printed(site, browser):
    browser.visit(site / "claims/lemma_9.html")
    folded = "document.querySelectorAll('main details:not([open])').length"
    before = browser.evaluate(folded)
    assert before > 3
    browser.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert browser.evaluate(folded) == 0
    browser.evaluate("dispatchEvent(new Event('afterprint'))")
    assert browser.evaluate(folded) == before


def test_without_scripts_the_table_is_whole_and_no_filter_is_shown(site, browser):
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.visit(site / "index.html")
    claims = read_registry(ROOT / "src/sparse_activations").values()
    assert len(browser.evaluate(SHOWN)) == len([claim for claim in claims if claim.in_paper])
    assert browser.evaluate("document.querySelector('form.filter').offsetParent === null")


@pytest.mark.parametrize(
    ("page", "awaited"),
    [("index", {"search", "status"}), ("graph", {"Lemma 9: holds", "Theorem A: ours"})],
)
def test_the_keyboard_reaches_the_graph_and_the_filter(site, browser, page, awaited):
    browser.visit(site / f"{page}.html")
    awaited = set(awaited)
    for _ in range(200):
        for kind in ("keyDown", "keyUp"):
            browser.call("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab",
                         windowsVirtualKeyCode=9)  # fmt: skip
        awaited.discard(
            browser.evaluate(
                "document.activeElement.id || document.activeElement.getAttribute('aria-label')"
            )
        )
        if not awaited:
            break
    assert not awaited


def test_pages_fit_a_phone(seen):
    for page, found in seen.items():
        if page.parent.name != "notebooks":
            assert found.width <= 400, page


def test_the_first_page_can_be_printed(site, browser):
    browser.visit(site / "index.html")
    assert len(browser.call("Page.printToPDF", printBackground=True)["data"]) > 10_000


# The last full run has no other pages of these kinds.
@pytest.mark.parametrize("site", ["reference"], indirect=True)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing_serious(site, browser, scheme, width):
    pytest.importorskip("axe_core_python", reason="axe-core-python is not installed: make setup")
    axe = (importlib.resources.files("axe_core_python") / "axe.min.js").read_text("utf-8")
    names = ["index", "graph", "glossary", "beyond", "outside", "evidence", "timings"]
    names += ["claims/lemma_9", "search", "sizes", "notebooks/juntas"]
    names += ["claims/conj_20", "claims/theorem_5", "docs/errata", "docs/proofs"]
    shape = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500}
    browser.call("Emulation.setDeviceMetricsOverride", **shape)
    # Of all rules these alone depend on the colours, and pages in both schemes are the same.
    rules = ["color-contrast", "link-in-text-block"] if scheme == "dark" else []
    only = f"runOnly: {rules}, " if rules else ""
    for name in names:
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        browser.call("Emulation.setEmulatedMedia", features=features)
        browser.visit(site / f"{name}.html")
        browser.evaluate(f"{axe}; null")
        found = browser.evaluate(
            f"axe.run({{{only}resultTypes: ['violations']}}).then((r) => r.violations)"
        )
        grave = [
            (rule["id"], rule["help"], [node["html"][:200] for node in rule["nodes"]][:3])
            for rule in found
            if rule["impact"] in ("serious", "critical")
        ]
        assert not grave, (name, grave)
