"""The site, on a made-up run: complete, sound, self-contained, the same bytes twice."""

import base64
import gzip
import io
import json
import re
import shutil
import subprocess
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import made_up
import numpy as np
import pytest
import yaml
from made_up import PICTURE
from PIL import Image
from read_yaml import read_yaml
from test_mutation_results import tables

from claimcheck.about import read_about
from claimcheck.comparison import compare_rounded
from claimcheck.costs import read_costs
from claimcheck.errors import ClaimsError
from claimcheck.formulas import mathml
from claimcheck.mutation_results import count_rejections
from claimcheck.pages import link_terms
from claimcheck.prose import typeset_line
from claimcheck.registry import read_registry, read_theorems
from claimcheck.seed_robustness import SeedRobustness
from claimcheck.site import write_site
from claimcheck.verdicts import correction, pair, read_verdicts
from claimcheck.wording import counterexample

ROOT = Path(__file__).resolve().parents[1]
VOID = {"meta", "img", "br", "link", "input", "hr", "source"}


class Page(HTMLParser):
    """Elements of a page with their attributes; fails on tags that do not match."""

    def __init__(self, text):
        super().__init__()
        self.elements, self._open = [], []
        self.feed(text)
        assert not self._open

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]

    @property
    def ids(self):
        return [attributes["id"] for _, attributes in self.elements if "id" in attributes]


@pytest.fixture
def run(tmp_path):
    return made_up.write_run(tmp_path)


def make(run, folder, **more):
    write_site(folder, **run, parameters=made_up.parameters(), seed=7, error_budget=1e-3, **more)
    return folder


@pytest.fixture
def site(run, tmp_path):
    # Moved and without its sources, the site must still be whole.
    made = make(run, tmp_path / "made")
    for place in run.values():
        shutil.rmtree(place)
    return shutil.move(made, tmp_path / "moved")


def pages_of(site):
    """Return path → page of all pages."""
    return {path: Page(path.read_text("utf-8")) for path in site.rglob("*.html")}


def words(page):
    return " ".join(page.read_text("utf-8").split())


def test_every_claim_and_document_has_a_page(site):
    names = {path.relative_to(site).as_posix() for path in pages_of(site)}
    assert names == {
        "index.html", "evidence.html", "timings.html", "graph.html", "glossary.html",
        "search.html", "notebooks/average_sensitivity.html", "notebooks/low_degree.html",
        "claims/lemma_9.html", "claims/lemma_7.html",
        "docs/README.html", "docs/errata.html", "docs/proofs.html", "docs/proofs-coq.html",
    }  # fmt: skip


def test_a_claim_that_is_not_the_papers_and_a_theorem_have_pages(run, tmp_path):
    path = run["registry"] / "low_degree/claims.yaml"
    claims = read_yaml(path)
    path.write_text(yaml.safe_dump([{**claims[0], "in_paper": False}], sort_keys=False), "utf-8")
    theorem = {"id": "A", "name": "Theorem A", "says": "More.", "docs": "proofs.md#lemma-9"}
    theorem |= {"statement": "lemma-9/corrected", "replaces": ["lemma-9"]}
    (run["registry"] / "theorems.yaml").write_text(yaml.safe_dump([theorem]), "utf-8")
    site = make(run, tmp_path / "site")
    links = {a["href"] for a in Page((site / "index.html").read_text("utf-8")).all("a")}
    assert links >= {"beyond.html", "outside.html"}
    assert "claims/lemma_7.html" in (site / "outside.html").read_text("utf-8")
    # It has its page, and is in none of the others.
    assert "claims/lemma_7.html" not in links
    assert "claims/lemma_7.html" not in (site / "graph.html").read_text("utf-8")
    assert "The paper has 1 claim." in words(site / "index.html")
    assert ">Not in the paper</a></li>" not in words(site / "index.html")


def test_the_first_page_says_what_the_paper_says_and_shows_its_pictures(site):
    text = words(site / "index.html")
    assert "<h1>A Made-up Paper</h1>" in text
    assert "<p>It says nothing.</p>" in text
    assert "<figcaption>average sensitivity against n.</figcaption>" in text


def with_about(run, **more):
    path = run["registry"] / "paper.yaml"
    path.write_text(yaml.safe_dump({**made_up.ABOUT, **more}), "utf-8")


