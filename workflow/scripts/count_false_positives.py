"""Run the checks on true networks of each network family, and count what fails."""

from _job import run_as_job

params = snakemake.params
with run_as_job(snakemake.log[0], "false_positives"):
    import pandas as pd

    from awasthi2024.false_positives import false_positives
    from awasthi2024.shared.network_families import NETWORK_FAMILIES
    from paperclaims.checks.files import parameters_hash, write_table
    from paperclaims.errors import ClaimsError
    from paperclaims.registry.claims import read_registry

    registry = read_registry(params.registry)
    table = pd.concat([false_positives(name, params.number, registry) for name in NETWORK_FAMILIES])
    raised = table[(table["failing"] > 0) & ~table["expected"]]
    if len(raised):
        first = raised.iloc[0]
        raise ClaimsError(
            f"{first.claim} ({first.statement}) fails on {first.failing} true networks of the "
            f"family {first.kind}"
        )
    write_table(snakemake.output[0], table, parameters_hash({"number": params.number}))
