"""The checks on a hundred true networks of each network family, where none may fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count

import pandas as pd

from awasthi2024.average_sensitivity.checks.lemma import measure_networks
from awasthi2024.definitions import checks as definitions
from awasthi2024.low_degree.checks.degrees import measure_degrees
from awasthi2024.noise_sensitivity.checks.lemma import measure_noise
from awasthi2024.representations.checks import measure_appendix_a
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.network_families import network_family
from paperclaims.checks.comparison import Record
from paperclaims.registry.claims import Claim
from paperclaims.registry.domains import outside


def drawn(name: str, number: int) -> list[Instance]:
    """Return `number` different networks of a network family, from as many seeds as that takes.

    Raises
    ------
    ValueError
        If a seed gives no network that was not there.
    """
    family = network_family(name)
    found: dict[bytes, Instance] = {}
    for seed in count():
        before = len(found)
        for instance in family.generate(seed=seed, **family.small):
            w, b, u = instance.network.w, instance.network.b, instance.network.u
            key = repr((w.shape, w.tolist(), b.tolist(), u.tolist())).encode()
            found.setdefault(key, instance._replace(name=f"{instance.name}.{seed}"))
        if len(found) >= number:
            return list(found.values())[:number]
        if len(found) == before:
            raise ValueError(f"{name} has {before} networks with these parameters, not {number}")
    raise AssertionError("seeds do not end")


def records_on(networks: list[Instance]) -> list[Record]:
    """Return the records of every check that asks nothing but networks."""
    records = definitions.measure_sparsity(
        networks=networks, integers_up_to=6, programme_up_to=0
    ).records
    records += measure_networks(networks=networks).records
    rhos = ["-1/2", "0", "1/2", "15/16"]
    records += measure_noise(networks=networks, rhos=rhos).records
    records += measure_degrees(networks=networks, fractions=[0.5, 0.1]).records
    if networks[0].family in ("appendix_a", "average_case"):
        records += measure_appendix_a(networks=networks).records
    return records


def false_positives(name: str, number: int, registry: Mapping[str, Claim]) -> pd.DataFrame:
    """Count the comparisons of each statement on `number` networks, and those that fail.

    Returns
    -------
    DataFrame
        A row per statement: `kind`, the network family; `instances`, how many; claim and
        statement; `records`, `failing` and `open` ones; `expected`, whether the
        registry says that the statement fails, at most in degenerate cases if it says so.
    """
    found: dict[tuple[str, str], list[Record]] = {}
    for record in records_on(drawn(name, number)):
        found.setdefault((record.claim, record.statement), []).append(record)
    return pd.DataFrame(
        {
            "kind": name,
            "instances": number,
            "claim": claim,
            "statement": key,
            "records": len(records),
            "failing": sum(record.holds is False for record in records),
            "open": sum(record.holds is None for record in records),
            "expected": _expected(registry[claim], key, records),
        }
        for (claim, key), records in sorted(found.items())
    )


def _expected(claim: Claim, key: str, records: Sequence[Record]) -> bool:
    statement = claim.statement(key)
    if not statement.excluded_by:
        return bool(statement.impact)
    domain = claim.statement(statement.excluded_by).domain
    failing = [record for record in records if record.holds is False]
    return bool(failing) and all(outside(domain, record.instance) for record in failing)
