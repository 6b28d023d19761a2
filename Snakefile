"""sparseact: recompute every claim of the paper and judge it.

`snakemake --cores all` makes everything; a claim's id with underscores
(`snakemake --cores all lemma_9`), a figure or a table remakes that part.
"""

from snakemake.utils import min_version

from sparseact.kernel_folder import name_kernel_folder

min_version("9.0")
name_kernel_folder()  # for the jobs


# A file named on the command line says what differs from this one.
configfile: "config/config.yaml"


module claims:
    snakefile:
        "workflow/Snakefile"
    config:
        config


# The rule of this name here is the default target.
use rule * from claims exclude all


include: "workflow/awasthi2024/note.smk"


rule main_results:
    """Make the parts of the five results that readers ask for first."""
    input:
        claims.parts_of("lemma-9", "lemma-10", "theorem-8", "theorem-13", "theorem-19"),
    message:
        "Made: the main results"


rule all:
    """Check every claim, and build the site."""
    default_target: True
    input:
        claims.rules.all.input,
    message:
        f"Made: {claims.RESULTS}/site/index.html"


onstart:
    claims.tell_start()


onerror:
    claims.tell_errors(log)


onsuccess:
    claims.tell_end()
