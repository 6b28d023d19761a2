"""The registry."""

import re
from pathlib import Path

import jsonschema
import pytest
import yaml
from read_yaml import read_yaml

from awasthi2024.bounds import section_2, section_5
from paperclaims.checks.paper import find_paper
from paperclaims.errors import ClaimsError
from paperclaims.judging.sections import check_sections, read_documents, slug
from paperclaims.registry.claims import Theorem, check_needed, read_registry, read_theorems
from paperclaims.registry.paper_metadata import read_paper_metadata
from paperclaims.reporting.keys import schemas
from sparseact import bounds

ROOT = Path(__file__).resolve().parents[2]


ENTRY = """- id: lemma-6
  place: here
  title: t
  statements:
    printed: {title: t, says: x, instead: better}
    better: {title: t, says: x}
"""


def written(folder, entry=ENTRY):
    """Write a registry of one topic, and read it."""
    (folder / "topics.yaml").write_text("- fourier\n")
    (folder / "fourier").mkdir(exist_ok=True)
    (folder / "fourier/claims.yaml").write_text(entry)
    return read_registry(folder)


def test_a_text_takes_a_constant_of_any_topic(tmp_path):
    for topic, more, latex in (
        ("fourier", "  constants: {K: 14, small: 0.5}\n", "x"),
        ("juntas", "", "'[[K]]x^2 + [[small]]'"),
    ):
        (tmp_path / topic).mkdir()
        (tmp_path / topic / "claims.yaml").write_text(
            f"- id: {topic}\n  place: here\n  title: t\n{more}"
            f"  statements:\n    printed: {{title: t, says: {latex}}}\n"
        )
    assert read_registry(tmp_path)["juntas"].statements[0].says == "14x^2 + 0.5"


def test_read_registry_returns_the_formula_as_the_title_that_is_missing(tmp_path):
    (tmp_path / "juntas").mkdir()
    (tmp_path / "juntas/claims.yaml").write_text(
        "- id: made-up\n  place: here\n  title: t\n  statements:\n    printed: {says: x < 1}\n"
    )
    assert read_registry(tmp_path)["made-up"].statements[0].title == "$x < 1$"


def test_the_constants_of_the_registry_are_those_of_the_code():
    claims = read_registry(find_paper("awasthi2024").folder).values()
    constants = {name: value for claim in claims for name, value in claim.constants.items()}
    code = vars(bounds) | vars(section_2) | vars(section_5)
    assert constants == {name: float(code[name]) for name in constants}
    assert constants["lemma_7_constant"] == 14


@pytest.mark.parametrize("name", ["claims", "theorems", "paper"])
def test_the_schemas_hold_our_registry_and_refuse_an_unknown_key(name):
    valid = jsonschema.Draft202012Validator(
        schemas(read_yaml(ROOT / "config/config.yaml"))[f"{name}.schema"]
    ).is_valid
    for path in (ROOT / "src/awasthi2024").rglob(f"{name}.yaml"):
        said = yaml.safe_load(path.read_text("utf-8"))
        assert valid(said), path
        entry = said if isinstance(said, dict) else said[-1]
        entry["titel"] = "x"
        assert not valid(said), path


def test_theorems_name_what_exists(tmp_path):
    registry = written(tmp_path)
    assert read_theorems(tmp_path, registry) == []
    entry = (
        "- {id: a, name: A, statement: lemma-6/better, says: s, proof: d, replaces: [lemma-6],"
        " refutes: [lemma-6]}\n"
        "- {id: b, name: B, statement: lemma-6/better, says: s, proof: d, uses: [a]}\n"
    )
    path = tmp_path / "theorems.yaml"
    path.write_text(entry)
    assert [theorem.id for theorem in read_theorems(tmp_path, registry)] == ["a", "b"]


SECTION = """# Proofs

## Lemma 7

:::{admonition} It holds
:class: lemma
:name: it-holds

It holds.
:::

:::{admonition} Proof
:class: proof

Clear.
:::
"""


def test_a_proof_is_none_in_coq_or_a_section(tmp_path):
    found = []
    for proof in ("none", "coq", "proofs.md#lemma-6"):
        entry = ENTRY.replace("better}", f"better, proof: {proof}}}")
        found.append(written(tmp_path, entry)["lemma-6"].statements[0])
    assert [(one.proof, one.proved_in) for one in found] == [
        ("none", ""),
        ("coq", ""),
        ("docs", "proofs.md#lemma-6"),
    ]


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("theorem", None),
        ("dropdown proof", None),
        ("note", "must be one of theorem, lemma, corollary, proof"),
    ],
)
def test_a_label_that_a_statement_names_is_of_a_theorem_or_a_proof(tmp_path, kind, says):
    entry = ENTRY.replace("better}", "better, proof: proofs.md#it-holds}")
    registry = written(tmp_path, entry)
    stated, proof = SECTION.replace("lemma", kind).split(":::{admonition} Proof")
    documents = {
        "proofs.md": f"{stated}:::{{admonition}} Proof{proof}" if kind == "theorem" else stated
    }
    if says is None:
        check_sections(tmp_path, registry, [], documents)
        return
    with pytest.raises(ClaimsError, match=f"claims.yaml:5: claim lemma-6: the class of .*{says}"):
        check_sections(tmp_path, registry, [], documents)


