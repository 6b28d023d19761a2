"""The learner's grid: its configuration, one cell by another route, and its target."""

import copy
import itertools
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml

from awasthi2024 import learner_grid as grid
from awasthi2024.shared.distributions import draw
from awasthi2024.shared.targets import planted
from awasthi2024.shared.tasks import LEARNED
from paperclaims.checks.files import check_table, read_table
from paperclaims.errors import ClaimsError
from sparseact.learning import SparseReLURegressor
from sparseact.randomness import generator

ROOT = Path(__file__).resolve().parents[2]
CONFIGURATION = ROOT / "config/learner_grid.yaml"
REFERENCE = ROOT / "results/reference/learner_grid.csv"
WRITTEN = yaml.safe_load(CONFIGURATION.read_text(encoding="utf-8"))
CELLS = grid.read_grid(CONFIGURATION)


# -------------------------------------------------------------- configuration


def test_the_cells_are_all_that_the_configuration_names():
    products = itertools.product(
        WRITTEN["targets"], WRITTEN["distributions"], WRITTEN["inputs"], WRITTEN["neurons"]
    )
    wanted = {
        (target, distribution, n, s, told)
        for target, distribution, n, s in products
        for told in WRITTEN["targets"][target]
    }
    wanted |= {
        ("lifted_parity", "lifted", size["inputs"], size["neurons"], told)
        for size in WRITTEN["lifted_parity"]["sizes"]
        for told in WRITTEN["lifted_parity"]["told"]
    }
    keys = ("target", "distribution", "n", "s", "told")
    found = [tuple(cell[key] for key in keys) for cell in CELLS.values()]
    assert len(found) == len(set(found)) == len(wanted)
    assert set(found) == wanted
    for cell in CELLS.values():
        assert {key: cell[key] for key in cell.keys() - set(keys)} == {
            key: WRITTEN[key]
            for key in ("seed", "seeds", "samples", "test_points", "starts", "steps")
        }


def test_the_grid_is_the_one_that_is_asked_for():
    assert {"tree", "junta", "forest", "appendix_a"} == WRITTEN["targets"].keys()
    assert {"product", "markov", "mixture"} <= set(WRITTEN["distributions"])
    assert {16, 32, 64} == set(WRITTEN["inputs"])
    assert max(WRITTEN["neurons"]) == 32
    assert WRITTEN["samples"] == 20
    assert WRITTEN["seeds"] == 10


def test_every_target_of_the_grid_can_be_drawn():
    for cell in CELLS.values():
        network, k = planted(cell["target"], cell["n"], cell["s"], np.random.default_rng(0))
        assert (network.n, network.s) == (cell["n"], cell["s"])
        assert 1 <= k <= cell["s"]
        assert draw(cell["distribution"], 3, cell["n"], np.random.default_rng(0)).shape == (
            3,
            cell["n"],
        )


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (("seeds",), 0, "seeds"),
        (("seed",), -1, "seed"),
        (("steps",), 1.5, "steps"),
        (("distributions",), ["gauss"], "gauss"),
        (("distributions",), [], "distributions"),
        (("inputs",), [4], "inputs"),
        (("neurons",), [12], "12"),
        (("targets", "tree"), ["yes"], "yes"),
        (("targets", "oak"), [True], "oak"),
        (("lifted_parity", "sizes", 0, "inputs"), 15, "15"),
        (("samples",), None, "samples"),
        (("speed",), 1, "speed"),
    ],
)
def test_wrong_values_are_refused_in_one_sentence(tmp_path, place, value, message):
    wrong = copy.deepcopy(WRITTEN)
    *way, last = place
    part = wrong
    for step in way:
        part = part[step]
    part[last] = value
    path = tmp_path / "grid.yaml"
    path.write_text(yaml.safe_dump(wrong), encoding="utf-8")
    with pytest.raises(ClaimsError, match=message) as caught:
        grid.read_grid(path)
    assert "\n" not in str(caught.value)


def test_a_missing_value_is_refused(tmp_path):
    path = tmp_path / "grid.yaml"
    path.write_text(yaml.safe_dump({k: v for k, v in WRITTEN.items() if k != "starts"}))
    with pytest.raises(ClaimsError, match="starts"):
        grid.read_grid(path)


def test_the_hash_depends_on_every_value_and_not_on_their_order():
    first = grid.grid_hash(CELLS)
    assert grid.grid_hash(dict(reversed(CELLS.items()))) == first
    name = next(iter(CELLS))
    for key, value in CELLS[name].items():
        other = f"{value}?" if isinstance(value, str) else int(value) + 1
        assert grid.grid_hash({**CELLS, name: {**CELLS[name], key: other}}) != first, key
    assert grid.grid_hash({n: cell for n, cell in CELLS.items() if n != name}) != first


# --------------------------------------------------------------------- a cell

TINY = {"seed": 5, "seeds": 2, "samples": 20, "test_points": 300, "starts": 2, "steps": 300}


def best_share(true, found):
    """Try every one-to-one matching for the number of equal states."""
    found = np.pad(found, ((0, 0), (0, true.shape[1] - found.shape[1])))
    scored = [
        ((true == found[:, order]).sum(), (true == found[:, order]).all(axis=1).mean())
        for order in map(list, itertools.permutations(range(true.shape[1])))
    ]
    return {f"{share:.3g}" for score, share in scored if score == max(scored)[0]}


