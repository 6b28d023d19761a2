"""Render the site from verdicts, records, tables, figures and notebooks."""

from _job import run_as_job

with run_as_job(snakemake.log[0], "site"):
    from claimcheck.files import read_table
    from claimcheck.rejections import read_rejections
    from claimcheck.reseeds import read_reseeds
    from claimcheck.site import write_site

    reseeds = None
    for path in snakemake.params.reseeds:  # none, or one
        reseeds = read_reseeds(path, snakemake.params.statistical_hash)
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
        reseeds=reseeds,
        executed=snakemake.params.executed,
        rejections=read_rejections(snakemake.params.rejections),
        faults=[
            row
            for path in snakemake.params.faults
            for row in read_table(path).astype(object).fillna("").itertuples()
        ],
        configfile=snakemake.params.configfile,
        citation=next(iter(snakemake.params.citation), None),
    )
