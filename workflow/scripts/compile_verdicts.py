"""Put the topics' verdicts together, and hold the registry's statuses to them.

Rejected are a table of other parameters, proofs in Coq that were checked in other sources,
and a status that the verdicts contradict.
"""

from pathlib import Path

from _job import run_as_job

with run_as_job(snakemake.log[0], "verdicts"):
    from paperclaims.checks.files import check_table
    from paperclaims.judging.coq_proofs import check_sources
    from paperclaims.judging.statuses import judge_statuses, lacking, unshown, write_statuses
    from paperclaims.judging.verdicts import check_error_budget, read_verdicts, write_verdicts
    from paperclaims.registry.claims import read_registry

    files = zip(
        snakemake.input.tables, snakemake.input.records, snakemake.params.hashes, strict=True
    )
    for table, records, digest in files:
        check_table(table, records, digest)
    verdicts = {}
    for path in snakemake.input.verdicts:
        verdicts |= read_verdicts(path)
    levels = [verdict.level for verdict in verdicts.values() if verdict.level is not None]
    proofs, checked = snakemake.params.proofs, snakemake.params.checked_proofs
    if any(verdict.proof == "coq" for verdict in verdicts.values()):
        check_sources(proofs, checked)
    check_error_budget(levels, snakemake.params.error_budget)
    registry = read_registry(snakemake.params.registry)
    statuses = judge_statuses(registry, verdicts, strict=snakemake.params.strict)
    write_verdicts(snakemake.output.verdicts, verdicts.values())
    write_statuses(snakemake.output.statuses, statuses)
    for claim in registry.values():
        for line in lacking(claim, verdicts):
            print(Path(snakemake.params.registry, line), flush=True)
    for name in unshown(registry.values(), verdicts):
        print(f"Not shown by this run: that {name} fails.", flush=True)
