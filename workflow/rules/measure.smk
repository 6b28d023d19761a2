"""The checks: one job per entry of a topic's section of the configuration.

Needs that section and the shared data that a job reads; makes
<results>/records/<topic>/<job>.jsonl and <results>/tables/<topic>/<job>.csv. Where
a job is a notebook, of notebooks/jobs, the executed one is
<results>/notebooks/jobs/<topic>/<job>.ipynb.
"""


rule run_experiment:
    input:
        notebook=lambda wildcards: job_source(wildcards.topic, wildcards.job),
        data=lambda wildcards: data_of(wildcards.topic, wildcards.job),
    output:
        records=f"{RESULTS}/records/{{topic}}/{{job}}.jsonl",
        table=f"{RESULTS}/tables/{{topic}}/{{job}}.csv",
        notebook=f"{RESULTS}/notebooks/jobs/{{topic}}/{{job}}.ipynb",
    log:
        notebook=f"{RESULTS}/logs/run_experiment/{{topic}}/{{job}}.ipynb",
        messages=f"{RESULTS}/logs/run_experiment/{{topic}}/{{job}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/run_experiment/{{topic}}/{{job}}.tsv"
    wildcard_constraints:
        topic="|".join(EXPERIMENTS) or NOTHING,
    # The longest jobs are among these; none of them should run alone at the end.
    priority: 1
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: attempt * megabytes(wildcards.topic, wildcards.job),
        runtime=60,
    params:
        code=lambda wildcards: code_hash(
            "run_experiment",
            job_source(wildcards.topic, wildcards.job),
            *data_name(wildcards.topic, wildcards.job),
            "ipykernel",
        ),
        paper=PAPER.package,
        job=lambda wildcards: job_parameters(config, wildcards.topic, wildcards.job),
    message:
        "Check {wildcards.topic}, {wildcards.job}, in its notebook"
    script:
        "../scripts/run_experiment.py"


rule measure_claims:
    input:
        data=lambda wildcards: data_of(wildcards.topic, wildcards.job),
    output:
        records=f"{RESULTS}/records/{{topic}}/{{job}}.jsonl",
        table=f"{RESULTS}/tables/{{topic}}/{{job}}.csv",
    log:
        f"{RESULTS}/logs/measure_claims/{{topic}}/{{job}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/measure_claims/{{topic}}/{{job}}.tsv"
    wildcard_constraints:
        topic="|".join(topic for topic in TOPICS if topic not in EXPERIMENTS) or NOTHING,
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: attempt * megabytes(wildcards.topic, wildcards.job),
        runtime=60,
    params:
        code=lambda wildcards: code_hash(
            "measure",
            check_name(wildcards.topic, wildcards.job),
            *data_name(wildcards.topic, wildcards.job),
        ),
        paper=PAPER.package,
        job=lambda wildcards: job_parameters(config, wildcards.topic, wildcards.job),
    message:
        "Check {wildcards.topic}, {wildcards.job}"
    script:
        "../scripts/measure.py"
