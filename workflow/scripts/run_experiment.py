"""Execute a job's notebook, and write the records and the table that it found.

The executed notebook is a result too. Under the rule's logs it outlives a failure.
"""

from pathlib import Path

from _job import require_memory, run_as_job

SAVING = """\
# The workflow adds this cell.
from claimcheck.files import write_records, write_table

write_table({table!r}, found.table, {hash!r})
write_records({records!r}, found.records, {hash!r}, {table!r})"""

job = snakemake.params.job
require_memory(snakemake.resources.mem_mb, job["check"])
with run_as_job(snakemake.log.messages, job["check"]):
    import nbformat
    from _notebook import check_parameters, execute, parameter_names, read_source, same_bytes

    from claimcheck.files import parameters_hash
    from claimcheck.paper import find_paper

    source = snakemake.input.notebook
    folder = Path(snakemake.output.records).parents[2]  # <results>/records/<topic>/<job>.jsonl
    paths = {
        name: str(Path(snakemake.output[name]).relative_to(folder)) for name in ("records", "table")
    }
    notebook = read_source(source)
    parameters = dict(job["arguments"])
    if "seed" in parameter_names(source, notebook):
        parameters["seed"] = job["seed"]
    if snakemake.input.get("data"):
        section = find_paper(snakemake.params.paper).data.section
        parameters[section] = [str(Path(path).relative_to(folder)) for path in snakemake.input.data]
    check_parameters(source, notebook, parameters, all_of_them=True)
    saving = SAVING.format(**paths, hash=parameters_hash(job))
    notebook.cells.append(nbformat.v4.new_code_cell(saving))
    executed = execute(notebook, parameters, snakemake.log.notebook, folder)
    nbformat.write(same_bytes(executed), snakemake.output.notebook)
