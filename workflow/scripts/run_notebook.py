"""Execute a claim notebook, which draws and saves its figures, and render it as a page.

The executed notebook is kept under the rule's logs, so that it survives a failure.
"""

from pathlib import Path

from _job import run_as_job

with run_as_job(snakemake.log.messages, f"notebook {snakemake.params.topic}"):
    import nbformat
    from _notebook import check_parameters, execute, read_source, same_bytes

    source, parameters = snakemake.input.get("source"), snakemake.params.parameters
    if not source:
        from paperclaims.reporting.claim_notebook import write_notebook

        source = Path(snakemake.log.notebook).with_suffix(".py")
        write_notebook(source, snakemake.params.paper, snakemake.params.topic)
    notebook = read_source(source)
    check_parameters(source, notebook, parameters, all_of_them=True)
    notebook = execute(notebook, parameters, snakemake.log.notebook, Path.cwd())
    missing = [path for path in snakemake.output.get("figures", []) if not Path(path).is_file()]
    if missing:
        raise ValueError(f"{source} does not show the figures {', '.join(missing)}")
    notebook = same_bytes(notebook)
    nbformat.write(notebook, snakemake.output.notebook)
    # Only now, so that its memory does not add to the memory of the notebook's kernel.
    from paperclaims.reporting.offline import offline_html

    Path(snakemake.output.page).write_text(offline_html(notebook), encoding="utf-8")
