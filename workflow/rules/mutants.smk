"""The mutation tests: `snakemake mutants`, outside the default.

Needs the checks, and the mutants that are written for a topic; makes <results>/mutants.csv.
The site shows the committed table in results/reference.
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
        *code_of_each(
            "run_mutants",
            lambda wildcards: [
                *PAPER.mutants(wildcards.topic),
                *{check.module for check in PAPER.checks(wildcards.topic).values()},
            ],
        ),
        jobs=lambda wildcards: mutant_jobs(wildcards.topic),
        paper=PAPER.package,
        own=sorted(PACKAGES - {"paperclaims"}),
    message:
        "Corrupt the code that the checks of {wildcards.topic} use"
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
        *code("gather_mutants"),
        claims=registry_hash(*TOPICS),
        registry=REGISTRY,
    message:
        "Gather the mutants"
    script:
        "../scripts/gather_mutants.py"


rule mutants:
    input:
        rules.gather_mutants.output,
