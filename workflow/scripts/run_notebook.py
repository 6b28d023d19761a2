"""Execute a notebook by papermill; a topic's runs its checks and is rendered as a page.

The executed notebook grows under the rule's logs, so that it survives a failure.
"""

import json
import os
import sys
from pathlib import Path
from time import monotonic

from _job import require_memory, run_as_job

params, output, log = snakemake.params, snakemake.output, snakemake.log
topic, began = params.get("topic", ""), monotonic()
require_memory(snakemake.resources.mem_mb, snakemake.rule)
with run_as_job(log.messages, f"notebook {topic or Path(snakemake.input.source).stem}"):
    import nbformat
    from _notebook import execute, read_source, same_bytes

    from paperclaims.used_files import changed

    if topic:
        kept = Path(log.messages).with_suffix(".json")
        now = json.loads(Path(f".snakemake/used_files/{topic}.json").read_text())
        if kept.is_file() and (names := changed(json.loads(kept.read_text()), now)):
            print("changed since the last run:", *names, file=sys.stderr, flush=True)
        kept.write_text(json.dumps(now, indent=0))
    source = snakemake.input.source
    style = next(iter(snakemake.input.get("style", [])), os.devnull)
    notebook = execute(read_source(source), params.parameters, log.notebook, Path.cwd(), style)
    made = [Path(path) for path in output if path not in (output.notebook, output.get("page"))]
    if missing := [str(path) for path in made if not path.is_file()]:
        raise ValueError(
            f"{source} must run each check and show each claim and figure; "
            f"it does not make {', '.join(missing)}"
        )
    notebook = same_bytes(notebook)
    nbformat.write(notebook, output.notebook)
    if topic:
        # Only now, so that its memory does not add to the memory of the notebook's kernel.
        from paperclaims.reporting.offline import offline_html

        Path(output.page).write_text(offline_html(notebook), encoding="utf-8")
        lines = sum(Path(path).read_bytes().count(b"\n") - 1 for path in output.records)
        print(f"{topic}: {lines} comparisons, {monotonic() - began:.0f} s", flush=True)