@pytest.mark.parametrize(
    ("target", "distribution", "n", "s", "told"),
    [
        ("tree", "product", 6, 4, False),
        ("forest", "markov", 6, 4, True),
        ("appendix_a", "mixture", 6, 4, True),
        ("lifted_parity", "lifted", 4, 2, False),
    ],
)
def test_every_column_of_a_cell_by_another_route(target, distribution, n, s, told):
    table = grid.fit_cell(target, distribution, n, s, told, **TINY)
    assert list(table["number"]) == [0, 1]
    for number, row in table.iterrows():
        rng = generator(5, "learner_grid", target, distribution, n, s, number)
        network, k = planted(target, n, s, rng)
        x = draw(distribution, 20 * s * (n + 1), n, rng)
        fresh = draw(distribution, 300, n, rng)
        model = SparseReLURegressor(
            s, k if told else None, max_iter=300, n_restarts=2, random_state=number
        ).fit(x, network(x))
        given = {"target": target, "distribution": distribution, "n": n, "s": s, "k": k}
        given |= {"told": told, "samples": 20 * s * (n + 1), "starts": model.n_restarts_}
        assert {key: row[key] for key in given} == given
        found = model.network_
        variance = np.var(network(x), mean=np.mean(network(x))) or 1.0
        errors = {
            "train_error": np.square(found(x) - network(x)).sum() / len(x) / variance,
            "test_error": np.square(found(fresh) - network(fresh)).sum() / 300 / variance,
        }
        for column, error in errors.items():
            # Three digits are written.
            assert row[column] == pytest.approx(error, rel=6e-3, abs=2e-9), column
            assert row[column] == float(f"{row[column]:.3g}")
            assert row[column] == 0 or row[column] >= 1e-9
        assert row["success"] == (errors["test_error"] < 1e-3)
        products = fresh @ found.w.T > found.b
        assert row["max_active"] == max(int(active.sum()) for active in products)
        assert f"{row['patterns']:.3g}" in best_share(network.active(fresh), products)
        if told:
            assert found.active(x).sum(axis=1).max() <= k


def test_being_told_k_changes_the_fit_and_not_the_target():
    free, told = (grid.fit_cell("forest", "product", 6, 4, t, **TINY) for t in (False, True))
    same = ["target", "distribution", "n", "s", "k", "number", "samples"]
    pd.testing.assert_frame_equal(free[same], told[same])
    assert list(free["train_error"]) != list(told["train_error"])


def test_a_cell_is_the_same_each_time():
    cells = [grid.fit_cell("junta", "markov", 6, 4, False, **TINY) for _ in range(2)]
    pd.testing.assert_frame_equal(*cells)


def test_a_target_that_is_constant_on_the_sample_has_absolute_errors(monkeypatch):
    constant, _ = planted("tree", 6, 4, np.random.default_rng(0))
    constant = type(constant)(0 * constant.w, -np.ones(4), np.full(4, 0.75))  # 3 everywhere
    monkeypatch.setattr("awasthi2024.shared.targets.planted", lambda *_: (constant, 1))
    table = grid.fit_cell("tree", "product", 6, 4, False, **TINY)
    assert np.isfinite(table[["train_error", "test_error"]].to_numpy()).all()
    assert (table["test_error"] < 1e-4).all()


# ----------------------------------------------------------- target, reference


def dry_run(tmp_path, *targets):
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    results = f"results={tmp_path}/results"  # of an empty folder, so that everything is planned
    return subprocess.run(
        [sys.executable, "-m", "snakemake", *targets, "--cores", "1", "--dry-run", "--nolock",
         "--quiet", "host", "--config", results],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


def planned(run):
    assert run.returncode == 0, run.stdout + run.stderr
    table = re.findall(r"^(\w+)\s+(\d+)\s*$", run.stdout + run.stderr, flags=re.MULTILINE)
    return {rule: int(jobs) for rule, jobs in table}


@pytest.mark.tools
def test_the_target_fits_every_cell_and_nothing_else(tmp_path):
    run = dry_run(tmp_path, "learner_grid")
    jobs = planned(run)
    assert jobs == {
        "fit_learner_cell": len(CELLS),
        "learner_grid": 1,
        "total": len(CELLS) + 1,
    }
    for cell in CELLS:
        assert f"learner_grid/{cell}.csv" in run.stdout + run.stderr, cell


@pytest.mark.tools
def test_the_default_target_leaves_the_grid_out(tmp_path):
    jobs = planned(dry_run(tmp_path))
    assert jobs["total"] > 10
    assert not {"fit_learner_cell", "learner_grid"} & jobs.keys()


def test_the_reference_is_of_this_configuration():
    check_table(REFERENCE, grid.grid_hash(CELLS))
    table = read_table(REFERENCE)
    keys = ["target", "distribution", "n", "s", "told"]
    rows = {place: sorted(part["number"]) for place, part in table.groupby(keys, sort=False)}
    wanted = {
        tuple(cell[key] for key in keys): list(range(cell["seeds"])) for cell in CELLS.values()
    }
    assert rows == wanted
    assert (table["samples"] == WRITTEN["samples"] * table["s"] * (table["n"] + 1)).all()
    assert (table["success"] == (table["test_error"] < LEARNED)).mean() > 0.99
