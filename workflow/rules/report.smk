"""Figures, notebooks, verdicts and the site.

Needs the records and tables of the checks and the registry; makes
<figures>/*.svg, <results>/notebooks, <results>/note.pdf, <results>/verdicts,
<results>/verdicts.csv, <results>/findings.csv and <results>/site.
"""

for _family in FAMILIES:
    _claims = [claim for claim in claims_of(_family) for _ in claim.figures]
    _figures = [figure for claim in claims_of(_family) for figure in claim.figures]
    _tables = {
        job: path
        for job, path in tables_of(_family).items()
        if any(job in figure.tables for figure in _figures)
    }

    rule:
        name:
            f"draw_{_family}"
        input:
            _tables.values(),
        output:
            [
                report(
                    f"{FIGURES}/{figure.name}.svg",
                    caption="../report/figure.rst",
                    category="Figures",
                    labels={"claim": claim.id, "figure": figure.name},
                )
                for claim, figure in zip(_claims, _figures)
            ],
        log:
            f"{RESULTS}/logs/draw_figures/{_family}.log",
        conda:
            ENVIRONMENT
        threads: 1
        params:
            code=code_hash("draw_figures", *{drawing_name(figure) for figure in _figures}),
            family=_family,
            registry=REGISTRY,
            registry_hash=registry_hash(_family),
            tables=_tables,
        message:
            f"Draw the figures on {_family.replace('_', ' ')}"
        script:
            "../scripts/draw_figures.py"


rule run_notebook:
    input:
        source="notebooks/{family}.py",
        verdicts=f"{RESULTS}/verdicts/{{family}}.csv",
        tables=lambda wildcards: tables_of(wildcards.family).values(),
        figures=lambda wildcards: figures_of(wildcards.family).values(),
    output:
        report(
            f"{RESULTS}/notebooks/{{family}}.html",
            caption="../report/notebook.rst",
            category="Notebooks",
            labels={"family": "{family}"},
        ),
    log:
        notebook=f"{RESULTS}/logs/run_notebook/{{family}}.ipynb",
        messages=f"{RESULTS}/logs/run_notebook/{{family}}.log",
    conda:
        ENVIRONMENT
    threads: 1
    params:
        code=lambda wildcards: code_hash("run_notebook", f"notebooks/{wildcards.family}.py"),
        templates=templates_hash("claim.html", "figure.html", "notebook.html"),
        registry_hash=lambda wildcards: registry_hash(wildcards.family),
        parameters=lambda wildcards: {
            "registry": REGISTRY,
            "verdicts": f"{RESULTS}/verdicts/{wildcards.family}.csv",
            "tables": tables_of(wildcards.family),
            "figures": figures_of(wildcards.family),
            "seed": SEED,
        },
        claims=lambda wildcards: [claim.id for claim in claims_of(wildcards.family)],
    message:
        "Run the notebook on {wildcards.family}"
    script:
        "../scripts/run_notebook.py"


rule typeset_note:
    input:
        source=NOTE,
        table=f"{RESULTS}/tables/conjecture_20/rectangles.csv",
        figures=[f"{FIGURES}/conj-20-{name}.svg" for name in ("rectangles", "growth")],
    output:
        f"{RESULTS}/note.pdf",
    log:
        f"{RESULTS}/logs/typeset_note.log",
    conda:
        ENVIRONMENT
    threads: 1
    params:
        code=code_hash("typeset_note"),
        version=version("sparseact"),
    message:
        "Typeset the note"
    script:
        "../scripts/typeset_note.py"


rule judge_claims:
    input:
        records=lambda wildcards: records_of(wildcards.family),
    output:
        f"{RESULTS}/verdicts/{{family}}.csv",
    log:
        f"{RESULTS}/logs/judge_claims/{{family}}.log",
    conda:
        ENVIRONMENT
    threads: 1
    params:
        code=code_hash("judge_claims"),
        registry_hash=lambda wildcards: registry_hash(wildcards.family),
        family=lambda wildcards: wildcards.family,
        registry=REGISTRY,
        hashes=lambda wildcards: [
            job_hash(wildcards.family, job) for job in FAMILIES[wildcards.family]
        ],
    message:
        "Judge the claims on {wildcards.family}"
    script:
        "../scripts/judge_claims.py"


