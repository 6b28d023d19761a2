"""The pages of a made-up run in Markdown, and the site that Sphinx makes of them."""

import gzip
import re
import shutil
from base64 import b64decode

import made_up
import nbformat
import pytest
import yaml
from reference_site import sphinx

from paperclaims.errors import ClaimsError
from paperclaims.registry.yaml_files import read_yaml
from paperclaims.reporting import content
from paperclaims.reporting.offline import offline_html
from paperclaims.reporting.rendering import linked
from paperclaims.reporting.staging import write_pages

JOB = "average_sensitivity/sweep"


@pytest.fixture
def run(tmp_path):
    return made_up.write_run(tmp_path)


def make(run, folder, **more):
    made_up.write_summaries(run)
    write_pages(folder, **run, parameters=made_up.parameters(), seed=7, error_budget=1e-3, **more)
    return folder


def words(page):
    return " ".join(page.read_text("utf-8").split())


def all_files(folder):
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def edit(run, topic, **more):
    path = run["registry"] / topic / "claims.yaml"
    (claim,) = read_yaml(path)
    path.write_text(yaml.safe_dump([{**claim, **more}], sort_keys=False), "utf-8")


def with_about(run, **more):
    path = run["registry"] / "paper.yaml"
    path.write_text(yaml.safe_dump({**made_up.ABOUT, **more}), "utf-8")


