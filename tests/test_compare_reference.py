"""The comparison of a run with the reference tells the classes of differences apart."""

import itertools
from fractions import Fraction
from math import comb
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from claimcheck.cli import main
from claimcheck.errors import ClaimsError
from claimcheck.files import read_table
from claimcheck.reference import (
    check_machine_columns,
    compare_runs,
    distance,
    least_visible_rows,
    sign_test,
)
from claimcheck.registry import read_registry

ROOT = Path(__file__).resolve().parents[1]
VERDICTS = (
    "claim,statement,outcome,instances,failures,worst_margin,counterexample\n"
    "lemma-9,printed,exact,4,0,0.1,\n"
    '"digest-x",printed,fails,3,1,-0.25,"n=2, successes=3: not 0.15 >= 0.5"\n'
)
TABLE = "# parameters: 0a1b\nn,measured,name\n1,0.3,junta\n2,1e-3,forest\n"
ENTRY = {
    "table": "fits",
    "reason": "Training amplifies rounding.",
    "rows": {"learner": ["trained"]},
    "values": ["error", "converged"],
}
LEARNERS = ["trained", "solved"]


def fits(shift=lambda row, learner: {}):
    """Return a table of 30 rows for each learner, changed as `shift` says."""
    lines = ["# parameters: 0a1b", "learner,error,converged"]
    for learner in LEARNERS:
        for row in range(30):
            cells = {"learner": learner, "error": 0.5 + row / 64, "converged": row % 2 == 0}
            cells |= shift(row, learner)
            lines.append(",".join(str(cell) for cell in cells.values()))
    return "\n".join(lines) + "\n"


def write(folder, verdicts=VERDICTS, table=TABLE, **tables):
    files = {"verdicts": verdicts, "tables/fourier/tail": table}
    files |= {f"tables/learners/{name}": text for name, text in tables.items()}
    for name, text in files.items():
        path = folder / f"{name}.csv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def registry(folder, *entries):
    def claim(name, table, machine=()):
        return {
            "id": name, "place": "", "title": "", "machine": list(machine),
            "figures": {name: {"draw": "x", "tables": [table], "caption": "", "alt": ""}},
            "statements": {"printed": {"title": "", "latex": "", "checked": "", "kind": "open"}},
        }  # fmt: skip

    folder.mkdir(exist_ok=True)
    topics = {
        "fourier": [claim("lemma-9", "tail")],
        "learners": [claim("digest-x", "fits", entries)],
    }
    (folder / "topics.yaml").write_text(yaml.safe_dump(list(topics)), "utf-8")
    for topic, content in topics.items():
        (folder / topic).mkdir(exist_ok=True)
        (folder / topic / "claims.yaml").write_text(yaml.safe_dump(content), "utf-8")
    return folder


def compare(tmp_path, *entries, ours, reference=None):
    """Compare two folders with a registry of these entries; each folder's files by name."""
    mine = write(tmp_path / "ours", **ours)
    theirs = write(tmp_path / "reference", **(reference or {}))
    return compare_runs(mine, theirs, read_registry(registry(tmp_path / "claims", *entries)))


def kinds(comparison):
    return {(difference.file, difference.kind) for difference in comparison.differences}


