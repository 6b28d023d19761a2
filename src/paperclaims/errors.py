"""The error that a user sees as one sentence, and what it quotes put in one line."""


class ClaimsError(ValueError):
    """The registry, a record or a table is not what it should be."""


def in_a_line(quoted: object) -> str:
    """Return an error's message, or what a file says, without ends of lines."""
    return " ".join(str(quoted).split())
