"""Judge one topic's claims from its records, and sum these up for the pages.

Records and tables that are not what was written are refused.
"""

from _job import run_as_job

with run_as_job(snakemake.log[0], snakemake.params.topic):
    from claimcheck.contradictions import check_records, unshown
    from claimcheck.files import check_whole, read_records
    from claimcheck.registry import read_registry
    from claimcheck.summary import summarize, write_summary
    from claimcheck.verdicts import judge_topic, write_verdicts

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
    rows = judge_topic(claims, records)
    verdicts = {(verdict.claim, verdict.statement): verdict for verdict in rows}
    write_verdicts(snakemake.output.verdicts, rows)
    check_records(claims, verdicts, records)
    write_summary(
        snakemake.output.summary,
        {job: summarize(mine) for job, mine in made.items()},
        unshown(claims, verdicts, records),
    )