@pytest.fixture
def run(tmp_path, capsys, monkeypatch):
    """Run the command; return its exit status and what it printed."""
    (tmp_path / "config").mkdir()
    (tmp_path / "config/config.yaml").write_text("paper: claims\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)

    def run(*arguments, entries=()):
        registry(tmp_path / "claims", *entries)
        capsys.readouterr()
        code = main(["compare", *map(str, arguments)])
        return SimpleNamespace(returncode=code, **capsys.readouterr()._asdict())

    return run


# ------------------------------------------------------- bytes and rounding


def test_equal_files_are_counted(tmp_path, run):
    ours, reference = write(tmp_path / "ours"), write(tmp_path / "reference")
    done = run(ours, reference)
    assert done.returncode == 0
    assert done.out.startswith("2 files: 2 equal to the byte, 0 equal to 1e-09, 0 with")
    assert len(done.out.splitlines()) == 1


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
    assert "lemma-9:\n  [rounding] tables/fourier/tail.csv: column measured: 1 of 2" in done.out
    assert "2 files: 1 equal to the byte, 1 equal to 1e-09, 0 with" in done.out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "0.3",
            "0.3000000004",
            "1 of 2 rows differ by up to 1.3e-09 of the column's scale 0.3, line 3",
        ),
        ("1e-3", "-1e-3", "column measured"),
        ("1e-3", "", "column measured"),
        ("forest", "tree", "column name"),
        ("0a1b", "0a1c", "its head is"),
        ("n,measured", "n,taken", "its head is"),
        ("2,1e-3,forest\n", "", "it has 1 rows, the reference 2"),
        ("forest", "forest,1", "line 4 has 4 cells of 3"),
    ],
)
def test_a_difference_is_told(tmp_path, old, new, said, run):
    ours = write(tmp_path / "ours", table=TABLE.replace(old, new))
    done = run(ours, write(tmp_path / "reference"))
    assert done.returncode == 1
    assert "[differs] tables/fourier/tail.csv" in done.out
    assert said in done.out
    assert "1 differ" in done.out


@pytest.mark.parametrize(
    ("ours", "reference", "scale", "far"),
    [
        ("0.5", "0.25", 2.0, 0.125),
        ("3e-33", "1e-33", 1.0, 2e-33),
        ("3", "4", 1e12, 0.25),  # whole numbers have themselves for a scale
        ("3.0", "4.0", 8.0, 0.125),
        ("n=2: not 1.5 <= 1", "n=2: not 3.0 <= 1", 1e12, 0.5),
        ("n=2: not 1.5 <= 1", "n=2: not 1.5 >= 1", 1e12, float("inf")),
        ("", "0.0", 1.0, float("inf")),
        ("inf", "1.0", 1.0, float("inf")),
        ("0.0", "1e-300", None, 1.0),
    ],
)
def test_distance(ours, reference, scale, far):
    assert distance(ours, reference, scale) == pytest.approx(far)
    assert distance(reference, ours, scale) == pytest.approx(far)


def test_missing_files_are_told(tmp_path, run):
    ours, reference = write(tmp_path / "ours"), write(tmp_path / "reference")
    (ours / "tables/fourier/tail.csv").rename(ours / "tables/fourier/head.csv")
    done = run(ours, reference)
    assert done.returncode == 1
    assert f"tables/fourier/tail.csv: only in {reference}" in done.out
    assert f"tables/fourier/head.csv: only in {ours}" in done.out
    empty = run(tmp_path / "none", tmp_path / "none")
    assert empty.returncode == 2
    assert "holds no verdicts" in empty.err


# ---------------------------------------------------------------- verdicts


@pytest.mark.parametrize(("old", "new"), [("exact,4", "exact,5"), ("0.1,", "0.1000000002,")])
def test_a_verdicts_numbers_are_compared_with_themselves(tmp_path, old, new):
    large = VERDICTS.replace("-0.25", "-1e12")
    comparison = compare(
        tmp_path, ours={"verdicts": large.replace(old, new)}, reference={"verdicts": large}
    )
    assert kinds(comparison) == {("verdicts.csv", "differs")}


def trained(change):
    """Change only the machine-dependent rows."""
    return fits(lambda row, learner: change(row) if learner == "trained" else {})


#: Rounding's accident: up in one row, down in the next, and none of it beyond chance.
CHANCE = trained(lambda row: {"error": 0.5 + row / 64 + (-1) ** row / 8, "converged": row % 4 < 2})


@pytest.mark.parametrize("outcome", ["undecided", "exact"])
def test_a_turned_verdict_is_always_an_error(tmp_path, outcome):
    comparison = compare(
        tmp_path,
        ENTRY,
        ours={"verdicts": VERDICTS.replace("fails", outcome), "fits": CHANCE},
        reference={"fits": fits()},
    )
    assert not comparison.same
    worst = comparison.differences[0]
    assert (worst.claims, worst.kind) == ("digest-x", "differs")
    assert worst.text.startswith("the verdict turned. printed, column outcome")


