"""Typeset the note from its source, the table of Theorem H's instances and two figures."""

from pathlib import Path

from _job import run_as_job

with run_as_job(snakemake.log[0], "the note"):
    from claimcheck.files import read_table
    from sparse_activations.note import typeset

    pdf = typeset(
        Path(snakemake.input.source).read_text(encoding="utf-8"),
        read_table(snakemake.input.table),
        [Path(figure).read_text(encoding="utf-8") for figure in snakemake.input.figures],
        snakemake.params.version,
    )
    Path(snakemake.output[0]).write_bytes(pdf)
