"""How often the checks err, beside what they reject: `snakemake mutants`, outside the default.

Needs the registry and the statistical checks of results/reference/reseed.csv; makes
<results>/alarms.csv, levels.csv and simulated_levels.csv. They are committed in
results/reference, where the site finds them.
"""


rule check_alarms:
    output:
        f"{claims.RESULTS}/alarms.csv",
    log:
        f"{claims.RESULTS}/logs/check_alarms.log",
    benchmark:
        f"{claims.RESULTS}/benchmarks/check_alarms.tsv"
    conda:
        claims.ENVIRONMENT
    threads: 1
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        code=claims.code_hash("check_alarms"),
        registry=claims.REGISTRY,
        registry_hash=claims.registry_hash(*claims.TOPICS),
        number=100,
    message:
        "Check true networks of each network family"
    script:
        "../scripts/check_alarms.py"


rule check_levels:
    input:
        checks=claims.RESEEDS,
    output:
        exact=f"{claims.RESULTS}/levels.csv",
        seen=f"{claims.RESULTS}/simulated_levels.csv",
    log:
        f"{claims.RESULTS}/logs/check_levels.log",
    benchmark:
        f"{claims.RESULTS}/benchmarks/check_levels.tsv"
    conda:
        claims.ENVIRONMENT
    threads: 1
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        code=claims.code_hash("check_levels"),
        seeds=400,
    message:
        "Compute the levels of the statistical checks"
    script:
        "../scripts/check_levels.py"


rule mutants:
    input:
        rules.gather_mutants.output,
        rules.check_alarms.output,
        rules.check_levels.output,