def test_the_first_page_names_authors_version_commit_and_how_to_cite(run, tmp_path):
    with_about(run, authors="A. Uthor", address="https://example.org/x", proceedings="PROC 1:2")
    citation = tmp_path / "project/CITATION.cff"
    citation.parent.mkdir()
    said = {"authors": [{"name": "Us"}], "title": "T", "version": "0.3"}
    citation.write_text(yaml.safe_dump(said), "utf-8")
    site = make(run, tmp_path / "site", citation=citation)
    text = words(site / "index.html")
    assert 'A. Uthor · <a href="https://example.org/x">PROC 1:2</a>' in text
    assert "by made up 0.3." in text  # no commit, where git knows of none
    assert "To cite: Us, <cite>T</cite>, version 0.3" in text
    assert (site / "CITATION.cff").read_bytes() == citation.read_bytes()

    def git(*command):
        subprocess.run(["git", *command], cwd=citation.parent, check=True, capture_output=True)

    git("init", "--quiet")
    git("add", ".")
    git("-c", "user.name=x", "-c", "user.email=x@x", "commit", "--quiet", "-m", "x",
        "--date=2001-02-03T04:05:06")  # fmt: skip
    known = words(make(run, tmp_path / "known", citation=citation) / "index.html")
    assert re.search(r"by made up 0\.3, commit [0-9a-f]{12} of \d{4}-\d\d-\d\d\.", known)


def test_a_citation_without_a_version_is_refused(run, tmp_path):
    citation = tmp_path / "CITATION.cff"
    citation.write_text("title: T\nauthors: [{name: Us}]\n", "utf-8")
    with pytest.raises(ClaimsError, match=r"is no CITATION.cff that can be used: .*'version'"):
        make(run, tmp_path / "site", citation=citation)


def test_the_first_pages_formulas_are_the_registrys_with_their_verdicts(run, tmp_path):
    false = {"role": "false", "statement": "lemma-9/printed", "says": "Not for $n<2$."}
    instead = {"role": "instead", "statement": "lemma-9/corrected", "says": "This."}
    with_about(run, headlines=[false, instead])
    text = words(make(run, tmp_path / "site") / "index.html")
    assert "What is false" in text
    assert not re.search("What holds(?! instead)", text)
    assert text.count("<annotation") == 3  # two formulas, and that of a sentence
    assert '<b>proof in docs</b>; <span class="word exact">' in text
    with_about(run, headlines=[{**false, "role": "stands"}])
    with pytest.raises(ClaimsError, match="shows lemma-9/printed under 'stands'"):
        make(run, tmp_path / "other")
    with_about(run, headlines=[{**false, "statement": "lemma-9/corrected"}])
    assert "What is false" not in words(make(run, tmp_path / "small") / "index.html")
    with_about(run, headlines=[{**false, "role": "falls"}])
    with pytest.raises(ClaimsError, match=r"role 'falls'; allowed are stands, false, instead"):
        make(run, tmp_path / "other")
    with_about(run, headlines=[{**false, "statement": "lemma-9/none"}])
    with pytest.raises(ClaimsError, match="shows lemma-9/none, which is no statement"):
        make(run, tmp_path / "other")


def with_lemma_9(run, **more):
    path = run["registry"] / "average_sensitivity/claims.yaml"
    (claim,) = read_yaml(path)
    path.write_text(yaml.safe_dump([{**claim, **more}], sort_keys=False), "utf-8")


def test_a_claim_page_has_its_answer_and_sentence(run, tmp_path):
    with_lemma_9(run, sentence="Mind $x<y$ & more.", idea="By $z$.")
    text = words(make(run, tmp_path / "site") / "claims/lemma_9.html")
    assert "<b>It is false by a factor of 4.</b>" in text
    assert "<p>Mind <math" in text
    assert "&amp; more.</p>" in text
    assert "<b>Idea of the proof.</b> By " in text


def test_the_first_use_of_a_word_of_the_glossary_leads_there(site):
    ids = Page((site / "glossary.html").read_text("utf-8")).ids
    page = Page((site / "claims/lemma_9.html").read_text("utf-8"))
    used = [a["href"] for a in page.all("a") if a.get("class") == "term"]
    assert "../glossary.html#exact" in used
    assert len(used) == len(set(used))
    assert {address.partition("#")[2] for address in used} <= set(ids)


