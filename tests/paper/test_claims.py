"""The paper's claims files beside its code, documents, proofs, notebooks and committed verdicts."""

import copy
import re
import sys
from pathlib import Path

import jsonschema
import pytest
import yaml

from awasthi2024.bounds import section_2, section_5
from paperclaims.checks.configuration import check_configuration
from paperclaims.checks.files import read_table
from paperclaims.checks.paper import find_paper
from paperclaims.errors import ClaimsError
from paperclaims.judging.coq_proofs import check_marks, read_checked, read_theorems, source_files
from paperclaims.judging.sections import check_sections, read_documents, slug
from paperclaims.judging.statuses import judge_statuses, read_statuses, unshown
from paperclaims.judging.verdicts import read_verdicts
from paperclaims.registry import claims
from paperclaims.registry.yaml_files import read_yaml
from paperclaims.reporting.keys import schemas
from sparseact import bounds

ROOT = Path(__file__).resolve().parents[2]
PROOFS, REFERENCE = ROOT / "proofs", ROOT / "results/reference"
CONFIG = read_yaml(ROOT / "config/config.yaml")
FOLDER = find_paper("awasthi2024").folder
REGISTRY = claims.read_registry(FOLDER)

sys.path.append(str(PROOFS))
import check_proofs  # noqa: E402
import formalization  # noqa: E402


def test_the_constants_of_the_registry_are_those_of_the_code():
    constants = {
        name: value for claim in REGISTRY.values() for name, value in claim.constants.items()
    }
    code = vars(bounds) | vars(section_2) | vars(section_5)
    assert constants == {name: float(code[name]) for name in constants}
    assert constants["lemma_7_constant"] == 14


def test_each_statement_has_its_use_and_its_proof():
    theorems = claims.read_theorems(FOLDER, REGISTRY)
    claims.check_needed(FOLDER, REGISTRY, theorems)
    check_sections(FOLDER, REGISTRY, theorems, read_documents(ROOT / "docs"))
    check_marks(REGISTRY, PROOFS)
    cited = {cited for theorem in read_theorems(PROOFS).values() for cited in theorem.cited}
    marks = {(c.id, s.key) for c in REGISTRY.values() for s in c.statements if s.proof == "coq"}
    assert marks == cited


def test_the_statuses_follow_from_the_committed_verdicts():
    verdicts = read_verdicts(REFERENCE)
    found = {one.claim: one for one in judge_statuses(REGISTRY, verdicts)}
    assert found == read_statuses(REFERENCE / "statuses.csv")
    assert unshown(REGISTRY.values(), verdicts) == []


def test_no_count_in_the_reference_hangs_on_rounding():
    tables = [read_table(path) for path in (REFERENCE / "tables").glob("*/*.csv")]
    ties = [table["nearest_tie"] for table in tables if "nearest_tie" in table]
    assert len(ties) == 5
    assert min(float(column.min()) for column in ties) > 1e-8


def test_every_notebook_shows_all_claims_of_its_topic():
    for path in (ROOT / "notebooks").glob("*.py"):
        shown = re.findall(r'^topic\.claim\("(.+)"\)$', path.read_text("utf-8"), re.MULTILINE)
        assert sorted(shown) == sorted(c.id for c in REGISTRY.values() if c.topic == path.stem)


@pytest.mark.parametrize("path", sorted((ROOT / "docs").glob("proofs*.md")), ids=lambda p: p.stem)
def test_no_two_titles_of_a_document_have_one_anchor(path):
    anchors = [slug(title) for title in re.findall(r"^#+ (.*)$", path.read_text("utf-8"), re.M)]
    assert len(anchors) == len(set(anchors))


def test_all_coq_sources_are_compiled_and_nothing_is_admitted():
    assert set(source_files(PROOFS)) == set(PROOFS.rglob("*.v"))
    known = read_theorems(PROOFS)
    for file in source_files(PROOFS):
        text = re.sub(r"\(\*.*?\*\)", "", file.read_text("utf-8"), flags=re.DOTALL)
        assert not re.search(r"\b(Admitted|admit|Axiom|Parameter|Conjecture)\b", text), file.name
        # Theorems stand in statement files, and each of them is read.
        assert set(re.findall(r"^Theorem (\w+)", text, re.MULTILINE)) <= known.keys(), file.name


def test_statements_rest_on_nothing_but_at_coqs_reals():
    checked = read_checked(REFERENCE / "proofs.json").theorems
    check_proofs.check_assumptions(checked, read_theorems(PROOFS))


def test_formalization_yaml_has_each_theorem_that_a_claim_cites():
    assert formalization.FILE.read_text("utf-8") == formalization.text(), "run make reference"
    made = formalization.content()
    named = {entry["coq"] for entry in made["alignment"]["statements"]}
    assert named == {t.name for t in read_theorems(PROOFS).values() if t.cited}


def test_the_guide_explains_each_key_of_the_configuration_and_no_other():
    check_configuration(CONFIG)
    parts = re.split(r"^## (.*)$", (ROOT / "config/README.md").read_text("utf-8"), flags=re.M)[1:]
    named = {
        (section if section in CONFIG else "", key)
        for section, text in zip(parts[::2], parts[1::2], strict=True)
        for row in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
        for key in re.findall("`([^`]+)`", row)
    }
    keys = {("", key) for key, value in CONFIG.items() if not isinstance(value, dict)}
    for section, jobs in CONFIG.items():
        for job, arguments in jobs.items() if isinstance(jobs, dict) else ():
            for key in arguments:
                own = (section, f"{job}.{key}")
                keys.add(own if own in named else ("", key))
    assert named == keys


def test_check_configuration_rejects_more_active_neurons_than_there_are():
    config = copy.deepcopy(CONFIG)
    config["rademacher"]["dense"]["lines"][1]["active"] = 5
    with pytest.raises(ClaimsError, match="lines → 1 must have k at most s, got k = 5 of s = 3 n"):
        check_configuration(config)
    config["networks"]["random"]["sparsities"] = [2, 99]
    with pytest.raises(ClaimsError, match="random must have k at most s, got k = 99 of s = 16 neu"):
        check_configuration(config)


def test_the_schemas_for_editors_accept_the_files_and_no_other_key():
    made = schemas(CONFIG)
    for name in ("claims", "theorems", "paper", "config"):
        schema = made["schema" if name == "config" else f"{name}.schema"]
        valid = jsonschema.Draft202012Validator(schema).is_valid
        for path in (ROOT / "config" if name == "config" else FOLDER).rglob(f"{name}.yaml"):
            said = yaml.safe_load(path.read_text("utf-8"))
            assert valid(said), path
            entry = said if isinstance(said, dict) else said[-1]
            entry["titel"] = "x"
            assert not valid(said), path
