"""The pages of the library: `snakemake results/docs`, and part of everything.

Needs docs/library, what its pages show of examples, and the docstrings of the library; makes
<results>/docs.
"""

import re

from claimcheck.files import parameters_hash

LIBRARY_PAGES = "docs/library"
SHOWN = "examples/monotone_decision_trees"


rule build_docs:
    input:
        pages=sorted(
            str(path)
            for path in Path(LIBRARY_PAGES).rglob("*")
            if path.suffix in (".py", ".md", ".html", ".css", ".toml")
        ),
        shown=[
            f"{SHOWN}/Snakefile",
            f"{SHOWN}/config/config.yaml",
            *(
                f"{SHOWN}/monotone_decision_trees/influences/{name}"
                for name in ("claims.yaml", "checks.py", "mutants.py")
            ),
        ],
    output:
        directory(f"{claims.RESULTS}/docs"),
    log:
        f"{claims.RESULTS}/logs/build_docs.log",
    benchmark:
        f"{claims.RESULTS}/benchmarks/build_docs.tsv"
    conda:
        claims.ENVIRONMENT
    threads: 1
    resources:
        mem_mb=1000,
        runtime=5,
    params:
        code=claims.code_hash(
            "build_docs",
            f"{LIBRARY_PAGES}/conf.py",
            f"{LIBRARY_PAGES}/pages.py",
            "myst-parser",
            "numpydoc",
        ),
        templates=claims.templates_hash("style.css", "site.js"),
        # Docstrings count, and so do the comments that describe constants; others do not.
        library_hash=parameters_hash(
            {
                str(path): re.sub(
                    r"^\s*(# .*)?\n", "", path.read_text("utf-8"), flags=re.MULTILINE
                )
                for pattern in ("*.py", "*.pyi")
                for path in sorted(Path("src/sparseact").rglob(pattern))
            }
        ),
        source=lambda wildcards: LIBRARY_PAGES,
    message:
        "Build the pages of the library"
    script:
        "../scripts/build_docs.py"