def test_words_in_links_code_and_titles_are_left_alone():
    page = "<h2>A job</h2><code>job</code> <a href='#'>job</a> jobs and a job, exact"
    linked = '<a class="term" href="../glossary.html#job">jobs</a>'
    assert link_terms(page, "../", ("exact", "job")) == page.replace("jobs", linked)
    assert 'glossary.html#exact">exact</a></b>' in link_terms("<b>exact</b>", "", ("exact",))


def test_a_counterexample_is_a_sentence(run):
    verdict = read_verdicts(run["results"])["lemma-9", "printed"]
    statement = read_registry(run["registry"])["lemma-9"].statement("printed")
    assert counterexample(verdict, statement) == (
        "For n = 1, s = 1, k = 1 the left side is 1, the right side 0.25, and ≤ fails."
    )
    named = statement._replace(sides=("the sum", "its bound"))
    other = verdict._replace(counterexample="h(x)=1, eps=0.50, points=all: not 1/3 == 2")
    assert counterexample(other, named) == (
        "For h(x) = 1, ε = 0.5, points all the sum is 1/3, its bound 2, and = fails."
    )
    assert counterexample(verdict._replace(counterexample="odd"), statement) == "odd"


def test_what_is_said_of_a_paper_has_known_keys(run):
    path = run["registry"] / "paper.yaml"
    path.write_text("project: made up\ntitel: x\nintroduction: x\n", "utf-8")
    with pytest.raises(ClaimsError, match=r"paper.yaml: .* unexpected keyword argument 'titel'"):
        read_about(run["registry"])
    path.write_text("project: made up\nintroduction: x\n", "utf-8")
    with pytest.raises(ClaimsError, match=r"paper.yaml: .* missing .* 'title'"):
        read_about(run["registry"])


def test_without_docs_and_proofs_pages_are_absent(run, tmp_path):
    path = run["registry"] / "average_sensitivity/claims.yaml"
    (claim,) = read_yaml(path)
    path.write_text(yaml.safe_dump([{**claim, "docs": []}], sort_keys=False), "utf-8")
    for file in run["registry"].glob("*/claims.yaml"):
        file.write_text(re.sub(r"proof: \S+#\S+", "proof: none", file.read_text("utf-8")), "utf-8")
    shutil.rmtree(run["documents"])
    shutil.rmtree(run["proofs"])
    site = make(run, tmp_path / "site")
    assert [page.name for page in (site / "docs").iterdir()] == ["errata.html"]
    for path, page in pages_of(site).items():
        for address in (a["href"].partition("#")[0] for a in page.all("a")):
            assert not address or (path.parent / address).is_file(), (path, address)


def test_every_link_leads_somewhere(site):
    pages = pages_of(site)
    for path, page in pages.items():
        assert len(page.ids) == len(set(page.ids)), path
        addresses = [a["href"] for a in page.all("a")] + [image["src"] for image in page.all("img")]
        assert addresses, path
        for address in addresses:
            name, _, fragment = address.partition("#")
            target = (path.parent / name).resolve() if name else path
            assert target.is_file(), (path, address)
            if fragment and target in pages:
                assert fragment in pages[target].ids, (path, address)


def test_the_note_can_be_downloaded(site):
    assert (site / "note.pdf").read_bytes() == b"%PDF-made-up"
    pages = {path.relative_to(site).as_posix(): page for path, page in pages_of(site).items()}
    linking = {
        name
        for name, page in pages.items()
        if any(a["href"].endswith("note.pdf") for a in page.all("a"))
    }
    assert linking == {"index.html", "claims/lemma_9.html"}


def test_the_pages_ask_nothing_of_the_network(site):
    for path, page in pages_of(site).items():
        text = path.read_text("utf-8")
        loaded = [link["href"] for link in page.all("link")]
        loaded += [script["src"] for script in page.all("script")]
        assert loaded
        for address in loaded:
            assert (path.parent / address).resolve().is_relative_to(site), address
            assert (path.parent / address).is_file(), address
        # A link asks for nothing before it is followed.
        text = re.sub(r'<a href="https://[^"]*">', "", text)
        # Names of XML vocabularies are no requests, and comments of the script none either.
        for known in ("http://www.w3.org/1998/Math/MathML", "http://www.w3.org/2000/svg"):
            text = text.replace(known, "")
        assert "//" not in text
        assert re.findall(r"url\(([^)]*)\)", text) == ["#tip"] * text.count("url(")
    for file in site.glob("*.js"):
        text = re.sub(r"^ *// .*$", "", file.read_text("utf-8"), flags=re.MULTILINE)
        assert not re.search(r"fetch|XMLHttp|import|//", text), file
    assert not re.search("url|@import", (site / "style.css").read_text("utf-8"))


