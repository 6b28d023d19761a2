"""The verdicts and the statuses, from the records and the registry.

Needs the records and tables of the checks; makes <results>/verdicts/<topic>.csv with
<results>/summaries/<topic>.json, then <results>/verdicts.csv and <results>/statuses.csv.
"""


rule judge_claims:
    input:
        records=lambda wildcards: records_of(wildcards.topic),
        tables=lambda wildcards: tables_of(wildcards.topic),
    output:
        verdicts=f"{RESULTS}/verdicts/{{topic}}.csv",
        summary=f"{RESULTS}/summaries/{{topic}}.json",
    log:
        f"{RESULTS}/logs/judge_claims/{{topic}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/judge_claims/{{topic}}.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=500,
        runtime=5,
    params:
        *code("judge_claims"),
        registry_hash=lambda wildcards: registry_hash(wildcards.topic),
        registry=REGISTRY,
        topic=lambda wildcards: wildcards.topic,
        sizes=lambda wildcards: [list(ABOUT.sizes), list(ABOUT.smallest_by)],
        hashes=lambda wildcards: {
            f"{wildcards.topic}/{job}": job_hash(wildcards.topic, job)
            for job in TOPICS[wildcards.topic]
        },
    message:
        "Judge the claims on {wildcards.topic}"
    script:
        "../scripts/judge_claims.py"


rule compile_verdicts:
    input:
        verdicts=expand(f"{RESULTS}/verdicts/{{topic}}.csv", topic=TOPICS),
        summaries=expand(f"{RESULTS}/summaries/{{topic}}.json", topic=TOPICS),
        tables=[path for topic in TOPICS for path in tables_of(topic)],
        proofs=coq_files(source_files),
        checked_proofs=[CHECKED_PROOFS] if Path(PROOFS).is_dir() else [],
    output:
        verdicts=report(
            f"{RESULTS}/verdicts.csv",
            caption="../report/verdicts.rst",
            category="Verdicts",
            labels={"table": "verdicts"},
        ),
        statuses=report(
            f"{RESULTS}/statuses.csv",
            caption="../report/statuses.rst",
            category="Verdicts",
            labels={"table": "statuses"},
        ),
    log:
        f"{RESULTS}/logs/compile_verdicts.log",
    benchmark:
        f"{RESULTS}/benchmarks/compile_verdicts.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=500,
        runtime=5,
    params:
        *code("compile_verdicts"),
        registry_hash=registry_hash(*TOPICS),
        registry=REGISTRY,
        hashes=[job_hash(topic, job) for topic, job in JOBS.values()],
        error_budget=config["error_budget"],
        strict=config["strict"],
        proofs=lambda wildcards: PROOFS,
        checked_proofs=lambda wildcards: CHECKED_PROOFS,
    message:
        "Compile the verdicts, and hold the statuses of claims to them"
    script:
        "../scripts/compile_verdicts.py"
