"""Text for terminals that lack some characters, and the progress and the end of a command."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any, TextIO

#: Replacements for these characters where an encoding lacks one.
_IN_ASCII = str.maketrans(
    {
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
)


def shown(text: str, encoding: str | None) -> str:
    """Return the text, in ASCII where an encoding, such as a terminal's, lacks a character.

    ≤ becomes <=, and an unknown character a question mark. None means UTF-8.
    """
    try:
        text.encode(encoding or "utf-8")
    except UnicodeEncodeError:
        return text.translate(_IN_ASCII).encode("ascii", errors="replace").decode("ascii")
    return text


class Progress:
    """Names the current step on a terminal: after two seconds, then after twice the time each.

    Where the stream is None or not a terminal nothing is said. To call this object with a phrase
    changes the step. Each line begins with `name`. If the program `is_command`, an interruption
    ends it at once, with the step in one line and code 130. The exception KeyboardInterrupt would
    be lost in a destructor or a callback, or leave a library half loaded.
    """

    def __init__(
        self, name: str, stream: TextIO | None, *, first: float = 2.0, is_command: bool = False
    ) -> None:
        self.phrase = "loading libraries"
        self._name, self._stream, self._first = name, stream, first
        self._is_command = is_command
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._speak, daemon=True)

    def __call__(self, phrase: str) -> None:
        """Change the phrase for the current step."""
        self.phrase = phrase

    def of(self, part: str) -> Callable[[str], None]:
        """Return a function that changes the phrase for the current step of a part."""
        return lambda phrase: self(part + phrase)

    def __enter__(self) -> Progress:
        if self._stream is not None and self._stream.isatty():
            self._thread.start()
        if self._is_command:
            self._meet(signal.default_int_handler, self._stop)
        return self

    def __exit__(self, *_: object) -> None:
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
                self._say(self._stream, f"interrupted ({self.phrase})")
        finally:  # also if nobody reads the stream any longer
            os._exit(128 + signal.SIGINT)

    def _say(self, stream: TextIO, text: str) -> None:
        print(shown(f"{self._name}: {text}", stream.encoding), file=stream, flush=True)

    def _speak(self) -> None:
        assert self._stream is not None
        start, wait = time.monotonic(), self._first
        while not self._done.wait(wait):
            wait = time.monotonic() - start
            self._say(self._stream, f"at work for {wait:.0f} s: {self.phrase}")
