"""Judge one topic's claims from its records, and sum these up for the pages.

Damaged records and tables are rejected.
"""

from _job import run_as_job

with run_as_job(snakemake.log[0], snakemake.params.topic):
    from paperclaims.checks.files import check_whole, read_records
    from paperclaims.judging.statuses import check_degenerate
    from paperclaims.judging.summary import summarize, write_summary
    from paperclaims.judging.verdicts import Sizes, judge_topic, write_verdicts
    from paperclaims.registry.claims import read_registry

    hashes = snakemake.params.hashes.items()
    files = {job: path for path, (job, _) in zip(snakemake.input.records, hashes, strict=True)}
    made = {job: read_records(files[job], digest) for job, digest in hashes}
    for paths in zip(snakemake.input.tables, snakemake.input.records, strict=True):
        check_whole(*paths)
    records = [record for mine in made.values() for record in mine]
    registry = read_registry(snakemake.params.registry).values()
    claims = [claim for claim in registry if claim.topic == snakemake.params.topic]
    check_degenerate(claims, records)
    sizes = Sizes(*snakemake.params.sizes)
    write_verdicts(snakemake.output.verdicts, judge_topic(claims, records, sizes))
    jobs = {job: summarize(mine, files[job]) for job, mine in made.items()}
    write_summary(snakemake.output.summary, jobs, claims)