def test_a_verdicts_numbers_do_not_depend_on_the_machine(tmp_path):
    moved = VERDICTS.replace("-0.25", "-0.5").replace("successes=3", "successes=1")
    comparison = compare(
        tmp_path, ENTRY, ours={"verdicts": moved, "fits": CHANCE}, reference={"fits": fits()}
    )
    assert not comparison.same
    assert ("verdicts.csv", "differs") in kinds(comparison)


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
        assert "in the reference 'holds with a correction'" in difference.text


# ------------------------------------------------ machine-dependent columns


def test_chance_passes_and_is_reported(tmp_path, run):
    ours = write(tmp_path / "ours", fits=CHANCE)
    reference = write(tmp_path / "reference", fits=fits())
    done = run(ours, reference, entries=[ENTRY])
    assert done.returncode == 0, done.out
    assert "[depends on the machine] tables/learners/fits.csv: column error: 30 of 30" in done.out
    assert "15 rows above, 15 below: p = 1 (the test would see 28 of 30" in done.out
    assert "Training amplifies rounding." in done.out
    assert "1 with differences in machine-dependent columns" in done.out
    assert "tables/learners/fits.csv; 0 differ" in done.out


@pytest.mark.parametrize(
    ("change", "column"),
    [
        (lambda row: {"error": 0.5 + row / 64 + 1e-6}, "error"),
        (lambda row: {"converged": True if row else ""}, "converged"),
        (lambda row: {"error": "" if row == 3 else 0.5 + row / 64}, "error"),
        (lambda row: {"error": "none" if row == 3 else 0.5 + row / 64}, "error"),
    ],
)
def test_a_shift_beyond_chance_differs(tmp_path, change, column):
    comparison = compare(
        tmp_path, ENTRY, ours={"fits": trained(change)}, reference={"fits": fits()}
    )
    (difference,) = comparison.differences
    assert difference.kind == "differs"
    assert f"column {column}" in difference.text


@pytest.mark.parametrize(
    "change",
    [
        lambda row: {"error": 0.5 + row / 64 + (row < 15) / 8},  # 15 of 15 rows: p = 6e-5
        lambda row: {"converged": True},
        lambda row: {"error": 0.5 + row / 64 + 1e-10},  # rounding, whatever its sign
        lambda row: {"error": 0.5 + row / 64 + (1e-10 if row else 0.1)},  # one row, 29 ties
    ],
)
def test_what_chance_can_do_does_not(tmp_path, change):
    assert compare(tmp_path, ENTRY, ours={"fits": trained(change)}, reference={"fits": fits()}).same


def test_other_rows_of_a_named_column_are_not_excused(tmp_path):
    ours = fits(lambda row, learner: {"error": 2.0} if (row, learner) == (4, "solved") else {})
    comparison = compare(tmp_path, ENTRY, ours={"fits": ours}, reference={"fits": fits()})
    assert kinds(comparison) == {("tables/learners/fits.csv", "differs")}


def test_the_worst_claim_comes_first(tmp_path):
    comparison = compare(
        tmp_path,
        ENTRY,
        ours={"fits": CHANCE, "table": TABLE.replace("0.3", "0.4").replace("forest", "tree")},
        reference={"fits": fits()},
    )
    found = comparison.differences
    assert [difference.claims for difference in found[:3]] == ["lemma-9", "lemma-9", "digest-x"]
    assert [difference.size for difference in found[:2]] == [float("inf"), pytest.approx(0.25)]


# --------------------------------------------------------------- sign test


@given(st.lists(st.sampled_from((-1, 0, 1)), min_size=1, max_size=8))
def test_sign_test_counts_swaps(signs):
    swaps = list(itertools.product((-1, 1), repeat=len(signs)))
    as_far = sum(
        abs(sum(f * s for f, s in zip(flip, signs, strict=True))) >= abs(sum(signs))
        for flip in swaps
    )
    found = sign_test(signs.count(1), signs.count(-1))
    assert found == pytest.approx(as_far / len(swaps))


