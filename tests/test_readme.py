"""README and docs: what is generated is in step, and what is shown works."""

import doctest
import os
import re
from pathlib import Path

import made_up
import pytest

from claimcheck import cli
from claimcheck.about import read_about
from claimcheck.documents import (
    answer,
    errata,
    fill_readme,
    findings_table,
    place_key,
    readme_figures,
    run_summary,
)
from claimcheck.errors import ClaimsError
from claimcheck.findings import Truth, read_findings
from claimcheck.paper import find_paper
from claimcheck.printed_proofs import PrintedProof
from claimcheck.prose import slug
from claimcheck.registry import read_registry
from claimcheck.verdicts import read_verdicts

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PAPER = find_paper("sparse_activations")
REFERENCE = ROOT / "results/reference"
PICTURES = re.findall(r"\]\((docs/figures/[\w.-]+\.svg)\)", README)
NUMBER = re.compile(r"-?\d+\.?\d*(?:e-?\d+)?")
PAGES = ["README.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
ABOUT = read_about(ROOT / "src/sparse_activations")
STALE = "it is stale; run make reference"


@pytest.fixture
def run(tmp_path):
    places = made_up.write_run(tmp_path)
    findings = read_findings(places["results"] / "findings.csv")
    return read_registry(places["registry"]), read_verdicts(places["results"]), findings


# ------------------------------------------------------------- the real ones


def test_the_tables_of_findings_are_in_step():
    registry = read_registry(ROOT / "src/sparse_activations")
    findings = read_findings(REFERENCE / "findings.csv")
    assert fill_readme(README, registry, findings) == README, STALE


def test_the_errata_are_in_step():
    registry = read_registry(ROOT / "src/sparse_activations")
    verdicts = read_verdicts(REFERENCE / "verdicts.csv")
    text = errata(ABOUT, registry, verdicts, read_findings(REFERENCE / "findings.csv"))
    assert (ROOT / "docs/errata.md").read_text("utf-8") == text, STALE


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


def test_the_examples_run():
    blocks = re.findall(r"^```python\n(.*?)^```$", README, flags=re.DOTALL | re.MULTILINE)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README", None, 0)
    assert example.examples
    assert doctest.DocTestRunner().run(example).failed == 0


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_files(page):
    path = ROOT / page
    for address in re.findall(r"\]\(([^)\s]+)\)", path.read_text("utf-8")):
        target, _, anchor = address.partition("#")
        file = path.parent / target if target else path
        assert file.exists(), address
        if anchor:
            text = file.read_text("utf-8")
            assert anchor in map(slug, re.findall(r"^#+ (.*)$", text, re.MULTILINE)), address


def test_commands_that_are_named_exist():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"\bmake ([a-z]+)\b(?=`|  )", README):
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE), target
    claims = {claim.target for claim in read_registry(ROOT / "src/sparse_activations").values()}
    assert re.search(r"snakemake --cores all (\w+) ", README)[1] in claims


# -------------------------------------------------------------- a made-up run


def test_a_row_says_the_finding_and_what_holds_instead(run):
    registry, _, findings = run
    rows = findings_table(registry, findings, in_paper=True).splitlines()[2:]
    assert rows == [
        "| lemma-7: Sample size of the low-degree algorithm | §2.1, p. 411 | "
        "holds; the printed proof gives it |  |",
        r"| Lemma 9: Average sensitivity of sparse networks \<made up> | §3, p. 414 | "
        "false | Corrected bound on (U) |",
    ]
    assert findings_table(registry, findings, in_paper=False).count("\n") == 2
    moved = {key: claim._replace(in_paper=False) for key, claim in registry.items()}
    assert findings_table(moved, findings, in_paper=False).count("\n") == 4


def test_the_answer_names_each_claim_once(run):
    registry, _, findings = run
    assert answer(registry, findings).splitlines() == [
        "- **Hold (1):** lemma-7.",
        "- **False, with what is true in their place (1):** Lemma 9.",
        "- **The printed proof gives it (1):** lemma-7.",
    ]
    gap = findings["lemma-7"]._replace(printed_proof=PrintedProof.REPAIR, finding=Truth.DOMAIN)
    text = answer(registry, {**findings, "lemma-7": gap})
    assert "- **Hold on a stated domain (1):** lemma-7." in text
    assert "after a small repair (1):** lemma-7." in text


def test_an_erratum_has_place_counterexample_correction_and_effect(run):
    registry, verdicts, findings = run
    first = registry["lemma-9"].statements[0]._replace(reach="constant", factor=4)
    claim = registry["lemma-9"]
    claim = claim._replace(statements=(first, *claim.statements[1:]))
    text = errata(ABOUT, {**registry, "lemma-9": claim}, verdicts, findings)
    assert "lemma-7" not in text
    line = next(line for line in text.splitlines() if line.startswith("| Lemma 9"))
    assert line == (
        "| Lemma 9, §3, p. 414 | Bound on (U) | 4 | For n = 1, s = 1, k = 1 the left side is 1, "
        "the right side 0.25, and ≤ fails. | "
        "Corrected bound on (U) |"
    )
    text = errata(ABOUT, *run)
    assert "## Results that change" in text
    assert "### Lemma 9 (§3, p. 414): Bound on (U)" in text
    assert "The claim: false." in text
    assert "```math\n(U) \\le \\frac{k^2 W^2}{4}\n```" in text
    assert "fails on 2 of 2 instances. Checked: both sides exactly, n ≤ 2." in text
    assert "**Counterexample:** For n = 1, s = 1, k = 1 the left side is 1" in text
    assert "Corrected bound on (U): exact on 2 instances; proof in docs." in text
    assert "- **Why it reaches so far:** It is the lemma." in text
    assert "The constant of the lemma grows by 4." in text


