"""Write the pages that Sphinx reads, from verdicts, records, tables, figures and notebooks."""

from _job import run_as_job

with run_as_job(snakemake.log[0], "pages"):
    from paperclaims.reporting.staging import write_pages

    write_pages(
        snakemake.output[0],
        registry=snakemake.params.registry,
        documents=snakemake.params.documents,
        proofs=snakemake.params.proofs,
        results=snakemake.params.results,
        figures=snakemake.params.figures,
        parameters=snakemake.params.parameters,
        seed=snakemake.params.seed,
        error_budget=snakemake.params.error_budget,
        examples=snakemake.params.examples,
        configfile=snakemake.params.configfile,
        citation=next(iter(snakemake.params.citation), None),
    )
