"""The error that a user sees as one sentence, and quoted texts put in one line."""


class ClaimsError(ValueError):
    """An error in the registry, in a record or in a table."""


def in_a_line(quoted: object) -> str:
    """Return an error's message, or a file's text, without ends of lines."""
    return " ".join(str(quoted).split())
