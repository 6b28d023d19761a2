"""Run a notebook and judge: files of records and tables, under the hash of their parameters."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperclaims.checks.comparison import Record, plain
from paperclaims.errors import ClaimsError, in_a_line

if TYPE_CHECKING:  # to judge records needs no tables, and pandas takes longer to import
    import pandas as pd


def parameters_hash(parameters: Mapping[str, Any]) -> str:
    """Return a hash of a job's parameters that does not depend on their order."""
    text = json.dumps(plain(parameters), sort_keys=True, separators=(",", ":"))
    return content_hash(text.encode())


_DELETE = "delete it and rerun"


def content_hash(content: bytes) -> str:
    """Return a hash by which damage is noticed."""
    return hashlib.sha256(content).hexdigest()[:16]


def write_records(
    path: Path | str, records: Iterable[Record], parameters: str, table: Path | str | None = None
) -> None:
    """Write JSON lines: a header, then one record per line.

    The header contains the hash of the parameters, the hash of the records, and the hash of the
    file at `table`, if there is one. A damaged file has another hash.
    """
    lines = [json.dumps(asdict(record), allow_nan=False) + "\n" for record in records]
    content = "".join(lines).encode()
    header = {"parameters": parameters, "records": content_hash(content)}
    if table is not None:
        header["table"] = content_hash(Path(table).read_bytes())
    Path(path).write_bytes(json.dumps(header).encode() + b"\n" + content)


def read_records(path: Path | str, parameters: str) -> list[Record]:
    """Read a file of `write_records`; ClaimsError if it is damaged or of other parameters."""
    try:
        start, _, rest = Path(path).read_bytes().partition(b"\n")
        header = json.loads(start)
        made_with, noted = header["parameters"], header["records"]
        records = [Record(**json.loads(line)) for line in rest.splitlines()]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ClaimsError(
            f"{path} is not a file of records: {in_a_line(error)}; {_DELETE}"
        ) from error
    if noted != content_hash(rest):
        raise ClaimsError(f"{path} is damaged: its records are not as written; {_DELETE}")
    _require(path, made_with, parameters)
    return records


def _require(path: Path | str, made_with: object, parameters: str) -> None:
    if made_with != parameters:
        raise ClaimsError(
            f"{path} was made with other parameters (hash {made_with!r}, the configuration's is "
            f"{parameters!r}); {_DELETE}"
        )


def write_table(path: Path | str, table: pd.DataFrame, parameters: str) -> None:
    """Write a CSV table under a first line with the parameters' hash.

    Raises ClaimsError if two columns have one name.
    """
    twice = table.columns[table.columns.duplicated()]
    if len(twice):
        raise ClaimsError(f"the table has the column {twice[0]!r} twice")
    with open(path, "w", encoding="utf-8", newline="") as stream:
        stream.write(f"# parameters: {parameters}\n")
        table.to_csv(stream, index=False, lineterminator="\n")


def read_table(path: Path | str) -> pd.DataFrame:
    """Read a table written by `write_table`; ClaimsError if it is not a table."""
    import pandas as pd  # here, since to judge records needs no tables

    try:
        return pd.read_csv(path, skiprows=1)
    except pd.errors.EmptyDataError:
        with open(path, encoding="utf-8", errors="replace") as stream:
            if stream.readline().startswith("# parameters: "):
                return pd.DataFrame()  # of a check that makes records and no rows
        raise ClaimsError(f"{path} is not a table: it is empty") from None
    except ValueError as error:  # also the errors of pandas on a file
        raise ClaimsError(f"{path} is not a table: {in_a_line(error)}") from error


def check_table(table: Path | str, records: Path | str, parameters: str) -> None:
    """Reject a table that was made with other parameters, or is not as it was written.

    The header of its job's records has the hashes of the parameters and of the table.
    """
    with open(records, encoding="utf-8") as stream:
        header = json.loads(stream.readline())
    _require(table, header.get("parameters"), parameters)
    if header.get("table") != content_hash(Path(table).read_bytes()):
        raise ClaimsError(f"{table} is damaged: its hash is not in {records}; {_DELETE}")
