"""README and docs: what is generated is in step, and what is shown works."""

import re
from pathlib import Path

import made_up
import pytest

from paperclaims.checks.paper import find_paper
from paperclaims.errors import ClaimsError
from paperclaims.judging.sections import read_documents, read_outline
from paperclaims.judging.statuses import read_statuses
from paperclaims.judging.verdicts import read_verdicts
from paperclaims.registry.claims import read_registry
from paperclaims.registry.paper_metadata import read_paper_metadata
from paperclaims.reporting.errata import errata, find_errata
from paperclaims.reporting.readme import answer, fill_blocks, place_key, readme_figures

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
PAPER = find_paper("awasthi2024")
REFERENCE = ROOT / "results/reference"
DOCUMENTS = read_documents(ROOT / "docs")
LABELS = {label for text in DOCUMENTS.values() for label in read_outline(text).labelled}
PICTURES = re.findall(r"\]\((docs/figures/[\w.-]+\.svg)\)", README)
NUMBER = re.compile(r"-?\d+\.?\d*(?:e-?\d+)?")
PAGES = ["README.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
ABOUT, REGISTRY = read_paper_metadata(PAPER.folder), read_registry(PAPER.folder)
STALE = "it is stale; run make reference"


@pytest.fixture
def run(tmp_path):
    places = made_up.write_run(tmp_path)
    statuses = read_statuses(places["results"] / "statuses.csv")
    return read_registry(places["registry"]), read_verdicts(places["results"]), statuses


# ------------------------------------------------------------- the real ones


def test_the_tables_of_statuses_are_in_step():
    statuses = read_statuses(REFERENCE / "statuses.csv")
    for text in (README, (ROOT / "docs/claims.md").read_text("utf-8")):
        assert fill_blocks(text, ABOUT, REGISTRY, statuses) == text, STALE


def test_each_claim_of_the_paper_has_the_papers_words_and_their_page():
    for claim in REGISTRY.values():
        pages = re.fullmatch(r"(4\d\d)(?:–(4\d\d))?", claim.page)
        assert bool(claim.quoted) == bool(pages) == claim.in_paper, claim.id
        assert not pages or 406 <= int(pages[1]) < int(pages[2] or 426) <= 426, claim.id


def test_the_errata_are_in_step_and_have_a_fault_for_each_entry():
    verdicts = read_verdicts(REFERENCE / "verdicts.csv")
    text = errata(ABOUT, REGISTRY, verdicts, DOCUMENTS)
    assert (ROOT / "docs/errata.md").read_text("utf-8") == text, STALE
    assert re.findall(r"^## (.*)$", text, flags=re.MULTILINE) == [
        "Statements that change", "Statements that need a condition", "Steps of proofs that fail",
        "Slips without a consequence", "Extreme sizes",
    ]  # fmt: skip
    for found in find_errata(REGISTRY, verdicts):
        assert found.statement.because, found.statement.key
        if found.part in ("statement", "condition", "step"):
            assert 0 < len(found.statement.fault.split()) <= 12, found.statement.key
            assert found.statement.still_true, found.statement.key


def test_the_figures_are_in_step():
    drawn = readme_figures(README, PAPER, REFERENCE)
    assert [f"docs/figures/{name}.svg" for name in drawn] == PICTURES
    assert drawn, "README shows no figure"
    for name, picture in drawn.items():
        shown = (ROOT / f"docs/figures/{name}.svg").read_text("utf-8")
        assert NUMBER.sub("#", shown) == NUMBER.sub("#", picture), STALE
        pairs = zip(NUMBER.findall(shown), NUMBER.findall(picture), strict=True)
        # Positions in points, written to six digits; libm may move the last.
        assert all(a == b or abs(float(a) - float(b)) < 1e-4 for a, b in pairs), STALE


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_files(page):
    path = ROOT / page
    for address in re.findall(r"\]\((?!https:)([^)\s]+)\)", path.read_text("utf-8")):
        target, _, anchor = address.partition("#")
        file = path.parent / target if target else path
        assert file.exists(), address
        if anchor:
            outline = read_outline(file.read_text("utf-8"))
            labels = set() if target else LABELS  # which a forge does not know
            assert anchor in outline.titles.keys() | labels, address


def test_commands_that_are_named_exist():
    claims = {claim.target for claim in REGISTRY.values()}
    assert re.search(r"snakemake --cores all (\w+)`", README)[1] in claims


# -------------------------------------------------------------- a made-up run


def test_the_answer_counts_each_claim_once(run):
    registry, _, _ = run
    assert answer(registry.values()) == "Of 2 claims **1 holds** and **1 is false**.\n"
    asked = registry["lemma-7"].replace(kind="question", status="")
    assert answer([*registry.values(), asked]) == answer(registry.values())
    assert answer([registry["lemma-9"]]) == "Of 1 claim **1 is false**.\n"
    assert answer([asked]) == "Of 0 claims none is judged.\n"
    implied = registry["lemma-7"].replace(assumes="Conjecture 1")
    assert answer([implied]) == (
        "Of 1 claim **1 holds**. Of those that hold, 1 says what follows from a conjecture or an "
        "assumption.\n"
    )


def test_an_erratum_links_to_its_scripts_and_on_the_site_to_its_claim(run):
    registry, verdicts, _ = run
    printed, *others = registry["lemma-9"].statements
    statements = (printed.replace(scripts=("examples/one.py",)), *others)
    claims = {**registry, "lemma-9": registry["lemma-9"].replace(statements=statements)}
    documents = {"proofs.md": made_up.DOCUMENT}
    text = errata(ABOUT, claims, verdicts, documents)
    assert text.endswith("[Proof](proofs.md#lemma-9) · [one.py](../examples/one.py)\n")
    assert errata(ABOUT, claims, verdicts, documents, site=True).endswith(
        "[Proof](proofs.md#lemma-9) · [Check it yourself](#lemma-9/check) · "
        "[Counterexample](#lemma-9/printed) · [Claim](#claim-lemma-9)\n"
    )


def test_only_the_blocks_are_rewritten(run):
    registry, _, statuses = run
    registry["lemma-7"] = registry["lemma-7"].replace(in_paper=False)
    about = ABOUT.replace(main=("lemma-9",))
    block = "<!-- begin {0}: x -->\nstale | table\n<!-- end {0} -->\n"
    blocks = "".join(block.format(name) for name in ("answer", "main", "claims", "outside"))
    filled = fill_blocks(f"before\n{blocks}after\n", about, registry, statuses)
    assert filled.startswith("before\n<!-- begin answer: x -->\nOf 1 claim **1 is false**.")
    assert filled.endswith("|\n<!-- end outside -->\nafter\n")
    assert "stale" not in filled
    assert "| Claim | Answer |\n| --- | --- |\n| [Lemma 9](docs/proofs.md#lemma-9): " in filled
    assert filled.count("Lemma 9") == 2
    assert filled.count("| lemma-7: Sample size") == 1
    assert fill_blocks(filled, about, registry, statuses) == filled
    for text, sentence in (("nothing", "found none"), (block.format("other"), "found other")):
        with pytest.raises(ClaimsError, match=sentence):
            fill_blocks(text, about, registry, statuses)


def test_an_unregistered_figure_is_refused(run, tmp_path):
    with pytest.raises(ClaimsError, match="shows nothing-1, which is not a figure"):
        readme_figures("![x](docs/figures/nothing-1.svg)", PAPER, tmp_path)


def test_places_sort_as_in_the_paper():
    places = ["Abstract", "§1, p. 407", "§2.1, p. 410", "§2.1, p. 411"]
    places += ["§3, Theorem 8", "§3, Lemma 10 and Appendix B, p. 413", "§10"]
    places += ["Appendix A, p. 424", "App. B, p. 425", "Digest, its method"]
    assert sorted(places[3:] + places[:3], key=place_key) == places
