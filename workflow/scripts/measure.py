"""Run one check and write its records and its table."""

from importlib import import_module
from inspect import signature

from _job import require_memory, run_as_job

job = snakemake.params.job
require_memory(snakemake.resources.mem_mb, job["check"])
with run_as_job(snakemake.log[0], job["check"]):
    from claimcheck.files import parameters_hash, write_records, write_table
    from claimcheck.paper import CHECK, find_paper

    paper = find_paper(snakemake.params.paper)
    topic, _, function = job["check"].rpartition(".")
    arguments = dict(job["arguments"])
    if snakemake.input.get("data"):
        data = paper.data
        arguments[data.section] = [
            one for folder in snakemake.input.data for one in data.load(folder)
        ]
    module = paper.check_module(topic, function.removeprefix(CHECK))
    measure = getattr(import_module(module), function)
    if "seed" in signature(measure).parameters:
        arguments["seed"] = job["seed"]
    records, table = measure(**arguments)
    written = snakemake.output
    write_table(written.table, table, parameters_hash(job))
    write_records(written.records, records, parameters_hash(job), written.table)
