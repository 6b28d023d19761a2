"""The site.

Needs <results>/pages; makes <results>/site.
"""


rule site:
    """Build the site with Sphinx."""
    input:
        pages=rules.pages.output,
        shown=shown_files(DOCUMENTS),
    output:
        directory(f"{RESULTS}/site"),
    log:
        f"{RESULTS}/logs/site.log",
    benchmark:
        f"{RESULTS}/benchmarks/site.tsv"
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1000,
        runtime=10,
    params:
        code=digest(engine_code("build_site", "paperclaims.reporting", *LIBRARY)),
    message:
        "Build the site"
    script:
        "../scripts/build_site.py"