def test_the_pages_are_accessible(site):
    for path, page in pages_of(site).items():
        assert page.all("html") == [{"lang": "en"}]
        assert len(page.all("title")) == len(page.all("h1")) == len(page.all("main")) == 1
        assert all(heading.get("scope") for heading in page.all("th"))
        assert all(image["alt"] for image in page.all("img"))
        # Markdown knows no captions; a document's table follows the text that tells of it.
        assert len(page.all("caption")) == len(page.all("table")) or path.parent.name == "docs"
        levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch("h[1-6]", tag)]
        assert levels[0] == 1
        assert all(b <= a + 1 for a, b in pairwise(levels))


def test_graph_and_table_have_each_claim_with_its_status(site):
    page = Page((site / "graph.html").read_text("utf-8"))
    text = words(site / "graph.html")
    assert len(page.all("svg")) == 1
    nodes = [a for a in page.all("a") if a.get("class", "").startswith("node")]
    assert {(a["href"], a["aria-label"]) for a in nodes} == {
        ("claims/lemma_9.html", "Lemma 9: false"),
        ("claims/lemma_7.html", "lemma-7: holds"),
    }
    arrows = [path for path in page.all("path") if path.get("class") == "used"]
    assert len(arrows) == 1
    assert "lemma-7</a> (holds) is used by Lemma 9" in text
    page = Page((site / "index.html").read_text("utf-8"))
    assert [row["data-status"] for row in page.all("tr") if "data-status" in row] == [
        "holds", "false",
    ]  # fmt: skip
    assert page.all("form")[1].keys() >= {"hidden"}  # shown by the script alone


def result(data):
    return {"output_type": "execute_result", "execution_count": 1, "metadata": {}, "data": data}


EXECUTED = {
    "nbformat": 4,
    "nbformat_minor": 4,
    "metadata": {},
    "cells": [
        {"cell_type": "markdown", "metadata": {}, "source": ["# A <sweep>\n", "\n", "Why."]},
        {
            "cell_type": "code",
            "execution_count": 1,
            "metadata": {"tags": ["parameters"]},
            "source": "size = 1",
            "outputs": [],
        },
        {
            "cell_type": "code",
            "execution_count": 1,
            "metadata": {"tags": ["injected-parameters"]},
            "source": "size = 77",
            "outputs": [],
        },
        {
            "cell_type": "code",
            "execution_count": 1,
            "metadata": {},
            "source": "size < 78",
            "outputs": [
                {"output_type": "stream", "name": "stdout", "text": ["a & ", "b\n"]},
                result({"text/plain": "<True>"}),
                result({"text/html": "<b>bold</b>"}),
            ],
        },
    ],
}


def test_a_table_links_to_the_page_that_shows_how_it_was_computed(run, tmp_path):
    job = "average_sensitivity/sweep"
    notebook = tmp_path / "sweep.ipynb"
    notebook.write_text(json.dumps(EXECUTED), "utf-8")
    site = make(run, tmp_path / "site", executed={job: notebook})
    target = site / f"notebooks/jobs/{job}.html"
    for name, count in (
        ("claims/lemma_9.html", 1),
        ("claims/lemma_7.html", 0),
        ("evidence.html", 1),
    ):
        page = site / name
        assert page.read_text("utf-8").count("how this was computed") == count
        links = [a["href"] for a in Page(page.read_text("utf-8")).all("a")]
        found = [link for link in links if "notebooks/jobs" in link]
        # A figure leads there, too.
        assert {(page.parent / link).resolve() for link in found} == {target.resolve()} - (
            set() if count else {target.resolve()}
        )
    text = target.read_text("utf-8")
    page = Page(text)
    for link in (a["href"] for a in page.all("a")):
        assert (target.parent / link.partition("#")[0]).resolve().exists(), link
    assert "<title>A &lt;sweep&gt;: average_sensitivity/sweep</title>" in text
    assert "a &amp; b" in text
    assert "&lt;True&gt;" in text
    assert "<b>bold</b>" in text
    assert "size = 77" in text
    assert "size = 1" not in text
    assert f"--force {(run['results'] / 'tables' / job).as_posix()}.csv" in text


