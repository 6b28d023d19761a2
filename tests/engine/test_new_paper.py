"""`paperclaims new`: a folder that runs at once, and what a run says of a claim that fails."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from copied import TIMEOUT
from copied import code_and_words as run
from tutorial import follow

from paperclaims.cli import main
from paperclaims.judging.statuses import read_statuses
from paperclaims.registry.yaml_files import read_yaml

SOURCES = Path(__file__).resolve().parents[2] / "src"
TUTORIAL = SOURCES.parent / "docs/own-paper.md"


@pytest.fixture(scope="module")
def paper(tmp_path_factory):
    """Return a new paper in which everything ran, and what that printed."""
    folder = tmp_path_factory.mktemp("elsewhere") / "two-sums"
    code, said = run(folder.parent, "paperclaims", "new", folder.name)
    assert code == 0, said
    code, said = run(folder, "snakemake", "--cores=2")
    assert code == 0, said
    return folder, said


@pytest.mark.tools
def test_verdicts_returns_a_line_for_each_claim(paper):
    code, said = run(paper[0], "paperclaims", "verdicts")
    assert code == 0
    assert said.splitlines() == [
        "Of 2 claims 1 holds and 1 is false.",
        "",
        "lower  holds",
        "upper  false; no correction is stated: n=6: not 49/20 <= 2.44591",
        "",
        "The report: results/site/index.html",
        "Each statement: paperclaims verdicts results --all",
    ]


@pytest.mark.tools
def test_user_settings_change_nothing(paper, tmp_path):
    """A style of figures, a kernel of another Python, a locale, and braces in the path."""
    place = tmp_path / "br{a}ce"
    kernel = place / "kernels/python3/kernel.json"
    kernel.parent.mkdir(parents=True)
    kernel.write_text('{"argv": ["/bin/false"], "display_name": "Python 3", "language": "python"}')
    (place / "matplotlibrc").write_text("font.size: 31\ntext.usetex: True\n")
    own = {
        "JUPYTER_PATH": str(place), "MATPLOTLIBRC": str(place / "matplotlibrc"),
        "PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1", "PYTHONPATH": str(SOURCES),
    }  # fmt: skip
    assert run(place, "paperclaims", "new", "two-sums")[0] == 0
    done = subprocess.run(
        [sys.executable, "-m", "snakemake", "--cores=2", "figures/gap.svg", "results/verdicts.csv"],
        cwd=place / "two-sums", env=os.environ | own, capture_output=True, timeout=TIMEOUT,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode("latin-1")
    figure = "figures/gap.svg"
    assert (place / "two-sums" / figure).read_bytes() == (paper[0] / figure).read_bytes()


@pytest.mark.tools
def test_the_pages_have_the_status_and_the_figure(paper):
    folder, _ = paper
    page = (folder / "results/site/claims/upper.html").read_text("utf-8")
    assert "false; no correction is stated" in page
    assert "n=6" in page
    assert "exceeds the bound from n = 6 on" in (folder / "figures/gap.svg").read_text("utf-8")
    assert (folder / "results/site/notebooks/harmonic.html").is_file()
    assert read_statuses(folder / "results/statuses.csv")["upper"].answer.startswith("n=6: not ")


@pytest.mark.tools
@pytest.mark.parametrize(
    ("name", "old", "new", "says", "told"),
    [
        (
            "harmonic/claims.yaml", "status: holds", "status: 'false'", "no conclusion is refuted",
            "lower  was judged, but the registry has changed; run the workflow",
        ),
        (
            "harmonic/checks.py", "for n in range", "for m in range", "NameError",
            "lower  was judged, but results/summaries/harmonic.json is not there",
        ),
    ],
)  # fmt: skip
def test_an_error_deletes_nothing_and_no_verdict_of_an_older_run_is_told(
    paper, tmp_path, name, old, new, says, told
):
    folder = tmp_path / "copy"
    shutil.copytree(paper[0], folder)
    path = folder / "two_sums" / name
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    files = {path for path in folder.glob("results/**/*") if "logs" not in path.parts}
    for option in ("--list-rules", "--unlock", "--summary"):
        run(folder, "snakemake", option)
    assert files <= set(folder.glob("results/**/*"))
    code, said = run(folder, "snakemake", "--cores=1", "results/verdicts.csv")
    assert code == 1
    assert says in said
    code, said = run(folder, "paperclaims", "verdicts", "results")
    assert told in said
    assert "The report: " not in said
    assert not re.search(r"^(lower|upper)  (holds|false)", said, re.M) or "contradicted" in said
    assert (folder / "results/site/index.html").is_file()


@pytest.mark.tools
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero (two_sums/harmonic/checks.py:14)"),
        ("__import__('time').sleep(600)", "interrupted"),
    ],
)
def test_a_check_that_ends_its_job_is_told_last_in_a_line(paper, tmp_path, line, sentence):
    folder = tmp_path / "copy"
    shutil.copytree(paper[0], folder)
    path = folder / "two_sums/harmonic/checks.py"
    harmonic = "    harmonic = Fraction(0)\n"
    path.write_text(path.read_text("utf-8").replace(harmonic, f"    {line}\n{harmonic}"), "utf-8")
    log = folder / "results/logs/notebook/harmonic.log"
    log.unlink()
    with subprocess.Popen(
        [sys.executable, "-m", "snakemake", "--cores=1"], cwd=folder, text=True,
        env=os.environ | {"PYTHONPATH": str(SOURCES)}, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:  # fmt: skip
        if sentence == "interrupted":
            while not (log.is_file() and "logarithms: begins" in log.read_text("utf-8")):
                assert process.poll() is None
                time.sleep(0.1)
            os.killpg(process.pid, signal.SIGINT)
        said = process.communicate(timeout=TIMEOUT)[0]
    assert process.returncode == 1
    assert "Traceback" not in said
    told = re.findall(r"^notebook harmonic: (.*)$", said, re.M)
    assert len(told) == 2, said
    assert told[0] == told[1]
    assert sentence in told[0]
    assert 0 <= said[said.rindex(told[1]) :].count("\n") <= 6


@pytest.mark.tools
def test_its_crate_is_run_again_with_the_same_verdicts(paper, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(paper[0], folder)
    code, said = run(folder, "paperclaims", "crate")
    assert (code, said) == (
        0, "results/crate: no commit, since git tracks no file of this folder\n"
    )  # fmt: skip
    (folder / "results/crate").rename(tmp_path / "crate")
    checks = folder / "two_sums/harmonic/checks.py"
    checks.write_text(f"{checks.read_text('utf-8')}# edited\n", "utf-8")
    code, said = run(folder, "paperclaims", "crate")
    assert (code, (folder / "results/crate").exists()) == (2, False)
    assert "the results are not of the files as they are; run snakemake first" in said
    code, said = run(tmp_path / "crate/project", "snakemake", "--cores=1", "results/verdicts.csv")
    assert code == 0, said
    for name in ("verdicts.csv", "statuses.csv", "records/harmonic/logarithms.jsonl"):
        again = tmp_path / "crate/project/results" / name
        assert again.read_bytes() == (tmp_path / "crate" / name).read_bytes()


@pytest.mark.tools
def test_a_claim_as_a_target_ends_with_its_status(paper):
    code, said = run(paper[0], "snakemake", "--cores=1", "lower")
    assert code == 0
    assert re.search(r"^lower  holds$", said, re.M), said


@pytest.mark.tools
def test_snakemakes_report_has_a_caption_for_each_result(paper):
    code, said = run(paper[0], "snakemake", "--report", "results/report.html")
    assert code == 0, said
    report = (paper[0] / "results/report.html").read_text("utf-8")
    captions = re.findall(r'"caption": "((?:[^"\\]|\\.)*)"', report)
    shown = " ".join(captions)
    assert len(captions) == 4, captions  # the figure, the notebook, and two tables
    assert all(re.search(r"\w", caption) for caption in captions)
    assert "How far the harmonic number exceeds the logarithm, and the claimed bound." in shown
    assert "The checks, verdicts and figures on lower, upper." in shown


@pytest.mark.tools
def test_a_claims_id_as_a_target_returns_the_name_of_the_target(paper, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(paper[0], folder)
    for path, name in (("claims.yaml", "id: {}"), ("checks.py", '"{}"')):
        file = folder / "two_sums/harmonic" / path
        text = file.read_text("utf-8").replace(name.format("lower"), name.format("the-lower"))
        file.write_text(text, "utf-8")
    code, said = run(folder, "snakemake", "-n", "the-lower")
    assert code == 1
    assert "the-lower must be written the_lower, as a target" in said


@pytest.mark.tools
def test_a_renamed_topic_with_schemas_and_a_note_returns_its_own_site(paper, tmp_path):
    """The old topic's files stay, and its name is the later one of the two."""
    folder = tmp_path / "copy"
    shutil.copytree(paper[0], folder)
    topic = folder / "two_sums/harmonic"
    topic.rename(topic.with_name("base"))
    (folder / "notebooks/harmonic.py").rename(folder / "notebooks/base.py")
    for path, old, new in (
        ("config/config.yaml", "harmonic:", "base:"),
        ("notebooks/base.py", '"harmonic"', '"base"'),
        ("two_sums/base/claims.yaml", "harmonic.gap", "base.gap"),
        ("two_sums/base/claims.yaml", "n + 1) + \\frac{1}{2}", "n + 1) + 1"),
        ("two_sums/base/checks.py", "logarithm + Fraction(1, 2)", "logarithm + 1"),
    ):
        text = (folder / path).read_text("utf-8")
        assert text.count(old) == 1, old
        (folder / path).write_text(text.replace(old, new), "utf-8")
    (folder / "docs/notes.md").write_text("# Notes\n\nIn no menu.\n", "utf-8")
    code, said = run(folder, "paperclaims", "keys")
    assert code == 0, said
    assert said.split() == [f"config/{name}schema.json" for name in
                            ("", "claims.", "theorems.", "paper.")]  # fmt: skip
    code, said = run(folder, "snakemake", "--cores=2")
    assert code == 0, said
    assert (folder / "results/site/notes.html").is_file()
    assert (folder / "results/tables/harmonic/logarithms.csv").is_file()
    code, said = run(folder, "paperclaims", "verdicts", "results")
    assert re.search("^upper  open$", said, re.M), said
    code, said = run(folder, "paperclaims", "compare", "--replace")
    assert code == 0, said
    assert [path.name for path in folder.glob("results/reference/tables/*")] == ["base"]


