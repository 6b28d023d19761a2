"""Commands: the folder of a paper that runs at once, as `paperclaims new` writes it."""

from __future__ import annotations

from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from paperclaims.errors import ClaimsError

#: The folder that is copied; its package is `my_paper`, and its name `my-paper`.
TEMPLATE = Path(__file__).parent / "new_paper"


def write_paper(folder: Path | str) -> list[Path]:
    """Write a paper's folder, whose package is called after it, and return its files.

    Raises ClaimsError if there is a folder of this name, or its name cannot be the name of a new
    package.
    """
    folder = Path(folder)
    package = folder.name.replace("-", "_").lower()
    if folder.exists():
        raise ClaimsError(f"{folder} is there already; name a folder that is not")
    if not package.isidentifier() or iskeyword(package) or not package.isascii():
        raise ClaimsError(
            f"{folder.name!r} cannot be a package's name; use letters, digits and '-', "
            "a letter first, and no word of Python's syntax"
        )
    if find_spec(package):
        raise ClaimsError(f"there is a package {package!r} already; choose another name")
    written = []
    for source in sorted(TEMPLATE.rglob("*")):
        if source.is_file() and "__pycache__" not in source.parts:
            parts = source.relative_to(TEMPLATE).parts
            path = folder.joinpath(*(package if part == "my_paper" else part for part in parts))
            path.parent.mkdir(parents=True, exist_ok=True)
            text = source.read_text("utf-8")
            text = text.replace("my_paper", package).replace("my-paper", folder.name)
            path.write_text(text, "utf-8")
            written.append(path)
    return written