def test_each_statement_has_a_row_with_its_formula_verdict_and_way_on(site):
    text = (site / "claims/lemma_9.html").read_text("utf-8")
    page = Page(text)
    assert {"printed", "corrected", "said", "status", "instead", "evidence"} <= set(page.ids)
    assert len(page.all("math")) == 4  # both statements, above and in the table
    hrefs = {a["href"] for a in page.all("a")}
    assert hrefs >= {
        "../notebooks/average_sensitivity.html#lemma-9",
        "../tables/average_sensitivity/sweep.csv.gz",
        "../records/average_sensitivity/sweep.jsonl.gz",
        "../docs/proofs.html#lemma-9",
        "../claims/lemma_7.html",
        "#corrected",
        "../timings.html",
    }
    assert '<span class="word fails">fails</span> on 2 of 2 instances' in text
    # The smaller of two counterexamples, escaped.
    assert "For n = 1, s = 1, k = 1 the left side is 1, the right side 0.25" in text
    assert "The constant of the lemma grows by 4." in text
    line = "result: a theorem, or what rests on it, changes. It is the lemma."
    assert line in " ".join(text.split())
    assert "&lt;made up&gt;" in text
    assert "snakemake --cores all lemma_9" in text
    assert "A proof with x &lt; y" in text
    assert "Checked: both sides exactly, n ≤ 2.<br>In this run: n 1–2, s 1, k 1." in text
    other = (site / "claims/lemma_7.html").read_text("utf-8")
    assert "the paper names no constant" in other
    assert "Checked: nothing" not in other


def test_commands_name_the_configuration(run, tmp_path):
    site = make(run, tmp_path / "site", configfile="config/own.yaml")
    text = (site / "claims/lemma_9.html").read_text("utf-8")
    assert "snakemake --cores all lemma_9 --configfile config/own.yaml</pre>" in text


def test_documents_are_typeset(site):
    text = (site / "docs/proofs.html").read_text("utf-8")
    assert '<h2 id="lemma-9">Lemma 9</h2>' in text
    assert "x &lt; y" in text
    assert '<a href="proofs.html#lemma-9">a link</a>' in text
    assert Page((site / "docs/errata.html").read_text("utf-8")).all("h2")


def test_a_section_that_docs_lacks_is_refused(run, tmp_path):
    (run["documents"] / "proofs.md").write_text("# Proofs\n", "utf-8")
    with pytest.raises(ClaimsError, match=r"names proofs.md#lemma-9, and docs has no such"):
        make(run, tmp_path / "site")


def test_a_long_proof_is_read_in_its_document(run, tmp_path):
    path = run["documents"] / "proofs.md"
    path.write_text(path.read_text("utf-8") + "word " * 400, "utf-8")
    site = make(run, tmp_path / "site")
    page = (site / "claims/lemma_9.html").read_text("utf-8")
    assert '<a href="../docs/proofs.html#lemma-9">Lemma 9</a>' in page
    assert 'id="proof-1"' not in page
    assert "word word" in (site / "docs/proofs.html").read_text("utf-8")


def test_the_tries_of_broken_runs_are_shown(run, tmp_path):
    plain = make(run, tmp_path / "plain")
    assert "Broken runs" not in (plain / "evidence.html").read_text("utf-8")
    row = SimpleNamespace(
        fault="killed", where="a <disk>", tries=8, same_bytes=7, sentence=0, lost=1, note="Why."
    )
    shown = (make(run, tmp_path / "tried", faults=[row]) / "evidence.html").read_text("utf-8")
    found = shown[shown.index('id="faults"') : shown.index('id="data"')]
    assert '<th scope="row">killed</th><td data-label="Where">a &lt;disk&gt;. Why.</td>' in found
    assert re.findall(r'<td [^>]*class="number">(\d+)</td>', found) == ["8", "7", "0", "1"]


def test_the_error_budget_adds_up(site):
    text = " ".join((site / "evidence.html").read_text("utf-8").split())
    assert "with probability at most 0.0002; at most 0.001 is allowed." in text