# ------------------------------------------------------------------ the whole


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return a made-up run with three figures, its pages and its site."""
    folder = tmp_path_factory.mktemp("made")
    run = made_up.write_run(folder)
    (figure,) = made_up.AVERAGE_SENSITIVITY[0]["figures"].values()
    figures = {f"lemma-9-{n}": figure for n in "nks"}
    edit(run, "average_sensitivity", figures=figures)
    for name in figures:
        (run["figures"] / f"{name}.svg").write_text(made_up.PICTURE, "utf-8")
    made = make(run, folder / "one/pages")
    return run, made, sphinx(made, folder / "one/site")


@pytest.fixture(scope="module")
def built(whole):
    return whole[2]


@pytest.fixture(scope="module")
def pages(whole):
    return whole[1]


def test_no_file_of_the_site_names_its_folder(built):
    named = [name for name, said in all_files(built).items() if str(built.parent).encode() in said]
    assert not named


def test_the_site_has_tables_for_machines_and_its_font_with_the_licence(built):
    files = all_files(built)
    assert {"statuses.csv", "verdicts.csv", "timings.html"} <= files.keys()
    assert "README.html" not in files
    assert files["_static/stix-two-math.woff"][:4] == b"wOFF"
    assert b"SIL OPEN FONT LICENSE" in files["_static/stix-two-math-OFL.txt"]


def test_a_machine_checked_theorem_has_its_place_on_pages(pages):
    page = words(pages / "claims/lemma_9.md")
    assert "proved in Coq by [made_up](#lemma-9/coq-made_up)" in page
    assert "(lemma-9/coq-made_up)= **`made_up`** proves [`corrected`](#lemma-9/corrected)." in page
    assert "````text Theorem made_up : 0 < 1. ````" in page
    assert "coq" not in words(pages / "claims/lemma_7.md")
    page = words(pages / "coq_theorems.md")
    assert "proves [Lemma 9, `corrected`](#lemma-9/corrected)" in page
    assert "[`made_up`](#coq-made_up) |" in page
    assert "(coq-made_up)= `proofs/statements_made.v`, line" in page


def test_the_pages_of_the_run_have_the_error_budget_and_the_times(pages):
    text = words(pages / "evidence.md")
    assert "at most 0.0002. The error budget, which no run may exceed, is 0.001." in text
    text = (pages / "timings.md").read_text("utf-8")
    assert text.startswith("---\nnosearch: true\n")
    assert "| `run_check` | 2 | 39.0 | 97.5% | 120 |" in text
    assert "| `compile_verdicts` | 1 | 1.0 | 2.5% | 0 |" in text  # too short to be measured


def test_records_and_tables_are_compressed_without_a_time(whole):
    run, pages, _ = whole
    for name in (f"records/{JOB}.jsonl", f"tables/{JOB}.csv"):
        packed = (pages / f"{name}.gz").read_bytes()
        assert gzip.decompress(packed) == (run["results"] / name).read_bytes()
        assert packed[4:8] == bytes(4)  # where gzip has the time


def test_a_figure_is_described_and_says_what_it_is_made_from(pages):
    for name, root, shown in (("claims/lemma_9.md", "../", 3), ("index.md", "", 1)):
        text = words(pages / name)
        assert text.count(":alt: It grows. A line that rises from left to right.") == shown
        assert f"{{image}} {root}figures/lemma-9-n.svg" in text
        assert "Drawn by `draw_n`" in text
        assert f"{{download}}`table <{root}tables/{JOB}.csv.gz>`" in text


# ------------------------------------------------------------------ the pages


def lemma_9(run, folder, **more):
    """Return the page of Lemma 9 with other entries."""
    edit(run, "average_sensitivity", **more)
    return words(make(run, folder) / "claims/lemma_9.md")


def test_a_claim_page_answers_first_and_has_each_statement(run, tmp_path):
    text = lemma_9(run, tmp_path / "pages", sentence="Mind $x<y$ & more.", idea="By $z$.")
    _, *parts = re.split("{bdg-danger}`false`|## The statement in the paper", text)
    assert "**It is false by a factor of 4.**" in parts[0]
    for said in (
        "Mind $x<y$ & more.",  # a formula is left as it is
        "(lemma-9/printed)=",
        r"$$ (U) \le \frac{k^2 W^2}{4} $$",
        "{term}`fails` on 2 of 2 instances",
        # The smaller of two counterexamples.
        "For n = 1, s = 1, k = 1, the left-hand side is 1. By the statement it is at most 0.25.",
        "depends on it, changes. Wrong because a flip changes the sum by 2w.",
        "Still true: The constant of the lemma grows by 4.",
        "In this run: n 1–2, s 1, k 1.",
        "snakemake --cores all lemma_9 ```",
        r"\<made up>",
    ):
        assert said in text
    assert "the paper names no constant" in words(tmp_path / "pages/claims/lemma_7.md")


PRINTED, BETTER = made_up.AVERAGE_SENSITIVITY[0]["statements"].values()


def test_a_claim_that_holds_shows_the_papers_words_and_the_proved_domain_first(run, tmp_path):
    text = lemma_9(
        run,
        tmp_path / "pages",
        status="holds",
        quoted="The term $U$ is small.",
        page="3–4",
        statements={
            "printed": PRINTED | {"fails": "degenerate case", "excluded_by": "corrected"},
            "corrected": BETTER | {"domain": ["n >= 2"]},
        },
    )
    assert "> The term $U$ is small. (pp. 3–4) Judged as: Bound on (U): $$ (U)" in text
    _, _, evidence = text.partition("## Why believe it ")
    domain = "[Corrected bound on (U)](#lemma-9/corrected): {term}`exact` on 2 instances;"
    assert evidence.startswith(f"{domain} [proved in docs](../proofs.md#lemma-9).")
    assert evidence.index("- Degenerate case: For n = 1") > len(domain)


def test_a_claim_page_has_what_is_sharper(run, tmp_path):
    guess = {key: said for key, said in PRINTED.items() if key != "fails"} | {"ours": "conjecture"}
    statements = {"printed": guess, "corrected": BETTER | {"ours": "sharper"}}
    text = lemma_9(run, tmp_path / "pages", statements=statements, in_paper=False)
    first, second = text.partition("## Sharper")[2].split("## Why believe it")[0].split(" [Corr")
    assert "does not state, a conjecture: **refuted by the counterexample**" in first
    assert "For n = 1, s = 1, k = 1, the left-hand side is 1." in first
    known = "**[proved in docs](../proofs.md#lemma-9)**, {term}`exact` on 2 instances."
    assert f"does not state: {known}" in second


def test_the_first_use_of_a_term_links_to_the_glossary(run, tmp_path):
    with_about(run, glossary={"average sensitivity": "A mean.", "network": "A function."})
    pages = make(run, tmp_path / "pages")
    text = words(pages / "claims/lemma_9.md")
    assert "{term}`Average sensitivity <average sensitivity>` of sparse {term}`networks" in text
    assert "average sensitivity A mean." in words(pages / "glossary.md")


def test_formulas_code_and_links_have_no_terms():
    text = "$junta$ `junta` [junta](#junta), juntas, and a junta"
    shown = "$junta$ `junta` [junta](#junta), {term}`juntas <junta>`, and a junta"
    assert linked(text, ["junta"]) == shown
    assert linked("Queries", ["query"]) == "{term}`Queries <query>`"
    assert linked(text, []) == text


def test_a_claim_that_is_not_the_papers_and_a_theorem_have_pages(run, tmp_path):
    edit(run, "low_degree", in_paper=False)
    theorem = {"id": "A", "name": "Theorem A", "short": "size", "says": "More."}
    theorem |= {"proof": "proofs.md#lemma-9", "statement": "lemma-9/corrected"}
    theorem |= {"replaces": ["lemma-9"]}
    (run["registry"] / "theorems.yaml").write_text(yaml.safe_dump([theorem]), "utf-8")
    pages = make(run, tmp_path / "pages")
    beyond = words(pages / "beyond.md")
    assert "does not make these claims: - {bdg-success}`holds` [lemma-7](#claim-lemma-7)," in beyond
    assert "(beyond/A)= ## Theorem A (size) More." in beyond
    row = "| [Theorem A (size)](#beyond/A) | More. | [proof](#lemma-9) | [Coq](#coq-made_up) |"
    assert row in beyond
    assert "lemma-7" not in words(pages / "results.md")
    assert "Of 1 claim **1 is false**." in words(pages / "results.md")


def test_the_first_page_names_authors_version_commit_and_how_to_cite(run, tmp_path, monkeypatch):
    with_about(run, authors="A. Uthor", address="https://example.org/x", proceedings="PROC 1:2")
    citation = tmp_path / "CITATION.cff"
    citation.write_text("{title: T, version: 0.3, authors: [{name: Us}]}\n", "utf-8")
    pages = make(run, tmp_path / "pages", citation=citation)
    text = words(pages / "index.md")
    assert "A. Uthor · [PROC 1:2](https://example.org/x)" in text
    assert "by made up 0.3." in text  # no commit, where git knows of none
    assert "To cite: Us, *T*, version 0.3" in text
    assert (pages / "extra/CITATION.cff").read_bytes() == citation.read_bytes()
    citation.write_text("{title: T, authors: [{name: Us}]}\n", "utf-8")  # a version is optional
    monkeypatch.setattr(content, "read_commit", lambda folder: "0a1b of 2020-01-01")
    text = words(make(run, tmp_path / "pages", citation=citation) / "index.md")
    assert "by made up, commit 0a1b of 2020-01-01." in text
    assert "To cite: Us, *T* ({download}" in text


def test_the_first_page_has_the_papers_formulas_with_the_best_that_are_proved(run, tmp_path):
    names = ["lemma-9/printed", "lemma-9/corrected"]
    with_about(run, headlines={"The size": names})
    text = words(make(run, tmp_path / "pages") / "index.md")
    paper = r"$(U) \le \frac{k^2 W^2}{4}$<br>[Lemma 9](#claim-lemma-9) {bdg-danger}`false`"
    best = "[Corrected bound on (U)](#lemma-9/corrected): proved in docs"
    assert rf"| The size | {paper} | $(U) \le k^2 W^2$<br>{best} |" in text
    for wrong, said in (
        (names[:1] * 2, "lemma-9/printed must hold, and this run refutes it"),
        ([*names[:1], "lemma-9/none"], "lemma-9/none must be a statement of the registry"),
        (names[:1], "headlines → The size must have at least 2 items"),
    ):
        with_about(run, headlines={"The size": wrong})
        with pytest.raises(ClaimsError, match=said):
            make(run, tmp_path / "other")


def test_the_first_page_counts_claims_by_status_and_has_a_line_for_each_false_one(run, tmp_path):
    text = words(make(run, tmp_path / "pages") / "index.md")
    for status, colour in (("holds", "success"), ("false", "danger")):
        shown = f'style="flex-grow: 1" href="results.html#{status}"><span>{status} </span><b>'
        assert f'<a class="sd-bg-{colour} sd-bg-text-{colour}" {shown}' in text
        assert f'id="{status}" href="#{status}"' in words(tmp_path / "pages/results.md")
    _, _, refuted = text.partition("## False claims - {bdg-danger}`false` [Lemma 9]")
    assert refuted.startswith("(#claim-lemma-9), Average sensitivity of sparse networks")
    assert "It is false by a factor of 4." in refuted


def test_without_docs_and_proofs_the_site_is_whole(run, tmp_path):
    edit(run, "average_sensitivity", docs=[])
    for file in run["registry"].glob("*/claims.yaml"):
        file.write_text(re.sub(r"proof: \S+#\S+", "proof: none", file.read_text("utf-8")), "utf-8")
    shutil.rmtree(run["documents"])
    shutil.rmtree(run["proofs"])
    sphinx(make(run, tmp_path / "pages"), tmp_path / "site")


def test_files_outside_docs_are_shown_but_not_linked(run, tmp_path):
    shown = tmp_path / "shown.py"
    shown.write_text("x = 1\n", "utf-8")
    text = "# A\n\n[b](../b.csv)\n\n```{literalinclude} ../shown.py\n```\n"
    (run["documents"] / "proofs-a.md").write_text(text, "utf-8")
    page = make(run, tmp_path / "deep/er/pages") / "proofs-a.md"
    assert "\n\nb\n\n" in page.read_text("utf-8")
    (named,) = re.findall(r"literalinclude\} (\S+)", page.read_text("utf-8"))
    assert (page.parent / named).samefile(shown)


def test_pages_have_the_papers_own_page_and_configuration_and_no_old_file(run, tmp_path):
    (run["documents"] / "trust.md").write_text("# Ours\n", "utf-8")
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages/stale.md").write_text("old", "utf-8")
    pages = make(run, tmp_path / "pages", configfile="config/own.yaml")
    assert words(pages / "trust.md") == "# Ours"
    assert not (pages / "stale.md").exists()
    command = "snakemake --cores all lemma_9 --configfile config/own.yaml\n"
    assert command in (pages / "claims/lemma_9.md").read_text("utf-8")


# -------------------------------------------------------------- the notebooks


def test_a_notebooks_image_is_a_file_and_its_figure_is_the_sites(run, tmp_path):
    path = run["results"] / "notebooks/average_sensitivity.ipynb"
    notebook = nbformat.read(path, 4)
    svg, kept = {"image/svg+xml": "<svg/>"}, {"image/svg+xml": {"figure": "lemma-9-n"}}
    notebook.cells[-1].outputs += [nbformat.v4.new_output("display_data", svg, metadata=kept)]
    nbformat.write(notebook, path)
    folder = make(run, tmp_path / "pages") / "notebooks"
    shown = nbformat.read(folder / "average_sensitivity.ipynb", 4).cells[-1].outputs
    image, figure = (output.data["text/markdown"] for output in shown)
    (name,) = re.findall(r"\{image\} (\S+)\n:alt: A line\.", image)
    assert (folder / name).read_bytes() == b64decode(made_up.DRAWING)
    assert "../figures/lemma-9-n.svg" in figure


def test_a_notebook_by_itself_asks_nothing_of_the_network(run):
    notebook = nbformat.read(run["results"] / "notebooks/average_sensitivity.ipynb", 4)
    page = offline_html(notebook)
    assert page == offline_html(notebook)
    assert "<title>average_sensitivity</title>" in page
    assert page.count("<math>") == 2
    assert 'url("data:font/woff;base64,' in page
    loaded = re.findall(r'<(?:script|link|img)[^>]* (?:src|href)="([^"]*)"', page)
    assert loaded
    assert all(address.startswith("data:") for address in loaded)
