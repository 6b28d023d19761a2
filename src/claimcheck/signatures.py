"""The signatures of functions, read from their source: to import it can take seconds."""

from __future__ import annotations

import ast
import re
from pathlib import Path


def read_signatures(path: Path, prefix: str) -> dict[str, dict[str, str]]:
    """Return the keyword-only arguments of the functions whose name starts with `prefix`.

    Parameters
    ----------
    path : Path
        A file, or the folder of a package: all files in it.

    Returns
    -------
    dict
        The rest of the name → argument → its annotation, as written.
    """
    files = sorted(path.glob("*.py")) if path.is_dir() else [path]
    source = "\n".join(file.read_text(encoding="utf-8") for file in files)
    # To parse the whole files would take as long as all else that is done with them.
    heads = re.findall(rf"^(def {prefix}\w+\(.*?\) -> [^\n]*:)$", source, re.MULTILINE | re.DOTALL)
    found = {}
    for head in heads:
        function = ast.parse(f"{head} ...").body[0]
        assert isinstance(function, ast.FunctionDef)
        found[function.name.removeprefix(prefix)] = {
            argument.arg: ast.unparse(argument.annotation)
            for argument in function.args.kwonlyargs
            if argument.annotation
        }
    return found