def test_other_seeds_are_told_of_where_they_ran(run, site, tmp_path):
    assert "Another seed" not in (site / "evidence.html").read_text("utf-8")
    run = made_up.write_run(tmp_path / "again")
    more = make(run, tmp_path / "more", seed_robustness=SeedRobustness(2e-4, 30, 12, 10, 0))
    text = " ".join((more / "evidence.html").read_text("utf-8").split())
    assert "with probability at most 0.0002, computed from 10 other seeds" in text
    assert "a sum over the 30 statistical checks" in text
    assert "proved for 12 of them" in text
    assert "None of the checks had another word" in text


def test_timings_stand_on_a_page_of_their_own(site):
    page = (site / "timings.html").read_text("utf-8")
    assert "97.5%" in page
    assert "97.5%" not in (site / "index.html").read_text("utf-8")


def test_costs_are_shared_out_over_the_rules(run):
    costs = read_costs(run["results"] / "benchmarks")
    assert [(cost.rule, cost.jobs, cost.seconds, cost.share, cost.memory) for cost in costs] == [
        ("run_check", 2, 39.0, 0.975, 120.0),
        ("compile_verdicts", 1, 1.0, 0.025, 0.0),  # too short for its memory to be measured
    ]


def test_same_run_same_bytes(run, tmp_path):
    def content(folder):
        files = [path for path in folder.rglob("*") if path.is_file()]
        return {path.relative_to(folder): path.read_bytes() for path in files}

    assert content(make(run, tmp_path / "one")) == content(make(run, tmp_path / "two"))


def test_what_stood_in_the_folder_is_gone(run, tmp_path):
    (tmp_path / "site").mkdir()
    (tmp_path / "site/stale.html").write_text("old", "utf-8")
    assert not (make(run, tmp_path / "site") / "stale.html").exists()


def test_verdicts_are_read_as_they_were_written(run):
    verdicts = read_verdicts(run["results"])
    assert list(verdicts) == [
        ("lemma-9", "printed"),
        ("lemma-9", "corrected"),
        ("lemma-7", "printed"),
        ("lemma-7", "constant"),
    ]
    failing = verdicts["lemma-9", "printed"]
    assert (failing.failures, failing.worst_margin, failing.level) == (2, -0.75, None)
    assert verdicts["lemma-7", "printed"].level == 2e-4
    assert verdicts["lemma-7", "constant"].worst_margin is None


def test_a_family_judged_alone_is_read_too(run):
    results = run["results"]
    (results / "verdicts").mkdir()
    lines = (results / "verdicts.csv").read_text("utf-8").splitlines()
    text = "\n".join([lines[0], *(line for line in lines if line.startswith("lemma-7"))]) + "\n"
    (results / "verdicts/low_degree.csv").write_text(text, "utf-8")
    assert {claim for claim, _ in read_verdicts(results)} == {"lemma-7"}


def test_bad_verdicts_end_in_a_sentence(run, tmp_path):
    with pytest.raises(ClaimsError, match="holds no verdicts"):
        read_verdicts(tmp_path / "nowhere")
    path = run["results"] / "verdicts.csv"
    path.write_text(path.read_text("utf-8").replace("worst_margin", "margin"), "utf-8")
    with pytest.raises(ClaimsError, match="is not a table of verdicts"):
        read_verdicts(path)


def test_registry_and_verdicts_must_match(run):
    registry = read_registry(run["registry"])
    verdicts = read_verdicts(run["results"])
    missing = {key: v for key, v in verdicts.items() if key != ("lemma-9", "corrected")}
    with pytest.raises(ClaimsError, match=r"lemma-9 \(corrected\) has no verdict"):
        pair(registry, missing)
    del registry["lemma-7"]
    with pytest.raises(ClaimsError, match="a verdict on lemma-7 constant"):
        pair(registry, verdicts)


def test_a_correction_that_fails_gives_way_to_its_own(run):
    ((_, rows), *_) = pair(read_registry(run["registry"]), read_verdicts(run["results"]))
    (printed, fails), (corrected, holds) = rows
    middle = printed._replace(key="middle", correction="corrected")
    first = printed._replace(correction="middle")
    by_key = {"printed": (first, fails), "middle": (middle, fails), "corrected": rows[1]}
    assert correction(first, by_key) == (corrected, holds)
    assert correction(printed._replace(correction=""), by_key) is None
    circle = middle._replace(correction="printed")
    by_key["middle"] = (circle, fails)
    assert correction(first, by_key) == (circle, fails)


