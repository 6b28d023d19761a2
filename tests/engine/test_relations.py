"""Relations to statements of other papers' checks."""

import pytest

from paperclaims.errors import ClaimsError
from paperclaims.judging.relations import check_relations
from paperclaims.registry.claims import read_registry
from paperclaims.registry.paper_metadata import PaperMetadata

ABOUT = PaperMetadata(
    project="p", title="t", introduction="i", papers={"awasthi2024": "https://example.org/"}
)


def checked(folder, keys):
    """Return the relations of a registry of one statement with these keys."""
    (folder / "topic").mkdir()
    (folder / "topic/claims.yaml").write_text(
        "- id: one\n  place: here\n  title: t\n  statements:\n    printed:\n"
        + "".join(f"      {key}\n" for key in ("says: x", *keys))
    )
    return check_relations(folder, read_registry(folder), ABOUT)


def test_check_relations_returns_the_theorem_with_its_address(tmp_path):
    found = checked(tmp_path, ["sharpened_by: [awasthi2024/theorem-j]"])[0]
    assert (found.verb, found.name) == ("sharpened by", "Theorem J (Conjecture 20 repaired)")
    assert found.proof == "proved in Coq"
    assert found.address == "https://example.org/claims/conj_20.html#conj-20-theorem-j"


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        (["sharpened_by: [awasthi2023/theorem-j]"], "nearest: awasthi2024"),
        (["sharpened_by: [awasthi2024/theorem-jj]"], "nearest: theorem-j"),
        (["sharpened_by: [awasthi2024/lemma-9/none]"], "must be a theorem or a claim/statement"),
        (["sharpened_by: [awasthi2024/conj-20/printed]"], "must be proved there, and it is not"),
        (["refuted_by: [awasthi2024/theorem-h]"], "must have a refutation"),
        (["follows_from: [awasthi2024/theorem-j]"], "must have a proof"),
        (["proof: a.md#b", "refuted_by: [awasthi2024/theorem-h]"], "must have a refutation"),
        (["refutation: a.md#b", "sharpened_by: [awasthi2024/theorem-j]"], "must not fail"),
    ],
)
def test_check_relations_rejects(tmp_path, keys, sentence):
    with pytest.raises(ClaimsError, match=sentence) as raised:
        checked(tmp_path, keys)
    assert "topic/claims.yaml:5: claim one, statement printed" in str(raised.value)
