"""The site of the reference in a real browser without a network: whole, readable, and walked."""

import re
import shutil
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import click, find_browser, opened_page, visit
from playwright.sync_api import expect
from reference_site import sphinx, write_reference_pages

pytestmark = pytest.mark.skipif(find_browser() is None, reason="there is no Chromium here")

#: What a browser sees of a page: its text without code, which may quote TeX, its ids, its links.
SEEN = """() => {
  const copy = document.body.cloneNode(true);
  copy.querySelectorAll("script, style, pre, code, annotation").forEach((x) => x.remove());
  return { text: copy.textContent, width: document.documentElement.scrollWidth,
    ids: [...document.querySelectorAll("[id]")].map((x) => x.id),
    links: [...document.querySelectorAll("[href], [src]")].map((x) =>
      new URL(x.getAttribute("href") ?? x.getAttribute("src"), document.baseURI).href) };
}"""
PHONE = {"width": 390, "height": 800}
SCREEN = {"width": 1280, "height": 800}
GRAVE = ("serious", "critical")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Return the site, copied to another folder and without its sources."""
    folder = tmp_path_factory.mktemp("reference")
    made = sphinx(write_reference_pages(folder), folder / "site")
    shutil.rmtree(folder / "pages")
    return Path(shutil.move(made, tmp_path_factory.mktemp("moved") / "elsewhere"))


@pytest.fixture(scope="module")
def opened():
    with opened_page() as page:
        yield page


@pytest.fixture
def page(opened):
    opened.set_viewport_size(SCREEN)
    opened.emulate_media(color_scheme="light")
    return opened


@pytest.fixture(scope="module")
def seen(site, opened):
    """Return page → what a browser sees of it at the width of a phone."""
    opened.set_viewport_size(PHONE)
    found = {}
    for path in sorted(set(site.rglob("*.html")) - set((site / "_static").rglob("*.html"))):
        visit(opened, path)
        found[path] = opened.evaluate(SEEN)
        found[path] |= {
            "requested": opened.requested,
            "complaints": opened.failures + opened.complaints,
        }
    return found


def test_no_page_requests_more_complains_or_shows_tex(seen):
    for path, found in seen.items():
        assert all(url.startswith(("file:", "data:")) for url in found["requested"]), path
        assert not found["complaints"], path
        assert not re.findall(r"\\[a-zA-Z]{2,}|\$\$", found["text"]), path


def test_every_link_leads_somewhere(seen):
    for path, address in {(path, link) for path, found in seen.items() for link in found["links"]}:
        parts = urlsplit(address)
        if parts.scheme == "file":
            file, anchor = Path(unquote(parts.path)), unquote(parts.fragment)
            assert file.is_file(), (path, address)
            assert not anchor or file.suffix != ".html" or anchor in seen[file]["ids"], address


def test_pages_fit_a_phone(seen):
    assert not [path for path, found in seen.items() if found["width"] > PHONE["width"]]


def test_a_reader_walks_from_the_first_page_to_the_evidence_of_lemma_9(site, page):
    visit(page, site / "index.html")
    click(page, "Results", "Lemma 9")
    expect(page).to_have_url(re.compile(r"/lemma_9\.html"))
    coq = page.get_by_text("proofs/sensitivity/").first
    expect(coq).not_to_be_visible()
    click(page, "Checked by Coq")
    expect(coq).to_be_visible()
    click(page, "Data, parameters")
    tables = page.locator("a.download:visible").evaluate_all("(all) => all.map((x) => x.href)")
    assert any(address.endswith("networks.csv.gz") for address in tables)
    click(page, "notebook")
    expect(page).to_have_url(re.compile(r"/average_sensitivity\.html"))


def test_the_search_works_from_a_file(site, page):
    visit(page, site / "search.html", "?q=rademacher_interval")
    found = page.locator("#search-results li a[href*='reference/rademacher.html']")
    expect(found.first).to_be_visible()
    assert not page.failures + page.complaints


@pytest.mark.parametrize(
    ("typed", "first"), [("theorem-5", "claims/theorem_5"), ("erratum", "errata")]
)
def test_the_search_finds_an_id_or_a_synonym_first_and_shows_how_the_page_begins(
    site, page, typed, first
):
    visit(page, site / "search.html", f"?q={typed}")
    hit = page.locator("#search-results li").first
    expect(hit.locator("a").first).to_have_attribute("href", re.compile(rf"^{first}\.html"))
    expect(hit.locator("p.soft")).to_have_text(re.compile(r"\w+ \w+"))


def test_a_click_on_a_box_of_the_graph_shows_its_statement_with_a_link(site, page):
    visit(page, site / "graph.html")
    for name, address in (("Lemma 9: holds", "claims/lemma_9"), ("Theorem A: new", "beyond")):
        page.locator(f"svg.graph a[aria-label='{name}']").click()
        shown = page.locator("dialog[open]")
        expect(shown.locator("math").first).to_be_visible()
        expect(shown.locator("a").first).to_have_attribute("href", re.compile(address))
        page.keyboard.press("Escape")
        expect(shown).to_have_count(0)


def test_the_table_of_claims_sorts_by_its_titles(site, page):
    visit(page, site / "results.html")
    rows = page.locator("table.sortable tbody tr")
    weights = ["false", "holds with a correction", "open or conditional", "holds"]
    title = page.locator("table.sortable th").nth(1)
    for order in ("ascending", "descending"):
        title.get_by_role("button").click()
        assert title.get_attribute("aria-sort") == order
        words = rows.locator(".sd-badge").all_inner_texts()
        found = [weights.index(word) for word in words]
        assert found == sorted(found, reverse=order == "descending")
        assert set(words) == set(weights)


def test_the_table_of_claims_shows_one_status_or_what_is_typed(site, page):
    visit(page, site / "index.html")
    click(page, "false 4")
    shown = page.locator("table.sortable tbody tr:visible")
    expect(shown).to_have_count(4)
    assert set(shown.locator(".sd-badge").all_inner_texts()) == {"false"}
    box = page.get_by_placeholder("Type to filter")
    box.fill("theorem 17")
    expect(shown).to_have_count(1)
    click(page, "all 37")
    box.fill("")
    expect(shown).to_have_count(37)


def test_the_keyboard_reaches_the_claims_of_the_graph(site, page):
    visit(page, site / "graph.html")
    awaited = {"Lemma 9: holds", "Theorem A: new"}
    for _ in range(300):
        page.keyboard.press("Tab")
        awaited.discard(page.evaluate("document.activeElement.getAttribute('aria-label')"))
    assert not awaited


@pytest.mark.parametrize(("shape", "moved"), [(SCREEN, False), (PHONE, True)])
def test_a_figure_fits_or_can_be_moved_sideways(site, page, shape, moved):
    page.set_viewport_size(shape)
    visit(page, site / "claims/lemma_9.html")
    look = "(x) => [x.scrollWidth > x.clientWidth, x.tabIndex === 0, x.matches('.more')]"
    places = page.locator(".wide:has(img)")
    figures = places.evaluate_all(f"(all) => all.map({look})")
    assert figures
    assert all(figure == [moved, moved, moved] for figure in figures)
    if moved:  # it fades at its edge until there is no more of it
        places.first.evaluate("(x) => { x.scrollLeft = x.scrollWidth; }")
        expect(places.first).not_to_have_class(re.compile(r"\bmore\b"))
    places.first.locator("img").click()
    expect(page).to_have_url(re.compile(r"/_images/.*\.svg$"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("shape", [SCREEN, PHONE], ids=["screen", "phone"])
def test_axe_finds_nothing_serious(site, page, scheme, shape):
    names = ["index", "results", "graph", "glossary", "beyond", "outside", "evidence", "errata"]
    names += ["claims/lemma_9", "claims/conj_20", "claims/theorem_5", "proofs", "search"]
    names += ["notebooks/juntas", "notebooks/jobs/juntas/cost", "library/howto-network"]
    names += ["library/reference/learning", "library/reference/bounds"]
    # Of all rules these alone depend on the colours, and pages in both schemes are the same.
    rules = {"runOnly": ["color-contrast", "link-in-text-block"]} if scheme == "dark" else {}
    page.set_viewport_size(shape)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found = {}
    for name in names:
        visit(page, site / f"{name}.html")
        # What is folded has no place of its own before it is opened.
        page.add_style_tag(content="* { animation: none !important; transition: none !important; }")
        page.locator("details").evaluate_all("(all) => all.forEach((x) => { x.open = true; })")
        violations = Axe().run(page, options={"resultTypes": ["violations"], **rules})
        found |= {(name, x["id"]): x["nodes"][0]["html"][:200]
                  for x in violations.response["violations"] if x["impact"] in GRAVE}  # fmt: skip
    assert not found
