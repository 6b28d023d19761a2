"""Render the site from verdicts, records, tables, figures and notebooks."""

from _job import run_as_job

with run_as_job(snakemake.log[0], "site"):
    from claimcheck.power import read_power
    from claimcheck.site import write_site
    from claimcheck.stability import read_stability

    stability = None
    for path in snakemake.params.reseeds:  # none, or one
        stability = read_stability(path, snakemake.params.statistical_hash)
    write_site(
        snakemake.output[0],
        registry=snakemake.params.registry,
        documents=snakemake.params.documents,
        proofs=snakemake.params.proofs,
        results=snakemake.params.results,
        figures=snakemake.params.figures,
        parameters=snakemake.params.parameters,
        seed=snakemake.params.seed,
        error_budget=snakemake.params.error_budget,
        stability=stability,
        executed=snakemake.params.executed,
        power=read_power(snakemake.params.power),
        configfile=snakemake.params.configfile,
    )
