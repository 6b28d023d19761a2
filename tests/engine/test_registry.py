"""The registry."""

import json
import re
from pathlib import Path

import jsonschema
import pytest
import yaml

from paperclaims.checks.keys import (
    REGISTRY,
    REGISTRY_SCHEMAS,
    describe_registry,
    registry_schemas,
)
from paperclaims.checks.paper import find_paper
from paperclaims.errors import ClaimsError
from paperclaims.judging.sections import check_sections, slug
from paperclaims.registry.claims import Theorem, read_registry, read_theorems
from paperclaims.registry.paper_metadata import read_paper_metadata
from sparseact import bounds

ROOT = Path(__file__).resolve().parents[2]


def test_registry_names_what_is_wrong(tmp_path):
    (tmp_path / "topics.yaml").write_text("- fourier\n")
    (tmp_path / "fourier").mkdir()
    entry = (
        "- id: lemma-6\n  place: here\n  title: t\n  statements:\n"
        "    printed: {title: t, latex: x, checked: c, kind: KIND}\n"
    )
    file = tmp_path / "fourier/claims.yaml"
    file.write_text(entry.replace("KIND", "unconditional"))
    assert list(read_registry(tmp_path)) == ["lemma-6"]
    file.write_text(entry.replace(", kind: KIND", ""))
    assert read_registry(tmp_path)["lemma-6"].statements[0].kind == "unconditional"
    file.write_text(entry.replace("KIND", "certain"))
    with pytest.raises(
        ClaimsError,
        match=r":5: claim lemma-6 → statements → printed → kind: 'certain'",
    ):
        read_registry(tmp_path)
    file.write_text(entry.replace("KIND", "open") * 2)
    with pytest.raises(ClaimsError, match=r"claims.yaml:6: .* appears twice, first in"):
        read_registry(tmp_path)
    file.write_text(entry.replace("KIND", "open").replace("checked", "cheked"))
    with pytest.raises(ClaimsError, match=r":5: .* unknown key cheked; .*\(nearest: checked\)"):
        read_registry(tmp_path)


ENTRY = """- id: lemma-6
  place: here
  title: t
  statements:
    printed: {title: t, latex: x, checked: c, correction: better}
    better: {title: t, latex: x, checked: c}
"""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("title: t\n", "title: t\n  uses: [lemma-1]\n", "uses 'lemma-1', which is not a claim"),
        ("title: t\n", "title: t\n  uses: [lemma-6]\n", "rests on itself"),
        ("title: t\n", "title: t\n  examined: [step]\n", "'lemma-6/step' is not a statement"),
        ("title: t\n", "title: t\n  gap: other\n", "'lemma-6/other' is not a statement"),
        ("title: t\n", "title: t\n  proved_by: [a/b]\n", "'a/b' is not a statement"),
        ("title: t\n", "title: t\n  conclusions: {n: other}\n", "conclusion 'other' is not a stat"),
        (
            "title: t\n",
            "title: t\n  status: true\n",
            ":4: claim lemma-6 → status: True is not allowed",
        ),
        (
            "title: t\n",
            "title: t\n  status: right\n",
            "it must be one of 'holds', 'holds with",
        ),
        (
            "title: t\n",
            "title: t\n  kind: lemma\n",
            "'lemma' is not allowed; it must be one of 'claim'",
        ),
        (
            "title: t\n",
            "title: t\n  paper_proof: lost\n",
            "paper_proof: 'lost' is not allowed",
        ),
        ("title: t\n", "title: t\n  assumes: [lemma-6]\n", "'lemma-6', which is not an open claim"),
        ("better}", "better, excluded_by: other}", "excluded_by 'other' is not a statement"),
        (
            "better}",
            "better, impact: far}",
            "impact: 'far' is not allowed; it must be one",
        ),
        (
            "better}",
            "better, reach: result}",
            ":5: .* printed: unknown key reach; allowed are",
        ),
        ("better}", "better, domain: [n == 2]}", "allowed relations are <, <=, > and >="),
        ("title: t\n", "title: t\n  in_paper: false\n", None),
    ],
)
def test_what_an_entry_says_is_checked(tmp_path, old, new, says):
    (tmp_path / "topics.yaml").write_text("- fourier\n")
    (tmp_path / "fourier").mkdir()
    (tmp_path / "fourier/claims.yaml").write_text(ENTRY.replace(old, new, 1))
    if says is None:
        assert not read_registry(tmp_path)["lemma-6"].in_paper
        return
    with pytest.raises(ClaimsError, match=says):
        read_registry(tmp_path)


