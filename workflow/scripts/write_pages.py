"""Write the pages that Sphinx reads, from verdicts, records, tables, figures and notebooks."""

from _job import run_as_job

with run_as_job(snakemake.log[0], "pages"):
    from paperclaims.checks.files import read_table
    from paperclaims.mutation.results import count_rejections
    from paperclaims.reporting.staging import write_pages

    mutation_results = None
    for path in snakemake.params.mutants:  # none, or one
        mutation_results = count_rejections(read_table(path))
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
        executed=snakemake.params.executed,
        examples=snakemake.params.examples,
        mutation_results=mutation_results,
        faults=[
            row
            for path in snakemake.params.faults
            for row in read_table(path).astype(object).fillna("").itertuples()
        ],
        configfile=snakemake.params.configfile,
        citation=next(iter(snakemake.params.citation), None),
    )