def test_errata_go_by_reach():
    text = (ROOT / "docs/errata.md").read_text("utf-8")
    titles = re.findall(r"^## (.*)$", text, flags=re.MULTILINE)
    assert titles == [
        "Results that change", "Proofs with a step that fails", "Constants", "Missing conditions",
        "Misprints", "Smallest sizes",
    ]  # fmt: skip


def test_what_is_not_the_papers_has_no_errata(run):
    registry, verdicts, findings = run
    moved = {key: claim._replace(in_paper=False) for key, claim in registry.items()}
    assert "Lemma 9" not in errata(ABOUT, moved, verdicts, findings)


def test_only_the_blocks_are_rewritten(run):
    registry, _, findings = run
    blocks = "".join(
        f"<!-- begin {name}: x -->\nstale | table\n<!-- end {name} -->\n"
        for name in ("answer", "findings")
    )
    filled = fill_readme(f"before\n{blocks}after\n", registry, findings)
    assert filled.startswith("before\n<!-- begin answer: x -->\n- **")
    assert filled.endswith("|\n<!-- end findings -->\nafter\n")
    assert "stale" not in filled
    assert fill_readme(filled, registry, findings) == filled
    with pytest.raises(ClaimsError, match="and has none"):
        fill_readme("nothing", registry, findings)
    # A claim that is not the paper's has a table of its own, and needs a block for it.
    moved = {**registry, "lemma-7": registry["lemma-7"]._replace(in_paper=False)}
    with pytest.raises(ClaimsError, match="needs the blocks answer, findings, outside"):
        fill_readme(filled, moved, findings)
    more = f"{filled}<!-- begin outside: x -->\n<!-- end outside -->\n"
    assert fill_readme(more, moved, findings).count("| lemma-7: Sample size") == 1


def test_an_unregistered_figure_is_refused(run, tmp_path):
    with pytest.raises(ClaimsError, match="shows nothing-1, which is no figure"):
        readme_figures("![x](docs/figures/nothing-1.svg)", PAPER, tmp_path)


def test_places_sort_as_in_the_paper():
    places = ["Abstract", "§1, p. 407", "§2.1, p. 410", "§2.1, p. 411"]
    places += ["§3, Theorem 8", "§3, Lemma 10 and Appendix B, p. 413", "§10"]
    places += ["Appendix A, p. 424", "App. B, p. 425", "Digest, its method"]
    assert sorted(places[3:] + places[:3], key=place_key) == places


def test_the_summary_has_a_line_a_claim_and_the_shares(tmp_path):
    places = made_up.write_run(tmp_path)
    lines = run_summary(places["registry"], places["results"]).splitlines()
    assert lines == [
        "lemma-9  false (of 2 statements: 1 exact, 1 failing)",
        "lemma-7  holds; the printed proof gives it (of 2 statements: 1 statistical, "
        "1 not testable)",
        "",
        "Share of the run:",
        "measure_claims    97.5%    39.0 s",
        "compile_verdicts   2.5%     1.0 s",
    ]


def test_findings_that_are_older_than_the_verdicts_are_not_told(tmp_path):
    places = made_up.write_run(tmp_path)
    os.utime(places["results"] / "findings.csv", ns=(0, 0))
    lines = run_summary(places["registry"], places["results"]).splitlines()
    assert lines[0] == "lemma-9  fails on 2 of 2 instances (of 2 statements: 1 exact, 1 failing)"


def test_a_run_that_judged_nothing_has_its_shares(tmp_path):
    places = made_up.write_run(tmp_path)
    (places["results"] / "verdicts.csv").unlink()
    lines = run_summary(places["registry"], places["results"]).splitlines()
    assert lines[0] == "Share of the run:"


def test_a_claim_that_changed_since_is_told(tmp_path):
    places = made_up.write_run(tmp_path)
    path = places["results"] / "verdicts.csv"
    kept = [line for line in path.read_text("utf-8").splitlines() if "corrected" not in line]
    path.write_text("\n".join(kept) + "\n", "utf-8")
    lines = run_summary(places["registry"], places["results"]).splitlines()
    assert lines[0] == "lemma-9  not judged since the registry changed"


def test_a_run_that_is_not_there_ends_in_a_sentence(tmp_path, capsys):
    assert cli.main(["verdicts", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err == (
        f"claimcheck verdicts: {tmp_path}/none is no folder of a run\n"
    )
