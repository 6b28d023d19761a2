"""The note to cite: `snakemake results/note.pdf`, and part of the site.

Needs docs/note.typ, the committed reference and the texts about the software and the paper; makes
<results>/note.pdf. The source has each input by its name here.
"""


rule note:
    """Typeset the note to cite."""
    input:
        source="docs/note.typ",
        rectangles=f"{claims.paths.REFERENCE}/tables/conjecture_20/rectangles.csv",
        statuses=f"{claims.paths.REFERENCE}/statuses.csv",
        verdicts=f"{claims.paths.REFERENCE}/verdicts.csv",
        proofs=claims.CHECKED_PROOFS,
        citation="CITATION.cff",
        paper=f"{claims.REGISTRY}/paper.yaml",
    output:
        f"{claims.RESULTS}/note.pdf",
    log:
        f"{claims.RESULTS}/logs/note.log",
    benchmark:
        f"{claims.RESULTS}/benchmarks/note.tsv"
    conda:
        claims.ENVIRONMENT
    resources:
        mem_mb=500,
        runtime=5,
    params:
        code=claims.digest(claims.engine_code("typeset_note", "awasthi2024.note")),
    message:
        "Typeset the note"
    script:
        "../scripts/typeset_note.py"
