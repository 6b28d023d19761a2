"""Put the families' verdicts together; refuse a table of other parameters."""

from _job import logged

with logged(snakemake.log[0], "verdicts"):
    import pandas as pd

    from sparseact.files import check_table
    from sparseact.verdicts import check_error_budget

    for path, digest in zip(snakemake.input.tables, snakemake.params.hashes, strict=True):
        check_table(path, digest)
    verdicts = pd.concat([pd.read_csv(path) for path in snakemake.input.verdicts])
    check_error_budget(verdicts["level"], snakemake.params.error_budget)
    verdicts.to_csv(snakemake.output[0], index=False)
