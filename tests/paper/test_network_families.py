"""The network families: what they state, their folders, and what one more needs: itself."""

from __future__ import annotations

import copy
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from awasthi2024 import constructions
from awasthi2024.shared.instances import load_instances, save_instances
from awasthi2024.shared.network_families import NETWORK_FAMILIES, NetworkFamily, network_family
from awasthi2024.shared.parameters import Dimension
from awasthi2024.shared.style import FAMILY_STYLES, family_style
from paperclaims.checks import configuration
from paperclaims.checks.parameters import NonEmpty
from paperclaims.errors import ClaimsError
from paperclaims.registry.yaml_files import read_yaml
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork

CONFIG = read_yaml(Path(__file__).resolve().parents[2] / "config/config.yaml")

#: The smallest parameters of random networks that vary all.
RANDOM = {"dimensions": [5, 3], "neurons": [8, 4], "sparsities": [2, 1], "repeats": 2}
RANDOM |= {"weight_bounds": [1, 0.5], "bias_bounds": [1, 0]}

#: Parameters of small networks; a family that has none here takes the configuration's.
SMALL = CONFIG["networks"] | {
    "junta": {"variables": [1, 3], "dimensions": [1, 4], "truth_tables": ["random", "parity"]},
    "forest": {"trees": [1, 2], "depths": [0, 2], "dimensions": [3, 5]},
    "appendix_a": {"address_bits": [0, 2], "data_bits": [1, 5], "factors": [1, 1.5]},
    "random": RANDOM,
    "extremal": {"variables": [2, 1], "copies": [1, 2], "deltas": [0, 0.5], "dimensions": [4]},
    "average_case": {"address_bits": [2], "data_bits": [4, 5], "factors": [0.25]},
}


@pytest.mark.parametrize("name", NETWORK_FAMILIES)
def test_generate_returns_networks_of_the_stated_sparsity_and_scale(name):
    """Sparsity and scale from the arrays, in fractions, beside what the family states."""
    family = network_family(name)
    found = family.generate(seed=3, **SMALL[name])
    assert len({instance.name for instance in found}) == len(found)
    for instance in found:
        stated, net = instance.scale, instance.network
        assert (instance.parameters["n"], instance.parameters["s"]) == (net.n, net.s)
        assert net.is_exact()
        x = points(net.n).astype(float)
        active = (x @ net.w.T > net.b).sum(axis=1).max()  # dyadic, so exact
        assert active <= instance.k
        if not stated:
            assert "smallest" in instance.parameters
            continue
        u2 = max(Fraction(v) ** 2 for v in net.u.tolist())
        W2 = u2 * max(sum(Fraction(v) ** 2 for v in row) for row in net.w.tolist())
        B2 = u2 * max(Fraction(v) ** 2 for v in net.b.tolist())
        assert stated[0] >= W2
        assert stated[1] >= B2
        if family.attained:
            assert (*stated, instance.k) == (W2, B2, active)


def test_family_styles_return_a_look_of_its_own_for_each_family():
    assert list(FAMILY_STYLES) == list(NETWORK_FAMILIES)
    for looks in zip(*FAMILY_STYLES.values(), strict=True):
        assert len(set(looks)) == len(FAMILY_STYLES)


def test_network_family_and_style_reject_an_unknown_name():
    with pytest.raises(ClaimsError, match=r"^there is no network family 'trees'; there are junta"):
        network_family("trees")
    with pytest.raises(ClaimsError, match="no style for the network family 'trees'; there are"):
        family_style("trees")


def test_generate_rejects_a_network_that_is_less_sparse(monkeypatch):
    monkeypatch.setattr(constructions, "junta", lambda *_: constructions.extremal(1, 0, 2))
    with pytest.raises(ValueError, match="at most 1 neurons must be active"):
        network_family("junta").generate(
            seed=0, variables=[1], dimensions=[1], truth_tables=["random"]
        )


def test_saved_instances_come_back_and_have_the_same_bytes(tmp_path):
    for name in ("one", "two"):
        found = network_family("random").generate(seed=2, **RANDOM)
        save_instances(tmp_path / name, found)
    files = list((tmp_path / "one").iterdir())
    assert len(files) == len(found) + 1
    for file in files:
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes()
    for before, after in zip(found, load_instances(tmp_path / "one"), strict=True):
        assert before._replace(network=None) == after._replace(network=None)
        for part in ("w", "b", "u"):
            assert np.array_equal(getattr(before.network, part), getattr(after.network, part))


def test_damaged_folders_are_refused(tmp_path):
    with pytest.raises(ValueError, match=r"holds no index\.json"):
        load_instances(tmp_path)
    twice = network_family("random").generate(seed=0, **RANDOM)[:1] * 2
    with pytest.raises(ValueError, match="same name"):
        save_instances(tmp_path, twice)
    save_instances(tmp_path, twice[:1])
    (tmp_path / f"{twice[0].name}.npz").unlink()
    with pytest.raises(ValueError, match="damaged"):
        load_instances(tmp_path)


SCALE = {"W²": Fraction(4), "B²": Fraction(0)}


def dictators(*, seed: int, dimensions: NonEmpty[Dimension]):
    """σ(2x_1): made up, and known to nothing but the registry."""
    for n in dimensions:
        network = SparseReLUNetwork(2 * np.eye(1, n), np.zeros(1), np.ones(1))
        yield {"n": n}, network, 1, tuple(SCALE.values())


#: The jobs that read all network families.
JOBS = [
    (claim_family, job)
    for claim_family, jobs in CONFIG.items()
    if isinstance(jobs, dict)
    for job, section in jobs.items()
    if isinstance(section, dict) and "all" in section.get("network_families", [])
]


@pytest.fixture
def dictator(monkeypatch):
    monkeypatch.setitem(NETWORK_FAMILIES, "dictator", NetworkFamily("dictator", dictators))


def measured(claim_family, job):
    """Run a job as the workflow does, on a tiny configuration with the made-up family."""
    config = copy.deepcopy(CONFIG)
    config["networks"] = {**SMALL, "dictator": {"dimensions": [2, 4]}}
    configuration.check_configuration(config)
    parameters = configuration.job_parameters(config, claim_family, job)
    networks = []
    for name, arguments in parameters["networks"].items():
        networks += network_family(name).generate(seed=1, **arguments)
    measure = configuration.config_paper(config).checks(claim_family)[job]
    drawn = {"seed": 1} if "seed" in measure.parameters else {}
    return measure(**drawn, **parameters["arguments"] | {"networks": networks})


@pytest.mark.parametrize(("claim_family", "job"), JOBS)
def test_one_more_family_is_in_every_table_of_all(dictator, claim_family, job):
    found = measured(claim_family, job)
    always_sparse = [name for name in NETWORK_FAMILIES if name != "average_case"]
    assert set(found.table["family"]) == set(always_sparse)
    mine = found.table[found.table["family"] == "dictator"]
    assert set(mine["n"]) == {2, 4}


def test_one_more_family_is_held_to_what_it_states(dictator, monkeypatch):
    def made_up(statement):
        return [
            record.holds
            for record in measured("definitions", "sparsity").records
            if (record.claim, record.statement) == statement
            and record.instance["network"].startswith("dictator")
        ]

    assert made_up(("def-1", "printed")) == [True] * 2
    assert made_up(("def-2", "printed")) == [True] * 4
    monkeypatch.setitem(SCALE, "W²", Fraction(2))
    assert made_up(("def-2", "printed")) == [False, True] * 2