@pytest.mark.tools
def test_a_warning_of_sphinx_is_told_with_its_page_and_line(paper, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(paper[0], folder)
    (folder / "docs/notes.md").write_text("# Notes\n\n[One](nowhere.md).\n", "utf-8")
    code, said = run(folder, "snakemake", "--cores=2")
    assert code == 1
    assert re.search(r"^the site: Sphinx warned: notes.md:3: WARNING: .*nowhere.md", said, re.M)


@pytest.mark.tools
def test_the_tutorial_does_what_it_says(tmp_path):
    (tmp_path / "bin").mkdir()
    for name in ("paperclaims", "snakemake"):
        path = tmp_path / "bin" / name
        path.write_text(f'#!/bin/sh\nexec {sys.executable} -m {name} "$@"\n', "utf-8")
        path.chmod(0o755)
    (tmp_path / "place").mkdir()
    environment = {
        **os.environ,
        "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(SOURCES),
    }
    said, folder = follow(TUTORIAL.read_text("utf-8"), tmp_path / "place", environment)
    statuses = read_statuses(folder / "results/statuses.csv")
    assert [one.status for one in statuses.values()] == [
        "holds", "false; no correction is stated", "holds", "false", "open",
    ]  # fmt: skip
    assert (folder / "results/site/claims/doubling.html").is_file()
    assert said.count("Build the site") == 2
    assert (folder / "results/crate/project/notebooks/harmonic.py").is_file()
    assert (folder / "results/reference/verdicts.csv").is_file()
    assert (folder / "results/report.html").is_file()


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
