"""Put the topics' verdicts together, and judge what a reader is told of each claim.

Refused are a table of other parameters, and "proof: coq" without a theorem that
was checked in the sources as they are.
"""

from _job import run_as_job

with run_as_job(snakemake.log[0], "verdicts"):
    from claimcheck.coq_proofs import check_marks
    from claimcheck.files import check_table
    from claimcheck.findings import judge_findings, write_findings
    from claimcheck.registry import read_registry
    from claimcheck.summary import read_summary
    from claimcheck.verdicts import check_error_budget, read_verdicts, write_verdicts

    for path, digest in zip(snakemake.input.tables, snakemake.params.hashes, strict=True):
        check_table(path, digest)
    verdicts = {}
    for path in snakemake.input.verdicts:
        verdicts |= read_verdicts(path)
    levels = [verdict.level for verdict in verdicts.values() if verdict.level is not None]
    proofs, checked = snakemake.params.proofs, snakemake.params.checked_proofs
    unseen = check_marks(verdicts.values(), proofs, checked)
    check_error_budget(levels, snakemake.params.error_budget)
    registry = read_registry(snakemake.params.registry)
    write_verdicts(snakemake.output.verdicts, verdicts.values())
    write_findings(snakemake.output.findings, judge_findings(registry, verdicts))
    for sentence in unseen:
        print(f"Too small to show: {sentence}.", flush=True)
    for path in snakemake.input.summaries:
        for sentence in read_summary(path)[1]:
            print(f"Not shown by this run: {sentence}.", flush=True)
