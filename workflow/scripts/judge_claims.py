"""Judge one claim family's claims from its records."""

from _job import run_as_job

with run_as_job(snakemake.log[0], snakemake.params.family):
    from sparseact.files import read_records
    from sparseact.registry import read_registry
    from sparseact.verdicts import judge_family, write_verdicts

    records = [
        record
        for path, digest in zip(snakemake.input.records, snakemake.params.hashes, strict=True)
        for record in read_records(path, digest)
    ]
    claims = read_registry(snakemake.params.registry).values()
    mine = [claim for claim in claims if claim.family == snakemake.params.family]
    verdicts = judge_family(mine, records)
    write_verdicts(snakemake.output[0], verdicts)
