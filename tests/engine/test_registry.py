"""The registry: what is read, and each mistake in one sentence with the file, line and place."""

import re

import pytest

from paperclaims.errors import ClaimsError
from paperclaims.judging.sections import check_sections, read_documents
from paperclaims.new import write_paper
from paperclaims.registry.claims import Theorem, check_needed, read_registry, read_theorems
from paperclaims.registry.paper_metadata import PaperMetadata, read_paper_metadata

CLAIMS, PAPER = "my_paper/harmonic/claims.yaml", "my_paper/paper.yaml"
THEOREMS, TOPICS = "my_paper/theorems.yaml", "my_paper/topics.yaml"
LAST = "      alt: Points against n that rise through a horizontal line at 1/2.\n"
THEOREM = (
    "- {id: a, name: A, statement: lower/printed, says: s,\n"
    "   proof: proofs.md#the-lower-bound, refutes: [upper]}\n"
)

#: The file, what it says, the mistake, and the sentence after the file's name.
MISTAKES = [
    # what pydantic finds
    (CLAIMS, "status: holds", "status: hold", ":4: claim lower → status must be 'holds', .*"
     r"'not examined', got 'hold' \(nearest: holds\)"),
    (CLAIMS, "place: Theorem 1", "place: 1", ":2: claim lower → place must be a string, got 1"),
    (CLAIMS, "id: lower", "id: a/b", ":1: claim a/b → id must be letters, .*, got 'a/b'"),
    (CLAIMS, "proof: proofs.md#the", "proof: proofs#the",
     ":10: claim lower → statements → printed → proof must be none, coq or a label in .*#the"),
    (CLAIMS, "      proof: proofs", "      domain: [n == 2]\n      proof: proofs",
     ":10: .*printed → domain → 0 must be an inequality with <, .*, got 'n == 2'"),
    (CLAIMS, "tables: [logarithms]", "tables: logarithms", ":21: .* must be a list, got 'logarit"),
    (CLAIMS, "tables: [logarithms]", "tables: [../x]", r":21: .* must be letters, .*, got '../x'"),
    (CLAIMS, "    gap:", "    ../gap:", ":19: claim upper → figures → ../gap → name must be let"),
    (CLAIMS, LAST, LAST + "- {id: a, place: b, title: c, statements: {}}\n",
     ":24: claim a → statements must have at least 1 item, got .*"),
    (CLAIMS, "says: 'H_n \\ge", "syas: 'H_n \\ge",
     r":9: .* → statements → printed has the unknown key syas; known keys are .*st: says\)"),
    (CLAIMS, "      says: 'H_n \\ge \\ln(n + 1)'\n", "",
     ":7: claim lower → statements → printed lacks the key says"),
    (PAPER, "title:", "titel:", r":2: the top level has the unknown key titel; .*\(nearest: tit.*"),
    (PAPER, "title:", "notation: {\\rho_m: x}\ntitle:", r":\d: notation → .* must be one letter"),
    # what YAML finds
    (CLAIMS, "  figures:", "  place: x\n  figures:", ":18: the key 'place' is there already, in "
     "line 12; keep one of them"),
    (CLAIMS, "says: 'H_n \\ge \\ln(n + 1)'", 'says: "\\theta"',
     r":9: the text must have no control characters, got '\\theta'; write it in single quotes"),
    (CLAIMS, "says: 'H_n \\ge \\ln(n + 1)'", 'says: "H \\ne 0"', ":9: the text must have no .*"),
    (PAPER, "project:", "!!python/object/apply:os.system [true]\nproject:", " is not YAML: .*"),
    (CLAIMS, "- id: lower", "id: lower", " is not YAML: .*"),
    (TOPICS, "- harmonic\n", "a: b\n", " must be a list of names"),
    (TOPICS, "- harmonic\n", "[../x]\n", ": topic must be letters, .*, got '../x'"),
    # what two entries say together
    (CLAIMS, "id: upper", "id: lower", ":11: claim lower appears twice, first in .*claims.yaml"),
    (CLAIMS, "status: holds", "uses: [uper]",
     r":4: claim lower uses 'uper', which is not a claim \(nearest: upper\)"),
    (CLAIMS, "status: holds", "uses: [lower]", ":4: claim lower must not use itself"),
    (CLAIMS, "status: holds", "gap: other", ":4: .* 'lower/other', which is not a stateme.*"),
    (CLAIMS, "status: holds", "conclusions: {n: other}", ":4: .* is 'other', which is not .*"),
    (CLAIMS, "proof: proofs.md#the-lower-bound", "instead: better",
     ":10: .*, statement printed: instead names 'better', which is not a statement of the claim"),
    (CLAIMS, "proof: proofs.md#the-lower-bound", "inherits: better",
     ":10: .*, statement printed: inherits 'better', which is not a statement of the registry"),
    (CLAIMS, "status: holds", "not_shown: [other]", ":4: .* 'other', which is not a conclusion.*"),
    (CLAIMS, "proof: proofs", "refutation: coq\n      proof: proofs", ":10: .*tation, not both"),
    (CLAIMS, "proof: proofs.md#the-lower-bound", "proof: docs", ":10: .* must name the label"),
    (CLAIMS, "status: holds", "correction: two", ":4: .* correction is allowed only if status .*"),
    (CLAIMS, "title: Harmonic numbers are at least", "title: '[[K]]'  #",
     r":1: \[\[K\]\] is not a constant of the registry"),
    (THEOREMS, "lower/printed", "lower/sharp", ":1: .* has 'lower/sharp', which is not a state.*"),
    (THEOREMS, "says: s", "say: s", ":1: theorem a has the unknown key say; .*nearest: says.*"),
    (THEOREMS, "upper", "uper", ":2: theorem a refutes 'uper', which is not a claim .*upper.*"),
    # what docs/ says
    (CLAIMS, "status: holds", "docs: [proofs.md#upper]", ":4: .* docs has no section proofs.md#up"),
    (CLAIMS, "status: holds", "docs: [others.md]", ":4: .* docs has no section others.md"),
    (CLAIMS, "md#the-lower-bound", "md#the-bound", r":10: .* no label .*\(nearest: the-l"),
    (CLAIMS, "md#the-lower-bound", "md#note", ":10: .* the class of .*note must be one of"),
    (THEOREMS, "the-lower", "lower", r":2: theorem a: docs has no label .* \(nearest: the-lower-"),
]  # fmt: skip


