"""`paperclaims new`: a folder that runs at once, and what later runs say, plan and keep."""

import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from copied import TIMEOUT, replace, run_module
from copied import words as run
from tutorial import follow

from paperclaims.cli import main
from paperclaims.judging.statuses import read_statuses
from paperclaims.registry.yaml_files import read_yaml

SOURCES = Path(__file__).resolve().parents[2] / "src"
TUTORIAL = SOURCES.parent / "docs/own-paper.md"
CLAIMS, CHECKS = "two_sums/harmonic/claims.yaml", "two_sums/harmonic/checks.py"
TABLE = "results/tables/harmonic/logarithms.csv"
LOG = "results/logs/notebook/harmonic"


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """Return a new paper in which everything ran; no test changes it."""
    folder = tmp_path_factory.mktemp("elsewhere") / "two-sums"
    run(folder.parent, "paperclaims", "new", folder.name)
    run(folder, "snakemake", "--cores=2")
    return folder


@pytest.fixture
def paper(first, tmp_path):
    """Return a copy of the paper and of its run."""
    return shutil.copytree(first, tmp_path / "copy/two-sums")


def digests(tree):
    """Return a hash of every result; logs and times are none."""
    return {
        str(path.relative_to(tree)): hashlib.sha256(path.read_bytes()).hexdigest()
        for folder in ("results", "figures")
        for path in sorted((tree / folder).rglob("*"))
        if path.is_file() and not {"logs", "benchmarks"} & {*path.parts}
        if path.name not in ("timings.html", "timings.md")
    }


def planned(tree):
    """Return how many jobs of each rule a dry run would rerun."""
    said = run(tree, "snakemake", "--cores=2", "--dry-run", "--quiet", "host")
    table = re.findall(r"^(\w+)\s+(\d+)\s*$", said, flags=re.MULTILINE)
    return {rule: int(jobs) for rule, jobs in table if rule != "total"}


def told(said):
    """Return what is told twice of the notebook, where it fails and at the end."""
    assert "Traceback" not in said
    lines = re.findall(r"^notebook harmonic: (.*)$", said, re.M)
    assert len(lines) == 2, said
    assert lines[0] == lines[1]
    assert 0 <= said[said.rindex(lines[1]) :].count("\n") <= 6
    return lines[0]


def test_nothing_is_left_to_do(first):
    assert planned(first) == {}


def test_a_check_that_fails_names_itself_and_keeps_its_records(first, paper):
    replace(paper / CHECKS, "Fraction(1, n)", "Fraction(1, n - 7)")
    said = run(paper, "snakemake", "--cores=1", code=1)
    last = (paper / f"{LOG}.log").read_text("utf-8").splitlines()[-1]
    assert "harmonic/logarithms failed after 12 comparisons, the last of upper at n = 6" in last
    assert last == f"Failed: notebook harmonic: {told(said)}"
    assert "ZeroDivisionError: Fraction(1, 0) (two_sums/harmonic/checks.py:16)" in last
    assert len((paper / f"{LOG}/logarithms.jsonl").read_text("utf-8").splitlines()) == 13
    assert not (paper / "results/records/harmonic/logarithms.jsonl").exists()
    replace(paper / CHECKS, "Fraction(1, n - 7)", "Fraction(1, n)")
    again(paper, first)


def again(paper, first):
    """Run the paper, and find the bytes of the run in the other folder."""
    run(paper, "snakemake", "--cores=2")
    assert digests(paper) == digests(first)


@pytest.mark.tools
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_run_says_so_and_leaves_no_half_file(first, paper, how):
    log = paper / f"{LOG}.log"
    log.unlink()
    harmonic = "    harmonic = Fraction(0)\n"
    replace(paper / CHECKS, harmonic, f"    __import__('time').sleep({TIMEOUT})\n{harmonic}")
    with open(paper / "said", "w", encoding="utf-8") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "snakemake", "--cores=1"], cwd=paper, start_new_session=True,
            env=os.environ | {"PYTHONPATH": str(SOURCES)}, stdout=stream, stderr=stream,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )  # fmt: skip
    while not (log.is_file() and "logarithms: begins" in log.read_text("utf-8")):
        assert process.poll() is None
        time.sleep(0.1)
    os.killpg(process.pid, how)
    process.wait(TIMEOUT)
    if how is signal.SIGINT:
        assert process.returncode == 1
        assert "interrupted" in told((paper / "said").read_text("utf-8"))
    else:
        run(paper, "snakemake", "--unlock")
    assert not (paper / TABLE).exists()
    replace(paper / CHECKS, f"    __import__('time').sleep({TIMEOUT})\n", "")
    again(paper, first)


