"""The site: a folder of pages, verdict table first, that opens without a network."""

from __future__ import annotations

import math
import shutil
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

from sparseact.comparison import Record
from sparseact.costs import Cost, read_costs
from sparseact.files import read_records
from sparseact.formulas import mathml
from sparseact.registry import Claim, Statement, read_registry
from sparseact.stability import Stability
from sparseact.verdicts import Outcome, Verdict, correction, pair, read_verdicts
from sparseact.wording import MEANINGS, css_class, on_what

# -------------------------------------------------------------------- pages

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1b; --soft: #595959; --line: #d9d9d6;
  --paper: #fff; --band: #f3f4f1; --link: #004f94; --exact: #00603f; --certified: #00606b;
  --statistical: #5b3f99; --undecided: #7a5200; --fails: #a12300; --untestable: #595959; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8e6; --soft: #b0b0ac; --line: #42423f;
  --paper: #171716; --band: #232322; --link: #8ec2ff; --exact: #6fd3a4; --certified: #6ccfdc;
  --statistical: #c3aef5; --undecided: #eebf63; --fails: #ff9b7d; --untestable: #b0b0ac; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 78rem; margin: 0 auto; padding: 1rem 1.25rem 4rem; }
a { color: var(--link); } h1, h2, h3 { line-height: 1.25; }
h1 { margin-bottom: .25rem; } h2 { margin-top: 2.75rem; }
p, li, figcaption { max-width: 46rem; }
nav ul, .counts { display: flex; flex-wrap: wrap; gap: .35rem 1.1rem; list-style: none;
  padding: 0; margin: .75rem 0; }
