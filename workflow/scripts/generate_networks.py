"""Build a family of networks from a construction of the paper."""

from _job import logged

with logged(snakemake.log[0], f"networks {snakemake.params.family}"):
    from sparseact.checks.instances import generate, save_instances

    instances = generate(
        snakemake.params.family, seed=snakemake.params.seed, **snakemake.params.arguments
    )
    save_instances(snakemake.output[0], instances)
