"""The shared data of jobs: each kind is made once.

Needs the section of the configuration that the paper's module `data` names, such as
`networks`; makes <results>/<section>/<kind>.
"""

if PAPER.data:

    rule data:
        """Make the shared data of one kind, such as the networks of a construction."""
        output:
            directory(f"{RESULTS}/{PAPER.data.section}/{{kind}}"),
        log:
            f"{RESULTS}/logs/data/{{kind}}.log",
        benchmark:
            f"{RESULTS}/benchmarks/data/{{kind}}.tsv"
        conda:
            ENVIRONMENT
        resources:
            mem_mb=500,
            runtime=5,
        params:
            code=digest(engine_code("generate_data", f"{PAPER.package}.data")),
            paper=PAPER.package,
            kind=lambda wildcards: wildcards.kind,
            arguments=lambda wildcards: config[PAPER.data.section][wildcards.kind],
            seed=SEED,
        message:
            f"Make the {PAPER.data.section} of the kind {{wildcards.kind}}"
        script:
            "../scripts/generate_data.py"