.jumps { font-size: .92rem; max-width: 62rem; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
caption { text-align: left; color: var(--soft); padding-bottom: .5rem; max-width: 46rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0;
  border-top: 1px solid var(--line); font-weight: normal; }
thead th { font-weight: 600; border: 0; white-space: nowrap; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
tbody.claim > tr:first-child > th { background: var(--band); border-top: 2px solid var(--soft);
  padding: .6rem .75rem; }
tbody.claim h3 { display: inline; font-size: 1.02rem; margin: 0 .6rem 0 0; }
.files { display: block; font-size: .88rem; color: var(--soft); overflow-wrap: anywhere; }
@media (min-width: 52rem) {
  table.stack { table-layout: fixed; } table.stack thead th:first-child { width: 54%; }
  table.stack thead th:nth-child(n+3) { width: 9%; white-space: normal; } }
.said { overflow-wrap: anywhere; }
.checked { color: var(--soft); font-size: .86rem; display: block; }
.formula { display: block; overflow-x: auto; overflow-y: hidden; padding: .35rem 0; }
.formula math { display: inline math; math-style: normal; font-size: 1.12em; }
code + .soft { margin-left: .6rem; } table.narrow { width: auto; min-width: min(100%, 34rem); }
.word { font-weight: 650; } .word::before { content: "● "; }
.word.fails::before { content: "✗ "; } .word.exact::before { content: "✓ "; }
.word.certified::before { content: "✓ "; } .word.statistical::before { content: "≈ "; }
.word.undecided::before { content: "? "; } .word.untestable::before { content: "– "; }
.exact { color: var(--exact); } .certified { color: var(--certified); }
.statistical { color: var(--statistical); } .undecided { color: var(--undecided); }
.fails { color: var(--fails); } .untestable { color: var(--untestable); }
tr.note td { border-top: 0; padding: 0 .75rem .8rem 1rem; border-left: 3px solid var(--fails); }
dl { margin: 0; display: grid; grid-template-columns: max-content 1fr; gap: .15rem .8rem; }
dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
figure { margin: 1.5rem 0 2.5rem; } figure img { max-width: 100%; height: auto;
  background: #fff; padding: .5rem; border: 1px solid var(--line); }
code { font-size: .92em; } .soft { color: var(--soft); }
@media (max-width: 52rem) {
  table.stack thead { position: absolute; clip-path: inset(50%); height: 1px; overflow: hidden; }
  table.stack, table.stack tbody, table.stack tr, table.stack th, table.stack td { display: block;
    width: auto; }
  table.stack caption { display: block; }
  table.stack td, table.stack tbody th { border-top: 0; padding: .15rem 0; }
  table.stack tr { border-top: 1px solid var(--line); padding: .5rem 0; }
  table.stack td[data-label]::before { content: attr(data-label) ": "; color: var(--soft); }
  table.stack td.number { text-align: left; }
  table.stack td.short { display: inline-block; margin-right: 1.25rem; }
  table.stack tbody.claim > tr:first-child, table.stack tr.note { border-top: 0; padding: 0; }
  table.stack tr.note td { padding: 0 0 .6rem .75rem; }
  dl { grid-template-columns: 1fr; } dd { margin-bottom: .4rem; }
}
"""


def _page(title: str, body: str) -> str:
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _link(address: str, text: str) -> str:
    return f'<a href="{escape(address)}">{escape(text)}</a>'


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.4g}".replace("-", "−")


def _word(verdict: Verdict) -> str:
    """Return the evidence with its outcome marked by colour and sign."""
    return f"{_marked(verdict.outcome)} {escape(on_what(verdict))}"


def _marked(outcome: Outcome) -> str:
    return f'<span class="word {css_class(outcome)}">{outcome}</span>'


def _row_id(claim: str, statement: str) -> str:
    return f"{claim}--{statement}"


def _verdict_rows(
    claim: Claim, rows: Sequence[tuple[Statement, Verdict]], jobs: Sequence[str]
) -> str:
    notebook = f"notebooks/{claim.family}.html#{claim.id}"
    files = [_link(notebook, "Notebook")]
    files += [_link(f"#{figure.name}", f"figure {figure.name}") for figure in claim.figures]
    files += [_link(f"tables/{job}.csv", f"table {job.split('/')[1]}") for job in jobs]
    lines = [
        f'<tbody class="claim" id="{claim.id}">',
        f'<tr><th scope="rowgroup" colspan="5"><h3>{escape(claim.title)}</h3> '
        f'<code>{claim.id}</code> <span class="soft">{escape(claim.place)}</span>'
        f'<span class="files">{" · ".join(files)}</span></th></tr>',
    ]
    by_key = {statement.key: (statement, verdict) for statement, verdict in rows}
    for statement, verdict in rows:
        lines.append(
            f'<tr id="{_row_id(claim.id, statement.key)}"><th scope="row" class="said">'
            f"{_link(notebook, statement.title)}"
            f'<span class="formula">{mathml(statement.latex, block=True)}</span>'
            f'<span class="checked">{_checked(statement, verdict)}</span></th>'
            f'<td data-label="Evidence">{_word(verdict)}</td>'
            f'<td data-label="Proof" class="short">{_proof(verdict)}</td>'
            f'<td data-label="Kind" class="short">{escape(verdict.kind)}</td>'
            f'<td data-label="Worst margin" class="number short">'
            f"{_number(verdict.worst_margin)}</td></tr>"
        )
        if verdict.failures:
            lines.append(f'<tr class="note"><td colspan="5">{_note(statement, by_key)}</td></tr>')
    return "\n".join([*lines, "</tbody>"])


def _checked(statement: Statement, verdict: Verdict) -> str:
    """Say what the check is for, and over what this run's instances range."""
    if statement.untestable:
        return ""
    ranges = f"<br>In this run: {escape(verdict.coverage)}." if verdict.coverage else ""
    return f"Checked: {escape(statement.checked.rstrip('.'))}.{ranges}"


def _proof(verdict: Verdict) -> str:
    return {"none": "none", "docs": "docs", "coq": "Coq"}[verdict.proof]


def _note(statement: Statement, by_key: Mapping[str, tuple[Statement, Verdict]]) -> str:
    """Return a failing statement's counterexample, correction and effect."""
    verdict = by_key[statement.key][1]
    items = [("Counterexample", f"<code>{escape(verdict.counterexample)}</code>")]
    better = correction(statement, by_key)
    if better:
        link = _link(f"#{_row_id(verdict.claim, better[0].key)}", better[0].title)
        items.append(("What holds instead", f"{link}: {_word(better[1])}"))
    if statement.effect:
        items.append(("Effect", escape(statement.effect)))
    return "<dl>" + "".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in items) + "</dl>"


def _counts(verdicts: Iterable[Verdict]) -> str:
    counts = Counter(verdict.outcome for verdict in verdicts)
    items = [f"<li>{_marked(o)} {counts[o]}</li>" for o in Outcome if counts[o]]
    return f'<ul class="counts">{"".join(items)}</ul>'


def _jumps(pairs: Iterable[tuple[Claim, Sequence[tuple[Statement, Verdict]]]]) -> str:
    """Return a list of links to the claims, each with how many of its statements fail."""
    items = []
    for claim, rows in pairs:
        failing = sum(verdict.failures > 0 for _, verdict in rows)
        mark = f' <span class="word fails">{failing} of {len(rows)}</span>' if failing else ""
        items.append(f"<li>{_link('#' + claim.id, claim.id)}{mark}</li>")
    return f'<nav aria-label="Claims"><ul class="jumps">{"".join(items)}</ul></nav>'


def _figures(claims: Iterable[Claim]) -> str:
    parts = []
    for claim in claims:
        for figure in claim.figures:
            file = f"figures/{figure.name}.svg"
            parts.append(
                f'<figure id="{figure.name}"><a href="{file}"><img src="{file}" loading="lazy" '
                f'alt="Chart for {claim.id}, {escape(claim.title)}; the caption describes it."></a>'
                f"<figcaption>{_link('#' + claim.id, claim.id)}: {escape(figure.caption)}"
                "</figcaption></figure>"
            )
    return "\n".join(parts)


def _budget(verdicts: Iterable[Verdict], budget: float) -> str:
    levels = [(v.claim, v.statement, v.level) for v in verdicts if v.level is not None]
    total = math.fsum(level for *_, level in levels)
    rows = "".join(
        f'<tr><th scope="row">{_link(f"#{_row_id(claim, statement)}", f"{claim}, {statement}")}'
        f'</th><td class="number">{_number(level)}</td></tr>'
        for claim, statement, level in levels
    )
    return (
        '<table class="narrow"><caption>All statistical verdicts of this run together are wrong '
        f"with probability at most {_number(total)}; allowed is {_number(budget)}. Everything "
        "else is exact or certified and takes no share.</caption>"
        '<thead><tr><th scope="col">Statement</th><th scope="col" class="number">'
        f"Probability of a wrong verdict</th></tr></thead><tbody>{rows}"
        f'<tr><th scope="row"><b>Together</b></th><td class="number"><b>{_number(total)}</b></td>'
        "</tr></tbody></table>"
    )


def _stability(stability: Stability | None) -> str:
    if stability is None:
        return ""
    turned = f"{stability.turned} checks" if stability.turned else "none"
    return (
        "<p>Another seed would turn a verdict with probability at most "
        f"{_number(stability.chance)}, computed from {stability.seeds} other seeds: a sum over the "
        f"{stability.checks} statistical checks, of the exact binomial law at the end of an "
        "interval for the success probability that makes it largest. The interval is proved for "
        f"{stability.proved} of them, and for the others it is the 99 % interval from the trials "
        f"with those seeds. Of the checks {turned} had another word with some seed.</p>"
    )


def _data(records: Mapping[str, Sequence[Record]], claims_of: Mapping[str, list[str]]) -> str:
    rows = "".join(
        f'<tr><th scope="row"><code>{job}</code></th>'
        f'<td data-label="Claims">{", ".join(_link(f"#{c}", c) for c in claims_of[job])}</td>'
        f'<td data-label="Records" class="number">{_link(f"records/{job}.jsonl", str(len(mine)))}'
        f'</td><td data-label="Table">{_link(f"tables/{job}.csv", "CSV")}</td></tr>'
        for job, mine in records.items()
    )
    return (
        '<table class="stack"><caption>A job makes records (every comparison, JSON lines) and a '
        "table of what it measured; the first line of each holds the hash of the job’s parameters."
        '</caption><thead><tr><th scope="col">Job</th><th scope="col">Claims</th>'
        '<th scope="col" class="number">Records</th><th scope="col">Table</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def index_page(
    registry: Mapping[str, Claim],
    verdicts: Mapping[tuple[str, str], Verdict],
    records: Mapping[str, Sequence[Record]],
    *,
    seed: int,
    error_budget: float,
    stability: Stability | None = None,
) -> str:
    """Return the first page as HTML: the same text for the same arguments.

    Parameters
    ----------
    registry, verdicts : mappings
        As `read_registry` and `read_verdicts` return them.
    records : mapping
        Job as "family/job" → its records.
    seed, error_budget : number
        Of the configuration.
    stability : Stability, optional
        What runs with other seeds say of this one's statistical verdicts.
    """
    pairs = pair(registry, verdicts)
    judged = [verdict for _, rows in pairs for _, verdict in rows]
    claims_of = {job: sorted({record.claim for record in mine}) for job, mine in records.items()}
    body = "\n".join(
        _verdict_rows(claim, rows, [job for job, ids in claims_of.items() if claim.id in ids])
        for claim, rows in pairs
    )
    words = "".join(
        f"<dt>{_marked(outcome)}</dt><dd>{meaning}</dd>" for outcome, meaning in MEANINGS.items()
    )
    return _page(
        "sparseact: the verdicts",
        f"""<header>
<h1>Learning Neural Networks with Sparse Activations: the verdicts</h1>
<p class="soft">{len(pairs)} claims of the paper (COLT 2024, PMLR 247:406–425) in {len(judged)}
statements, recomputed from nothing; every verdict is computed from records of comparisons.</p>
{_counts(judged)}
<nav aria-label="Sections"><ul><li>{_link("#verdicts", "Verdicts")}</li>
<li>{_link("#figures", "Figures")}</li><li>{_link("#budget", "Error budget")}</li>
<li>{_link("#data", "Tables and records")}</li><li>{_link("#checked", "How it was checked")}</li>
<li>{_link("timings.html", "What it cost")}</li></ul></nav>
</header>
<main>
<h2 id="verdicts">Verdicts</h2>
<p class="soft">The claims, and where statements fail, how many:</p>
{_jumps(pairs)}
<table class="stack">
<caption>A row a statement: as printed, the steps of its proof, and what holds instead. The worst
instance decides. Margin: by how much the worst instance satisfies the relation; 0 is equality,
negative a violation.</caption>
<thead><tr><th scope="col">Statement</th><th scope="col">Evidence</th><th scope="col">Proof</th>
<th scope="col">Kind</th><th scope="col" class="number">Worst margin</th></tr></thead>
{body}
</table>
<h2 id="figures">Figures</h2>
{_figures(registry.values())}
<h2 id="budget">Error budget</h2>
{_budget(judged, error_budget)}
{_stability(stability)}
<h2 id="data">Tables and records</h2>
<p>The seed of this run is {seed}; each job draws from it by the job’s own name.</p>
{_data(records, claims_of)}
<h2 id="checked">How it was checked</h2>
<dl>{words}</dl>
<p>Evidence and proof are two things. <q>Exact on 40 instances</q> says that 40 instances were
computed without any rounding, not that the statement is proved; the column Proof says whether a
proof is in the repository’s docs, or checked by Coq. An O(·) cannot be tested; what is tested is
the inequality with an explicit constant. Each check was shown, in the tests, to reject corrupted
bounds and constructions.</p>
</main>""",
    )


def timings_page(costs: Sequence[Cost]) -> str:
    """Return the page of what each part of the run cost."""
    rows = "".join(
        f'<tr><th scope="row"><code>{escape(cost.rule)}</code></th>'
        f'<td class="number">{cost.jobs}</td><td class="number">{cost.seconds:.1f}</td>'
        f'<td class="number">{cost.share:.1%}</td><td class="number">{cost.memory:.0f}</td></tr>'
        for cost in costs
    )
    return _page(
        "sparseact: what the run cost",
        f"""<nav aria-label="Pages">{_link("index.html", "All verdicts")}</nav>
<main>
<h1>What the run cost</h1>
<table class="narrow">
<caption>Wall time of each rule’s jobs when they last ran, its share of the sum over all jobs, and
the largest resident memory of a job.</caption>
<thead><tr><th scope="col">Part</th><th scope="col" class="number">Jobs</th>
<th scope="col" class="number">Seconds</th><th scope="col" class="number">Share</th>
<th scope="col" class="number">Peak MB</th></tr></thead>
<tbody>{rows}</tbody>
</table>
</main>""",
    )


def write_site(
    folder: Path | str,
    *,
    registry: Path | str,
    results: Path | str,
    figures: Path | str,
    jobs: Sequence[str],
    seed: int,
    error_budget: float,
    stability: Stability | None = None,
) -> None:
    """Write the site with copies of all that it links to, so that it can be moved.

    Parameters
    ----------
    folder : path
        Where the site goes; what was there before is removed.
    registry, results, figures : path
        The registry's folder, and where the run's results and figures are.
    jobs : sequence of str
        The run's jobs as "family/job".
    seed, error_budget, stability
        As for `index_page`.
    """
    folder, results, figures = Path(folder), Path(results), Path(figures)
    claims = read_registry(registry)
    records = {job: read_records(results / f"records/{job}.jsonl") for job in jobs}
    verdicts = read_verdicts(results / "verdicts.csv")
    index = index_page(
        claims, verdicts, records, seed=seed, error_budget=error_budget, stability=stability
    )
    shutil.rmtree(folder, ignore_errors=True)
    copies = [(results / "verdicts.csv", "verdicts.csv")]
    for job in jobs:
        copies += [(results / name, name) for name in (f"tables/{job}.csv", f"records/{job}.jsonl")]
    for claim in claims.values():
        page = f"notebooks/{claim.family}.html"
        copies.append((results / page, page))
        copies += [(figures / f"{f.name}.svg", f"figures/{f.name}.svg") for f in claim.figures]
    for source, name in copies:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    (folder / "timings.html").write_text(
        timings_page(read_costs(results / "benchmarks")), encoding="utf-8"
    )
    (folder / "index.html").write_text(index, encoding="utf-8")
