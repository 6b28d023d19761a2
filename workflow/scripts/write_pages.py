"""Write the pages that Sphinx reads, from verdicts, records, tables, figures and notebooks."""

from _job import run_as_job

with run_as_job(snakemake.log[0], "pages"):
    from paperclaims.checks.files import read_table
    from paperclaims.judging.seed_robustness import read_seed_robustness
    from paperclaims.mutation.results import read_mutation_results
    from paperclaims.reporting.staging import write_pages

    seed_robustness = None
    for path in snakemake.params.seed_robustness:  # none, or one
        seed_robustness = read_seed_robustness(path, snakemake.params.statistical_hash)
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
        seed_robustness=seed_robustness,
        executed=snakemake.params.executed,
        examples=snakemake.params.examples,
        mutation_results=read_mutation_results(snakemake.params.mutation_results),
        faults=[
            row
            for path in snakemake.params.faults
            for row in read_table(path).astype(object).fillna("").itertuples()
        ],
        configfile=snakemake.params.configfile,
        citation=next(iter(snakemake.params.citation), None),
    )
