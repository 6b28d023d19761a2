"""Run one check and write its records and its table."""

from importlib import import_module
from inspect import signature

from _job import run_as_job

job = snakemake.params.job
with run_as_job(snakemake.log[0], job["check"]):
    from sparseact.files import parameters_hash, write_records, write_table
    from sparseact.instances import load_instances

    module, _, function = job["check"].rpartition(".")
    arguments = dict(job["arguments"])
    if snakemake.input.get("networks"):
        arguments["networks"] = [
            instance for folder in snakemake.input.networks for instance in load_instances(folder)
        ]
    measure = getattr(import_module(f"sparseact.checks.{module}"), function)
    if "seed" in signature(measure).parameters:
        arguments["seed"] = job["seed"]
    records, table = measure(**arguments)
    write_records(snakemake.output.records, records, parameters_hash(job))
    write_table(snakemake.output.table, table, parameters_hash(job))
