"""What tests that edit a copy of the tree share."""

import pytest
from copied import kept, put_back


@pytest.fixture
def restored(tree):
    """Put back what a test edits."""
    files = kept(tree)
    yield tree
    put_back(files)
