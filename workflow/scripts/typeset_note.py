"""Typeset the note from its source and the records that its numbers are."""

from pathlib import Path

from _job import run_as_job

with run_as_job(snakemake.log[0], "the note"):
    from awasthi2024.note import typeset

    texts = {name: Path(path).read_text("utf-8") for name, path in snakemake.input.items()}
    Path(snakemake.output[0]).write_bytes(typeset(texts.pop("source"), texts))
