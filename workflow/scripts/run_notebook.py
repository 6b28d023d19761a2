"""Execute a notebook's py:percent source and render it as a page of its own.

The executed notebook is kept under the rule's logs, so that it survives a failure.
"""

from pathlib import Path

from _job import run_as_job

with run_as_job(snakemake.log.messages, f"notebook {snakemake.wildcards.family}"):
    from _notebook import execute, read_source

    from sparseact.executed import executed
    from sparseact.pages import render

    notebook = read_source(snakemake.input.source, snakemake.params.parameters)
    notebook = execute(notebook, snakemake.params.parameters, snakemake.log.notebook, Path.cwd())
    shown = executed(notebook, hidden="injected-parameters")
    page = render("notebook.html", claims=snakemake.params.claims, **shown._asdict())
    Path(snakemake.output[0]).write_text(page, encoding="utf-8")