rule compile_verdicts:
    input:
        verdicts=expand(f"{RESULTS}/verdicts/{{family}}.csv", family=FAMILIES),
        tables=[path for family in FAMILIES for path in tables_of(family).values()],
        proofs=[str(path) for path in source_files(PROOFS)],
        checked_proofs=CHECKED_PROOFS,
    output:
        report(
            f"{RESULTS}/verdicts.csv",
            caption="../report/verdicts.rst",
            category="Verdicts",
            labels={"table": "verdicts"},
        ),
    log:
        f"{RESULTS}/logs/compile_verdicts.log",
    conda:
        ENVIRONMENT
    threads: 1
    params:
        code=code_hash("compile_verdicts"),
        hashes=[job_hash(*job.split("/")) for job in JOBS],
        error_budget=config["error_budget"],
        proofs=lambda wildcards, input: str(Path(input.proofs[0]).parent),
    message:
        "Compile the verdicts"
    script:
        "../scripts/compile_verdicts.py"


rule judge_findings:
    input:
        verdicts=rules.compile_verdicts.output[0],
        records=[path for family in FAMILIES for path in records_of(family)],
    output:
        report(
            f"{RESULTS}/findings.csv",
            caption="../report/findings.rst",
            category="Verdicts",
            labels={"table": "findings"},
        ),
    log:
        f"{RESULTS}/logs/judge_findings.log",
    conda:
        ENVIRONMENT
    threads: 1
    params:
        code=code_hash("judge_findings"),
        registry_hash=registry_hash(*FAMILIES),
        registry=REGISTRY,
        hashes=[job_hash(*job.split("/")) for job in JOBS],
    message:
        "Judge what a reader is told of each claim"
    script:
        "../scripts/judge_findings.py"


rule render_site:
    input:
        verdicts=rules.compile_verdicts.output[0],
        findings=rules.judge_findings.output[0],
        documents=DOCUMENTS,
        proofs=[str(path) for path in statement_files(PROOFS)],
        figures=[path for family in FAMILIES for path in figures_of(family).values()],
        records=[path for family in FAMILIES for path in records_of(family)],
        tables=rules.compile_verdicts.input.tables,
        notebooks=expand(f"{RESULTS}/notebooks/{{family}}.html", family=FAMILIES),
        executed=executed_jobs().values(),
        note=rules.typeset_note.output[0],
        reseeds=[RESEEDS] if Path(RESEEDS).is_file() else [],
        power=[path for path in POWER if Path(path).is_file()],
    output:
        directory(f"{RESULTS}/site"),
    log:
        f"{RESULTS}/logs/render_site.log",
    conda:
        ENVIRONMENT
    threads: 1
    params:
        code=code_hash("render_site"),
        templates=templates_hash(
            "index.html",
            "claim_page.html",
            "beyond.html",
            "digest.html",
            "evidence.html",
            "job.html",
            "document.html",
            "timings.html",
            "mutants.html",
        ),
        registry_hash=registry_hash(*FAMILIES),
        theorems=[repr(theorem) for theorem in THEOREMS],
        registry=REGISTRY,
        documents=lambda wildcards, input: str(Path(input.documents[0]).parent),
        proofs=lambda wildcards, input: str(Path(input.proofs[0]).parent),
        documents_hash=parameters_hash({path: Path(path).read_text("utf-8") for path in DOCUMENTS}),
        parameters={job: job_parameters(config, *job.split("/")) for job in JOBS},
        figures=lambda wildcards, input: str(Path(input.figures[0]).parent),
        results=lambda wildcards, input: str(Path(input.verdicts).parent),
        seed=SEED,
        error_budget=config["error_budget"],
        executed=executed_jobs(),
        reseeds=lambda wildcards, input: list(input.reseeds),
        power=lambda wildcards, input: list(input.power),
        statistical_hash=statistical_hash(config),
        configfile=" ".join(os.path.relpath(path) for path in workflow.config_settings.configfiles),
    message:
        "Render the site"
    script:
        "../scripts/render_site.py"
