"""Draw one registered figure from its tables."""

from pathlib import Path

from _job import logged

with logged(snakemake.log[0], snakemake.wildcards.figure):
    from sparseact.claims import Figure, read_table
    from sparseact.report import draw, svg

    figure = Figure(**snakemake.params.figure)
    tables = {
        job: read_table(path)
        for job, path in zip(figure.tables, snakemake.input.tables, strict=True)
    }
    Path(snakemake.output[0]).write_text(svg(draw(figure, tables)), encoding="utf-8")
