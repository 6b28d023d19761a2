"""Build the site with Sphinx from its pages; a warning is an error."""

import re
import shutil
import sys
import tempfile
from pathlib import Path

from _job import run_as_job

with run_as_job(snakemake.log[0], "the site"):
    from sphinx.application import Sphinx

    sys.dont_write_bytecode = True  # of docs/api.py, among the pages

    source, folder = str(snakemake.input.pages), Path(snakemake.output[0])
    shutil.rmtree(folder, ignore_errors=True)
    # Sphinx's own files are kept apart: they have times and paths in them.
    with tempfile.TemporaryDirectory() as read:
        app = Sphinx(
            source, source, folder, read, "html", confoverrides={"nitpicky": True},
            status=None, warning=sys.stderr, freshenv=True, warningiserror=True,
        )  # fmt: skip
        app.build(force_all=True)
    if app.statuscode:
        sys.stderr.flush()
        log = re.sub(r"\x1b\[[\d;]*m", "", Path(snakemake.log[0]).read_text("utf-8"))
        first = next(line for line in log.splitlines() if re.search("WARNING|ERROR", line))
        place = first.replace(f"{Path(source).absolute()}/", "")
        raise ValueError(f"Sphinx warned: {place} (all of {snakemake.log[0]})")
    (folder / ".buildinfo").unlink()
    shutil.rmtree(folder.parent / "jupyter_execute", ignore_errors=True)  # MyST-NB leaves it
