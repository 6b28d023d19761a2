"""How often the checks err, beside what they reject: `snakemake mutants`, outside the default.

Needs the registry and the statistical checks of results/reference/seed_robustness.csv; makes
<results>/false_positives.csv, error_rates.csv and simulated_error_rates.csv. They are committed in
results/reference, where the site finds them.
"""


rule count_false_positives:
    output:
        f"{claims.RESULTS}/false_positives.csv",
    log:
        f"{claims.RESULTS}/logs/count_false_positives.log",
    benchmark:
        f"{claims.RESULTS}/benchmarks/count_false_positives.tsv"
    conda:
        claims.ENVIRONMENT
    threads: 1
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        code=claims.code_hash("count_false_positives"),
        registry=claims.REGISTRY,
        registry_hash=claims.registry_hash(*claims.TOPICS),
        number=100,
    message:
        "Check true networks of each network family"
    script:
        "../scripts/count_false_positives.py"


rule compute_error_rates:
    input:
        checks=claims.SEED_ROBUSTNESS,
    output:
        exact=f"{claims.RESULTS}/error_rates.csv",
        seen=f"{claims.RESULTS}/simulated_error_rates.csv",
    log:
        f"{claims.RESULTS}/logs/compute_error_rates.log",
    benchmark:
        f"{claims.RESULTS}/benchmarks/compute_error_rates.tsv"
    conda:
        claims.ENVIRONMENT
    threads: 1
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        code=claims.code_hash("compute_error_rates"),
        seeds=400,
    message:
        "Compute the levels of the statistical checks"
    script:
        "../scripts/compute_error_rates.py"


rule mutants:
    input:
        rules.gather_mutants.output,
        rules.count_false_positives.output,
        rules.compute_error_rates.output,
