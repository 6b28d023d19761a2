"""The comparison of a run with the reference tells the classes of differences apart."""

from types import SimpleNamespace

import pytest
from made_up import registry

from paperclaims.cli import main
from paperclaims.judging.reference import compare_runs
from paperclaims.registry.claims import read_registry

VERDICTS = (
    "claim,statement,outcome,instances,failures,worst_margin,counterexample\n"
    "lemma-9,printed,exact,4,0,0.1,\n"
    '"digest-x",printed,fails,3,1,-0.25,"n=2, successes=3: not 0.15 >= 0.5"\n'
)
HEAD = "# parameters: 0a1b\n\n"
TABLE = "# parameters: 0a1b\nn,measured,name\n1,0.3,junta\n2,1e-3,forest\n"


def write(folder, verdicts=VERDICTS, table=TABLE, **tables):
    files = {"verdicts": verdicts, "tables/average_sensitivity/sweep": table}
    files |= {f"tables/low_degree/{name}": text for name, text in tables.items()}
    for name, text in files.items():
        path = folder / f"{name}.csv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def compare(tmp_path, *, ours, reference=None):
    """Compare two folders; each folder's files by name."""
    mine = write(tmp_path / "ours", **ours)
    theirs = write(tmp_path / "reference", **(reference or {}))
    return compare_runs(mine, theirs, read_registry(registry(tmp_path / "claims")))


def kinds(comparison):
    return {(difference.file, difference.kind) for difference in comparison.differences}


@pytest.fixture
def run(tmp_path, capsys, monkeypatch):
    """Run the command; return its exit status and what it printed."""
    (tmp_path / "config").mkdir()
    (tmp_path / "config/config.yaml").write_text("paper: claims\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    registry(tmp_path / "claims")

    def run(*arguments):
        capsys.readouterr()
        code = main(["compare", *map(str, arguments)])
        return SimpleNamespace(returncode=code, **capsys.readouterr()._asdict())

    return run


# ------------------------------------------------------- bytes and rounding


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("0.3", "0.30000000000000004"),
        ("0.3", "0.3000000002"),
        ("1e-3", "0.0010000002"),  # 2e-7 of itself, but not of the column
        ("1e-3", "1.0000001e-3"),
    ],
)
def test_rounding_is_reported_and_passes(tmp_path, old, new, run):
    ours = write(tmp_path / "ours", table=TABLE.replace(old, new))
    done = run(ours, write(tmp_path / "reference"))
    assert done.returncode == 0
    assert (
        "[rounding] tables/average_sensitivity/sweep.csv (lemma-9): column measured: 1 of 2"
        in done.out
    )
    assert "2 files: 1 equal to the byte, 1 equal to 1e-09 (1e-06 if trained); 0 differ" in done.out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("0.3", "0.3000000004", "1 of 2 rows differ, row 1: 0.3000000004, in the reference 0.3\n"),
        ("1,0.3", "3,0.3", "column n: 1 of 2 rows differ"),
        ("0.3", "inf", "column measured"),
        ("1e-3", "-1e-3", "column measured"),
        ("1e-3", "", "column measured"),
        ("forest", "tree", "column name"),
        ("0a1b", "0a1c", "its head: # parameters: 0a1c, in"),
        ("n,measured", "n,taken", "its columns: ["),
        ("2,1e-3,forest\n", "", "its number of rows: 1, in the reference 2"),
        ("forest", "forest 1.0", "column name"),
    ],
)
def test_a_difference_is_told(tmp_path, old, new, said, run):
    ours = write(tmp_path / "ours", table=TABLE.replace(old, new))
    done = run(ours, write(tmp_path / "reference"))
    assert done.returncode == 1
    assert "[differs] tables/average_sensitivity/sweep.csv" in done.out
    assert said in done.out
    assert "1 differ" in done.out


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("not 0.15", "not 0.1500000000000001", "rounding"),
        ("not 0.15", "not 0.16", "differs"),
        ("successes=3", "successes=4", "differs"),
        (">= 0.5", "<= 0.5", "differs"),
        ("-0.25", "-0.25000000000000006", "rounding"),
        ("0.1,", "0.1000000002,", "differs"),
        ("exact,4", "exact,5", "differs"),
    ],
)
def test_numbers_of_a_verdict_and_in_a_text_have_themselves_for_a_scale(tmp_path, old, new, kind):
    large = VERDICTS + "lemma-9,other,exact,1,0,-1e12,\n"
    comparison = compare(
        tmp_path, ours={"verdicts": large.replace(old, new)}, reference={"verdicts": large}
    )
    assert kinds(comparison) == {("verdicts.csv", kind)}


def test_a_row_with_more_cells_than_columns_is_refused(tmp_path, run):
    ours = write(tmp_path / "ours", table=TABLE + "3,4,5,6\n")
    done = run(ours, write(tmp_path / "reference"))
    assert done.returncode == 2
    assert "sweep.csv: Error tokenizing data" in done.err


def test_compare_accepts_a_table_without_rows_in_place_of_none(tmp_path, run):
    ours, reference = write(tmp_path / "ours", empty=HEAD), write(tmp_path / "reference")
    assert run(ours, reference).returncode == 0
    write(ours, table=HEAD)
    done = run(ours, reference)
    assert done.returncode == 1
    assert f"tables/average_sensitivity/sweep.csv (lemma-9): only in {reference}" in done.out


