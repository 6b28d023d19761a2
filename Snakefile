"""sparseact: recompute every claim of the paper and judge it.

`snakemake --cores all` makes everything; a claim's id with underscores
(`snakemake --cores all lemma_9`), a figure or a table remakes that part.
"""

import shlex
import sys

from snakemake.utils import min_version

min_version("9.0")

# A configuration named on the command line replaces the default one whole.
if not workflow.config_settings.configfiles:

    configfile: "config/config.yaml"


include: "workflow/rules/common.smk"
include: "workflow/rules/data.smk"
include: "workflow/rules/measure.smk"
include: "workflow/rules/judge.smk"
include: "workflow/rules/report.smk"
include: "workflow/rules/learner_grid.smk"
include: "workflow/rules/mutants.smk"
include: "workflow/rules/targets.smk"


rule all:
    default_target: True
    input:
        f"{RESULTS}/site",
        f"{RESULTS}/verdicts.csv",


onsuccess:
    shell(f"{shlex.quote(sys.executable)} -m claimcheck.cli verdicts {shlex.quote(RESULTS)}")
