"""Make the shared data of one kind."""

from _job import run_as_job

params = snakemake.params
with run_as_job(snakemake.log[0], f"data {params.kind}"):
    from paperclaims.checks.paper import find_paper

    data = find_paper(params.paper).data
    data.save(snakemake.output[0], data.generate(params.kind, params.seed, params.arguments))
