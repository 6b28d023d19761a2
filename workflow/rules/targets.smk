"""Targets besides the default: a claim, or the statistical checks.

A claim's target is its id with underscores: its topic's notebook, its figures and
its topic's verdicts. It ends with the claim's status on the terminal.
"""


rule statistical:
    """Run the topics that have a statistical check, as `make reseed` does with another seed."""
    input:
        [
            f"{RESULTS}/records/{topic}/{job}.jsonl"
            for topic, job in configuration.statistical_jobs(config)
        ],


for _claim in CLAIMS.values():
    if _claim.id != _claim.target and _claim.id in sys.argv:
        raise WorkflowError(f"{_claim.id} must be written {_claim.target}, as a target")
    if _claim.target == "all" or workflow.is_rule(_claim.target):
        raise WorkflowError(
            f"claim {_claim.id}: its id must be no other target of the workflow, got "
            f"{_claim.target!r}; choose another id"
        )

    rule:
        """Make the part of a claim: its topic's notebook, verdicts and figures."""
        name:
            _claim.target
        input:
            parts_of(_claim.id),
        log:
            f"{RESULTS}/logs/tell_claim/{_claim.target}.log",
        localrule: True
        conda:
            ENVIRONMENT
        params:
            claim=_claim.id,
            registry=REGISTRY,
            results=lambda wildcards, input: str(Path(input[0]).parent.parent),
        message:
            f"Report the status of {_claim.id}"
        script:
            "../scripts/tell_claim.py"
