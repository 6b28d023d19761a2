"""Judge one topic's claims from its records, and sum these up for the pages.

Records and tables that are not what was written are refused.
"""

from _job import run_as_job

with run_as_job(snakemake.log[0], snakemake.params.topic, snakemake.params.outdated):
    from paperclaims.checks.files import check_whole, read_records
    from paperclaims.judging.statuses import check_degenerate
    from paperclaims.judging.summary import summarize, write_summary
    from paperclaims.judging.verdicts import Sizes, judge_topic, write_verdicts
    from paperclaims.registry.claims import read_registry

    made = {
        job: read_records(path, digest)
        for path, (job, digest) in zip(
            snakemake.input.records, snakemake.params.hashes.items(), strict=True
        )
    }
    for paths in zip(snakemake.input.tables, snakemake.input.records, strict=True):
        check_whole(*paths)
    records = [record for mine in made.values() for record in mine]
    registry = read_registry(snakemake.params.registry).values()
    claims = [claim for claim in registry if claim.topic == snakemake.params.topic]
    check_degenerate(claims, records)
    sizes = Sizes(*snakemake.params.sizes)
    write_verdicts(snakemake.output.verdicts, judge_topic(claims, records, sizes))
    write_summary(snakemake.output.summary, {job: summarize(mine) for job, mine in made.items()})
