"""Relations to statements of other papers' checks."""

import pytest

from paperclaims.errors import ClaimsError
from paperclaims.judging.relations import check_relations
from paperclaims.registry.claims import read_registry
from paperclaims.registry.paper_metadata import PaperMetadata

ABOUT = PaperMetadata(
    project="p", title="t", introduction="i", papers={"other_paper": "https://example.org/"}
)
#: The files of the other paper.
OTHER = {
    "paper.yaml": "{project: o, title: Other, introduction: i}\n",
    "theorems.yaml": "- {id: j, name: J, short: more, statement: con/sums, says: s, proof: a}\n",
    "topic/claims.yaml": """
- id: con
  place: here
  title: t
  statements:
    printed: {says: x}
    sums: {says: y, proof: coq}
""",
}


@pytest.fixture(autouse=True)
def other(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "other_paper/topic").mkdir(parents=True)
    for name, text in OTHER.items():
        (tmp_path / "other_paper" / name).write_text(text, "utf-8")


def checked(folder, keys):
    """Return the relations of a registry of one statement with these keys."""
    (folder / "topic").mkdir()
    (folder / "topic/claims.yaml").write_text(
        "- id: one\n  place: here\n  title: t\n  statements:\n    printed:\n"
        + "".join(f"      {key}\n" for key in ("says: x", *keys))
    )
    return check_relations(folder, read_registry(folder), ABOUT)


def test_check_relations_returns_the_theorem_with_its_address(tmp_path):
    found = checked(tmp_path, ["sharpened_by: [other_paper/j]"])[0]
    assert (found.verb, found.name) == ("sharpened by", "J (more)")
    assert found.proof == "proved in Coq"
    assert found.address == "https://example.org/claims/con.html#con-sums"


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        (["sharpened_by: [other_papers/j]"], "nearest: other_paper"),
        (["sharpened_by: [other_paper/jj]"], "nearest: j"),
        (["sharpened_by: [other_paper/con/none]"], "must be a theorem or a claim/statement"),
        (["sharpened_by: [other_paper/con/printed]"], "must be proved there, and it is not"),
        (["refuted_by: [other_paper/j]"], "must have a refutation"),
        (["follows_from: [other_paper/j]"], "must have a proof"),
        (["proof: a.md#b", "refuted_by: [other_paper/j]"], "must have a refutation"),
        (["refutation: a.md#b", "sharpened_by: [other_paper/j]"], "must not fail"),
    ],
)
def test_check_relations_rejects(tmp_path, keys, sentence):
    with pytest.raises(ClaimsError, match=sentence) as raised:
        checked(tmp_path, keys)
    assert "topic/claims.yaml:5: claim one, statement printed" in str(raised.value)
