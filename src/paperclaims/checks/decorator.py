"""Run a notebook: a check, and the decorator that makes one of a function.

A check records comparisons of one claim, and maybe of others. It is a function of a recorder
and of keyword-only parameters, whose annotations decide the allowed values.
"""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Concatenate, Generic, ParamSpec, get_type_hints

import pandas as pd

from paperclaims.checks.comparison import Measurement
from paperclaims.checks.recorder import Recorder
from paperclaims.errors import ClaimsError

P = ParamSpec("P")
#: Records comparisons, and returns the table where the recorder's rows are not all of it.
Function = Callable[Concatenate[Recorder, P], pd.DataFrame | None]


def check(
    claim: str,
    *,
    reads: Sequence[str] = (),
    memory: Callable[..., int] | None = None,
) -> Callable[[Function[P]], Check[P]]:
    """Return a decorator that makes a function a check of its topic.

    Parameters
    ----------
    claim : str
        The id of the claim that its recorder begins with. The name of the check is that of the
        function: the name of its job, unless a job names its check.
    reads : sequence of str
        The files of the project that it opens, such as data; it may open no other.
    memory : callable, optional
        Returns its bytes from its parameters, where they grow; shared data are told by their
        section of the configuration.

    Examples
    --------
    >>> from paperclaims.checks.decorator import check
    >>> from paperclaims.checks.recorder import Recorder
    >>> @check("lemma-1")
    ... def squares(at: Recorder, *, largest: int) -> None:
    ...     for n in range(largest + 1):
    ...         at(n=n).compare("printed", n, "<=", n * n)
    ...         at(n=n).row(square=n * n)
    >>> measurement = squares(largest=2)
    >>> [record.holds for record in measurement.records], measurement.table["square"].tolist()
    ([True, True, True], [0, 1, 4])
    """
    return lambda function: Check(function, claim, reads, memory)


@dataclass(eq=False)
class Check(Generic[P]):
    """A check, as its topic's modules hold it; to call it with parameters is to run it."""

    function: Function[P]
    claim: str
    reads: Sequence[str]
    memory: Callable[..., int] | None

    def __post_init__(self) -> None:
        functools.update_wrapper(self, self.function)
        self.name, self.module = self.function.__name__, self.function.__module__

    def __call__(self, *none: P.args, **parameters: P.kwargs) -> Measurement:
        """Return the records and the table of the check with these parameters."""
        recorder = Recorder(self.claim, {})
        table = self.function(recorder, *none, **parameters)
        measurement = recorder.measurement()
        return measurement if table is None else measurement._replace(table=table)

    @property
    def place(self) -> str:
        """The file and the line of its function."""
        return _place(self.function)

    @functools.cached_property
    def parameters(self) -> dict[str, Any]:
        """The parameters, each with the type of its values."""
        return keyword_types(self.function)


def _place(function: Callable[..., Any]) -> str:
    code = inspect.unwrap(function).__code__
    return f"{os.path.relpath(code.co_filename)}:{code.co_firstlineno}"


def keyword_types(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the keyword-only arguments of a function, and their types.

    Raises ClaimsError if one has no type, so that a configuration could contain anything.
    """
    hints = get_type_hints(function, include_extras=True)
    arguments = inspect.signature(function).parameters.values()
    names = [argument.name for argument in arguments if argument.kind is argument.KEYWORD_ONLY]
    for name in names:
        if name not in hints:
            raise ClaimsError(
                f"{_place(function)}: {name} of {function.__name__} must have a type, got none; "
                f"write one of paperclaims.checks.parameters, such as {name}: Positive"
            )
    return {name: hints[name] for name in names}