def test_a_text_takes_a_constant_of_any_topic(tmp_path):
    for topic, more, latex in (
        ("fourier", "  constants: {K: 14, small: 0.5}\n", "x"),
        ("juntas", "", "'[[K]]x^2 + [[small]]'"),
    ):
        (tmp_path / topic).mkdir()
        (tmp_path / topic / "claims.yaml").write_text(
            f"- id: {topic}\n  place: here\n  title: t\n{more}"
            f"  statements:\n    printed: {{title: t, latex: {latex}, checked: c}}\n"
        )
    assert read_registry(tmp_path)["juntas"].statements[0].latex == "14x^2 + 0.5"
    (tmp_path / "topics.yaml").write_text("[juntas]\n")
    with pytest.raises(ClaimsError, match=r"juntas/claims.yaml:1: \[\[K\]\] is not a constant"):
        read_registry(tmp_path)


def test_the_constants_of_the_registry_are_those_of_the_code():
    claims = read_registry(find_paper("awasthi2024").folder).values()
    constants = {name: value for claim in claims for name, value in claim.constants.items()}
    assert constants == {name: getattr(bounds, name) for name in constants}
    assert constants["lemma_7_constant"] == 14


def test_the_reference_and_the_schemas_for_editors_are_in_step():
    assert (ROOT / REGISTRY).read_text("utf-8") == describe_registry(), "paperclaims keys"
    for name, text in registry_schemas().items():
        assert (ROOT / REGISTRY_SCHEMAS.format(name)).read_text("utf-8") == text, "paperclaims keys"


@pytest.mark.parametrize("name", ["claims", "theorems", "paper"])
def test_the_schemas_hold_our_registry_and_refuse_an_unknown_key(name):
    valid = jsonschema.Draft202012Validator(json.loads(registry_schemas()[name])).is_valid
    for path in (ROOT / "src/awasthi2024").rglob(f"{name}.yaml"):
        said = yaml.safe_load(path.read_text("utf-8"))
        assert valid(said), path
        entry = said if isinstance(said, dict) else said[-1]
        entry["titel"] = "x"
        assert not valid(said), path


def test_theorems_name_what_exists(tmp_path):
    (tmp_path / "topics.yaml").write_text("- fourier\n")
    (tmp_path / "fourier").mkdir()
    (tmp_path / "fourier/claims.yaml").write_text(ENTRY)
    registry = read_registry(tmp_path)
    assert read_theorems(tmp_path, registry) == []
    entry = (
        "- {id: a, name: A, statement: lemma-6/better, says: s, docs: d, replaces: [lemma-6],"
        " refutes: [lemma-6]}\n"
        "- {id: b, name: B, statement: lemma-6/better, says: s, docs: d, uses: [a]}\n"
    )
    path = tmp_path / "theorems.yaml"
    path.write_text(entry)
    assert [theorem.id for theorem in read_theorems(tmp_path, registry)] == ["a", "b"]
    for old, new, says in [
        ("better", "sharp", "'lemma-6/sharp', which is not a statement"),
        ("[a]", "[c]", "uses 'c', which is not a theorem above it"),
        ("replaces: [lemma-6]", "replaces: [lemma-5]", "replaces 'lemma-5', which is not a claim"),
        ("refutes: [lemma-6]", "refutes: [lemma-5]", "refutes 'lemma-5', which is not a claim"),
        ("says", "say", "say"),
    ]:
        path.write_text(entry.replace(old, new, 1))
        with pytest.raises(ClaimsError, match=says):
            read_theorems(tmp_path, registry)