@pytest.mark.tools
def test_a_finished_run_is_told_in_lines_and_shown_on_pages(first):
    said = run(first, "snakemake", "--cores=1", "lower")
    assert re.search(r"^lower  holds$", said, re.M), said
    said = run(first, "paperclaims", "verdicts")
    assert said.splitlines() == [
        "Of 2 claims 1 holds and 1 is false.",
        "",
        "lower  holds",
        "upper  false; no correction is stated: n=6: not 49/20 <= 2.44591",
        "",
        "The report: results/site/index.html",
        "Each statement: paperclaims verdicts results --all",
    ]
    page = (first / "results/site/claims/upper.html").read_text("utf-8")
    assert "false; no correction is stated" in page
    assert "n=6" in page
    assert "exceeds the bound from n = 6 on" in (first / "figures/gap.svg").read_text("utf-8")
    assert (first / "results/site/notebooks/harmonic.html").is_file()


@pytest.mark.tools
def test_user_settings_change_nothing(first, tmp_path, monkeypatch):
    """A style of figures, a kernel of another Python, an encoding, and braces in the path."""
    place = tmp_path / "br{a}ce"
    kernel = place / "kernels/python3/kernel.json"
    kernel.parent.mkdir(parents=True)
    kernel.write_text('{"argv": ["/bin/false"], "display_name": "Python 3", "language": "python"}')
    (place / "matplotlibrc").write_text("font.size: 31\ntext.usetex: True\n")
    monkeypatch.setenv("JUPYTER_PATH", str(place))
    monkeypatch.setenv("MATPLOTLIBRC", str(place / "matplotlibrc"))
    monkeypatch.setenv("PYTHONUTF8", "0")
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    run(place, "paperclaims", "new", "two-sums")
    figure = "figures/gap.svg"
    run(place / "two-sums", "snakemake", "--cores=2", figure, "results/verdicts.csv")
    assert (place / "two-sums" / figure).read_bytes() == (first / figure).read_bytes()


@pytest.mark.tools
@pytest.mark.parametrize(
    ("name", "old", "new", "says", "judged"),
    [
        (
            CLAIMS, "status: holds", "status: 'false'", "no conclusion is refuted",
            "lower  was judged, but the registry has changed; run the workflow",
        ),
        (
            CHECKS, "for n in range", "for m in range", "NameError",
            "lower  was judged, but results/summaries/harmonic.json is not there",
        ),
    ],
)  # fmt: skip
def test_an_error_deletes_nothing_and_no_verdict_of_an_older_run_is_told(
    paper, name, old, new, says, judged
):
    replace(paper / name, old, new)
    files = {path for path in paper.glob("results/**/*") if "logs" not in path.parts}
    for option in ("--list-rules", "--unlock", "--summary"):
        run_module(paper, "snakemake", option)
    assert files <= set(paper.glob("results/**/*"))
    said = run(paper, "snakemake", "--cores=1", "results/verdicts.csv", code=1)
    assert says in said
    said = run_module(paper, "paperclaims", "verdicts", "results").stdout
    assert judged in said
    assert "The report: " not in said
    assert not re.search(r"^(lower|upper)  (holds|false)", said, re.M) or "contradicted" in said
    assert (paper / "results/site/index.html").is_file()


@pytest.mark.tools
def test_a_declared_file_and_a_module_beside_the_snakefile_rerun_a_check(paper):
    (paper / "numbers.csv").write_text("1\n")
    (paper / "half.py").write_text("from fractions import Fraction\n\nhalf = Fraction(1, 2)\n")
    opened = 'Fraction(open("numbers.csv").read()) - 1'
    replace(paper / CHECKS, "harmonic = Fraction(0)", f"harmonic = {opened}")
    imported = "from importlib import import_module\nfrom fractions import Fraction\n"
    replace(paper / CHECKS, "from fractions import Fraction\n", imported)
    replace(paper / CHECKS, "+ Fraction(1, 2)", '+ import_module("half").half')
    said = run(paper, "snakemake", "--cores=1", code=1)
    assert "it opens numbers.csv, which it does not declare; write reads=['numbers.csv']" in said
    replace(paper / CHECKS, '@check("lower")', '@check("lower", reads=["numbers.csv"])')
    run(paper, "snakemake", "--cores=1")
    for file, old, new in (("numbers.csv", "1", "2"), ("half.py", "(1, 2)", "(3, 4)")):
        assert planned(paper) == {}
        replace(paper / file, old, new)
        assert "harmonic" in planned(paper)
        replace(paper / file, new, old)


