"""A clock that ends at a time limit, for work of any length."""

from __future__ import annotations

import math
import time

from sparseact.arguments import seconds


class Clock:
    """A clock that ends at the time limit."""

    def __init__(self, time_limit: float | None = None) -> None:
        self._deadline = time.monotonic() + seconds("time_limit", time_limit)
        self.over = False

    @property
    def left(self) -> float:
        """Return the seconds left, at least 0."""
        return max(self._deadline - time.monotonic(), 0.0)

    def steps(self, most: int, rate: float) -> int:
        """Return how many of `most` steps fit, at `rate` a second, at least 1."""
        left = self.left
        return most if left == math.inf else max(1, int(min(most, left * rate)))

    def has_time(self) -> bool:
        """Return whether the limit has never been met, and note if it is now."""
        self.over = self.over or time.monotonic() > self._deadline
        return not self.over

    def require_time(self) -> None:
        """Raise a TimeoutError if the limit is met."""
        if not self.has_time():
            raise TimeoutError
