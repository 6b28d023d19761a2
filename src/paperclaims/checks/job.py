"""A check with its parameters in the notebook that runs it, and the parts of that notebook.

To import this module sets pandas' options, so that no table is cut.
"""

from __future__ import annotations

import inspect
import io
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pkgutil import resolve_name
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pandas as pd
from IPython.display import Image, Markdown, display

from paperclaims.checks.comparison import Measurement, Record, shown
from paperclaims.checks.configuration import check_parameters
from paperclaims.checks.decorator import Check
from paperclaims.checks.paper import paper_of
from paperclaims.checks.recorder import Recorder, progress
from paperclaims.errors import ClaimsError
from paperclaims.paths import find_project
from paperclaims.refusals import missing_key, unknown_key
from paperclaims.registry.yaml_files import read_yaml

if TYPE_CHECKING:
    from matplotlib.figure import Figure

pd.set_option("display.max_columns", None, "display.max_colwidth", None, "display.width", 200)


def example(check: Check[...]) -> dict[str, Any]:
    """Return a check's parameters in the project's quick configuration, for whoever gives none.

    Raises ClaimsError if one works in no project.
    """
    folder = find_project() / "config"
    config, quick = (read_yaml(folder / f"{name}.yaml") for name in ("config", "quick"))
    for section, entries in quick.items():
        if isinstance(entries, dict):  # an entry is a job, or data of a kind
            for name, keys in entries.items():
                config[section][name] = {**config[section][name], **keys}
    jobs = config[check.topic].items()
    name = next(job for job, section in jobs if section.get("check", job) == check.name)
    return check_parameters(config, check.topic, name, check)


def found_check(name: str, parameters: Mapping[str, Any] | None) -> Job:
    """Return the job of the check that is called "module:function"."""
    check = resolve_name(name)
    return Job(check, example(check) if parameters is None else parameters)