@pytest.mark.tools
def test_a_damaged_table_is_refused(paper):
    with open(paper / TABLE, "a", encoding="utf-8") as stream:
        stream.write("201,0.5\n")
    (paper / "results/verdicts.csv").unlink()
    said = run(paper, "snakemake", "--cores=1", "--rerun-triggers", "params", code=1)
    assert "logarithms.csv is damaged: its hash is not in" in " ".join(said.split())


@pytest.mark.tools
def test_its_crate_is_run_again_with_the_same_verdicts(paper, tmp_path):
    said = run(paper, "paperclaims", "crate")
    assert said == "results/crate: no commit, since git tracks no file of this folder\n"
    (paper / "results/crate").rename(tmp_path / "crate")
    replace(paper / CHECKS, "harmonic = ", "harmonic  = ")
    said = run(paper, "paperclaims", "crate", code=2)
    assert not (paper / "results/crate").exists()
    assert "the results are not of the files as they are; run snakemake first" in said
    said = run(tmp_path / "crate/project", "snakemake", "--cores=1", "results/verdicts.csv")
    for name in ("verdicts.csv", "statuses.csv", "records/harmonic/logarithms.jsonl"):
        again = tmp_path / "crate/project/results" / name
        assert again.read_bytes() == (tmp_path / "crate" / name).read_bytes()


@pytest.mark.tools
def test_a_renamed_topic_with_schemas_and_a_note_returns_its_own_site(paper):
    """The old topic's files stay, and its name is the later one of the two."""
    topic = paper / "two_sums/harmonic"
    topic.rename(topic.with_name("base"))
    (paper / "notebooks/harmonic.py").rename(paper / "notebooks/base.py")
    for path, old, new in (
        ("config/config.yaml", "harmonic:", "base:"),
        ("notebooks/base.py", '"harmonic"', '"base"'),
        ("two_sums/base/claims.yaml", "harmonic.gap", "base.gap"),
        ("two_sums/base/claims.yaml", "n + 1) + \\frac{1}{2}", "n + 1) + 1"),
        ("two_sums/base/checks.py", "logarithm + Fraction(1, 2)", "logarithm + 1"),
    ):
        replace(paper / path, old, new)
    (paper / "docs/notes.md").write_text("# Notes\n\nIn no menu.\n", "utf-8")
    said = run(paper, "paperclaims", "keys")
    assert said.split() == [f"config/{name}schema.json" for name in
                            ("", "claims.", "theorems.", "paper.")]  # fmt: skip
    run(paper, "snakemake", "--cores=2")
    assert (paper / "results/site/notes.html").is_file()
    assert (paper / "results/tables/harmonic/logarithms.csv").is_file()
    said = run(paper, "paperclaims", "verdicts", "results")
    assert re.search("^upper  open$", said, re.M), said
    run(paper, "paperclaims", "compare", "--replace")
    assert [path.name for path in paper.glob("results/reference/tables/*")] == ["base"]


@pytest.mark.tools
def test_the_tutorial_does_what_it_says(tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
    said, folder = follow(TUTORIAL.read_text("utf-8"), tmp_path, environment)
    statuses = read_statuses(folder / "results/statuses.csv")
    assert [one.status for one in statuses.values()] == [
        "holds", "false; no correction is stated", "holds", "false", "open",
    ]  # fmt: skip
    assert (folder / "results/site/claims/doubling.html").is_file()
    assert said.count("Build the site") == 2
    assert (folder / "results/crate/project/notebooks/harmonic.py").is_file()
    assert (folder / "results/reference/verdicts.csv").is_file()
    report = (folder / "results/report.html").read_text("utf-8")
    captions = re.findall(r'"caption": "((?:[^"\\]|\\.)*)"', report)
    assert captions
    assert all(re.search(r"\w", caption) for caption in captions)


@pytest.mark.parametrize("name", ["yes", "null"])
def test_a_name_that_yaml_reads_as_another_value(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    assert main(["new", name]) == 0
    assert read_yaml(tmp_path / name / "config/config.yaml")["paper"] == name


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("numpy", "'numpy' already"),
        ("2-sums", "cannot be a package's name"),
        (".", "there already"),
    ],
)
def test_a_name_that_cannot_be_is_refused(tmp_path, monkeypatch, capsys, name, says):
    monkeypatch.chdir(tmp_path)
    assert main(["new", name]) == 2
    assert says in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
