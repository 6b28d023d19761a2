"""Compute the level of each statistical check, and repeat three at the edge of their null."""

from _job import run_as_job

with run_as_job(snakemake.log[0], "error_rates"):
    from awasthi2024.error_rates import levels, simulated
    from paperclaims.checks.files import parameters_hash, read_table, write_table
    from paperclaims.errors import ClaimsError

    exact = levels(read_table(snakemake.input.checks))
    seen = simulated(snakemake.params.seeds)
    too_often = len(exact[exact["exact"] > exact["level"]])
    if too_often:
        raise ClaimsError(f"{too_often} statistical checks err more often than their level")
    if not ((seen["low"] <= seen["exact"]) & (seen["exact"] <= seen["high"])).all():
        raise ClaimsError(
            "a check at the edge of its null errs otherwise than the binomial law says"
        )
    write_table(snakemake.output.exact, exact, parameters_hash({}))
    write_table(snakemake.output.seen, seen, parameters_hash({"seeds": snakemake.params.seeds}))
