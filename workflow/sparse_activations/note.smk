"""The note to cite, on Conjecture 20: `snakemake results/note.pdf`, and part of the site.

Needs docs/note.typ, a table and two figures of the checks; makes <results>/note.pdf.
"""

from importlib.metadata import version


rule typeset_note:
    input:
        source="docs/note.typ",
        table=f"{claims.RESULTS}/tables/conjecture_20/rectangles.csv",
        figures=[
            f"{claims.FIGURES}/conj-20-rectangles.svg",
            f"{claims.FIGURES}/conj-20-growth.svg",
        ],
    output:
        f"{claims.RESULTS}/note.pdf",
    log:
        f"{claims.RESULTS}/logs/typeset_note.log",
    benchmark:
        f"{claims.RESULTS}/benchmarks/typeset_note.tsv"
    conda:
        claims.ENVIRONMENT
    threads: 1
    resources:
        mem_mb=500,
        runtime=5,
    params:
        code=claims.code_hash("typeset_note"),
        version=version("sparseact"),
    message:
        "Typeset the note"
    script:
        "../scripts/typeset_note.py"
