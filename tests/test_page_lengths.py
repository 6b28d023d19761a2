"""How much there is to read: the first page, and what of a claim's page is not folded."""

from html.parser import HTMLParser
from pathlib import Path

import pytest
from test_site_browser import write_reference_site

from claimcheck.registry import read_registry

ROOT = Path(__file__).resolve().parents[1]
APART = {"aside", "head", "nav", "script", "style", "svg", "math", "table"}
#: The most words beside tables and formulas.
FIRST_PAGE, CLAIM_PAGE = 700, 400


class Words(HTMLParser):
    """The words of a page outside of some elements; a formula in a line is no word."""

    def __init__(self, text, apart):
        super().__init__()
        self.words, self._apart, self._within = [], apart, []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag in self._apart:
            self._within.append(tag)

    def handle_endtag(self, tag):
        if self._within and tag == self._within[-1]:
            self._within.pop()

    def handle_data(self, data):
        if not self._within:
            self.words += [word for word in data.split() if any(c.isalnum() for c in word)]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return write_reference_site(tmp_path_factory.mktemp("lengths"))


def test_words_are_counted_outside_of_tables_formulas_and_what_is_folded():
    page = "<p>one <math><mi>x</mi></math> · two</p><table><td>no</td></table><details>no</details>"
    assert Words(page, APART | {"details"}).words == ["one", "two"]


def test_the_first_page_is_short(site):
    text = (site / "index.html").read_text("utf-8")
    for said in ("What holds", "What is false", "What holds instead", "five-results.svg"):
        assert said in text
    # Folded text counts here.
    assert 150 < len(Words(text, APART).words) <= FIRST_PAGE


def test_what_is_not_folded_of_a_claims_page_is_short(site):
    counts = {
        claim.id: len(
            Words(
                (site / f"claims/{claim.target}.html").read_text("utf-8"), APART | {"details"}
            ).words
        )
        for claim in read_registry(ROOT / "src/sparse_activations").values()
    }
    assert not {name: count for name, count in counts.items() if not 30 < count <= CLAIM_PAGE}
