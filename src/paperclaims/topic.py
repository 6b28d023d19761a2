"""Run a notebook: a topic runs its checks, judges its statements, and shows what they found."""

from __future__ import annotations

import inspect
import json
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import chdir
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pandas as pd

from paperclaims import paths
from paperclaims.checks.comparison import Record
from paperclaims.checks.configuration import check_configuration, job_parameters
from paperclaims.checks.decorator import Check
from paperclaims.checks.files import parameters_hash, read_table, write_records, write_table
from paperclaims.checks.own_files import only_declared, own_file
from paperclaims.checks.paper import Paper, find_paper
from paperclaims.checks.parameters import DEFAULTS
from paperclaims.checks.recorder import Recorder, progress
from paperclaims.errors import ClaimsError, in_a_line, place_of
from paperclaims.judging import verdicts
from paperclaims.judging.statuses import check_degenerate
from paperclaims.judging.summary import summarize, write_summary
from paperclaims.judging.wording import evidence, spare
from paperclaims.refusals import nearest
from paperclaims.registry.claims import Claim, Statement, read_registry, read_topics
from paperclaims.registry.paper_metadata import read_paper_metadata
from paperclaims.registry.yaml_files import read_yaml
from paperclaims.reporting.drawing import draw, svg, svg_element
from paperclaims.reporting.markdown import line
from paperclaims.reporting.rendering import render

pd.set_option("display.max_columns", None, "display.max_colwidth", None, "display.width", 200)
pd.set_option("display.float_format", lambda x: f"{x:.4g}" if abs(x) < 10_000 else f"{x:.6g}")


class Shown:
    """Markdown that a notebook shows, below a figure if there is one."""

    def __init__(self, markdown: str, figure: str = "", picture: str = "") -> None:
        self.markdown, self.picture, self._figure = markdown, picture, figure

    def _ipython_display_(self) -> None:
        from IPython.display import display

        if self.picture:
            named = {"image/svg+xml": {"figure": self._figure}}
            shown = {"image/svg+xml": self.picture, "text/plain": self.markdown}
            display(shown, raw=True, metadata=named)
        display({"text/markdown": self.markdown, "text/plain": self.markdown}, raw=True)

    def __repr__(self) -> str:
        return self.markdown


