"""Put the cells of the learner's grid into one table."""

from _job import run_as_job

with run_as_job(snakemake.log[0], "learner_grid"):
    import pandas as pd

    from paperclaims.checks.files import check_table, read_table, write_table

    for path, parameters in zip(snakemake.input.cells, snakemake.params.hashes, strict=True):
        check_table(path, parameters)
    table = pd.concat([read_table(path) for path in snakemake.input.cells], ignore_index=True)
    write_table(snakemake.output[0], table, snakemake.params.hash)
