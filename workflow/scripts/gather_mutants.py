"""Put the mutants of all topics into one table, if none of them survived."""

from _job import run_as_job

with run_as_job(snakemake.log[0], "mutants"):
    import pandas as pd

    from claimcheck.checks.files import parameters_hash, read_table, table_parameters, write_table
    from claimcheck.errors import ClaimsError

    table = pd.concat([read_table(path) for path in snakemake.input], ignore_index=True)
    survived = table[(table["before"] == table["after"]) | (table["after"] == "undecided")]
    if len(survived):
        first = survived.iloc[0]
        raise ClaimsError(
            f"{len(survived)} mutants turn no verdict, the first of them "
            f"{first.claim} ({first.statement}): {first.mutant}"
        )
    hashes = [table_parameters(path) for path in snakemake.input]
    write_table(snakemake.output[0], table, parameters_hash({"mutants": hashes}))