@pytest.mark.parametrize("rows", [1, 5, 20, 21, 24, 25, 26, 60])
def test_rows_that_the_sign_test_needs(rows):
    def p(moved):
        return 2 * Fraction(sum(comb(rows, k) for k in range(moved, rows + 1)), 2**rows)

    enough = [moved for moved in range(rows // 2 + 1, rows + 1) if p(moved) <= Fraction(1, 10**6)]
    assert least_visible_rows(rows) == min(enough, default=None)
    assert bool(enough) == (rows >= 21)


# ---------------------------------------------------------------- registry


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"table": "fit"}, "has no such table"),
        ({"values": ["err"]}, "'err' is no column"),
        ({"rows": {"learners": ["trained"]}}, "'learners' is no column"),
        ({"rows": {"learner": ["trained", "guessed"]}}, "no row has 'guessed' in column 'learner'"),
        ({"rows": {"learner": ["trained"], "error": [0.1]}}, "no row has '0.1'"),
        ({"values": ["learner"]}, "a cell is no number"),
        ({"values": ["error", "error"]}, "column 'error' is named twice"),
    ],
)
def test_names_that_match_nothing_are_refused(tmp_path, change, said, run):
    entry = {**ENTRY, **change}
    with pytest.raises(ClaimsError, match=said):
        compare(tmp_path, entry, ours={"fits": fits()}, reference={"fits": fits()})
    done = run(tmp_path / "ours", tmp_path / "reference", entries=[entry])
    assert done.returncode == 2
    assert said in done.err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"values": []}, "no values"),
        ({"column": "error"}, "unexpected keyword argument 'column'"),
    ],
)
def test_the_registry_refuses_what_needs_no_table(tmp_path, change, said):
    with pytest.raises(ClaimsError, match=said):
        read_registry(registry(tmp_path, {**ENTRY, **change}))
    with pytest.raises(ClaimsError, match="'reason'"):
        read_registry(registry(tmp_path, {key: ENTRY[key] for key in ENTRY if key != "reason"}))


@pytest.mark.parametrize(("rows", "enough"), [(20, False), (21, True)])
def test_a_test_without_power_is_refused(tmp_path, rows, enough):
    lines = fits().splitlines(keepends=True)
    few = "".join([*lines[: 2 + rows], *lines[32:]])
    write(tmp_path / "reference", fits=few)
    claims = read_registry(registry(tmp_path / "claims", ENTRY))
    if enough:
        powers = check_machine_columns(claims, tmp_path / "reference")
        assert (
            powers["digest-x: fits, error"]
            == "21 of 21 rows that move one way, or 21 that alone move"
        )
    else:
        with pytest.raises(ClaimsError, match="'error' has too few numbers, 20 rows"):
            check_machine_columns(claims, tmp_path / "reference")


def test_the_registry_names_what_the_reference_has():
    check_machine_columns(
        read_registry(ROOT / "src/sparse_activations"), ROOT / "results/reference"
    )


def test_no_count_in_the_reference_hangs_on_rounding():
    tables = [read_table(path) for path in (ROOT / "results/reference/tables").glob("*/*.csv")]
    ties = [table["nearest_tie"] for table in tables if "nearest_tie" in table]
    assert len(ties) == 10
    assert min(float(column.min()) for column in ties) > 1e-8


# ----------------------------------------------------------------- replace


def test_a_run_becomes_the_reference(tmp_path, run):
    ours, reference = write(tmp_path / "ours"), write(tmp_path / "reference")
    (ours / "verdicts.csv").write_text(VERDICTS.replace("4", "5"), "utf-8")
    (reference / "tables/fourier/stale.csv").write_text(TABLE, "utf-8")
    (reference / "grid.csv").write_text(TABLE, "utf-8")
    assert run("--replace", ours, reference).returncode == 0
    assert not (reference / "tables/fourier/stale.csv").exists()
    assert (reference / "grid.csv").exists(), "it belongs to a target of its own"
    assert (reference / "verdicts.csv").read_text("utf-8") == VERDICTS.replace("4", "5")
