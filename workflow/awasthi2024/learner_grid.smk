"""The learner on a grid of planted targets: `snakemake learner_grid`, outside the default.

Needs config/learner_grid.yaml; makes <results>/learner_grid/<cell>.csv and
<results>/learner_grid.csv. A cell that is there is not made again. The table is
committed as results/reference/learner_grid.csv.
"""

from snakemake.exceptions import WorkflowError

from paperclaims.errors import ClaimsError
from paperclaims.checks.files import parameters_hash
from awasthi2024.learner_grid import grid_hash, read_grid

GRID = "config/learner_grid.yaml"

try:
    CELLS = read_grid(GRID)
except ClaimsError as error:
    raise WorkflowError(f"{GRID}: {error}") from None


rule fit_learner_cell:
    output:
        f"{claims.RESULTS}/learner_grid/{{cell}}.csv",
    log:
        f"{claims.RESULTS}/logs/fit_learner_cell/{{cell}}.log",
    benchmark:
        f"{claims.RESULTS}/benchmarks/fit_learner_cell/{{cell}}.tsv"
    wildcard_constraints:
        cell="|".join(CELLS),
    conda:
        claims.ENVIRONMENT
    threads: 1
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        code=claims.code_hash("fit_learner_cell"),
        arguments=lambda wildcards: CELLS[wildcards.cell],
    message:
        "Fit the learner's cell {wildcards.cell}"
    script:
        "../scripts/fit_learner_cell.py"


rule learner_grid:
    input:
        cells=expand(f"{claims.RESULTS}/learner_grid/{{cell}}.csv", cell=CELLS),
    output:
        f"{claims.RESULTS}/learner_grid.csv",
    log:
        f"{claims.RESULTS}/logs/learner_grid.log",
    benchmark:
        f"{claims.RESULTS}/benchmarks/learner_grid.tsv"
    conda:
        claims.ENVIRONMENT
    threads: 1
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        code=claims.code_hash("gather_learner_grid"),
        hashes=[parameters_hash(arguments) for arguments in CELLS.values()],
        hash=grid_hash(CELLS),
    message:
        "Gather the learner's grid"
    script:
        "../scripts/gather_learner_grid.py"
