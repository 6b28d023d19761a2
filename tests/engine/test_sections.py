"""The results and the proofs in documents, and the names of their sections."""

import pytest

from paperclaims.errors import ClaimsError
from paperclaims.judging.sections import find_title, read_outline, slug


@pytest.mark.parametrize(
    ("title", "anchor"),
    [
        ("1. Lemma 9's proof (def-1)", "1-lemma-9s-proof-def-1"),
        ("Dense networks: Ω(s²/ε²)", "dense-networks-ωsε"),
        ("Pr[R_x ≠ R_{x^{⊕i}}]", "prr_x--r_xi"),
    ],
)
def test_anchors_are_those_of_github(title, anchor):
    assert slug(title) == anchor


def block(title, kind="proof", label="", proves="", text="Clear.", fence=":::"):
    """Return an admonition."""
    keys = {"class": kind, "name": label, "proves": proves}
    lines = [f":{key}: {value}" for key, value in keys.items() if value]
    return "\n".join([f"{fence}{{admonition}} {title}", *lines, "", text, fence, "", ""])


def lemma(label):
    return block("Lemma", "lemma", label, text="It holds.")


PROOF = block("Proof", "dropdown proof")
CODE = "````text\n# No title\n```\n:::{admonition} Lemma\n:name: no-label\n:::\n````\n\n"


def test_read_outline_returns_titles_and_labels():
    text = f"# Proofs\n\n## 1. Size\n\n{CODE}{lemma('size')}### A step\n\n{PROOF}Below\n-----\n"
    found = read_outline(text)
    assert list(found.titles.values()) == ["Proofs", "1. Size", "A step", "Below"]
    assert found.labelled == {"size": ("Lemma", "1-size", ("lemma",), 12)}


@pytest.mark.parametrize(
    "text",
    [
        lemma("Size") + PROOF,
        lemma("size") + block("Proof", fence="::::::") + block("Proof", text="Again: $1<2$."),
        lemma("size") + lemma("depth") + PROOF + block("The proof of both", proves="size depth"),
        block("Proof of size", proves="size") + lemma("size"),
        lemma("size") + block("Case 1", label="case-1") + PROOF,
        lemma("size") + CODE + PROOF,
    ],
)
def test_read_outline_returns_results_with_their_proofs(text):
    assert "size" in read_outline(text).labelled


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"## Size\n\n{lemma('size')}## Other\n\n{PROOF}", "12: 'Proof' must be below its result"),
        (lemma("size") + lemma("depth") + PROOF, "1: 'size' has no proof below it"),
        (lemma("size") + f"````text\n{PROOF}````\n", "1: 'size' has no proof below it"),
        (lemma("size") + block("Remark", "note", text=PROOF, fence="::::"), "1: .* no proof"),
        (lemma("size") + block("Proof of the depth"), "8: .* name its results in proves"),
        (lemma("size") + block("Proof", proves="sise"), r"8: proves .* 'sise' \(nearest: size\)"),
        (lemma("size") + PROOF + lemma("Size") + PROOF, "14: label 'size' .* is in line 1 too"),
        (lemma("") + PROOF, "1: 'Lemma' has no label"),
        (block("Both", "lemma proof", "size"), "1: 'Both' must be a result or a proof"),
        (lemma("size") + block("Proof idea"), "8: 'Proof idea' is no proof"),
        (lemma("size") + block("Proof", text=""), "8: the proof 'Proof' must have a sentence"),
        (lemma("size") + block("Proof", text="TODO"), "8: .* must have a sentence"),
        (lemma("size") + block("Proof", text="## Clear."), "8: .* must have a sentence"),
        (lemma("size") + block("Proof", text="`x`."), "8: .* must have a sentence"),
        (":::{admonition}\n:class: lemma\n:::\n", "1: an admonition must have a title"),
        (block("Lemma", "lemma", "a").replace("name", "label"), "1: Unknown option key: 'label'"),
    ],
)
def test_read_outline_rejects_what_is_not_proved(text, says):
    with pytest.raises(ClaimsError, match=f"^a.md:{says}"):
        read_outline(text, "a.md")


def test_find_title_returns_a_files_name_if_it_has_no_title():
    assert find_title("proofs.md", {"proofs.md": "A proof.\n"}) == "proofs.md"
    with pytest.raises(ClaimsError, match=r"docs has no section proofs.md#size"):
        find_title("proofs.md#size", {"proofs.md": "A proof.\n"})