class Job:
    """A check with its parameters.

    Shared data are given by their folders, or by the arguments of their kinds. `values` are the
    parameters and the shared data themselves, `recorder` is for one instance, and `measurement` is
    the result of `run`. Raises ClaimsError if a parameter is unknown or missing.
    """

    measurement: Measurement

    def __init__(self, check: Check[...], parameters: Mapping[str, Any]) -> None:
        known, place = check.parameters, f"{check.topic}/{check.name}"
        unknown = [key for key in parameters if key not in known]
        if unknown:
            raise ClaimsError(f"{place} {unknown_key(unknown, sorted(known))}")
        if missing := sorted(known.keys() - parameters.keys()):
            raise ClaimsError(f"{place} {missing_key(missing)}")
        self._check = check
        self._given = parameters
        self._parameters = paper_of(check).loaded(parameters)
        self.values = SimpleNamespace(**self._parameters)
        self.recorder = Recorder(check.claim, {})

    def run(self) -> Measurement:
        """Run the check, and return its result; every few seconds stderr counts the records.

        Raises ClaimsError if it does not make the records that are shown of one instance.
        """
        with progress():
            self.measurement = self._check(**self._parameters)
        if not all(record in self.measurement.records for record in self.recorder.records):
            raise ClaimsError("the check does not make the records that are shown of one instance")
        return self.measurement

    def docstring(self) -> Markdown:
        """Return the docstring of the check."""
        return Markdown(inspect.getdoc(self._check.function))

    def given(self) -> pd.DataFrame:
        """Return the parameters as they are given: a row each."""
        given = {name: str(value) for name, value in self._given.items()}
        return pd.DataFrame({"value": given}).rename_axis("parameter")

    def code(self) -> Markdown:
        """Return the source of the check, and of the functions of its file that it calls."""
        check = self._check.function
        sources = {check.__name__: inspect.getsource(check)}
        waiting = [*sources.values()]
        while waiting:
            for name in re.findall(r"\w+", waiting.pop()):
                called = getattr(sys.modules[check.__module__], name, None)
                if not inspect.isfunction(called) or called.__module__ != check.__module__:
                    continue
                if name not in sources:
                    sources[name] = inspect.getsource(called)
                    waiting.append(sources[name])
        text = "\n\n".join(sources.values())
        return Markdown(f"```python\n{text}```")

    def first_instance(self) -> pd.DataFrame | Markdown:
        """Return the records of the first instance that was found, or a sentence without any."""
        if not self.measurement.records:
            return Markdown("This job makes a table and no records.")
        first = _name(self.measurement.records[0])
        return rows([record for record in self.measurement.records if _name(record) == first])

    def rows(self) -> pd.DataFrame:
        """Return the recorder's records of one instance as a table to look at."""
        return rows(self.recorder.records)

    def tally(self) -> pd.DataFrame:
        """Return the numbers of records that hold, fail and are open, a row for each statement."""
        counts: dict[tuple[str, str], list[int]] = {}
        for record in self.measurement.records:
            place = (True, False, None).index(record.holds)
            counts.setdefault((record.claim, record.statement), [0, 0, 0])[place] += 1
        names = ["claim", "statement", "hold", "fail", "open"]
        lines = [(*key, *numbers) for key, numbers in counts.items()]
        return pd.DataFrame(lines, columns=names).set_index(names[:2])

    def figure(self, draw: Callable[[Mapping[str, pd.DataFrame]], Figure]) -> Image:
        """Return one of the topic's figures, drawn from the table that was found."""
        drawn = draw({self._check.name: self.measurement.table})
        stream = io.BytesIO()
        drawn.savefig(stream, format="png", dpi=100)
        return Image(stream.getvalue())

    def show_figures(self, names: Sequence[str]) -> None:
        """Show figures that are named "module:function"; print a sentence without names."""
        for name in names:
            display(self.figure(resolve_name(name)))
        if not names:
            print("No figure shows only this table.")

    def worst_instance(
        self,
        measured: str,
        bound: str,
        *,
        says: str,
        columns: Sequence[str],
        table: pd.DataFrame | None = None,
    ) -> None:
        """Print a sentence on a bound: whether it holds in all rows, and where it is tightest.

        The column `measured` should be at most the column `bound`; a row in which one is missing is
        left out. `says` is the bound in words, and `columns` name the tightest row. The table is by
        default the one that was found. Raises ClaimsError if no row has both.
        """
        table = self.measurement.table if table is None else table
        kept = table.dropna(subset=[measured, bound])
        if kept.empty:
            raise ClaimsError(f"no row of the table has both {measured} and {bound}")
        left, right = kept[measured], kept[bound]
        broken = int((left > right).sum())
        ratios = left / right.where(right != 0)
        row = ratios.idxmax() if ratios.notna().any() else kept.index[0]
        where = ", ".join(f"{name} = {kept.at[row, name]}" for name in columns)
        number = f"{len(kept)} {'row' if len(kept) == 1 else 'rows'}"
        holds = (
            f"fails in {broken} of {number}, most"
            if broken
            else f"holds in all {number}, most tightly"
        )
        print(f"{says}: this {holds} at {where}, with {left[row]:.6g} against {right[row]:.6g}.")


def _name(record: Record) -> dict[str, Any]:
    """Return the entries that name a record's instance."""
    return {key: value for key, value in record.instance.items() if key != "quantity"}


def rows(records: Sequence[Record]) -> pd.DataFrame:
    """Return records as a table to look at: a row each, its instance in one cell."""
    return pd.DataFrame(
        [
            {
                "statement": f"{record.claim}, {record.statement}",
                "instance": ", ".join(f"{key}={value}" for key, value in record.instance.items()),
                "comparison": f"{shown(record.left)} {record.relation} {shown(record.right)}",
                "method": record.method,
                "holds": record.holds,
            }
            for record in records
        ],
        columns=["statement", "instance", "comparison", "method", "holds"],
    ).set_index("statement")
