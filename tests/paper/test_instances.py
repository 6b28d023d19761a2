"""Folders of networks: what is saved comes back, and what is damaged is refused."""

import numpy as np
import pytest

from awasthi2024.shared.instances import load_instances, save_instances
from awasthi2024.shared.network_families import network_family

RANDOM = {
    "dimensions": [5, 3], "neurons": [8, 4], "sparsities": [2, 1], "weight_bounds": [1, 0.5],
    "bias_bounds": [1, 0], "repeats": 2,
}  # fmt: skip


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
