"""Draw the registered figures of one claim family from its tables."""

from pathlib import Path

from _job import logged

with logged(snakemake.log[0], f"figures of {snakemake.params.family}"):
    from sparseact.drawing import draw, svg
    from sparseact.files import read_table
    from sparseact.registry import Figure

    tables = {job: read_table(path) for job, path in snakemake.params.tables.items()}
    for fields, output in zip(snakemake.params.figures, snakemake.output, strict=True):
        figure = Figure(**fields)
        shown = {job: tables[job].copy() for job in figure.tables}
        Path(output).write_text(svg(draw(figure, shown)), encoding="utf-8")
