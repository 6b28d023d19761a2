"""Documents and notebooks: their sections, and their formulas as forges and the site read them."""

import re
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import jupytext
import pytest
from myst_parser.config.main import MdParserConfig
from myst_parser.mdit_to_docutils.base import DocutilsRenderer
from myst_parser.parsers.mdit import create_md_parser

from paperclaims.checks.paper import find_paper
from paperclaims.errors import ClaimsError
from paperclaims.registry.claims import read_registry, read_theorems
from paperclaims.reporting import settings
from paperclaims.reporting.formulas import mathml
from paperclaims.reporting.markdown import FORMULA, formula, line
from paperclaims.reporting.offline import _with_mathml

# -------------------------------------------------------------- formulas

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted((ROOT / "docs").glob("*.md"), key=str)
#: A formula on its own, a formula in a line, and code, which may hold dollars.
DISPLAYED = re.compile(r"^( *)```math\n(?P<tex>.*?)\n\1```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)
#: What Markdown reads in a line before a forge looks for formulas: escapes, emphasis, tags, links.
EATEN = re.compile(r"\\[!-/:-@[-`{-~]|[*`]|<(?! )|(?<! )<|\]\(|(?:^|(?<=[\s!-/:-@[-^`{-~]))_(?!\s)")


def formulas_of(source):
    """Return the formulas of a document, in two lists, and the document with § for each."""
    displayed, inline = [], []
    source = re.sub(r"<!--.*?-->", "", source, flags=re.DOTALL)
    source = DISPLAYED.sub(lambda m: displayed.append(m["tex"]) or "§", source)
    code = CODE.findall(source)
    rest = CODE.sub("¤", source)
    rest = re.sub(FORMULA, lambda m: inline.append(m["tex"]) or "§", rest)
    assert "$" not in rest, re.findall(r".*\$.*", rest)
    return displayed, inline, re.sub("¤", lambda _: code.pop(0), rest)


def annotations_of(page):
    found = re.findall(r'<annotation encoding="application/x-tex">(.*?)</annotation>', page, re.S)
    return [unescape(tex) for tex in found]


def myst():
    """Return the parser of the site's Markdown."""
    said = {
        name.removeprefix("myst_"): value
        for name, value in vars(settings).items()
        if name.startswith("myst_") and name != "myst_heading_slug_func"
    }
    return create_md_parser(MdParserConfig(**said), DocutilsRenderer)


def read_by_the_site(source):
    """Return the formulas of Markdown as the site's parser reads them."""
    found, waiting = [], list(myst().parse(source))
    while waiting:
        token = waiting.pop()
        waiting += token.children or []
        if token.type == "colon_fence":  # of a theorem, with its title
            waiting += myst().parse(f"{token.info}\n\n{token.content}")
        if token.type.startswith("math_") or (token.type, token.info) == ("fence", "math"):
            found.append(" ".join(token.content.split()))
    return found


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_the_site_reads_a_documents_formulas_and_can_set_them(path):
    source = re.sub(r"<!--.*?-->", "", path.read_text("utf-8"), flags=re.DOTALL)
    displayed, inline, _ = formulas_of(source)
    said = [" ".join(tex.split()) for tex in (*displayed, *inline)]
    assert sorted(said) == sorted(read_by_the_site(source))
    for tex in said:
        ElementTree.fromstring(mathml(tex))


def test_dollars_that_are_no_formula_stay():
    for text in ("It costs $5 and $x.", "US$5 and AU$6", r"\$x\$", "$x$5", "`$x$`", "$ x$"):
        assert not read_by_the_site(text), text
    found = read_by_the_site("At $x_1$ and $x_2$, *where $a_i > 0$ for all $i$.*")
    assert sorted(found) == ["a_i > 0", "i", "x_1", "x_2"]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_a_forge_reads_the_same_formulas(path):
    for tex in formulas_of(path.read_text("utf-8"))[1]:
        assert not EATEN.search(tex), tex


@pytest.mark.parametrize("latex", [r"\lnn 2", "a & b", "x^{2}^{3}", r"\left( x"])
def test_rejects_texts_that_are_not_formulas(latex):
    with pytest.raises(ClaimsError, match=rf"^the formula {re.escape(latex)} cannot be set: "):
        mathml(latex)


def test_mathml_returns_large_primes_the_source_and_letters_without_selectors():
    """Browsers know no mathvariant but normal."""
    page = mathml("W'^2 := f(x'')")
    assert page.count("font-size: 1.41em") == 2
    assert annotations_of(page) == ["W'^2 := f(x'')"]
    assert re.sub("<annotation.*|<[^>]*>", "", page) == "W′2:=f(x″)"
    assert re.findall(">(.)</mi>", mathml(r"\mathcal R + \mathcal{L}")) == ["ℛ", "ℒ"]


def test_a_cell_keeps_its_formulas_and_shows_the_rest():
    text = r"a|b* $x_i \lvert y\rvert^*$ and <c _d e_f"
    assert line(text) == r"a\|b\* $x_i \lvert y\rvert^*$ and \<c \_d e_f"


@pytest.mark.parametrize("text", ["% of", "# of", "1. of", "- of", "> of", "::: of", "1.5 of"])
def test_a_title_is_no_comment_no_heading_and_no_list(text):
    shown = create_md_parser(MdParserConfig(), DocutilsRenderer).parse(line(text))
    assert [token.type for token in shown] == ["paragraph_open", "inline", "paragraph_close"]
    assert "".join(part.content for part in shown[1].children) == text


NOTEBOOKS = sorted((ROOT / "notebooks").glob("**/*.py"), key=str)
#: A formula of a cell, as the site and Jupyter find it.
SHOWN = re.compile(r"\$\$(?P<block>.+?)\$\$|\$(?P<line>[^$\n]+)\$", re.DOTALL)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_notebooks_formulas_can_be_set(path):
    cells = [cell.source for cell in jupytext.read(path).cells if cell.cell_type == "markdown"]
    for source in cells:
        formulas = [found["block"] or found["line"] for found in SHOWN.finditer(source)]
        rest = CODE.sub("¤", SHOWN.sub("§", source))
        assert "$" not in rest + "".join(CODE.findall(source))
        page = _with_mathml(source)
        assert annotations_of(page) == [tex.strip() for tex in formulas]


def test_every_sentence_of_the_registry_is_read_with_its_formulas():
    folder = find_paper("awasthi2024").folder
    registry = read_registry(folder)
    said = [theorem.says for theorem in read_theorems(folder, registry)]
    for claim in registry.values():
        said += [claim.title, claim.sentence, claim.idea, claim.survives]
        for statement in claim.statements:
            said += [statement.title, statement.still_true, statement.because]
            shown = formula(statement.says)  # which stays one in a cell
            assert read_by_the_site(f"| {shown} |\n| --- |") == [shown.strip("$")], shown
    found = read_by_the_site("\n\n".join(map(line, said)))
    assert sorted(found) == sorted(re.findall(r"\$([^$]+)\$", " ".join(" ".join(said).split())))
    for tex in found:
        mathml(tex)
