"""Execute a job's notebook, which writes the job's records and its table.

The executed notebook is a result too. Under the rule's logs it outlives a failure.
"""

from pathlib import Path

from _job import run_as_job

job = snakemake.params.job
with run_as_job(snakemake.log.messages, job["check"]):
    import nbformat
    from _notebook import execute, read_job, same_bytes

    from sparseact.files import parameters_hash

    folder = Path(snakemake.output.records).parents[2]  # <results>/records/<family>/<job>.jsonl
    parameters = {"seed": job["seed"], **job["arguments"]}
    if snakemake.input.get("networks"):
        parameters["networks"] = [
            str(Path(path).relative_to(folder)) for path in snakemake.input.networks
        ]
    for name in ("records", "table"):
        parameters[name] = str(Path(snakemake.output[name]).relative_to(folder))
    parameters["job_hash"] = parameters_hash(job)
    notebook, parameters = read_job(snakemake.input.notebook, parameters)
    executed = execute(notebook, parameters, snakemake.log.notebook, folder)
    nbformat.write(same_bytes(executed), snakemake.output.notebook)
