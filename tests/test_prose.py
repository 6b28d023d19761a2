"""Documents as parts of pages."""

import re
from html import unescape
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import jupytext
import pytest

from claimcheck.documents import _cell
from claimcheck.errors import ClaimsError
from claimcheck.executed import _markdown
from claimcheck.formulas import mathml
from claimcheck.paper import find_paper
from claimcheck.prose import find_section, slug, typeset, typeset_line, typeset_section
from claimcheck.registry import read_registry


@pytest.mark.parametrize(
    ("title", "anchor"),
    [
        ("Claim 2.1", "claim-21"),
        ("Lemma 9's proof", "lemma-9s-proof"),
        ("1. Sparsity of the constructions (def-1)", "1-sparsity-of-the-constructions-def-1"),
        ("Dense networks: Ω(s²/ε²)", "dense-networks-ωsε"),
        ("Pr[R_x ≠ R_{x^{⊕i}}]", "prr_x--r_xi"),
    ],
)
def test_anchors_are_those_of_github(title, anchor):
    assert slug(title) == anchor


def test_titles_have_anchors_and_formulas_are_mathml():
    page = typeset("## The *norm* of x\n\n```math\n\\frac{1}{2}\n```\n\n    x < y\n")
    assert '<h2 id="the-norm-of-x">The <em>norm</em> of x</h2>' in page
    assert "<mfrac>" in page
    assert page.count("\\frac") == 1  # in the annotation
    assert '<pre tabindex="0">x &lt; y</pre>' in page.replace("\n</pre>", "</pre>")


def test_links_between_documents_stay_on_the_site():
    page = typeset("[a](proofs.md#lemma-9) [b](../README.md) [c](#here)")
    assert 'href="proofs.html#lemma-9"' in page
    assert page.count("<a ") == 2
    assert " b " in page
    assert 'href="#here"' in page


def test_text_is_escaped_and_tables_name_their_columns():
    assert "<script>" not in typeset("<script>alert(1)</script>")
    assert "made" not in typeset("<!-- made by\nsomebody -->\n\nText.")
    page = typeset("| a | b |\n| --- | --- |\n| x < y | 1 |\n")
    assert page.count('<th scope="col">') == 2
    assert "x &lt; y" in page


DOCUMENT = "# Proofs\n\n## Lemma 1\n\nOne.\n\n### A step\n\nTwo.\n\n## Lemma 2\n\nThree.\n"


def test_a_section_ends_where_the_next_of_its_level_begins():
    assert find_section(DOCUMENT, "lemma-1") == ("Lemma 1", "\n\nOne.\n\n### A step\n\nTwo.\n\n")
    assert find_section(DOCUMENT, "a-step") == ("A step", "\n\nTwo.\n\n")
    assert find_section(DOCUMENT, "lemma-2") == ("Lemma 2", "\n\nThree.\n")
    assert find_section(DOCUMENT, "lemma-3") is None


def test_a_section_on_another_page_has_no_anchors_and_links_that_lead_back():
    text = "### A step\n\n[a](#b) [c](proofs.md#d) [e](https://example.org/)"
    page = typeset_section(text, "../docs/here.html")
    assert "<h3>A step</h3>" in page
    assert 'href="../docs/here.html#b"' in page
    assert 'href="../docs/proofs.html#d"' in page
    assert 'href="https://example.org/"' in page


