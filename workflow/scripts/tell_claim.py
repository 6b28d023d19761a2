"""Report the status of one claim, where the verdicts of its topic are enough."""

from pathlib import Path

from _job import run_as_job

params = snakemake.params
with run_as_job(snakemake.log[0], params.claim):
    from paperclaims.errors import ClaimsError
    from paperclaims.registry.claims import read_registry
    from paperclaims.reporting.screen import claim_lines, judged

    registry = read_registry(params.registry)
    found = judged(registry, Path(params.results))
    if sentence := found[2].get(params.claim):
        raise ClaimsError(sentence)
    print("", *claim_lines([registry[params.claim]], *found), "", sep="\n", flush=True)
