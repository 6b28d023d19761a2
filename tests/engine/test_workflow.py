"""The workflow, end to end: two topics of this paper, and a small paper with its site."""

import hashlib
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from copied import CONFIG, ROOT, TIMEOUT, TOPICS, code_and_words, fresh_copy, snakemake
from read_yaml import read_yaml

from paperclaims.new import write_paper

CHECKS, NOTEBOOK = "my_paper/harmonic/checks.py", "notebooks/harmonic.py"
LOG = "results/logs/notebook/harmonic"


def planned(tree, *arguments):
    """Return how many jobs of each rule a dry run would rerun."""
    run = snakemake(tree, *arguments, "--dry-run", "--quiet", "host")
    assert run.returncode == 0, run.stdout + run.stderr
    table = re.findall(r"^(\w+)\s+(\d+)\s*$", run.stdout + run.stderr, flags=re.MULTILINE)
    return {rule: int(jobs) for rule, jobs in table if rule != "total"}


def digests(tree):
    """Return a hash of every result; logs and times are none."""
    return {
        str(path.relative_to(tree)): hashlib.sha256(path.read_bytes()).hexdigest()
        for folder in ("results", "figures")
        for path in sorted((tree / folder).rglob("*"))
        if path.is_file() and not {"logs", "benchmarks", "reference"} & {*path.parts}
        if path.name not in ("timings.html", "timings.md")
    }


def replace(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{path.name} has no {old!r}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


# ------------------------------------------------------------------ two topics of this paper


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """Return a copy of the tree with the parts of two claims."""
    tree = fresh_copy(tmp_path_factory.mktemp("tree"))
    run = snakemake(tree, "theorem_13", "claim_2_1")
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-6000:]
    told = r"^2 of \d+ topics to run, about \d+ (seconds|minutes) on 2 cores\.$"
    assert re.search(told, run.stdout, re.MULTILINE)
    return tree


def test_run_makes_the_files_of_two_topics(tree):
    for topic in ("juntas", "fourier"):
        assert (tree / f"results/notebooks/{topic}.html").is_file()
        for job in CONFIG[topic]:
            assert (tree / f"results/records/{topic}/{job}.jsonl").stat().st_size > 0
        for table in (ROOT / f"results/reference/tables/{topic}").glob("*.csv"):
            assert (
                tree / f"results/tables/{topic}/{table.name}"
            ).read_bytes() == table.read_bytes()
    assert planned(tree, "theorem_13") == {"theorem_13": 1}


def test_executed_notebooks_show_no_address(tree):
    """An object without a face of its own shows its address, which is another each time."""
    executed = sorted((tree / "results/notebooks").rglob("*.ipynb"))
    assert executed
    for path in executed:
        assert not re.search(r" at 0x[0-9a-f]+>", path.read_text(encoding="utf-8")), path


def test_figures_name_no_font_that_browsers_lack(tree):
    """Matplotlib draws signs that its own font lacks in another one."""
    figures = sorted((tree / "figures").glob("*.svg"))
    assert figures
    for path in figures:
        families = set(re.findall("font-family=\"'([^']+)'", path.read_text(encoding="utf-8")))
        assert families == {"DejaVu Sans"}, path


def test_every_claim_is_a_target(tree):
    claims = [
        claim["id"].replace("-", "_").replace(".", "_")
        for topic in TOPICS
        for claim in read_yaml(tree / f"src/awasthi2024/{topic}/claims.yaml")
    ]
    assert claims
    assert set(claims) <= set(planned(tree, *claims))


def test_an_edit_plans_the_topics_that_use_the_file(tree):
    edits = {
        "src/awasthi2024/fourier/checks.py": {"fourier"},
        "src/sparseact/cube.py": {"fourier", "juntas"},
        "src/sparseact/inspector/cli.py": set(),
    }
    for file, expected in edits.items():
        text = (tree / file).read_text("utf-8")
        (tree / file).write_text(f"{text}# edited\n", "utf-8")
        run = snakemake(tree, "theorem_13", "claim_2_1", "--dry-run", sources=tree / "src")
        (tree / file).write_text(text, "utf-8")
        assert (
            set(re.findall(r"^(fourier|juntas) ", run.stdout + run.stderr, re.MULTILINE))
            == expected
        )


# ------------------------------------------------------------------ a small paper


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """Return a new paper with a finished run, and the hashes of its results."""
    folder = tmp_path_factory.mktemp("new")
    here = os.getcwd()
    os.chdir(folder)
    write_paper("my-paper")
    os.chdir(here)
    code, said = code_and_words(folder / "my-paper", "snakemake", "--cores=2")
    assert code == 0, said[-5000:]
    return folder / "my-paper", digests(folder / "my-paper")