def test_a_label_is_used_once():
    with pytest.raises(ClaimsError, match=r"b.md:5: the label 'it-holds' is in a\.md too"):
        check_sections("none", {}, [], {"a.md": SECTION, "b.md": SECTION})


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("better}", "better, proof: proofs.md#lemma-5}"),
        ("better}", "better, proof: others.md#lemma-7}"),
        ("title: t\n", "title: t\n  docs: [proofs.md#lemma-5]\n"),
        ("title: t\n", "title: t\n  docs: [others.md]\n"),
    ],
)
def test_sections_that_the_registry_names_exist(tmp_path, old, new):
    registry = written(tmp_path, ENTRY.replace(old, new, 1))
    says = r"claims.yaml:[45]: claim lemma-6: docs has no (section|label) (proofs|others)\.md"
    with pytest.raises(ClaimsError, match=says):
        check_sections(tmp_path, registry, [], {"proofs.md": SECTION})


def test_a_theorem_names_a_label_that_exists(tmp_path):
    registry = written(tmp_path)
    (tmp_path / "theorems.yaml").write_text(
        "- {id: a, name: A, statement: lemma-6/better, says: s,\n   proof: proofs.md#it-hold}\n"
    )
    theorems = read_theorems(tmp_path, registry)
    says = r"theorems.yaml:2: theorem a: docs has no label .*it-hold \(nearest: it-holds\)"
    with pytest.raises(ClaimsError, match=says):
        check_sections(tmp_path, registry, theorems, {"proofs.md": SECTION})


def test_the_proofs_that_the_registry_names_are_in_docs():
    folder = ROOT / "src/awasthi2024"
    registry = read_registry(folder)
    theorems = read_theorems(folder, registry)
    check_needed(folder, registry, theorems)
    check_sections(folder, registry, theorems, read_documents(ROOT / "docs"))


@pytest.mark.parametrize("path", sorted((ROOT / "docs").glob("proofs*.md")), ids=lambda p: p.stem)
def test_no_two_titles_of_a_document_have_one_anchor(path):
    anchors = [slug(title) for title in re.findall(r"^#+ (.*)$", path.read_text("utf-8"), re.M)]
    assert len(anchors) == len(set(anchors))


def test_only_the_symbols_of_a_formula_are_explained():
    about = read_paper_metadata(find_paper("awasthi2024").folder)
    said = about.explain(r"F(x,y)=\sigma(x)\;\Rightarrow\;|R_{(x,y)}|\le 1")
    assert said.split(" is ")[0] == "$R_x$"  # neither R nor a letter of \Rightarrow
    assert "ReLU" in said
    assert "largest norm" not in said
    assert "largest norm" in about.explain(r"\mathcal{R}(S)\le WR")
    assert about.explain("x+y") == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title: t\n", "title: t\n  answers: [more]\n"),
        ("title: t\n", "title: t\n  conclusions: {one: printed, two: more}\n"),
        ("title: t\n", "title: t\n  examined: [lemma-6/more]\n"),
        ("x}\n    m", "x, instead: more}\n    m"),
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


@pytest.mark.parametrize("symbol", [r"\rho_m", "AB", "x+", ""])
def test_read_paper_metadata_rejects_a_notation_of_no_symbol(tmp_path, symbol):
    about = {"project": "p", "title": "t", "introduction": "i", "notation": {symbol: "It is."}}
    (tmp_path / "paper.yaml").write_text(yaml.safe_dump(about), "utf-8")
    with pytest.raises(ClaimsError, match=r"yaml:\d: notation → .* must be one letter or one"):
        read_paper_metadata(tmp_path)


def test_a_reading_is_no_line_of_the_papers_proof(tmp_path):
    entry = ENTRY.replace("title: t\n", "title: t\n  examined: [printed]\n")
    assert written(tmp_path, entry)["lemma-6"].examined == ("printed",)
    tried = entry.replace("better}", "better, reading: true}")
    with pytest.raises(
        ClaimsError, match=r"yaml:4: .* lines of the paper's proof, got the reading 'printed'"
    ):
        written(tmp_path, tried)
