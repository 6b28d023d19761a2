"""Judge the findings from the verdicts and all records."""

from _job import run_as_job

with run_as_job(snakemake.log[0], "findings"):
    from sparseact.files import read_records
    from sparseact.findings import judge_findings, unshown, write_findings
    from sparseact.registry import read_registry
    from sparseact.verdicts import read_verdicts

    records = [
        record
        for path, digest in zip(snakemake.input.records, snakemake.params.hashes, strict=True)
        for record in read_records(path, digest)
    ]
    registry = read_registry(snakemake.params.registry)
    verdicts = read_verdicts(snakemake.input.verdicts)
    write_findings(snakemake.output[0], judge_findings(registry, verdicts, records))
    for sentence in unshown(registry, verdicts, records):
        print(f"Not shown by this run: {sentence}.", flush=True)
