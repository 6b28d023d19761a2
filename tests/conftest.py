"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from threadpoolctl import threadpool_limits


@pytest.fixture(scope="session", autouse=True)
def one_thread() -> Iterator[None]:
    """Compute on one thread, as a job does: on small arrays several only wait for each other."""
    with threadpool_limits(1):
        yield
