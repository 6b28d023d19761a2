"""The registry."""

import re
from pathlib import Path

import pytest

from claimcheck.errors import ClaimsError
from claimcheck.prose import slug
from claimcheck.registry import read_registry, read_theorems

ROOT = Path(__file__).resolve().parents[1]


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
    with pytest.raises(ClaimsError, match="kind 'certain'; allowed are"):
        read_registry(tmp_path)
    file.write_text(entry.replace("KIND", "open") * 2)
    with pytest.raises(ClaimsError, match="appears twice"):
        read_registry(tmp_path)
    file.write_text(entry.replace("KIND", "open").replace("checked", "cheked"))
    with pytest.raises(ClaimsError, match="cheked"):
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
        ("title: t\n", "title: t\n  uses: [lemma-1]\n", "uses 'lemma-1', which is no claim"),
        ("title: t\n", "title: t\n  uses: [lemma-6]\n", "rests on itself"),
        ("title: t\n", "title: t\n  needs: [step]\n", "'lemma-6/step' is no statement"),
        ("title: t\n", "title: t\n  main: other\n", "conclusion 'other' is no statement of it"),
        (
            "title: t\n",
            "title: t\n  concludes: [{name: n, statement: other}]\n",
            "conclusion 'other' is no statement of it",
        ),
        (
            "title: t\n",
            "title: t\n  concludes: [{name: n, statement: better}]\n",
            "its main statement is none of its conclusions",
        ),
        ("title: t\n", "title: t\n  printed_proof: lost\n", "printed_proof 'lost'; allowed are"),
        ("title: t\n", "title: t\n  assumes: [lemma-6]\n", "'lemma-6', which is no open claim"),
        (
            "checked: c, correction",
            "checked: c, kind: conditional, correction",
            "a conditional claim",
        ),
        ("title: t\n", "title: t\n  route: other\n", "'lemma-6/other' is no statement"),
        ("better}", "better, with_constant: other}", "with_constant 'other' is no statement"),
        ("better}", "better, every_constant: other}", "every_constant 'other' is no statement"),
        ("better}", "better, part: proof}", "part 'proof'; allowed are statement"),
        ("better}", "better, answers: [better]}", "only an open statement has answers"),
        ("better}", "better, boundary: [n > 1]}", "boundary 'n > 1': allowed is a product"),
        ("better}", "better, domain: [R >= 2]}", "a domain that speaks of a scale, and no other"),
        ("better}", "better, domain: [n >= 2], setting: introduced}", "speaks of a scale, and no"),
        ("better}", "better, domain: [R >= 2], setting: cube}", "setting 'cube' is no statement"),
        ("better}", "better, changes: [{kind: far, from: a, to: b}]}", "change of kind 'far'"),
        ("better}", "better, reach: far}", "reach 'far'; allowed are result, proof"),
        ("better}", "better, reach: proof}", "reach 'proof' needs a reason"),
        ("better}", "better, reach: boundary}", "reach 'boundary'; allowed are result, proof"),
        ("better}", "better, reach: constant}", "reach 'constant' needs a factor above 1"),
        (", correction: better}", ", reach: condition}", "'condition' needs a domain or a corr"),
        (", correction: better}", ", reach: wording}", "reach 'wording' needs a correction"),
        ("better}", "better, domain: [W > 0]}", "domain 'W > 0': allowed are whole numbers"),
        ("title: t\n", "title: t\n  in_paper: false\n", None),
    ],
)
def test_what_an_entry_says_of_findings_is_checked(tmp_path, old, new, says):
    (tmp_path / "topics.yaml").write_text("- fourier\n")
    (tmp_path / "fourier").mkdir()
    (tmp_path / "fourier/claims.yaml").write_text(ENTRY.replace(old, new, 1))
    if says is None:
        assert not read_registry(tmp_path)["lemma-6"].in_paper
        return
    with pytest.raises(ClaimsError, match=says):
        read_registry(tmp_path)


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
        ("better", "sharp", "'lemma-6/sharp' is no statement"),
        ("[a]", "[c]", "uses 'c', which is no theorem above it"),
        ("replaces: [lemma-6]", "replaces: [lemma-5]", "replaces 'lemma-5', which is no claim"),
        ("refutes: [lemma-6]", "refutes: [lemma-5]", "refutes 'lemma-5', which is no claim"),
        ("says", "say", "say"),
    ]:
        path.write_text(entry.replace(old, new, 1))
        with pytest.raises(ClaimsError, match=says):
            read_theorems(tmp_path, registry)


def test_the_proofs_that_the_registry_names_are_in_docs():
    registry = read_registry(ROOT / "src/sparse_activations")
    names = [name for claim in registry.values() for name in claim.docs]
    names += [theorem.docs for theorem in read_theorems(ROOT / "src/sparse_activations", registry)]
    for name in names:
        file, _, anchor = name.partition("#")
        text = (ROOT / "docs" / file).read_text("utf-8")
        if anchor:
            assert anchor in {slug(title) for title in re.findall(r"^#+ (.*)$", text, re.M)}, name