def test_missing_files_are_told(tmp_path, run):
    ours, reference = write(tmp_path / "ours"), write(tmp_path / "reference")
    (ours / "tables/average_sensitivity/sweep.csv").rename(
        ours / "tables/average_sensitivity/head.csv"
    )
    done = run(ours, reference)
    assert done.returncode == 1
    assert f"tables/average_sensitivity/sweep.csv (lemma-9): only in {reference}" in done.out
    assert f"tables/average_sensitivity/head.csv (average_sensitivity): only in {ours}" in done.out
    none = tmp_path / "none"
    for folders in ((none, none), (none, reference), (ours, none)):
        empty = run(*folders)
        assert empty.returncode == 2
        assert f"{none} holds no verdicts and no tables" in empty.err


@pytest.mark.parametrize("name", ["verdicts.csv", "tables/average_sensitivity/sweep.csv"])
def test_compare_rejects_a_table_that_is_not_text(tmp_path, run, name):
    ours, reference = write(tmp_path / "ours"), write(tmp_path / "reference")
    (ours / name).write_bytes(b"\xfc\x28\n\xc3\n")
    done = run(ours, reference)
    assert done.returncode == 2
    assert f"{ours / name}: " in done.err


# ---------------------------------------------------------------- verdicts


@pytest.mark.parametrize("outcome", ["undecided", "exact"])
def test_a_turned_verdict_is_always_an_error(tmp_path, outcome):
    comparison = compare(tmp_path, ours={"verdicts": VERDICTS.replace("fails", outcome)})
    assert not comparison.same
    worst = comparison.differences[0]
    assert (worst.claims, worst.kind) == ("digest-x", "differs")
    assert worst.text.startswith("the verdict changed. column outcome")


# ---------------------------------------------------------------- statuses


STATUSES = "claim,place,status\nlemma-9,§3,holds with a correction\n"


@pytest.mark.parametrize("said", ["holds with a correction", "holds", "false"])
def test_a_status_may_not_differ(tmp_path, said):
    ours, theirs = write(tmp_path / "ours"), write(tmp_path / "theirs")
    (theirs / "statuses.csv").write_text(STATUSES, "utf-8")
    changed = STATUSES.replace("holds with a correction", said)
    (ours / "statuses.csv").write_text(changed, "utf-8")
    comparison = compare_runs(ours, theirs, {})
    assert comparison.same == (changed == STATUSES)
    for difference in comparison.differences:
        assert (difference.claims, difference.file) == ("lemma-9", "statuses.csv")
        assert "in the reference holds with a correction" in difference.text


def test_differences_are_listed_before_rounding(tmp_path):
    comparison = compare(
        tmp_path, ours={"table": TABLE.replace("forest", "tree").replace("0.3", "0.3000000002")}
    )
    assert [difference.kind for difference in comparison.differences] == ["differs", "rounding"]


# ----------------------------------------------------------------- replace


def test_a_run_becomes_the_reference(tmp_path, run):
    ours, reference = write(tmp_path / "ours"), write(tmp_path / "reference")
    (ours / "verdicts.csv").write_text(VERDICTS.replace("4", "5"), "utf-8")
    (reference / "tables/average_sensitivity/stale.csv").write_text(TABLE, "utf-8")
    (reference / "grid.csv").write_text(TABLE, "utf-8")
    assert run("--replace", ours, reference).returncode == 0
    assert not (reference / "tables/average_sensitivity/stale.csv").exists()
    assert (reference / "grid.csv").exists(), "it belongs to a target of its own"
    assert (reference / "verdicts.csv").read_text("utf-8") == VERDICTS.replace("4", "5")


@pytest.mark.parametrize("verdicts", [None, VERDICTS.splitlines()[0]])
def test_compare_rejects_a_run_without_verdicts_as_the_reference(tmp_path, run, verdicts):
    """It deleted the reference."""
    ours, reference = write(tmp_path / "ours"), write(tmp_path / "reference")
    (ours / "verdicts.csv").unlink()
    if verdicts:
        (ours / "verdicts.csv").write_text(verdicts, "utf-8")
    for made in (ours, tmp_path / "nowhere"):
        done = run("--replace", made, reference)
        assert done.returncode == 2
        assert done.err.endswith(f"{made} holds no verdicts of a whole run; run snakemake first\n")
    assert (reference / "verdicts.csv").read_text("utf-8") == VERDICTS
    assert (reference / "tables/average_sensitivity/sweep.csv").read_text("utf-8") == TABLE


def test_compare_runs_accepts_a_larger_rounding_in_a_table_of_trained_networks(tmp_path):
    mine = write(tmp_path / "ours", table=TABLE.replace("0.3", "0.30000001"))
    theirs = write(tmp_path / "reference")
    claims = read_registry(registry(tmp_path / "claims"))
    assert not compare_runs(mine, theirs, claims).same
    assert compare_runs(mine, theirs, claims, ["average_sensitivity/sweep"]).same
    write(tmp_path / "ours", table=TABLE.replace("0.3", "0.30001"))
    assert not compare_runs(mine, theirs, claims, ["average_sensitivity/sweep"]).same
