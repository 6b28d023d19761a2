"""Draw the registered figures of one claim family from its tables."""

from pathlib import Path

from _job import run_as_job

with run_as_job(snakemake.log[0], f"figures of {snakemake.params.family}"):
    from sparseact.drawing import draw, svg
    from sparseact.files import read_table
    from sparseact.registry import read_registry

    figures = {
        figure.name: (figure, claim)
        for claim in read_registry(snakemake.params.registry).values()
        for figure in claim.figures
    }
    tables = {job: read_table(path) for job, path in snakemake.params.tables.items()}
    for output in map(Path, snakemake.output):
        figure, claim = figures[output.stem]
        shown = {job: tables[job].copy() for job in figure.tables}
        output.write_text(svg(draw(figure, shown, claim)), encoding="utf-8")
