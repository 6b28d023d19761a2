"""A small made-up run: a registry of two claims, records, tables, verdicts, figures."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import nbformat
import pandas as pd
import yaml

from paperclaims.checks.files import write_records, write_table
from paperclaims.checks.recorder import Recorder
from paperclaims.judging.statuses import judge_statuses, write_statuses
from paperclaims.judging.summary import summarize, write_summary
from paperclaims.judging.verdicts import judge, read_verdicts, write_verdicts
from paperclaims.registry.claims import read_registry

LOW_DEGREE = yaml.safe_load(r"""
- id: lemma-7
  place: §2.1, p. 411
  title: Sample size of the low-degree algorithm
  status: holds
  answer: It is true.
  statements:
    printed:
      title: As printed
      says: m = O(n^d C^2 \log(1/\delta)/\epsilon)
      proof: proofs.md#lemma-9
    constant:
      title: The constant in O(·)
      says: C > 0
      untestable: the paper names no constant
""")
AVERAGE_SENSITIVITY = yaml.safe_load(r"""
- id: lemma-9
  place: §3, p. 414
  title: Average sensitivity of sparse networks <made up>
  name: Lemma 9
  uses: [lemma-7]
  status: 'false'
  answer: It is false by a factor of 4.
  corrected: [corrected]
  survives: The square.
  docs: [proofs.md#lemma-9]
  note: note.pdf
  statements:
    printed:
      title: Bound on (U)
      says: (U) \le \frac{k^2 W^2}{4}
      instead: corrected
      still_true: The constant of the lemma grows by 4.
      fails: result
      because: a flip changes the sum by 2w.
    corrected:
      title: Corrected bound on (U)
      says: (U) \le k^2 W^2
      proof: proofs.md#lemma-9
  figures:
    lemma-9-n:
      draw: average_sensitivity.n
      tables: [sweep]
      caption: Average sensitivity against n.
      alt: A line that rises from left to right.
""")
ABOUT = {
    "project": "made up",
    "title": "A Made-up Paper",
    "introduction": "It says nothing.",
    "pictures": {"lemma-9-n": "average sensitivity against n."},
}
PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="200" viewBox="0 0 480 200">'
    "<title>It grows</title>"
    '<path d="M20 180 L460 20" stroke="#0072B2" stroke-width="3" fill="none"/></svg>\n'
)
#: A drawing of one pixel.
DRAWING = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJg"
    "gg=="
)
DOCUMENT = (
    "# Proofs\n\n## Lemma 9\n\n:::{admonition} It holds\n:class: proof\n:name: lemma-9\n\n"
    "A proof with x < y, and [a link](#lemma-9). ∎\n:::\n"
)
COQ = """(** A made-up theorem of (U).
    proves: lemma-9 corrected *)
Theorem made_up : 0 < 1.
Proof. done. Qed.
"""
COST = "s\tmax_rss\tmax_pss\n{}\t{}\t{}\n"


def registry(folder: Path) -> Path:
    """Write the registry; the topics stand in the paper's reverse order."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "paper.yaml").write_text(yaml.safe_dump(ABOUT), "utf-8")
    topics = {"average_sensitivity": AVERAGE_SENSITIVITY, "low_degree": LOW_DEGREE}
    (folder / "topics.yaml").write_text(yaml.safe_dump(list(topics)), "utf-8")
    for name, content in topics.items():
        (folder / name).mkdir()
        text = yaml.safe_dump(content, sort_keys=False)
        (folder / name / "claims.yaml").write_text(text, "utf-8")
    return folder


def records():
    """Return job → records."""
    sweep, learning = Recorder("lemma-9", {}), Recorder("lemma-7", {})
    small, two = (sweep(n=n, s=1, k=1) for n in (1, 2))
    two.compare("printed", Fraction(1, 2), "<=", Fraction(1, 4))
    small.compare("printed", 1, "<=", Fraction(1, 4))
    small.compare("corrected", 1, "<=", 1)
    two.compare("corrected", Fraction(1, 2), "<=", 1)
    for n in (4, 6):
        learning(n=n).rate("printed", 100, 100, ">=", 0.5, level=1e-4)
    return {"average_sensitivity/sweep": sweep.records, "low_degree/learning": learning.records}


def parameters():
    """Return job → what its result depends on."""
    return {job: {"check": job, "seed": 7} for job in records()}


def write_notebook(path: Path, title: str, claims: Sequence[str] = ()) -> None:
    """Write an executed notebook that shows some claims, and a drawing."""
    cells = [nbformat.v4.new_markdown_cell(f"# {title}\n\nIt has $x<y$.", id="title")]
    for number, claim in enumerate(claims):
        cell = nbformat.v4.new_code_cell(f'topic.claim("{claim}")', id=f"claim-{number}")
        shown = {"text/markdown": f"Of {claim} with $x$.", "text/plain": claim}
        cell.outputs = [nbformat.v4.new_output("display_data", shown)]
        cells.append(cell)
    cell = nbformat.v4.new_code_cell("draw()", id="draw", metadata={"alt": "A line."})
    cell.outputs = [nbformat.v4.new_output("display_data", {"image/png": DRAWING})]
    kept = {"language_info": {"name": "python", "pygments_lexer": "ipython3"}}
    nbformat.write(nbformat.v4.new_notebook(cells=[*cells, cell], metadata=kept), path)


def write_summaries(places: dict[str, Path]) -> None:
    """Say that the claims as they are were judged from the records."""
    claims, results = read_registry(places["registry"]).values(), places["results"]
    for topic in {claim.topic for claim in claims}:
        jobs = {job: made for job, made in records().items() if job.startswith(topic)}
        made = {job: summarize(found, "", "") for job, found in jobs.items()}
        mine = [claim for claim in claims if claim.topic == topic]
        write_summary(results / f"summaries/{topic}.json", made, mine)


def write_run(folder: Path) -> dict[str, Path]:
    """Write a whole made-up run under `folder` and return where its parts are."""
    names = {"results": "results", "figures": "figures", "documents": "docs", "proofs": "proofs"}
    places = {part: folder / name for part, name in names.items()}
    places["registry"] = registry(folder / "claims")
    for name, text in {
        "docs/proofs.md": DOCUMENT,
        "docs/README.md": "# Documents\n",
        "docs/proofs-coq.md": "# Proofs in Coq\n",
        "proofs/_CoqProject": "statements_made.v\n",
        "proofs/statements_made.v": COQ,
        "figures/lemma-9-n.svg": PICTURE,
        "results/note.pdf": "%PDF-made-up",
        "results/benchmarks/run_check/sweep.tsv": COST.format("30.0", "170", "120"),
        "results/benchmarks/run_check/learning.tsv": COST.format("9.0", "80", "0.0"),
        "results/benchmarks/compile_verdicts.tsv": COST.format("1.0", "NA", "NA"),
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    results, everything = places["results"], []
    for job, mine in records().items():
        for kind in ("records", "tables"):
            (results / kind / job).parent.mkdir(parents=True)
        write_records(results / f"records/{job}.jsonl", mine, "0123456789abcdef")
        table = pd.DataFrame({"n": [1, 2], "measured": [1.0, 0.5]})
        write_table(results / f"tables/{job}.csv", table, "0123456789abcdef")
        everything += mine
    claims = read_registry(places["registry"])
    write_verdicts(results / "verdicts.csv", judge(list(claims.values()), everything))
    write_statuses(results / "statuses.csv", judge_statuses(claims, read_verdicts(results)))
    for kind in ("notebooks", "summaries"):
        (results / kind).mkdir()
    for claim in claims.values():
        path = results / f"notebooks/{claim.topic}.ipynb"
        write_notebook(path, claim.topic, claims=[claim.id])
    write_summaries(places)
    return places