SECTION = "# Proofs\n\n## Lemma 6\n\nTEXT\n\n## Lemma 7\n\n*It holds.* Clear. ∎\n"


def test_a_proof_is_none_in_coq_or_a_section(tmp_path):
    (tmp_path / "topics.yaml").write_text("- fourier\n")
    (tmp_path / "fourier").mkdir()
    file = tmp_path / "fourier/claims.yaml"
    found = []
    for proof in ("none", "coq", "proofs.md#lemma-6"):
        file.write_text(ENTRY.replace("better}", f"better, proof: {proof}}}"))
        found.append(read_registry(tmp_path)["lemma-6"].statements[0])
    assert [(one.proof, one.proved_in) for one in found] == [
        ("none", ""),
        ("coq", ""),
        ("docs", "proofs.md#lemma-6"),
    ]
    for proof in ("docs", "proofs.md", "proofs#lemma-6", "other/proofs.md#lemma-6"):
        file.write_text(ENTRY.replace("better}", f"better, proof: {proof}}}"))
        with pytest.raises(
            ClaimsError, match=rf"claims.yaml:5: .*'{proof}'.* (none, coq|name the section)"
        ):
            read_registry(tmp_path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("*It holds.* Clear. ∎", None),
        ("**Lemma.** Clear. ∎", None),
        ("```math\nx. \\qquad \\blacksquare\n```", None),
        ("Text.\n\n### A step\n\n*It holds.* Clear. ∎", None),
        ("", "must say what it proves"),
        ("*It holds.* Clear.", "end a proof with ∎"),
        ("Clear. ∎", "must say what it proves"),
        ("*Proof.* Clear, as 2*x is. ∎", "must say what it proves"),
    ],
)
def test_a_section_that_a_statement_names_states_and_proves(tmp_path, text, says):
    (tmp_path / "topics.yaml").write_text("- fourier\n")
    (tmp_path / "fourier").mkdir()
    entry = ENTRY.replace("better}", "better, proof: proofs.md#lemma-6}")
    (tmp_path / "fourier/claims.yaml").write_text(entry)
    registry = read_registry(tmp_path)
    documents = {"proofs.md": SECTION.replace("TEXT", text)}
    if says is None:
        check_sections(registry, [], documents)
        return
    with pytest.raises(ClaimsError, match=f"lemma-6, statement printed names .*{says}"):
        check_sections(registry, [], documents)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("better}", "better, proof: proofs.md#lemma-5}"),
        ("better}", "better, proof: others.md#lemma-7}"),
        ("title: t\n", "title: t\n  docs: [proofs.md#lemma-5]\n"),
        ("title: t\n", "title: t\n  docs: [others.md]\n"),
        ("title: t\n", "title: t\n  docs: [proofs.md, proofs.md#lemma-7]\n"),
    ],
)
def test_sections_that_the_registry_names_exist(tmp_path, old, new):
    (tmp_path / "topics.yaml").write_text("- fourier\n")
    (tmp_path / "fourier").mkdir()
    (tmp_path / "fourier/claims.yaml").write_text(ENTRY.replace(old, new, 1))
    registry = read_registry(tmp_path)
    if "lemma-7]" in new:
        check_sections(registry, [], {"proofs.md": SECTION})
        theorem = Theorem(
            id="a", name="A", statement="lemma-6/better", says="s", docs="proofs.md#lemma-5"
        )
        with pytest.raises(
            ClaimsError, match=r"theorem a names proofs\.md#lemma-5, and docs has no"
        ):
            check_sections(registry, [theorem], {"proofs.md": SECTION})
        return
    with pytest.raises(ClaimsError, match=r"lemma-6.* names .*, and docs has no such section"):
        check_sections(registry, [], {"proofs.md": SECTION})


def test_the_proofs_that_the_registry_names_are_in_docs():
    folder = ROOT / "src/awasthi2024"
    registry = read_registry(folder)
    documents = {path.name: path.read_text("utf-8") for path in (ROOT / "docs").glob("*.md")}
    check_sections(registry, read_theorems(folder, registry), documents)


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
