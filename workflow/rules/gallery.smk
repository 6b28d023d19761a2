"""The gallery: scripts of examples/gallery, executed as the notebooks of topics are.

Makes <results>/notebooks/gallery/<example>.ipynb.
"""


rule example:
    """Run a script of the gallery, which shows its figure."""
    input:
        source="examples/gallery/{example}.py",
        style=[path for path in ["examples/gallery/matplotlibrc"] if Path(path).is_file()],
    output:
        notebook=f"{RESULTS}/notebooks/gallery/{{example}}.ipynb",
    log:
        messages=f"{RESULTS}/logs/example/{{example}}.log",
        notebook=f"{RESULTS}/logs/example/{{example}}.ipynb",
    benchmark:
        f"{RESULTS}/benchmarks/example/{{example}}.tsv"
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1000,
        runtime=10,
    params:
        code=lambda wildcards, input: digest(engine_code("run_notebook", input.source)),
        parameters={},
    message:
        "Run the example {wildcards.example}"
    script:
        "../scripts/run_notebook.py"