class Topic:
    """The checks, claims and figures of a topic.

    Parameters
    ----------
    paper, name : str
        The paper's package and its topic.
    results, figures : path, optional
        Where records, tables and verdicts, and where figures are written; without them nothing is.
    jobs : mapping, optional
        The parameters of each check, as `job_parameters` returns them; by default those of
        config/config.yaml.

    Raises ClaimsError if the registry has no such topic.
    """

    def __init__(
        self,
        paper: str,
        name: str,
        results: Path | str = "",
        figures: Path | str = "",
        jobs: Mapping[str, Any] | None = None,
    ) -> None:
        self._paper, self.name = find_paper(paper), name
        registry = read_registry(self._paper.folder)
        self.claims: dict[str, Claim] = {
            key: claim for key, claim in registry.items() if claim.topic == name
        }
        if not self.claims:
            topics = {claim.topic for claim in registry.values()}
            raise ClaimsError(f"no claim has the topic {name!r}{nearest(name, topics)}")
        self._results = Path(results) if results else None
        self._figures = Path(figures) if figures else None
        if not jobs:
            config = read_yaml(paths.find_project() / "config/config.yaml")
            config = {**DEFAULTS, **config}
            jobs = {job: job_parameters(config, name, job) for job in config[name]}
        self._jobs = jobs
        self._checks = self._paper.checks(name)
        self._records: dict[str, list[Record]] = {}
        self._tables: dict[str, pd.DataFrame] = {}

    def run(self) -> None:
        """Run the checks of all jobs of the topic.

        Their records and tables go to files, and their progress to the log.

        Raises ClaimsError, with the job and the last instance, if a check raises. The records that
        it had made are then kept beside the log, where no rule reads them.
        """
        for job, given in self._jobs.items():
            self._run(job, given)

    def _check(self, given: Mapping[str, Any]) -> Check[...]:
        return self._checks[given["check"].removeprefix(f"{self.name}/")]

    def _run(self, job: str, given: Mapping[str, Any]) -> None:
        place, began = f"{self.name}/{job}", time.monotonic()
        check = self._check(given)
        arguments = dict(given["arguments"])
        if "seed" in check.parameters:
            arguments["seed"] = given["seed"]
        if (data := self._paper.data) and data.section in arguments:
            kinds = arguments[data.section]
            made = [self._results / data.section / kind for kind in kinds] if self._results else {}
            arguments[data.section] = made or given[data.section]
        recorder = Recorder(check.claim, {})
        print(f"{place}: begins", file=sys.stderr, flush=True)
        try:
            # Files of the run's data, which rules declare.
            loaded = self._paper.loaded(arguments, given["seed"])
            with chdir("."), progress(), only_declared(check.reads):  # back, if a check leaves
                table = check.function(recorder, **loaded)
        except (Exception, SystemExit) as error:  # exit(0) is no success
            if self._results:
                kept = self._path(f"logs/notebook/{place}.jsonl")
                write_records(kept, recorder.records, parameters_hash(given))
            what = "" if isinstance(error, ClaimsError) else f"{type(error).__name__}: "
            raise ClaimsError(
                f"{place} failed {_last(recorder.records)}: {what}{error}{place_of(error)}"
            ) from error
        table = recorder.measurement().table if table is None else table
        self._records[job] = recorder.records
        with TemporaryDirectory() as folder:
            written = self._path(paths.table(place)) if self._results else Path(folder, "table")
            write_table(written, table, parameters_hash(given))
            self._tables[job] = read_table(written) if len(table.columns) else table
            if self._results:
                records = self._path(paths.records(place))
                write_records(records, recorder.records, parameters_hash(given), written)
        seconds = time.monotonic() - began
        print(f"{place}: {len(recorder.records)} records, {seconds:.1f} s", file=sys.stderr)

    def _path(self, name: str) -> Path:
        """Return a path in the folder of results, and make its folder."""
        path = Path(self._results or "", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def _require_known_modules(self) -> None:
        """Reject a module of the project whose change would not run this notebook again."""
        kept = Path(self._results or "", f"logs/notebook/{self.name}.json")
        known = json.loads(kept.read_text("utf-8")) if self._results and kept.is_file() else None
        for module in list(sys.modules.values()):
            file = own_file(getattr(module, "__file__", None))
            if known and file and str(file) not in known:
                raise ClaimsError(
                    f"{file} is used by a check, and no import statement names it; import it by "
                    "its name, so that the topic runs again when the file changes"
                )

    @cached_property
    def _verdicts(self) -> dict[str, list[tuple[Statement, verdicts.Verdict]]]:
        """The statements of each claim with their verdicts, which go to a file, too.

        Raises ClaimsError if the checks have not run.
        """
        if self._records.keys() != self._jobs.keys():
            raise ClaimsError(f"{self.name} has not run; call topic.run() before a claim is shown")
        self._require_known_modules()
        records = [record for made in self._records.values() for record in made]
        claims, about = list(self.claims.values()), read_paper_metadata(self._paper.folder)
        check_degenerate(claims, records)
        judged = verdicts.judge(claims, records, verdicts.Sizes(about.sizes, about.smallest_by))
        if self._results:
            verdicts.write_verdicts(self._path(paths.topic_verdicts(self.name)), judged)
            summaries = {
                f"{self.name}/{job}": summarize(made, *self._described(job))
                for job, made in self._records.items()
            }
            write_summary(self._path(paths.summary(self.name)), summaries, claims)
        named = {(verdict.claim, verdict.statement): verdict for verdict in judged}
        return {claim.id: rows for claim, rows in verdicts.pair(self.claims, named)}

    def _described(self, job: str) -> tuple[str, str]:
        """Return the docstring of a job's check, and the file that has it."""
        check = self._check(self._jobs[job])
        return inspect.getdoc(check) or "", f"{check.module.replace('.', '/')}.py"

    def table(self, job: str) -> pd.DataFrame:
        """Return the table of a job that has run, as its file has it."""
        if job not in self._tables:
            raise ClaimsError(f"{self.name}/{job} has not run; run it before its table is shown")
        return self._tables[job]

    def answer(self) -> Shown:
        """Return the answer to each claim of the topic, and how much was compared for it."""
        failing = [
            statement.key in self.claims[claim_id].concluded.values()
            for claim_id, rows in self._verdicts.items()
            for statement, verdict in rows
            if verdict.failures
        ]
        page = render(
            "notebook_answer.md.j2",
            claims=self.claims.values(),
            compared=sum(map(len, self._records.values())),
            statements=sum(map(len, self._verdicts.values())),
            failing=len(failing),
            concluded=sum(failing),
        )
        return Shown(page)

    def claim(self, claim_id: str) -> Shown:
        """Return a claim: its answer, its words, and its statements with their verdicts."""
        claim = self.claims[claim_id]
        by_key = {statement.key: (statement, v) for statement, v in self._verdicts[claim_id]}
        shown = {
            key: (*found, verdicts.correction(found[0], by_key)) for key, found in by_key.items()
        }
        first = [*claim.concluded.values()]
        first += [name for name in claim.corrected if name in shown and name not in first]
        page = render(
            "notebook_claim.md.j2",
            claim=claim,
            main=[shown[key] for key in first],
            rows=[row for key, row in shown.items() if key not in first],
        )
        return Shown(page)

    def checks(self) -> Shown:
        """Return what each check compares, by its docstring, and how many comparisons fail."""
        rows = [
            (job, in_a_line(self._described(job)[0]), made) for job, made in self._records.items()
        ]
        return Shown(render("notebook_checks.md.j2", rows=rows))

    def figure(self, name: str) -> Shown:
        """Draw a figure of this topic, save it, and return it with its caption.

        Raises ClaimsError if the topic has no such figure.
        """
        figures = {figure.name: (c, figure) for c in self.claims.values() for figure in c.figures}
        if name not in figures:
            raise ClaimsError(f"no figure {name!r}; there are {', '.join(figures)}")
        claim, figure = figures[name]
        tables = {job: self.table(job) for job in figure.tables}
        picture = svg(draw(self._paper, figure, tables, claim))
        if self._figures:
            self._figures.mkdir(parents=True, exist_ok=True)
            (self._figures / paths.figure(name)).write_text(picture, encoding="utf-8")
        return Shown(line(figure.caption), name, svg_element(picture))


def try_check(
    paper: Paper, config: Mapping[str, Any], name: str, changed: Mapping[str, Any]
) -> list[str]:
    """Run the check "topic/job" with some parameters changed, and write nothing.

    Returns a line for each statement: its outcome, the first failing instance, and the factor by
    which a side may be multiplied before a comparison fails. Raises ClaimsError if there is no such
    job, a parameter does not fit, or a record is of no statement of the topic.
    """
    section, _, job = name.partition("/")
    topics = [t for t in read_topics(paper.folder) if isinstance(config.get(t), Mapping)]
    known = [f"{topic}/{key}" for topic in topics for key in config[topic]]
    if name not in known:
        raise ClaimsError(f"{name!r} must be a job of the configuration{nearest(name, known)}")
    tried = {**DEFAULTS, **config, section: {**config[section]}}
    if isinstance(tried[section][job], Mapping):
        tried[section][job] = {**tried[section][job], **changed}
    check_configuration(tried)
    given = {job: job_parameters(tried, section, job)}
    topic = Topic(paper.package, section, jobs=given)
    topic.run()
    lines = []
    for claim, by_key in verdicts.group(topic.claims.values(), topic._records[job]).items():
        for key, records in by_key.items():
            if records:
                statement = topic.claims[claim].statement(key)
                verdict = verdicts.judge_statement(topic.claims[claim], statement, records)
                first = f", first at {verdict.counterexample}" if verdict.counterexample else ""
                lines.append(f"{claim}, {key}: {evidence(verdict)}{first}{spare(verdict)}")
    return lines


def _last(records: Sequence[Record]) -> str:
    """Say how far a check came that failed."""
    if not records:
        return "before its first comparison"
    instance = ", ".join(f"{key} = {value}" for key, value in records[-1].instance.items())
    return f"after {len(records)} comparisons, the last of {records[-1].claim} at {instance}"