def test_every_formula_of_the_registry_becomes_mathml():
    for claim in read_registry(
        Path(__file__).resolve().parents[1] / "src/sparse_activations"
    ).values():
        for statement in claim.statements:
            # A macro that the converter does not know stays as it is.
            drawn = re.sub(r"<annotation.*</annotation>", "", mathml(statement.latex, block=True))
            said = re.sub(r"<[^>]*>", "", drawn)
            assert not re.search(r"\\[a-zA-Z]|\$|&amp;", said), (claim.id, statement.key, said)


def test_every_sentence_of_the_registry_is_set_with_its_formulas():
    folder = ROOT / "src/sparse_activations"
    registry = read_registry(folder)
    said = [theorem.says for theorem in read_theorems(folder, registry)]
    for claim in registry.values():
        said += [claim.title, claim.sentence, claim.idea, claim.survives]
        for statement in claim.statements:
            said += [statement.title, statement.effect, statement.reason, statement.checked]
    formulas = 0
    for text in said:
        page = typeset_line(text)
        found = [unescape(tex) for tex in re.findall(r'x-tex">(.*?)</annotation>', page)]
        assert found == re.findall(r"\$([^$]+)\$", text), text
        assert len(re.findall(r"<math\b", page)) == len(found)
        assert not re.search(r"[$\\]", re.sub(r"<annotation.*?</annotation>", "", page)), text
        formulas += len(found)
    assert formulas > 300


def test_a_machine_checked_theorem_stands_beside_the_statement(run, tmp_path):
    page = (make(run, tmp_path / "site") / "claims/lemma_9.html").read_text("utf-8")
    assert '<a href="#coq-made_up">Coq</a>' in page
    (shown,) = re.findall(r'<details id="coq-made_up">.*?</details>', page, flags=re.DOTALL)
    assert '<a href="#corrected">corrected</a>' in shown
    assert "Theorem made_up : 0 &lt; 1." in shown
    assert "proofs/statements_made.v, line 3" in shown
    assert "coq-" not in (tmp_path / "site/claims/lemma_7.html").read_text("utf-8")


def test_a_page_says_what_the_checks_reject(run, tmp_path):
    page = (
        make(run, tmp_path / "with", mutation_results=count_rejections(tables())) / "mutants.html"
    )
    assert "4 statements have 5 mutants" in words(page)
    assert [row.get("href") for row in pages_of(page.parent)[page].all("a")].count(
        "claims/lemma_9.html#corrected"
    ) == 2
    assert 'href="mutants.html"' in words(page.parent / "evidence.html")
    without = make(run, tmp_path / "without")
    assert not (without / "mutants.html").exists()
    assert "mutants" not in words(without / "evidence.html")


def test_records_and_tables_are_compressed_without_a_time(run, tmp_path):
    site = make(run, tmp_path / "site")
    for name in ("records/average_sensitivity/sweep.jsonl", "tables/average_sensitivity/sweep.csv"):
        packed = (site / f"{name}.gz").read_bytes()
        assert gzip.decompress(packed) == (run["results"] / name).read_bytes()
        assert packed[4:8] == bytes(4)  # where gzip has the time
        assert not (site / name).exists()


def test_a_figure_is_described_and_says_what_it_is_made_from(site):
    for name, root in (("claims/lemma_9.html", "../"), ("index.html", "")):
        text = (site / name).read_text("utf-8")
        assert 'alt="It grows. A line that rises from left to right."' in text
        assert f'srcset="{root}figures/lemma-9-n-narrow.svg"' in text
        assert "<code>draw_n</code>" in text
        assert "/average_sensitivity/figures.py</code>" in text
        assert f'<a href="{root}tables/average_sensitivity/sweep.csv.gz">table</a>' in text


def test_a_notebooks_figure_is_the_sites_file(run, tmp_path):
    shown = f"<figure>{PICTURE}<figcaption>Seen.</figcaption></figure>"
    notebook = run["results"] / "notebooks/average_sensitivity.ipynb"
    made_up.write_notebook(notebook, "T", shown, anchors=["lemma-9"])
    text = (make(run, tmp_path / "site") / "notebooks/average_sensitivity.html").read_text("utf-8")
    assert "<svg" not in text
    assert '<img src="../figures/lemma-9-n.svg" loading="lazy" alt="">' in text
    assert 'srcset="../figures/lemma-9-n-narrow.svg"' in text
    assert "<figcaption>Seen." in text


