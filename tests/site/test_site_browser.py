"""The site of the reference in a real browser without a network: whole, readable, and walked."""

import re
import shutil
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright
from reference_site import sphinx, write_reference_pages

#: What a browser sees of a page: its text without code, which may quote TeX, its ids, its links.
SEEN = """() => {
  const copy = document.body.cloneNode(true);
  copy.querySelectorAll("script, style, pre, code, annotation").forEach((x) => x.remove());
  return { text: copy.textContent, width: document.documentElement.scrollWidth,
    ids: [...document.querySelectorAll("[id]")].map((x) => x.id),
    bare: [...document.querySelectorAll(".wide")]
      .filter((x) => x.nextElementSibling?.tagName !== "P").length,
    links: [...document.querySelectorAll("[href], [src]")].map((x) =>
      new URL(x.getAttribute("href") ?? x.getAttribute("src"), document.baseURI).href) };
}"""
#: Milliseconds for one page or one answer, on a machine that is busy.
PATIENCE = 120_000
PHONE = {"width": 390, "height": 800}
SCREEN = {"width": 1280, "height": 800}
GRAVE = ("serious", "critical")
#: Each kind of page by a small one, for axe, which takes longer the more elements there are.
KINDS = (
    *("index", "results", "glossary", "evidence", "search", "notebooks", "proofs-parities"),
    *("claims/theorem_13", "notebooks/juntas", "library/howto-network", "library/reference/balls"),
)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Return the site, copied to another folder and without its sources."""
    folder = tmp_path_factory.mktemp("reference")
    made = sphinx(write_reference_pages(folder), folder / "site")
    shutil.rmtree(folder / "pages")
    return Path(shutil.move(made, tmp_path_factory.mktemp("moved") / "elsewhere"))


@pytest.fixture(scope="module")
def page():
    """Return a page that reaches no network; since its last visit it keeps requests and errors."""
    paths = map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))
    path = next(filter(None, paths), None) or pytest.skip("there is no Chromium here")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, timeout=PATIENCE)
        page = browser.new_page(offline=True)
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        page.on("request", lambda request: page.requested.append(request.url))
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.on("console", lambda said: said.type == "log" or page.complaints.append(said.text))
        yield page
        browser.close()


def visit(page, path, query=""):
    """Load a file, with a query such as "?q=x"."""
    page.requested, page.complaints = [], []
    page.goto(path.as_uri() + query)


def test_pages_fit_a_phone_request_nothing_show_no_tex_and_link_to_what_exists(page, site):
    page.set_viewport_size(PHONE)
    seen = {}
    for path in sorted(set(site.rglob("*.html")) - set((site / "_static").rglob("*.html"))):
        visit(page, path)
        seen[path] = page.evaluate(SEEN)
        assert all(url.startswith(("file:", "data:")) for url in page.requested), path
        assert not page.complaints, path
        assert not re.findall(r"\\[a-zA-Z]{2,}|\$\$", seen[path]["text"]), path
        assert seen[path]["width"] <= PHONE["width"], path
        assert not seen[path]["bare"], f"{path} has a picture without its caption in the same block"
    for path, address in {(path, link) for path, found in seen.items() for link in found["links"]}:
        parts = urlsplit(address)
        if parts.scheme == "file":
            file, anchor = Path(unquote(parts.path)), unquote(parts.fragment)
            assert file.is_file(), (path, address)
            assert not anchor or file.suffix != ".html" or anchor in seen[file]["ids"], address


@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing_serious(page, site, kind):
    visit(page, site / f"{kind}.html")
    # What is folded has no place of its own before it is opened.
    page.add_style_tag(content="* { animation: none !important; transition: none !important; }")
    page.locator("details").evaluate_all("(all) => all.forEach((x) => { x.open = true; })")
    for shape, scheme in ((PHONE, "light"), (SCREEN, "dark")):
        page.set_viewport_size(shape)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        expect(page.locator("html")).to_have_attribute("data-theme", scheme)
        # A formula has the colour of its text, and most of a page's elements.
        outside = {"exclude": [["math"]]}
        violations = Axe().run(page, outside, options={"resultTypes": ["violations"]})
        grave = [v for v in violations.response["violations"] if v["impact"] in GRAVE]
        assert not grave, (shape, scheme)


def test_the_table_of_claims_filters_and_sorts(page, site):
    page.set_viewport_size(SCREEN)  # a phone shows cards, without titles
    visit(page, site / "index.html")
    page.get_by_role("link", name="false 4").click()
    shown = page.locator("table.sortable tbody tr:visible")
    expect(shown).to_have_count(4)
    assert set(shown.locator(".sd-badge").all_inner_texts()) == {"false"}
    box = page.get_by_placeholder("Type to filter")
    box.fill("theorem 17")
    expect(shown).to_have_count(1)
    box.fill("theorem 99")
    expect(page.get_by_role("status")).to_have_text("No claim contains “theorem 99”.")
    page.get_by_role("link", name="all 37").click()
    box.fill("")
    expect(shown).to_have_count(37)
    title = page.locator("table.sortable th").nth(1)
    weights = ["false", "holds with a correction", "open", "not examined", "holds"]
    for order in ("ascending", "descending"):
        title.get_by_role("button").click()
        assert title.get_attribute("aria-sort") == order
        found = [weights.index(word) for word in shown.locator(".sd-badge").all_inner_texts()]
        assert found == sorted(found, reverse=order == "descending")


def test_the_search_finds_an_id_a_synonym_and_a_name_first(page, site):
    for typed, address in (
        ("theorem-5", "claims/theorem_5"),
        ("erratum", "errata"),
        ("rademacher_interval", "library/reference/rademacher"),
    ):
        visit(page, site / "search.html", f"?q={typed}")
        hit = page.locator("#search-results li").first
        expect(hit.locator("a").first).to_have_attribute("href", re.compile(rf"^{address}\.html"))
        expect(hit.locator("p.soft")).to_have_text(re.compile(r"\w+ \w+"))
