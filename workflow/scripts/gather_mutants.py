"""Put the mutants of all topics into one table, and name those that turn no verdict."""

from _job import run_as_job

with run_as_job(snakemake.log[0], "mutants"):
    import sys

    import pandas as pd

    from paperclaims.checks.files import parameters_hash, read_table, table_parameters, write_table

    table = pd.concat([read_table(path) for path in snakemake.input], ignore_index=True)
    survived = table[(table["before"] == table["after"]) | (table["after"] == "undecided")]
    for row in survived.itertuples():
        print(f"Warning: {row.claim} ({row.statement}) survives: {row.mutant}", file=sys.stderr)
    hashes = [table_parameters(path) for path in snakemake.input]
    write_table(snakemake.output[0], table, parameters_hash({"mutants": hashes}))
