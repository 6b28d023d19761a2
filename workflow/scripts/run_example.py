"""Execute a script of the gallery, which shows its figure; it stays under the rule's logs."""

from pathlib import Path

from _job import run_as_job

with run_as_job(snakemake.log.messages, f"example {snakemake.wildcards.example}"):
    import nbformat
    from _notebook import execute, read_source, same_bytes

    notebook = read_source(snakemake.input.source)
    executed = execute(notebook, {}, snakemake.log.notebook, Path.cwd())
    nbformat.write(same_bytes(executed), snakemake.output.notebook)
