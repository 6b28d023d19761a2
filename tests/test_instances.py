"""The network families: what they state of their networks, and the files of these."""

import math
from fractions import Fraction

import numpy as np
import pytest

from sparseact import constructions
from sparseact.checks.instances import load_instances, save_instances
from sparseact.cube import points
from sparseact.network_families import NETWORK_FAMILIES, network_family

SMALL = {
    "junta": {"variables": [1, 3], "dimensions": [1, 4], "tables": ["random", "parity"]},
    "forest": {"trees": [1, 2], "depths": [0, 2], "dimensions": [3, 5]},
    "appendix_a": {"address_bits": [0, 2], "data_bits": [1, 5], "factors": [1, 1.5]},
    "random": {
        "dimensions": [5, 3],
        "neurons": [8, 4],
        "sparsities": [2, 1],
        "weight_bounds": [1, 0.5],
        "bias_bounds": [1, 0],
        "repeats": 2,
    },
    "extremal": {"variables": [2, 1], "copies": [1, 2], "deltas": [0, 0.5], "dimensions": [4]},
    "average_case": {"address_bits": [2], "data_bits": [4, 5], "factors": [0.25]},
}


@pytest.mark.parametrize("family", NETWORK_FAMILIES)
def test_instances_keep_their_promises(family):
    found = network_family(family).generate(seed=3, **SMALL[family])
    assert len({instance.name for instance in found}) == len(found)
    for instance in found:
        network = instance.network
        x = points(network.n).astype(float)
        active = (x @ network.w.T > network.b).sum(axis=1)  # dyadic, so exact
        assert active.max() <= instance.k
        assert network.is_exact()
        assert (instance.parameters["n"], instance.parameters["s"]) == (network.n, network.s)
        assert instance.family == family


def test_every_network_is_within_its_bounds():
    for instance in network_family("random").generate(seed=5, **SMALL["random"]):
        if "W" in instance.parameters:
            W2, B2 = instance.network.scale_squared
            assert Fraction(instance.parameters["W"]) ** 2 >= W2
            assert Fraction(instance.parameters["B"]) ** 2 >= B2


def test_one_at_a_time_sweeps_cover_every_value():
    found = network_family("random").generate(seed=0, **SMALL["random"])
    swept = [i.parameters for i in found if "W" in i.parameters]
    assert len(swept) == 2 * 6
    assert {p["n"] for p in swept} == {3, 5}
    assert {p["B"] for p in swept} == {0, 1}


def test_average_case_networks_are_not_1_sparse_on_all_inputs_but_on_most():
    for instance in network_family("average_case").generate(seed=1, **SMALL["average_case"]):
        counts = instance.network.active_counts()
        assert instance.k == counts.max() > 1
        assert np.mean(counts <= 1) > 0.5


def test_appendix_a_weights_are_dense_and_of_norm_at_most_one():
    for instance in network_family("appendix_a").generate(seed=1, **SMALL["appendix_a"]):
        b, q = instance.parameters["b"], instance.parameters["q"]
        rows = instance.network.w[:, b:]
        assert np.all(rows != 0)
        assert 0.25 <= (rows[0] ** 2).sum() <= 1
        assert q == rows.shape[1]


def test_the_smallest_networks_are_there():
    found = {
        instance.parameters["smallest"]: instance.network
        for instance in network_family("random").generate(seed=0, **SMALL["random"])
        if "smallest" in instance.parameters
    }
    assert found["relu"].values().tolist() == [1, 0]
    assert found["shifted"].values().tolist() == [3, 1]
    assert found["opposite"].values().tolist() == [1, -1]
    assert found["dead"].active_counts().tolist() == [0, 0]


@pytest.mark.parametrize("family", NETWORK_FAMILIES)
def test_saved_instances_come_back_and_have_the_same_bytes(family, tmp_path):
    found = network_family(family).generate(seed=2, **SMALL[family])
    for name in ("one", "two"):
        save_instances(tmp_path / name, network_family(family).generate(seed=2, **SMALL[family]))
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert len(files) == len(found) + 1
    for name in files:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    for before, after in zip(found, load_instances(tmp_path / "one"), strict=True):
        assert before[:3] == after[:3]
        assert before.k == after.k
        for part in ("w", "b", "u"):
            assert np.array_equal(getattr(before.network, part), getattr(after.network, part))


def test_another_seed_gives_other_networks():
    one, two = (
        network_family("forest").generate(seed=seed, **SMALL["forest"])[-1].network
        for seed in (0, 1)
    )
    assert not np.array_equal(one.w, two.w)


def test_unknown_families_tables_and_damaged_folders_are_refused(tmp_path):
    with pytest.raises(ValueError, match="there is no network family 'trees'; there are junta"):
        network_family("trees").generate(seed=0)
    with pytest.raises(ValueError, match="no table 'even'"):
        network_family("junta").generate(seed=0, variables=[1], dimensions=[1], tables=["even"])
    with pytest.raises(ValueError, match=r"holds no index\.json"):
        load_instances(tmp_path)
    twice = network_family("extremal").generate(seed=0, **SMALL["extremal"])[:1] * 2
    with pytest.raises(ValueError, match="same name"):
        save_instances(tmp_path, twice)
    save_instances(tmp_path, twice[:1])
    (tmp_path / f"{twice[0].name}.npz").unlink()
    with pytest.raises(ValueError, match="damaged"):
        load_instances(tmp_path)


def test_a_construction_that_breaks_its_promise_is_caught(monkeypatch):
    monkeypatch.setattr(constructions, "junta", lambda *_: constructions.extremal(1, 0, 2))
    with pytest.raises(ValueError, match="promised were 1"):
        network_family("junta").generate(seed=0, variables=[1], dimensions=[1], tables=["random"])


def test_no_norm_is_lost_in_the_name():
    names = [i.name for i in network_family("random").generate(seed=0, **SMALL["random"])]
    assert "random-n5-s8-k2-W0.5-B1-repeat0" in names
    assert all(math.prod(c.isalnum() or c in "-." for c in name) for name in names)