NOTE = "\n:::{admonition} A note\n:class: note\n:name: note\n\nIt is one.\n:::\n"


def read(paper):
    """Read the claims, the theorems and the documents of a paper's folder."""
    folder = paper / "my_paper"
    read_paper_metadata(folder)
    registry = read_registry(folder)
    theorems = read_theorems(folder, registry)
    check_sections(folder, registry, theorems, read_documents(paper / "docs"))


@pytest.mark.parametrize(("name", "old", "new", "says"), MISTAKES)
def test_a_mistake_is_a_sentence(tmp_path, monkeypatch, name, old, new, says):
    monkeypatch.chdir(tmp_path)
    write_paper("my-paper")
    paper = tmp_path / "my-paper"
    (paper / THEOREMS).write_text(THEOREM if name == THEOREMS else "[]\n", "utf-8")
    (paper / TOPICS).write_text("- harmonic\n", "utf-8")
    with open(paper / "docs/proofs.md", "a", encoding="utf-8") as stream:
        stream.write(NOTE)
    text = (paper / name).read_text("utf-8")
    assert old in text
    (paper / name).write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(ClaimsError) as error:
        read(paper)
    assert re.fullmatch(rf"{paper}/{name}{says}.*", str(error.value)), error.value


def test_a_label_is_used_once():
    with pytest.raises(ClaimsError, match=r"b.md:2: the label 'note' is in a\.md too"):
        check_sections("none", {}, [], {"a.md": NOTE, "b.md": NOTE})


