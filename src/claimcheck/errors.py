"""The error that a user sees as one sentence."""


class ClaimsError(ValueError):
    """The registry, a record or a table is not what it should be."""
