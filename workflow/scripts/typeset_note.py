"""Typeset the note from its source, tables and figures of the run, and what Coq has checked."""

from pathlib import Path

from _job import run_as_job

with run_as_job(snakemake.log[0], "the note"):
    from claimcheck.coq_proofs import read_checked
    from claimcheck.files import read_table
    from sparse_activations.note import typeset

    given = snakemake.input
    pdf = typeset(
        Path(given.source).read_text(encoding="utf-8"),
        {name: read_table(given[f"{name}_table"]) for name in ("rectangles", "codes", "rare")},
        {
            name: Path(given[f"{name}_figure"]).read_text(encoding="utf-8")
            for name in ("rectangles", "growth", "rare")
        },
        read_checked(given.checked_proofs).theorems,
        snakemake.params.version,
    )
    Path(snakemake.output[0]).write_bytes(pdf)
