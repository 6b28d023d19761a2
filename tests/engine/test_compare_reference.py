"""The comparison of a run with the reference tells the classes of differences apart."""

import pytest
from made_up import registry

from paperclaims.cli import main
from paperclaims.judging.reference import compare_runs
from paperclaims.registry.claims import read_registry

VERDICTS = (
    "claim,statement,outcome,instances,failures,worst_margin,counterexample\n"
    "lemma-9,printed,exact,4,0,0.1,\n"
    '"digest-x",printed,fails,3,1,-0.25,"n=2, successes=3: not 0.15 >= 0.5"\n'
    "lemma-9,other,exact,1,0,-1e12,\n"
)
STATUSES = "claim,place,status\nlemma-9,§3,holds with a correction\n"
HEAD = "# parameters: 0a1b\n\n"
TABLE = "# parameters: 0a1b\nn,measured,name\n1,0.3,junta\n2,1e-3,forest\n"
SWEEP = "tables/average_sensitivity/sweep"


def write(folder, **more):
    """Write the files of a run; a table of the topic low_degree by its name alone."""
    files = {"verdicts": VERDICTS, "statuses": STATUSES, "sweep": TABLE, **more}
    for name, text in files.items():
        place = {"verdicts": name, "statuses": name, "sweep": SWEEP}
        path = folder / f"{place.get(name, f'tables/low_degree/{name}')}.csv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


@pytest.fixture
def run(tmp_path, capsys, monkeypatch):
    """Run the command; return its exit status and what it printed."""
    (tmp_path / "config").mkdir()
    (tmp_path / "config/config.yaml").write_text("paper: claims\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    registry(tmp_path / "claims")

    def run(*arguments):
        code = main(["compare", *map(str, arguments)])
        return code, "".join(capsys.readouterr())

    return run


@pytest.fixture
def reference(tmp_path):
    return write(tmp_path / "reference")


# ------------------------------------------------------- bytes and rounding


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("0.3", "0.30000000000000004"),
        ("0.3", "0.3000000002"),
        ("1e-3", "0.0010000002"),  # 2e-7 of itself, but not of the column
    ],
)
def test_rounding_is_reported_and_passes(tmp_path, reference, old, new, run):
    code, said = run(write(tmp_path / "ours", sweep=TABLE.replace(old, new)), reference)
    assert code == 0
    assert f"[rounding] {SWEEP}.csv: column measured: 1 of 2" in said
    assert "3 files: 2 equal to the byte, 1 equal to 1e-09 (1e-06 if trained); 0 differ" in said


@pytest.mark.parametrize(
    ("old", "new", "says"),
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
def test_a_difference_is_told(tmp_path, reference, old, new, says, run):
    code, said = run(write(tmp_path / "ours", sweep=TABLE.replace(old, new)), reference)
    assert code == 1
    assert f"[differs] {SWEEP}.csv: " in said
    assert says in said
    assert "1 differ" in said


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("not 0.15", "not 0.1500000000000001", "[rounding] verdicts.csv: column counterexample"),
        ("not 0.15", "not 0.16", "[differs] verdicts.csv: column counterexample"),
        ("successes=3", "successes=4", "[differs] verdicts.csv: column counterexample"),
        (">= 0.5", "<= 0.5", "[differs] verdicts.csv: column counterexample"),
        ("-0.25", "-0.25000000000000006", "[rounding] verdicts.csv: column worst_margin"),
        ("0.1,", "0.1000000002,", "[differs] verdicts.csv: column worst_margin"),
        ("exact,4", "exact,5", "row 1 (lemma-9): 5, in the reference 4"),
        ("fails", "exact", "[differs] verdicts.csv: the verdict changed: column outcome"),
    ],
)
def test_numbers_of_verdicts_and_texts_have_themselves_for_a_scale(
    tmp_path, reference, old, new, says, run
):
    code, said = run(write(tmp_path / "ours", verdicts=VERDICTS.replace(old, new)), reference)
    assert says in said
    assert code == ("[differs]" in said)


def test_a_status_may_not_differ(tmp_path, reference, run):
    changed = STATUSES.replace(" with a correction", "")
    code, said = run(write(tmp_path / "ours", statuses=changed), reference)
    assert code == 1
    assert "(lemma-9): holds, in the reference holds with a correction" in said


def test_compare_runs_accepts_a_larger_rounding_in_a_table_of_trained_networks(tmp_path, reference):
    claims = read_registry(registry(tmp_path / "claims"))
    trained = [SWEEP.removeprefix("tables/")]
    for value, jobs, same in (
        ("0.30000001", [], False),
        ("0.30000001", trained, True),
        ("0.30001", trained, False),
    ):
        mine = write(tmp_path / "ours", sweep=TABLE.replace("0.3", value))
        assert compare_runs(mine, reference, claims, jobs).same == same


# --------------------------------------------------------------- bad files


@pytest.mark.parametrize("name", ["verdicts", SWEEP])
@pytest.mark.parametrize("content", [b"\xfc\x28\n\xc3\n", b"# parameters\na,b\n3,4,5,6\n7,8,9,1,2"])
def test_compare_rejects_what_is_no_table(tmp_path, reference, run, name, content):
    file = write(tmp_path / "ours") / f"{name}.csv"
    file.write_bytes(content)
    code, said = run(file.parents[name.count("/")], reference)
    assert code == 2
    assert f"{file}: " in said


def test_compare_accepts_a_table_without_rows_in_place_of_none(tmp_path, reference, run):
    ours = write(tmp_path / "ours", empty=HEAD)
    assert run(ours, reference)[0] == 0
    code, said = run(write(ours, sweep=HEAD), reference)
    assert code == 1
    assert f"{SWEEP}.csv: only in {reference}" in said


def test_missing_files_are_told(tmp_path, reference, run):
    ours = write(tmp_path / "ours")
    (ours / f"{SWEEP}.csv").rename(ours / "tables/average_sensitivity/head.csv")
    code, said = run(ours, reference)
    assert code == 1
    assert f"{SWEEP}.csv: only in {reference}" in said
    assert f"tables/average_sensitivity/head.csv: only in {ours}" in said
    none = tmp_path / "none"
    for folders in ((none, reference), (ours, none)):
        code, said = run(*folders)
        assert code == 2
        assert f"{none} holds no verdicts and no tables" in said


# ----------------------------------------------------------------- replace


def test_a_run_becomes_the_reference(tmp_path, reference, run):
    changed = VERDICTS.replace("4", "5")
    ours = write(tmp_path / "ours", verdicts=changed)
    stale = reference / "tables/average_sensitivity/stale.csv"
    for path in (stale, reference / "grid.csv"):
        path.write_text(TABLE, "utf-8")
    assert run("--replace", ours, reference)[0] == 0
    assert not stale.exists()
    assert (reference / "grid.csv").exists(), "it belongs to a target of its own"
    assert (reference / "verdicts.csv").read_text("utf-8") == changed


@pytest.mark.parametrize("verdicts", ["", VERDICTS.splitlines()[0]])
def test_compare_rejects_a_run_without_verdicts_as_the_reference(
    tmp_path, reference, run, verdicts
):
    """It deleted the reference."""
    ours = write(tmp_path / "ours", verdicts=verdicts)
    for made in (ours, tmp_path / "nowhere"):
        code, said = run("--replace", made, reference)
        assert code == 2
        assert said.endswith(f"{made} holds no verdicts of a whole run; run snakemake first\n")
    assert (reference / "verdicts.csv").read_text("utf-8") == VERDICTS
    assert (reference / f"{SWEEP}.csv").read_text("utf-8") == TABLE
