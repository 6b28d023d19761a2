"""Fit the learner in one cell of its grid."""

from _job import run_as_job

arguments = snakemake.params.arguments
with run_as_job(snakemake.log[0], f"learner_grid {snakemake.wildcards.cell}"):
    from awasthi2024.learner_grid import fit_cell
    from paperclaims.checks.files import parameters_hash, write_table

    write_table(snakemake.output[0], fit_cell(**arguments), parameters_hash(arguments))