# -------------------------------------------------------------- formulas

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted((ROOT / "docs").glob("*.md"), key=str)
#: A formula on its own, a formula in a line, and code, which may hold dollars.
DISPLAYED = re.compile(r"^( *)```math\n(?P<tex>.*?)\n\1```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)
INLINE = re.compile(r"(?<![\w$\\`-])\$(?![\s$])(?P<tex>[^$\n]*?)(?<!\s)\$(?![\w$`])")
#: What Markdown reads in a line before a forge looks for formulas: escapes, emphasis, tags, links.
EATEN = re.compile(r"\\[!-/:-@[-`{-~]|[*`]|<(?! )|(?<! )<|\]\(|(?:^|(?<=[\s!-/:-@[-^`{-~]))_(?!\s)")

#: How many children an element of MathML must have.
CHILDREN = {
    "msub": 2,
    "msup": 2,
    "msubsup": 3,
    "munder": 2,
    "mover": 2,
    "munderover": 3,
    "mfrac": 2,
}


def formulas_of(source):
    """Return the formulas of a document, in two lists, and the document with § for each."""
    displayed, inline = [], []
    source = re.sub(r"<!--.*?-->", "", source, flags=re.DOTALL)
    source = DISPLAYED.sub(lambda m: displayed.append(m["tex"]) or "§", source)
    code = CODE.findall(source)
    rest = CODE.sub("¤", source)
    rest = INLINE.sub(lambda m: inline.append(m["tex"]) or "§", rest)
    assert "$" not in rest, re.findall(r".*\$.*", rest)
    return displayed, inline, re.sub("¤", lambda _: code.pop(0), rest)


def annotations_of(page):
    found = re.findall(r'<annotation encoding="application/x-tex">(.*?)</annotation>', page, re.S)
    return [unescape(tex) for tex in found]


def look_at_formulas(page):
    """Fail if a formula of a page lacks a part or has a macro that the converter does not know."""
    for math in re.findall(r"<math\b.*?</math>", page, flags=re.DOTALL):
        for element in ElementTree.fromstring(math).iter():
            assert len(element) == CHILDREN.get(element.tag, len(element)), math
    # A macro that the converter does not know stays as it is.
    drawn = re.sub(r"<annotation.*?</annotation>|<[^>]*>", "", page, flags=re.DOTALL)
    assert not re.search(r"\\[a-zA-Z]", drawn)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_a_documents_formulas_are_those_of_its_page(path):
    source = path.read_text("utf-8")
    page = typeset(source)
    displayed, inline, _ = formulas_of(source)
    annotations = annotations_of(page)
    assert len(displayed) + len(inline) == len(re.findall(r"<math\b", page)) == len(annotations)
    said = [" ".join(tex.split()) for tex in (*displayed, *inline)]
    assert sorted(said) == sorted(" ".join(tex.split()) for tex in annotations)
    look_at_formulas(page)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_a_forge_reads_the_same_formulas(path):
    for tex in formulas_of(path.read_text("utf-8"))[1]:
        assert not EATEN.search(tex), tex


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_markdown_eats_nothing_of_a_document(path):
    source = path.read_text("utf-8")
    page = re.sub(r"<math\b.*?</math>", "§", typeset(source), flags=re.DOTALL)
    assert words(unescape(re.sub("<[^>]*>", " ", page))) == words(plain(formulas_of(source)[2]))


def words(text):
    """Return the text without white space, which a page has elsewhere than its source."""
    return "".join(text.split())


def plain(source):
    """Return what is to be read of a document: its text without the marks of Markdown."""
    lines = []
    for before, line in pairwise(["", *source.split("\n")]):
        # A list begins after an empty line; elsewhere a number and a point are text.
        if re.match(r"$|#| *[-0-9]|  ", before):
            line = re.sub(r"^ *(?:-|\d+\.) ", "", line)
        if not re.fullmatch(r"[-| ]+", line):
            lines.append(line.replace("\\|", "¦").replace("|", "") if line[:2] == "| " else line)
    text = re.sub(r"```\w*\n|```|^#+ ", "", "\n".join(lines), flags=re.MULTILINE)
    text = re.sub(r"!?\[([^]]*)\]\([^)\s]*\)", r"\1", text)
    parts = re.split(r"`([^`\n]+)`", text)
    parts[::2] = [
        re.sub(r"\\([!-/:-@[-`{-~])", r"\1", part.replace("*", "")) for part in parts[::2]
    ]
    return "".join(parts).replace("¦", "|")


def test_a_formula_has_its_source_and_its_fences_their_sides():
    latex = r"\lvert -x_i \rvert^2 \le \lVert w \rVert_2 \ln s"
    page = mathml(latex)
    assert annotations_of(page) == [latex]
    assert page.count('form="prefix" stretchy="false">|<') == 1
    assert page.count('form="postfix" stretchy="false">|<') == 1
    assert page.count('form="prefix" stretchy="false">‖<') == 1
    assert page.count('form="postfix" stretchy="false">‖<') == 1
    assert '<mo form="prefix">−</mo>' in page
    assert '<mo form="prefix" lspace="0.167em" rspace="0.167em">ln</mo>' in page


@pytest.mark.parametrize("latex", ["a & b", "x^{2}^{3}", r"\left( x"])
def test_what_is_no_formula_is_refused_by_its_text(latex):
    with pytest.raises(ClaimsError, match=re.escape(f"the formula {latex} cannot be set")):
        mathml(latex)


def test_primes_colons_and_binomials_are_set_as_in_tex():
    assert "<msub><mrow><mi>w</mi><mo" in mathml("w_j'")
    assert "<mo>′</mo>" not in mathml("w_j' + x_{i'}")
    assert re.sub("<annotation.*|<[^>]*>", "", mathml("W'^2 := f(x'')")) == "W′2:=f(x″)"
    assert mathml(r"\lbrace v : v > 0\rbrace").count("0.278em") == 2
    assert 'minsize="1.2em"' in mathml(r"\binom{n}{t}")
    assert 'minsize="2.047em"' in mathml(r"\binom{n}{t}", block=True)


def test_an_upright_name_is_one_identifier():
    assert "<mi>AS</mi><mo" in mathml(r"\mathrm{AS}(h)")
    assert "<msub><mi>NS</mi><mi>ρ</mi></msub>" in mathml(r"\mathrm{NS}_\rho(h)")


def test_a_long_formula_may_end_a_line_before_its_relations():
    latex = r"a + b + c + d + e + f + g \le x + y + z < 1"
    assert mathml(latex).count('<mrow><mo form="infix">') == 2
    assert '<math class="parts">' in mathml(latex)
    for whole in (mathml(latex, block=True), mathml(r"a \le x < 1")):
        assert "infix" not in whole
        assert "parts" not in whole


def test_a_stop_stays_beside_its_formula():
    page = re.sub(
        r"<math\b.*?</math>", "§", typeset("If ($x$), $y$-th and *$z$* of\n\n- $u$."), flags=re.S
    )
    whole = '<span class="whole">'
    assert f"<p>If {whole}(§),</span> {whole}§-th</span> and <em>§</em> of</p>" in page
    assert f"<li>{whole}§.</span></li>" in page
    cell = re.sub(r"<math\b.*?</math>", "§", _markdown("If ($x$), and $y$."), flags=re.S)
    assert f"<p>If {whole}(§),</span> and {whole}§.</span></p>" in cell


def test_dollars_that_are_no_formula_stay():
    for text in ("It costs $5 and $x.", "US$5 and AU$6", r"\$x\$", "$x$5", "`$x$`", "$ x$"):
        assert "<math" not in typeset(text), text
    page = typeset("At $x_1$ and $x_2$, *where $a_i > 0$ for all $i$.*")
    assert annotations_of(page) == ["x_1", "x_2", "a_i > 0", "i"]
    assert page.count("<em>") == 1


@pytest.mark.parametrize(
    "tex", [r"\{1\}", "a*b", r"\mathbb{E}_S", "(x)_i", "a<b", "[a](b)", r"a\,b", "'_j"]
)
def test_what_markdown_would_eat_is_seen(tex):
    assert EATEN.search(tex)


@pytest.mark.parametrize("tex", ["x_i", r"\rVert_\infty", r"\mathrm{NS}_ \rho", "a < b_{ij}"])
def test_what_markdown_leaves_is_not(tex):
    assert not EATEN.search(tex)


@pytest.mark.parametrize("eaten", ["is at least a\n> 0. So", "with a\n+ b and", "at most\n1. So"])
def test_what_markdown_eats_is_missed(eaten):
    page = unescape(re.sub("<[^>]*>", " ", typeset(eaten)))
    assert words(page) != words(plain(eaten))


def test_a_cell_keeps_its_formulas_and_shows_the_rest():
    text = r"a|b* $x_i \lvert y\rvert^*$ and <c _d e_f"
    assert _cell(text) == r"a\|b\* $x_i \lvert y\rvert^*$ and \<c \_d e_f"


CLAIMS = read_registry(find_paper("sparse_activations").folder).values()
#: What is set as a formula, where it stands outside of one.
UNSET = re.compile(r"[≤≥<>=√²³·‖⟨⟩∈Σ½¼]|[α-ωΓΔΘΩ]|(?<!')\b[b-z]\b|\b[A-Z]_|[a-z]\(")


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_titles_are_set(claim):
    for title in (claim.title, *(statement.title for statement in claim.statements)):
        assert not UNSET.search(INLINE.sub("§", title)), title
        for tex in formulas_of(title)[1]:
            assert not EATEN.search(tex), tex
            assert annotations_of(typeset_line(f"${tex}$")) == [tex]


NOTEBOOKS = sorted((ROOT / "notebooks").glob("**/*.py"), key=str)
#: A formula of a cell, as the site and Jupyter find it.
SHOWN = re.compile(r"\$\$(?P<block>.+?)\$\$|\$(?P<line>[^$\n]+)\$", re.DOTALL)
#: What cells have beside what titles have: roots, scripts, more signs, and capitals that are sets
#: or numbers. A number with its sign may be text.
UNSET_IN_CELL = re.compile(
    rf"{UNSET.pattern}|[√¹⁰-ⁿ₀-ₜʰ-ˡ^±×÷⊕∘∩∪⊆→↦∞≈≡≪≫∼⌈⌉⌊⌋ℓ′¼-¾⅐-⅞∏∑∂∇ϕϵŷĥĝÕ\u0302\u0303]|"
    r"\w_\w| [−+] |[−+](?=[^\W\d])|\b[B-HJ-Z]\b|\w\("
)
#: What is no formula: names of theorems, appendices, displays, files, and of claims in titles.
NAMES = re.compile(
    r"\b(?:Theorems?|Appendix)\s[A-Z]\b[*′]?(?:(?:,|\sand)\s[A-Z]\b)*|\((?:[A-Z]\*?|′)\)|"
    r"\bdocs/[\w-]+\.md|^#+ [\w.-]+:",
    re.MULTILINE,
)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_notebooks_formulas_are_set(path):
    cells = [cell.source for cell in jupytext.read(path).cells if cell.cell_type == "markdown"]
    # The title of a page is text.
    title, _, cells[0] = cells[0].partition("\n")
    assert title.startswith("# ")
    assert "$" not in title
    for source in cells:
        formulas = [found["block"] or found["line"] for found in SHOWN.finditer(source)]
        rest = CODE.sub("¤", SHOWN.sub("§", source))
        assert "$" not in rest + "".join(CODE.findall(source))
        rest = NAMES.sub("", rest.replace("’", "'"))
        assert not UNSET_IN_CELL.search(rest), unset_in(rest)
        page = _markdown(source)
        assert annotations_of(page) == [tex.strip() for tex in formulas]
        look_at_formulas(page)


def unset_in(text):
    """Return each formula of a cell that is not set, with what is around it."""
    return [text[max(0, m.start() - 20) : m.end() + 20] for m in UNSET_IN_CELL.finditer(text)]


@pytest.mark.parametrize(
    "text",
    [
        "E|R_x|²",
        "2^n points",
        "√n",
        "ŷ",
        "f̂ is",
        "‖w′‖",
        "the W of it",
        "an O(1) of",
        "x_1",
        "1 − ρ",
        "±1",
        "2⁻³⁰",
    ],
)
def test_what_is_not_set_is_seen(text):
    assert UNSET_IN_CELL.search(text)


@pytest.mark.parametrize(
    "text",
    ["the value −1", "Theorem 8's (17)", "level-1, 1-sparse, +1", "a § of", "§-sparse, by §3"],
)
def test_what_is_text_is_not(text):
    assert not UNSET_IN_CELL.search(text)
