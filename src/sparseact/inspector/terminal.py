"""Text for terminals that lack some characters, and the progress and the end of a command."""

from __future__ import annotations

import codecs
import os
import signal
import threading
import time
import unicodedata
from collections.abc import Callable
from types import TracebackType
from typing import Any, TextIO

#: Replacements for these characters where an encoding lacks them.
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
    """Return the text in the characters of an encoding, such as a terminal's.

    A character that it lacks is written in ASCII, ≤ as <=, a Greek letter by its
    name, and any other as a question mark. None means UTF-8.
    """
    name = encoding or "utf-8"
    return text.encode(name, errors="sparseact.in_ascii").decode(name)


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    """Return replacements for characters that cannot be encoded, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_spelled, error.object[error.start : error.end])), error.end


def _spelled(character: str) -> str:
    alphabet, *_, letter = unicodedata.name(character, "no name").lower().split()
    return _IN_ASCII.get(character, letter if alphabet == "greek" else "?")


codecs.register_error("sparseact.in_ascii", _in_ascii)


class Progress:
    """Names the current step on a terminal: after two seconds, then after twice the time each.

    Where the stream is None or not a terminal nothing is said. To call this object with a phrase
    changes the step. Each line begins with `name`. If the program `is_command`, an interruption
    ends it at once, with the step in one line and code 130. The exception KeyboardInterrupt would
    be lost in a destructor or a callback, or leave a library half loaded.
    """

    def __init__(
        self,
        name: str,
        stream: TextIO | None,
        phrase: str,
        first: float = 2.0,
        *,
        is_command: bool = False,
    ) -> None:
        self.phrase = phrase
        self._name, self._stream, self._first = name, stream, first
        self._is_command = is_command
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._speak, daemon=True)

    def __call__(self, phrase: str) -> None:
        """Change the phrase for the current step."""
        self.phrase = phrase

    def __enter__(self) -> Progress:
        if self._stream is not None and self._stream.isatty():
            self._thread.start()
        if self._is_command:
            self._meet(signal.default_int_handler, self._stop)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._meet(self._stop, signal.default_int_handler)
        self._done.set()
        if self._thread.is_alive():
            self._thread.join()

    def _meet(self, before: Callable[..., Any], after: Callable[..., Any]) -> None:
        """Change how an interruption is met, unless it is ignored or met by a caller."""
        main = threading.current_thread() is threading.main_thread()
        if main and signal.getsignal(signal.SIGINT) == before:
            signal.signal(signal.SIGINT, after)

    def _stop(self, *_: object) -> None:
        try:
            if self._stream is not None:
                text = f"{self._name}: interrupted ({self.phrase})"
                print(shown(text, self._stream.encoding), file=self._stream, flush=True)
        finally:  # also if nobody reads the stream any longer
            os._exit(128 + signal.SIGINT)

    def _speak(self) -> None:
        assert self._stream is not None
        start, wait = time.monotonic(), self._first
        while not self._done.wait(wait):
            wait = time.monotonic() - start
            text = shown(
                f"{self._name}: at work for {wait:.0f} s: {self.phrase}", self._stream.encoding
            )
            print(text, file=self._stream, flush=True)