@pytest.fixture
def paper(first):
    """Return the paper with its finished run; what a test edits is put back."""
    folder, _ = first
    kept = {
        path: path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not {"results", "figures", ".snakemake"} & {*path.parts}
    }
    yield folder
    for path, content in kept.items():
        if path.read_bytes() != content:
            path.write_bytes(content)
    code, said = code_and_words(folder, "snakemake", "--cores=2")
    assert code == 0, said[-5000:]
    assert digests(folder) == first[1]


def test_nothing_is_left_to_do(first):
    assert planned(first[0]) == {}


def test_a_check_that_fails_names_itself_and_keeps_its_records(paper):
    replace(paper / CHECKS, "Fraction(1, n)", "Fraction(1, n - 7)")
    code, said = code_and_words(paper, "snakemake", "--cores=1")
    assert code == 1
    last = (paper / f"{LOG}.log").read_text("utf-8").splitlines()[-1]
    assert "harmonic/logarithms failed after 12 comparisons, the last of upper at n = 6" in last
    assert "ZeroDivisionError" in last
    assert last.removeprefix("Failed: ") in " ".join(said.split())
    assert len((paper / f"{LOG}/logarithms.jsonl").read_text("utf-8").splitlines()) == 13
    assert not (paper / "results/records/harmonic/logarithms.jsonl").exists()


@pytest.mark.tools
def test_a_notebook_without_a_figure_is_refused(paper):
    replace(paper / NOTEBOOK, 'topic.figure("gap")', "")
    code, said = code_and_words(paper, "snakemake", "--cores=1")
    assert code == 1
    assert "it does not make figures/gap.svg" in said


@pytest.mark.tools
def test_a_file_that_a_check_does_not_declare_is_refused(paper):
    (paper / "numbers.csv").write_text("1\n")
    replace(
        paper / CHECKS,
        "harmonic = Fraction(0)",
        'harmonic = Fraction(open("numbers.csv").read()) - 1',
    )
    code, said = code_and_words(paper, "snakemake", "--cores=1")
    assert code == 1
    assert "it opens numbers.csv, which it does not declare; write reads=['numbers.csv']" in said
    replace(paper / CHECKS, '@check("lower")', '@check("lower", reads=["numbers.csv"])')
    assert code_and_words(paper, "snakemake", "--cores=1")[0] == 0
    (paper / "numbers.csv").write_text("2\n")
    assert "harmonic" in planned(paper)


@pytest.mark.tools
def test_a_module_beside_the_snakefile_that_a_check_imports_reruns_it(paper):
    (paper / "half.py").write_text("from fractions import Fraction\n\nhalf = Fraction(1, 2)\n")
    replace(
        paper / CHECKS,
        "from fractions import Fraction\n",
        "from importlib import import_module\nfrom fractions import Fraction\n",
    )
    replace(paper / CHECKS, "+ Fraction(1, 2)", '+ import_module("half").half')
    assert code_and_words(paper, "snakemake", "--cores=1")[0] == 0
    assert planned(paper) == {}
    (paper / "half.py").write_text("from fractions import Fraction\n\nhalf = Fraction(3, 4)\n")
    assert "harmonic" in planned(paper)
    (paper / "half.py").unlink()


@pytest.mark.tools
def test_a_damaged_table_is_refused(paper):
    path = paper / "results/tables/harmonic/logarithms.csv"
    path.write_text(path.read_text() + "201,0.5\n")
    (paper / "results/verdicts.csv").unlink()
    code, said = code_and_words(paper, "snakemake", "--cores=1", "--rerun-triggers", "params")
    path.unlink()
    assert code == 1
    assert "logarithms.csv is damaged: its hash is not in" in " ".join(said.split())


@pytest.mark.tools
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_run_leaves_no_half_file(paper, how):
    """The next run, which the fixture makes, has the bytes of an undisturbed one."""
    log = paper / f"{LOG}.log"
    log.unlink()
    replace(paper / CHECKS, "for n in range", "import time; time.sleep(60)\n    for n in range")
    process = subprocess.Popen(
        [sys.executable, "-m", "snakemake", "--cores=1"], cwd=paper, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # `command &` ignores it
    )  # fmt: skip
    while "begins" not in (log.read_text() if log.is_file() else ""):
        assert process.poll() is None
        time.sleep(0.2)
    os.killpg(process.pid, how)
    process.wait(TIMEOUT)
    if how is signal.SIGKILL:
        code, said = code_and_words(paper, "snakemake", "--unlock")
        assert code == 0, said
    assert not (paper / "results/tables/harmonic/logarithms.csv").exists()
