"""The checks: one job per entry of a topic's section of the configuration.

Needs that section and the shared data that a job reads; makes
<results>/records/<topic>/<job>.jsonl and <results>/tables/<topic>/<job>.csv. Where
a check is run in a notebook, the executed one is
<results>/notebooks/jobs/<topic>/<job>.ipynb. A job is "<topic>/<job>".
"""


rule run_check:
    input:
        data=lambda wildcards: data_of(wildcards.job),
    output:
        records=f"{RESULTS}/records/{{job}}.jsonl",
        table=f"{RESULTS}/tables/{{job}}.csv",
    log:
        messages=f"{RESULTS}/logs/run_check/{{job}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/run_check/{{job}}.tsv"
    wildcard_constraints:
        job="|".join(job for job in JOBS if job not in NOTEBOOK_JOBS) or NOTHING,
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: attempt * megabytes(wildcards.job),
        runtime=60,
    params:
        *code_of_each(
            "run_check",
            lambda wildcards: [CHECKS[wildcards.job].module, *data_name(wildcards.job)],
        ),
        check=lambda wildcards: "{0.module}:{0.__name__}".format(CHECKS[wildcards.job]),
        seeded=lambda wildcards: "seed" in CHECKS[wildcards.job].parameters,
        paper=PAPER.package,
        section=PAPER.data.section if PAPER.data else None,
        benchmark=lambda wildcards: f"{RESULTS}/benchmarks/run_check/{wildcards.job}.tsv",
        job=lambda wildcards: job_parameters(config, *JOBS[wildcards.job]),
    message:
        "Check {wildcards.job}"
    script:
        "../scripts/run_check.py"


use rule run_check as run_check_notebook with:
    input:
        notebook=lambda wildcards: job_source(wildcards.job),
        data=lambda wildcards: data_of(wildcards.job),
    output:
        records=f"{RESULTS}/records/{{job}}.jsonl",
        table=f"{RESULTS}/tables/{{job}}.csv",
        notebook=f"{RESULTS}/notebooks/jobs/{{job}}.ipynb",
    log:
        messages=f"{RESULTS}/logs/run_check_notebook/{{job}}.log",
        notebook=f"{RESULTS}/logs/run_check_notebook/{{job}}.ipynb",
    benchmark:
        f"{RESULTS}/benchmarks/run_check_notebook/{{job}}.tsv"
    wildcard_constraints:
        job="|".join(NOTEBOOK_JOBS) or NOTHING,
    # The longest jobs are among these; none of them should run by itself at the end.
    priority: 1
    params:
        *code_of_each("run_check", lambda wildcards: job_code(wildcards.job)),
        figures=lambda wildcards: job_figures(wildcards.job),
        check=lambda wildcards: "{0.module}:{0.__name__}".format(CHECKS[wildcards.job]),
        seeded=lambda wildcards: "seed" in CHECKS[wildcards.job].parameters,
        paper=PAPER.package,
        section=PAPER.data.section if PAPER.data else None,
        benchmark=lambda wildcards: (f"{RESULTS}/benchmarks/run_check_notebook/{wildcards.job}.tsv"),
        job=lambda wildcards: job_parameters(config, *JOBS[wildcards.job]),
    message:
        "Check {wildcards.job}, in a notebook"
