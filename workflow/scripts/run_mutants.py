"""Corrupt the code that one topic's checks use, part by part, and record the changed verdicts."""

from _job import run_as_job

params = snakemake.params
with run_as_job(snakemake.log[0], f"mutants {snakemake.wildcards.topic}"):
    from paperclaims.checks.files import parameters_hash, write_table
    from paperclaims.checks.paper import find_paper
    from paperclaims.mutation.table import mutants_table

    paper = find_paper(params.paper)
    table = mutants_table(paper, snakemake.wildcards.topic, params.jobs, params.own)
    write_table(snakemake.output[0], table, parameters_hash({"jobs": params.jobs}))
