"""Notebooks with their figures, and the site.

Needs the tables of the checks, notebooks where topics have them, the verdicts and the registry, and for the site docs/ and the notes
that claims name; makes <results>/notebooks/<topic>.ipynb, the same as a page in one
file, <results>/notebooks/gallery/*.ipynb of the scripts in examples/gallery, <figures>/*.svg, the pages that Sphinx reads, <results>/pages, and <results>/site.
"""

# A rule for each topic, since each has other figures.
for _topic in TOPICS:

    rule:
        name:
            f"run_notebook_{_topic}"
        input:
            source=NOTEBOOKS[_topic],
            verdicts=f"{RESULTS}/verdicts/{_topic}.csv",
            tables=tables_of(_topic) + other_tables(_topic),
        output:
            page=report(
                f"{RESULTS}/notebooks/{_topic}.html",
                caption="../report/notebook.rst",
                category="Notebooks",
                labels={"topic": _topic},
            ),
            notebook=f"{RESULTS}/notebooks/{_topic}.ipynb",
            figures=[
                report(
                    f"{FIGURES}/{figure.name}.svg",
                    caption="../report/figure.rst",
                    category="Figures",
                    labels={"claim": claim.id, "figure": figure.name},
                )
                for figure, claim in figures_of(_topic)
            ],
        log:
            notebook=f"{RESULTS}/logs/run_notebook/{_topic}.ipynb",
            messages=f"{RESULTS}/logs/run_notebook/{_topic}.log",
        benchmark:
            f"{RESULTS}/benchmarks/run_notebook/{_topic}.tsv"
        # Here and not in the profile for a cluster, which would have to name each topic's rule.
        group:
            "reports"
        conda:
            ENVIRONMENT
        threads: 1
        resources:
            mem_mb=1000,
            runtime=10,
        params:
            *code(
                "run_notebook",
                *(NOTEBOOKS[_topic] or ["paperclaims.reporting.claim_notebook"]),
                *{PAPER.drawing(figure.draw) for figure, _ in figures_of(_topic)},
                *templates("notebook_claim.md.j2"),
                "ipykernel",
            ),
            registry_hash=registry_hash(_topic),
            paper=PAPER.package,
            topic=_topic,
            parameters={"results": RESULTS, "figures": FIGURES, "seed": SEED},
        message:
            f"Run the notebook on {_topic.replace('_', ' ')}"
        script:
            "../scripts/run_notebook.py"


rule run_example:
    input:
        source="examples/gallery/{example}.py",
    output:
        notebook=f"{RESULTS}/notebooks/gallery/{{example}}.ipynb",
    log:
        notebook=f"{RESULTS}/logs/run_example/{{example}}.ipynb",
        messages=f"{RESULTS}/logs/run_example/{{example}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/run_example/{{example}}.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=1000,
        runtime=10,
    params:
        *code_of_each(
            "run_example",
            lambda wildcards: [f"examples/gallery/{wildcards.example}.py", "ipykernel"],
        ),
    message:
        "Run the example {wildcards.example}"
    script:
        "../scripts/run_example.py"


rule write_pages:
    input:
        verdicts=rules.compile_verdicts.output.verdicts,
        statuses=rules.compile_verdicts.output.statuses,
        summaries=rules.compile_verdicts.input.summaries,
        documents=DOCUMENTS,
        configuration=[
            path for path in ["config/README.md", "config/registry.md"] if Path(path).is_file()
        ],
        proofs=coq_files(statement_files),
        records=[path for topic in TOPICS for path in records_of(topic)],
        tables=rules.compile_verdicts.input.tables,
        notebooks=expand(f"{RESULTS}/notebooks/{{topic}}.ipynb", topic=TOPICS),
        figures=[
            f"{FIGURES}/{figure.name}.svg" for topic in TOPICS for figure, _ in figures_of(topic)
        ],
        executed=executed_jobs().values(),
        examples=EXAMPLES.values(),
        notes=[f"{RESULTS}/{claim.note}" for claim in CLAIMS.values() if claim.note],
        mutants=[MUTANTS] if Path(MUTANTS).is_file() else [],
        faults=[FAULTS] if Path(FAULTS).is_file() else [],
        citation=[path for path in ["CITATION.cff"] if Path(path).is_file()],
    output:
        directory(f"{RESULTS}/pages"),
    log:
        f"{RESULTS}/logs/write_pages.log",
    benchmark:
        f"{RESULTS}/benchmarks/write_pages.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=1000,
        runtime=10,
    params:
        *code(
            "write_pages",
            *filter(None, [ABOUT.library]),
            *sorted(TEMPLATES.iterdir()),
            *DOCUMENTS,
        ),
        registry_hash=registry_hash(*TOPICS),
        about=lambda wildcards: repr(ABOUT),
        theorems=lambda wildcards: [repr(theorem) for theorem in THEOREMS],
        registry=REGISTRY,
        citation=lambda wildcards, input: list(input.citation),
        documents=lambda wildcards: DOCS,
        proofs=lambda wildcards: PROOFS,
        parameters={name: job_parameters(config, topic, job) for name, (topic, job) in JOBS.items()},
        figures=lambda wildcards: FIGURES,
        results=lambda wildcards, input: str(Path(input.verdicts).parent),
        seed=SEED,
        error_budget=config["error_budget"],
        executed=executed_jobs(),
        examples=EXAMPLES,
        mutants=lambda wildcards, input: list(input.mutants),
        faults=lambda wildcards, input: list(input.faults),
        configfile=" ".join(os.path.relpath(path) for path in workflow.config_settings.configfiles),
    message:
        "Write the pages of the site"
    script:
        "../scripts/write_pages.py"


rule build_site:
    input:
        pages=rules.write_pages.output,
        shown=SHOWN,
    output:
        directory(f"{RESULTS}/site"),
    log:
        f"{RESULTS}/logs/build_site.log",
    benchmark:
        f"{RESULTS}/benchmarks/build_site.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=1000,
        runtime=10,
    params:
        *code(
            "build_site",
            "paperclaims.reporting.settings",
            "paperclaims.reporting.extension",
            *SPHINX,
            *sorted(STATIC.iterdir()),
        ),
        library_hash=docstrings_hash(*LIBRARY),
    message:
        "Build the site"
    script:
        "../scripts/build_site.py"
