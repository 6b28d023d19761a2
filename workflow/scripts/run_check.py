"""Run one check, in a notebook if its rule names one, and write its records and its table.

The executed notebook is a result too. Under the rule's logs it outlives a failure.
"""

import sys
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name

from _job import require_memory, run_as_job

SAVING = """\
# The workflow adds this cell.
from paperclaims.checks.files import write_records, write_table

write_table({table!r}, measurement.table, {hash!r})
write_records({records!r}, measurement.records, {hash!r}, {table!r})"""


def last_time(benchmark):
    """Return how long the job took when it ran last, from Snakemake's table of it."""
    try:
        seconds = Path(benchmark).read_text("utf-8").splitlines()[1].split("\t")[0]
        return f"{float(seconds):.0f} s last time"
    except (OSError, IndexError, ValueError):
        return "no earlier run"


job, params, output = snakemake.params.job, snakemake.params, snakemake.output
require_memory(snakemake.resources.mem_mb, job["check"])
with run_as_job(snakemake.log.messages, job["check"]):
    from paperclaims.checks.files import parameters_hash, write_records, write_table
    from paperclaims.checks.recorder import progress

    print(f"{job['check']}: {last_time(params.benchmark)}", file=sys.stderr, flush=True)
    parameters, data = dict(job["arguments"]), snakemake.input.get("data", [])
    if params.seeded:
        parameters["seed"] = job["seed"]
    if source := snakemake.input.get("notebook"):
        import nbformat

        # By name: checks without notebooks do not depend on the code that executes these.
        notebooks = import_module("_notebook")
        folder = Path(output.records).parents[2]  # <results>/records/<topic>/<job>.jsonl
        if data:
            parameters[params.section] = [str(Path(path).relative_to(folder)) for path in data]
        paths = {name: str(Path(output[name]).relative_to(folder)) for name in ("records", "table")}
        notebook = notebooks.read_source(source)
        given = {"parameters": parameters}
        if source == "notebooks/job.py":
            given |= {"check": params.check, "figures": params.figures}
            title = f"# The job `{Path(output.table).parent.name}/{Path(output.table).stem}`"
            notebook.cells[0].source = title
        notebooks.check_parameters(source, notebook, given)
        saving = SAVING.format(**paths, hash=parameters_hash(job))
        notebook.cells.append(nbformat.v4.new_code_cell(saving))
        executed = notebooks.execute(notebook, given, snakemake.log.notebook, folder)
        nbformat.write(notebooks.same_bytes(executed), output.notebook)
    else:
        from paperclaims.checks.paper import find_paper

        if data:
            parameters[params.section] = data
        parameters = find_paper(params.paper).loaded(parameters)
        with progress():
            records, table = resolve_name(params.check)(**parameters)
        write_table(output.table, table, parameters_hash(job))
        write_records(output.records, records, parameters_hash(job), output.table)
