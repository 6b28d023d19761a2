"""Build the networks of a network family."""

from _job import run_as_job

with run_as_job(snakemake.log[0], f"networks {snakemake.params.family}"):
    from sparseact.instances import save_instances
    from sparseact.network_families import network_family

    instances = network_family(snakemake.params.family).generate(
        seed=snakemake.params.seed, **snakemake.params.arguments
    )
    save_instances(snakemake.output[0], instances)
