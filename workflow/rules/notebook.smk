"""One notebook a topic, which runs its checks, judges its statements, and is its report.

Needs notebooks/<topic>.py, the topic's section of the configuration and the shared data that
its jobs read; makes <results>/records/<topic>/<job>.jsonl, <results>/tables/<topic>/<job>.csv,
<results>/verdicts/<topic>.csv with <results>/summaries/<topic>.json, <figures>/*.svg, and the
executed notebook <results>/notebooks/<topic>.ipynb, also as a page in one file.
"""

# A rule for each topic, since each has other checks and figures. A topic is a target, too.
for _topic, _jobs in TOPICS.items():

    rule:
        """Run a topic's checks, judge its statements, draw its figures, and show all as a page."""
        name:
            _topic
        input:
            source=f"notebooks/{_topic}.py",
            data=data_of(_topic),
            declared=sorted({path for job in _jobs for path in CHECKS[_topic, job].reads}),
        output:
            page=report(
                f"{RESULTS}/notebooks/{_topic}.html",
                caption=caption(_topic, claims_in_words(_topic)),
                category="Notebooks",
                labels={"topic": _topic.replace("_", " ")},
            ),
            notebook=f"{RESULTS}/notebooks/{_topic}.ipynb",
            records=records_of(_topic),
            tables=tables_of(_topic),
            verdicts=f"{RESULTS}/verdicts/{_topic}.csv",
            summary=f"{RESULTS}/summaries/{_topic}.json",
            figures=[
                report(
                    f"{FIGURES}/{figure.name}.svg",
                    caption=caption(figure.name, figure.caption),
                    category="Figures",
                    labels={"claim": claim.called, "figure": figure.name},
                )
                for figure, claim in figures_of(_topic)
            ],
        log:
            messages=f"{RESULTS}/logs/notebook/{_topic}.log",
            notebook=f"{RESULTS}/logs/notebook/{_topic}.ipynb",
        benchmark:
            f"{RESULTS}/benchmarks/notebook/{_topic}.tsv"
        # The longest first, so that none runs by itself at the end.
        priority: SECONDS.get(_topic, 1)
        conda:
            ENVIRONMENT
        resources:
            mem_mb=lambda wildcards, attempt, topic=_topic: attempt * megabytes(topic),
            runtime=60,
        params:
            code=topic_digest(_topic),
            registry_hash=registry_hash(_topic),
            topic=_topic,
            parameters={
                "results": RESULTS,
                "figures": FIGURES,
                "jobs": {job: PARAMETERS[_topic, job] for job in _jobs},
            },
        message:
            f"Check, judge and report {_topic.replace('_', ' ')}"
        script:
            "../scripts/run_notebook.py"
