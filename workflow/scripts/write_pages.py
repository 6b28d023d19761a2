"""Write the pages that Sphinx reads, from verdicts, records, tables, figures and notebooks."""

from _job import run_as_job

with run_as_job(snakemake.log[0], "pages"):
    from paperclaims.reporting.staging import write_pages

    write_pages(snakemake.output[0], **snakemake.params.given)
