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
include: "workflow/rules/learner_grid.smk"
include: "workflow/rules/mutants.smk"
include: "workflow/rules/report.smk"
include: "workflow/rules/targets.smk"


rule all:
    default_target: True
    input:
        f"{RESULTS}/site",
        f"{RESULTS}/verdicts.csv",


onstart:
    # Snakemake's limit on jobs per second makes it look for jobs to start again and again,
    # a second after each look, and each finished job begins one more such series: with a
    # hundred jobs done it is half a core's work. Jobs that run here need no such limit.
    workflow.scheduler.job_rate_limiter = None
    start_job_server()


onsuccess:
    shell(f"{shlex.quote(sys.executable)} -m sparseact.cli verdicts {shlex.quote(RESULTS)}")
