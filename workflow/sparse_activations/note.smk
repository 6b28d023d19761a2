"""The note to cite: `snakemake results/note.pdf`, and part of the site.

Needs docs/note.typ, three tables and three figures of the checks, and what Coq has checked; makes
<results>/note.pdf.
"""

from importlib.metadata import version


rule typeset_note:
    input:
        source="docs/note.typ",
        rectangles_table=f"{claims.RESULTS}/tables/conjecture_20/rectangles.csv",
        codes_table=f"{claims.RESULTS}/tables/conjecture_20/codes.csv",
        rare_table=f"{claims.RESULTS}/tables/section_6/rare.csv",
        rectangles_figure=f"{claims.FIGURES}/conj-20-rectangles.svg",
        growth_figure=f"{claims.FIGURES}/conj-20-growth-narrow.svg",
        rare_figure=f"{claims.FIGURES}/sec6-rare-narrow.svg",
        checked_proofs=claims.CHECKED_PROOFS,
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
