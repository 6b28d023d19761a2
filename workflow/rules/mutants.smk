"""What the checks reject, and how often they err: `snakemake mutants`, outside the default.

Needs the registry and the statistical checks of results/reference/reseed.csv; makes
<results>/mutants.csv, alarms.csv, levels.csv and simulated_levels.csv. They are
committed in results/reference, where the site finds them.
"""


rule run_mutants:
    output:
        f"{RESULTS}/mutants/{{topic}}.csv",
    log:
        f"{RESULTS}/logs/run_mutants/{{topic}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/run_mutants/{{topic}}.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        code=lambda wildcards: code_hash(
            "run_mutants", f"{PAPER.module(wildcards.topic, 'mutants')}:MUTANTS"
        ),
        module=lambda wildcards: PAPER.module(wildcards.topic, "mutants"),
    message:
        "Corrupt what the checks of {wildcards.topic} use"
    script:
        "../scripts/run_mutants.py"


rule gather_mutants:
    input:
        expand(f"{RESULTS}/mutants/{{topic}}.csv", topic=TOPICS),
    output:
        f"{RESULTS}/mutants.csv",
    log:
        f"{RESULTS}/logs/gather_mutants.log",
    benchmark:
        f"{RESULTS}/benchmarks/gather_mutants.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        code=code_hash("gather_mutants"),
    message:
        "Gather the mutants"
    script:
        "../scripts/gather_mutants.py"


rule check_alarms:
    output:
        f"{RESULTS}/alarms.csv",
    log:
        f"{RESULTS}/logs/check_alarms.log",
    benchmark:
        f"{RESULTS}/benchmarks/check_alarms.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        code=code_hash("check_alarms"),
        registry=REGISTRY,
        registry_hash=registry_hash(*TOPICS),
        number=100,
    message:
        "Check true networks of each network family"
    script:
        "../scripts/check_alarms.py"


rule check_levels:
    input:
        checks=RESEEDS,
    output:
        exact=f"{RESULTS}/levels.csv",
        seen=f"{RESULTS}/simulated_levels.csv",
    log:
        f"{RESULTS}/logs/check_levels.log",
    benchmark:
        f"{RESULTS}/benchmarks/check_levels.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        code=code_hash("check_levels"),
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
