"""The registry."""

import pytest

from sparseact.errors import ClaimsError
from sparseact.registry import read_registry


def test_registry_names_what_is_wrong(tmp_path):
    (tmp_path / "index.yaml").write_text("- fourier\n")
    entry = (
        "- id: lemma-6\n  place: here\n  title: t\n  statements:\n"
        "    printed: {title: t, latex: x, checked: c, kind: KIND}\n"
    )
    file = tmp_path / "fourier.yaml"
    file.write_text(entry.replace("KIND", "unconditional"))
    assert list(read_registry(tmp_path)) == ["lemma-6"]
    file.write_text(entry.replace(", kind: KIND", ""))
    assert read_registry(tmp_path)["lemma-6"].statements[0].kind == "unconditional"
    file.write_text(entry.replace("KIND", "certain"))
    with pytest.raises(ClaimsError, match="kind 'certain'; allowed are"):
        read_registry(tmp_path)
    file.write_text(entry.replace("KIND", "open") * 2)
    with pytest.raises(ClaimsError, match="stands twice"):
        read_registry(tmp_path)
    file.write_text(entry.replace("KIND", "open").replace("checked", "cheked"))
    with pytest.raises(ClaimsError, match="cheked"):
        read_registry(tmp_path)
