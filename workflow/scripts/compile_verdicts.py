"""Put the claim families' verdicts together.

Refused are a table of other parameters, and "proof: coq" without a theorem that
was checked in the sources as they are.
"""

from _job import run_as_job

with run_as_job(snakemake.log[0], "verdicts"):
    from sparseact.coq_proofs import check_marks
    from sparseact.files import check_table
    from sparseact.verdicts import check_error_budget, read_verdicts, write_verdicts

    for path, digest in zip(snakemake.input.tables, snakemake.params.hashes, strict=True):
        check_table(path, digest)
    verdicts = [
        verdict for path in snakemake.input.verdicts for verdict in read_verdicts(path).values()
    ]
    levels = [verdict.level for verdict in verdicts if verdict.level is not None]
    check_marks(verdicts, snakemake.params.proofs, snakemake.input.checked_proofs)
    check_error_budget(levels, snakemake.params.error_budget)
    write_verdicts(snakemake.output[0], verdicts)
