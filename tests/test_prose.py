"""Documents as parts of pages."""

import pytest

from claimcheck.prose import find_section, slug, typeset, typeset_section


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
    assert "\\frac" not in page
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
