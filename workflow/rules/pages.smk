"""The pages that Sphinx reads.

Needs the executed notebooks, the figures, the verdicts, the registry, docs/ and the notes that
claims name; makes <results>/pages.
"""


rule pages:
    """Write the pages of the site."""
    input:
        verdicts=rules.verdicts.output.verdicts,
        statuses=rules.verdicts.output.statuses,
        summaries=rules.verdicts.input.summaries,
        documents=DOCUMENTS,
        proofs=coq_files(statement_files),
        records=rules.verdicts.input.records,
        tables=rules.verdicts.input.tables,
        notebooks=expand(f"{RESULTS}/notebooks/{{topic}}.ipynb", topic=TOPICS),
        figures=[
            f"{FIGURES}/{figure.name}.svg" for topic in TOPICS for figure, _ in figures_of(topic)
        ],
        examples=EXAMPLES.values(),
        notes=[f"{RESULTS}/{claim.note}" for claim in CLAIMS.values() if claim.note],
        scripts=[
            path
            for claim in CLAIMS.values()
            for script in claim.scripts
            for path in (script, paths.script_output(script))
        ],
        citation=[path for path in ["CITATION.cff"] if Path(path).is_file()],
    output:
        directory(f"{RESULTS}/pages"),
    log:
        f"{RESULTS}/logs/pages.log",
    benchmark:
        f"{RESULTS}/benchmarks/pages.tsv"
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1000,
        runtime=10,
    params:
        code=digest(engine_code("write_pages", "paperclaims.reporting", *LIBRARY)),
        registry_hash=registry_hash(*TOPICS),
        about=lambda wildcards: repr((ABOUT, RELATED)),
        theorems=lambda wildcards: [repr(theorem) for theorem in THEOREMS],
        given=lambda wildcards, input: {
            "registry": REGISTRY,
            "documents": DOCS,
            "proofs": PROOFS,
            "results": str(Path(input.verdicts).parent),
            "figures": FIGURES,
            "parameters": {"/".join(names): made for names, made in PARAMETERS.items()},
            "seed": SEED,
            "error_budget": config["error_budget"],
            "examples": EXAMPLES,
            "configfile": " ".join(map(os.path.relpath, workflow.config_settings.configfiles)),
            "citation": next(iter(input.citation), None),
        },
    message:
        "Write the pages of the site"
    script:
        "../scripts/write_pages.py"
