"""Put the mutants of all topics into one table; name statements without one, and survivors."""

from _job import run_as_job

with run_as_job(snakemake.log[0], "mutants"):
    import sys

    import pandas as pd

    from paperclaims.checks.files import parameters_hash, read_table, table_parameters, write_table
    from paperclaims.mutation.results import without_mutant
    from paperclaims.registry.claims import read_registry

    table = pd.concat([read_table(path) for path in snakemake.input], ignore_index=True)
    survived = table[(table["before"] == table["after"]) | (table["after"] == "undecided")]
    for row in survived.itertuples():
        print(f"Warning: {row.claim} ({row.statement}) survives: {row.mutant}", file=sys.stderr)
    hashes = [table_parameters(path) for path in snakemake.input]
    write_table(snakemake.output[0], table, parameters_hash({"mutants": hashes}))
    registry = read_registry(snakemake.params.registry)
    lines = [f"{len(table)} mutants.", *without_mutant(registry, table)]
    print("", *lines, "", sep="\n", flush=True)
