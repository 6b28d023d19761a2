"""Execute a notebook's py:percent source and render it as a page of its own.

The executed notebook is kept under the rule's logs, so that it survives a failure.
"""

from pathlib import Path

from _job import logged

with logged(snakemake.log.messages, f"notebook {snakemake.wildcards.family}"):
    from _notebook import execute, read_source
    from _notebook_page import notebook_page

    notebook = read_source(snakemake.input.source, snakemake.params.parameters)
    executed = execute(notebook, snakemake.params.parameters, snakemake.log.notebook, Path.cwd())
    page = notebook_page(executed, snakemake.params.claims)
    Path(snakemake.output[0]).write_text(page, encoding="utf-8")
