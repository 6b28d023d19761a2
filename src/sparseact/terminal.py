"""Text for terminals that lack some characters."""

from __future__ import annotations

import codecs
import unicodedata

#: What is written where one of these is missing.
_IN_ASCII = {
    "‖": "||",
    "₂": "_2",
    "²": "^2",
    "√": "sqrt ",
    "≤": "<=",
    "≥": ">=",
    "§": "sec. ",
    "·": "*",
    "−": "-",
    "±": "+-",
    "…": "...",
}


def shown(text: str, encoding: str | None) -> str:
    """Return the text in the characters of an encoding, such as that of a terminal.

    A character that it lacks is written in ASCII, ≤ as <=, a Greek letter by its
    name, and any other as a question mark. None stands for UTF-8.
    """
    name = encoding or "utf-8"
    return text.encode(name, errors="sparseact.in_ascii").decode(name)


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    """Return what stands for characters that cannot be encoded, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_spelled, error.object[error.start : error.end])), error.end


def _spelled(character: str) -> str:
    alphabet, *_, letter = unicodedata.name(character, "no name").lower().split()
    return _IN_ASCII.get(character, letter if alphabet == "greek" else "?")


codecs.register_error("sparseact.in_ascii", _in_ascii)
