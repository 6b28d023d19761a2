"""Render the site from verdicts, records, tables, figures and notebooks."""

from pathlib import Path

from _job import logged

with logged(snakemake.log[0], "site"):
    from sparseact.site import write_site
    from sparseact.stability import read_stability

    tables = Path(snakemake.params.results, "tables")
    jobs = [Path(path).relative_to(tables).with_suffix("") for path in snakemake.input.tables]
    stability = None
    for path in snakemake.params.reseeds:  # none, or one
        stability = read_stability(path, snakemake.params.statistical_hash)
    write_site(
        snakemake.output[0],
        registry=snakemake.params.registry,
        results=snakemake.params.results,
        figures=snakemake.params.figures,
        jobs=[job.as_posix() for job in jobs],
        seed=snakemake.params.seed,
        error_budget=snakemake.params.error_budget,
        stability=stability,
    )
