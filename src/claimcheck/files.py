"""Files of records and tables, each under the hash of the parameters that made it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimcheck.comparison import Record, plain
from claimcheck.errors import ClaimsError

if TYPE_CHECKING:  # to judge records needs no tables, and pandas takes longer to import
    import pandas as pd


def parameters_hash(parameters: Mapping[str, Any]) -> str:
    """Return a hash of a job's parameters that does not depend on their order."""
    text = json.dumps(plain(parameters), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def write_records(path: Path | str, records: Iterable[Record], parameters: str) -> None:
    """Write JSON lines: a header with the parameters' hash, then one record per line."""
    lines = [json.dumps({"parameters": parameters})]
    lines += [json.dumps(asdict(record), allow_nan=False) for record in records]
    Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_records(path: Path | str, parameters: str | None = None) -> list[Record]:
    """Read what `write_records` wrote.

    Raises
    ------
    ClaimsError
        If the file is truncated or damaged, or if `parameters` is given and
        the file was made with others.
    """
    content = Path(path).read_bytes()
    if not content.endswith(b"\n"):
        raise ClaimsError(f"{path} is truncated: its last line has no end; delete it and rerun")
    try:
        header, *lines = content.decode("utf-8").splitlines()
        found = json.loads(header)["parameters"]
        records = [Record(**json.loads(line)) for line in lines]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ClaimsError(f"{path} is not a file of records: {_in_a_line(error)}") from error
    if parameters is not None and found != parameters:
        raise ClaimsError(
            f"{path} was made with other parameters (hash {found}, the configuration's is "
            f"{parameters}); delete it and rerun"
        )
    return records


def write_table(path: Path | str, table: pd.DataFrame, parameters: str) -> None:
    """Write a CSV table under a first line with the parameters' hash."""
    with open(path, "w", encoding="utf-8", newline="") as stream:
        stream.write(f"# parameters: {parameters}\n")
        table.to_csv(stream, index=False, lineterminator="\n")


def read_table(path: Path | str) -> pd.DataFrame:
    """Read a table written by `write_table`; ClaimsError if it is none."""
    import pandas as pd  # here, since to judge records needs no tables

    try:
        return pd.read_csv(path, skiprows=1)
    except ValueError as error:  # what pandas raises of a file is one, too
        raise ClaimsError(f"{path} is no table: {_in_a_line(error)}") from error


def _in_a_line(error: Exception) -> str:
    return " ".join(str(error).split())


def table_parameters(path: Path | str) -> str:
    """Return the parameters' hash in the first line of a table, "" if there is none."""
    with open(path, encoding="utf-8", errors="replace") as stream:
        start, _, found = stream.readline().strip().partition("# parameters: ")
    return "" if start else found


def check_table(path: Path | str, parameters: str) -> None:
    """Refuse a table that was made with other parameters, or is no such table."""
    found = table_parameters(path)
    if found != parameters:
        raise ClaimsError(
            f"{path} was made with other parameters (hash {found or 'missing'}, the "
            f"configuration's is {parameters}); delete it and rerun"
        )