ENTRY = """- id: lemma-6
  place: here
  title: t
  statements:
    printed: {title: t, says: x, instead: better}
    better: {says: '[[K]]x^2 + [[small]]'}
"""


def written(folder, entry=ENTRY):
    """Write a registry of two topics, and read it."""
    for topic, text in {
        "fourier": entry,
        "juntas": ENTRY.replace("lemma-6", "lemma-7\n  constants: {K: 14, small: 0.5}"),
    }.items():
        (folder / topic).mkdir(exist_ok=True)
        (folder / topic / "claims.yaml").write_text(text)
    return read_registry(folder)


def test_read_registry_returns_constants_of_any_topic_and_the_formula_as_a_title(tmp_path):
    better = written(tmp_path)["lemma-6"].statement("better")
    assert (better.says, better.title) == ("14x^2 + 0.5", "$14x^2 + 0.5$")


@pytest.mark.parametrize(
    ("proof", "where"),
    [("none", ("none", "")), ("coq", ("coq", "")), ("a.md#lemma-6", ("docs", "a.md#lemma-6"))],
)
def test_a_proof_is_none_in_coq_or_a_section(tmp_path, proof, where):
    entry = ENTRY.replace("better}", f"better, proof: {proof}}}")
    found = written(tmp_path, entry)["lemma-6"].statement("printed")
    assert (found.proof, found.proved_in) == where


def test_theorems_name_what_exists(tmp_path):
    registry = written(tmp_path)
    assert read_theorems(tmp_path, registry) == []
    (tmp_path / "theorems.yaml").write_text(
        "- {id: a, name: A, statement: lemma-6/better, says: s, proof: d, replaces: [lemma-6],"
        " refutes: [lemma-6]}\n"
        "- {id: b, name: B, statement: lemma-6/better, says: s, proof: d, uses: [a]}\n"
    )
    assert [theorem.id for theorem in read_theorems(tmp_path, registry)] == ["a", "b"]


def test_only_the_symbols_of_a_formula_are_explained():
    notation = {"R_": "set", "R": "norm", r"\mathcal{R}": "complexity", r"\sigma": "ReLU"}
    about = PaperMetadata(project="p", title="t", introduction="i", notation=notation)
    assert about.explain(r"F(x,y)=\sigma(x)\;\Rightarrow\;|R_{(x,y)}|\le 1") == "set ReLU"
    assert about.explain(r"\mathcal{R}(S)\le WR") == "norm complexity"
    assert about.explain("x+y") == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title: t\n", "title: t\n  answers: [more]\n"),
        ("title: t\n", "title: t\n  conclusions: {one: printed, two: more}\n"),
        ("title: t\n", "title: t\n  examined: [lemma-6/more]\n"),
        ("better: {", "better: {instead: more, "),
        ("more: {", "more: {ours: conjecture, "),
        ("more: {", "more: {fails: misprint, "),
        ("more: {", "more: {reading: true, "),
    ],
)
def test_check_needed_rejects_a_statement_that_no_answer_uses(tmp_path, old, new):
    entry = ENTRY + "    more: {title: t, says: x}\n"
    registry = written(tmp_path, entry)
    theorem = {"id": "a", "name": "A", "statement": "lemma-6/more", "says": "s", "proof": "p"}
    check_needed(tmp_path, registry, [Theorem(**theorem)])
    says = r"claims.yaml:7: claim lemma-6, statement more: no answer uses it"
    with pytest.raises(ClaimsError, match=says):
        check_needed(tmp_path, registry, [])
    check_needed(tmp_path, written(tmp_path, entry.replace(old, new)), [])


def test_a_reading_is_no_line_of_the_papers_proof(tmp_path):
    entry = ENTRY.replace("title: t\n", "title: t\n  examined: [printed]\n")
    assert written(tmp_path, entry)["lemma-6"].examined == ("printed",)
    tried = entry.replace("better}", "better, reading: true}")
    with pytest.raises(
        ClaimsError, match=r"yaml:4: .* lines of the paper's proof, got the reading 'printed'"
    ):
        written(tmp_path, tried)
