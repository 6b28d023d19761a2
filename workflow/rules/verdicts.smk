"""The verdicts of all topics, and the statuses that they allow.

Needs the verdicts of the topics, the registry and the Coq proofs; makes <results>/verdicts.csv
and <results>/statuses.csv.
"""


rule verdicts:
    """Join the topics' verdicts, and refuse a written status that they contradict."""
    input:
        verdicts=expand(f"{RESULTS}/verdicts/{{topic}}.csv", topic=TOPICS),
        summaries=expand(f"{RESULTS}/summaries/{{topic}}.json", topic=TOPICS),
        records=[path for topic in TOPICS for path in records_of(topic)],
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
        f"{RESULTS}/logs/verdicts.log",
    benchmark:
        f"{RESULTS}/benchmarks/verdicts.tsv"
    conda:
        ENVIRONMENT
    resources:
        mem_mb=500,
        runtime=5,
    params:
        code=digest(engine_code("compile_verdicts", "paperclaims.judging")),
        registry_hash=registry_hash(*TOPICS),
        registry=REGISTRY,
        hashes=[parameters_hash(parameters) for parameters in PARAMETERS.values()],
        error_budget=config["error_budget"],
        strict=config["strict"],
        proofs=lambda wildcards: PROOFS,
        checked_proofs=lambda wildcards: CHECKED_PROOFS,
    message:
        "Compile the verdicts, and hold the statuses of claims to them"
    script:
        "../scripts/compile_verdicts.py"
