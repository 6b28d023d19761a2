"""The checks: one rule per claim family, one job per entry of its section of the configuration.

Needs the claim family's section of the configuration and the networks of the
network families that a job reads; makes <results>/records/<family>/<job>.jsonl and
<results>/tables/<family>/<job>.csv. Where a job is a notebook, of notebooks/jobs,
the executed one is <results>/notebooks/jobs/<family>/<job>.ipynb.
"""

# The claim families of the longest jobs go first, so that none of these runs alone at the end.
LONGEST = ("sample_complexity", "conjecture_20", "learners", "rounding")

for _family in EXPERIMENTS:

    rule:
        name:
            f"measure_{_family}"
        input:
            notebook=lambda wildcards, family=_family: job_source(family, wildcards.job),
            networks=lambda wildcards, family=_family: job_networks(family, wildcards.job),
        output:
            records=f"{RESULTS}/records/{_family}/{{job}}.jsonl",
            table=f"{RESULTS}/tables/{_family}/{{job}}.csv",
            notebook=f"{RESULTS}/notebooks/jobs/{_family}/{{job}}.ipynb",
        log:
            notebook=f"{RESULTS}/logs/measure_{_family}/{{job}}.ipynb",
            messages=f"{RESULTS}/logs/measure_{_family}/{{job}}.log",
        wildcard_constraints:
            job="|".join(FAMILIES[_family]),
        priority: int(_family in LONGEST)
        conda:
            ENVIRONMENT
        threads: 1
        params:
            code=lambda wildcards, family=_family: code_hash(
                "run_job", job_source(family, wildcards.job)
            ),
            job=lambda wildcards, family=_family: job_parameters(config, family, wildcards.job),
        message:
            f"Check {_family.replace('_', ' ')}: {{wildcards.job}}"
        script:
            "../scripts/run_job.py"


for _family in [family for family in FAMILIES if family not in EXPERIMENTS]:

    rule:
        name:
            f"measure_{_family}"
        input:
            networks=lambda wildcards, family=_family: job_networks(family, wildcards.job),
        output:
            records=f"{RESULTS}/records/{_family}/{{job}}.jsonl",
            table=f"{RESULTS}/tables/{_family}/{{job}}.csv",
        log:
            f"{RESULTS}/logs/measure_{_family}/{{job}}.log",
        wildcard_constraints:
            job="|".join(FAMILIES[_family]),
        priority: int(_family in LONGEST)
        conda:
            ENVIRONMENT
        threads: 1
        params:
            code=lambda wildcards, family=_family: code_hash(
                "measure", check_name(family, wildcards.job)
            ),
            job=lambda wildcards, family=_family: job_parameters(config, family, wildcards.job),
        message:
            f"Check {_family.replace('_', ' ')}: {{wildcards.job}}"
        script:
            "../scripts/measure.py"
