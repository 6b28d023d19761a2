"""Report the status of one claim, where the verdicts of its topic are enough."""

from pathlib import Path

from _job import run_as_job

params = snakemake.params
with run_as_job(snakemake.log[0], params.claim):
    from paperclaims.errors import ClaimsError
    from paperclaims.registry.claims import read_registry
    from paperclaims.reporting.readme import claim_lines

    lines, wrong = claim_lines(read_registry(params.registry), Path(params.results))
    if params.claim in wrong:
        raise ClaimsError(wrong[params.claim])
    print(
        "", *(line for line in lines if line.split()[0] == params.claim), "", sep="\n", flush=True
    )