def test_a_notebooks_image_is_a_file_with_the_same_pixels(run, tmp_path):
    pixels = np.random.default_rng(1).integers(0, 256, (5, 7, 3), np.uint8)
    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "png")
    job = "average_sensitivity/sweep"
    notebook = tmp_path / "sweep.ipynb"
    image = result({"image/png": base64.b64encode(stream.getvalue()).decode()})
    image["metadata"] = {"image/png": {"alt": "Noise."}}
    cells = [*EXECUTED["cells"][:3], {**EXECUTED["cells"][3], "outputs": [image]}]
    notebook.write_text(json.dumps({**EXECUTED, "cells": cells}), "utf-8")
    page = make(run, tmp_path / "site", executed={job: notebook}) / f"notebooks/jobs/{job}.html"
    (shown,) = Page(page.read_text("utf-8")).all("img")
    assert shown["alt"] == "Noise."
    with Image.open(page.parent / shown["src"]) as file:
        assert (np.asarray(file.convert("RGB")) == pixels).all()


def test_claims_lead_to_those_before_and_after_them(site):
    first, second = (words(site / f"claims/{name}.html") for name in ("lemma_7", "lemma_9"))
    assert first.count('<a rel="next" href="lemma_9.html">Lemma 9 →</a>') == 2
    assert second.count('<a rel="prev" href="lemma_7.html">← lemma-7</a>') == 2
    assert 'rel="prev"' not in first
    assert 'rel="next"' not in second


def test_every_page_has_the_menu_above_its_title_and_a_list_of_its_contents(site):
    for path, page in pages_of(site).items():
        text = path.read_text("utf-8")
        assert text.index('class="menu"') < text.index("<h1"), path
        assert ("a", {"class": "skip", "href": "#content"}) in page.elements
        titles = {e["id"] for tag, e in page.elements if tag in ("h2", "h3") and "id" in e}
        listed = {a["href"] for a in page.all("a") if a["href"].startswith("#")}
        if len(titles) > 1:
            assert listed >= {f"#{name}" for name in titles}, path


def test_the_index_of_the_search_has_each_section_with_its_words(site):
    script = (site / "search-index.js").read_text("utf-8")
    entries = json.loads(script.removeprefix("const SEARCH_INDEX = ").removesuffix(";\n"))
    found = {address: (page, title, said.split()) for address, page, title, said in entries}
    assert found["docs/proofs.html#lemma-9"][:2] == ("Proofs", "Lemma 9")
    assert {"proof", "with", "and"} <= set(found["docs/proofs.html#lemma-9"][2])
    assert {address.partition("#")[0] for address in found} == {
        path.relative_to(site).as_posix() for path in site.rglob("*.html")
    } - {"timings.html"}


def test_a_paper_adds_a_page_with_its_script(run, tmp_path):
    with_about(run, pages={"own.html": "Our own"})
    with pytest.raises(ClaimsError, match=r"paper.yaml names a page, and there is no .*own.html"):
        make(run, tmp_path / "site")
    (run["registry"] / "pages").mkdir()
    own = '{% extends "page.html" %}{% block main %}{{ "n^2" | mathml | safe }}{% endblock %}'
    (run["registry"] / "pages/own.html").write_text(own, "utf-8")
    (run["registry"] / "pages/own.js").write_text("const own = 1;\n", "utf-8")
    site = make(run, tmp_path / "site")
    assert "<h1>Our own</h1>" in words(site / "own.html")
    assert "<msup><mi>n</mi>" in words(site / "own.html")
    assert '<a href="own.html">Our own</a>' in words(site / "index.html")
    assert (site / "own.js").read_text("utf-8") == "const own = 1;\n"


def test_a_rounded_verdict_says_so_and_is_not_called_certified(tmp_path, monkeypatch):
    records = made_up.records()
    old = records["average_sensitivity/sweep"]
    records["average_sensitivity/sweep"] = [
        compare_rounded(r.claim, r.statement, r.instance, float(r.left), "<=", float(r.right) + 1)
        if r.statement == "corrected"
        else r
        for r in old
    ]
    monkeypatch.setattr(made_up, "records", lambda: records)
    site = make(made_up.write_run(tmp_path), tmp_path / "site")
    text = words(site / "claims/lemma_9.html")
    assert '<span class="word rounded">no violation found (rounded)</span> on 2 instances' in text
    assert "certified" not in text
    assert "no violation found (rounded)</span></dt>" in words(site / "evidence.html")
