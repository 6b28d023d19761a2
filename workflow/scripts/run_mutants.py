"""Put the mutants of one topic in place, one after the other, and say what each turned."""

from importlib import import_module

from _job import run_as_job

family = snakemake.wildcards.topic
with run_as_job(snakemake.log[0], f"mutants {family}"):
    from claimcheck.checks.files import write_table
    from claimcheck.mutation.mutants import mutants_hash, table

    mutants = import_module(snakemake.params.module).MUTANTS
    write_table(snakemake.output[0], table(mutants), mutants_hash(mutants))
