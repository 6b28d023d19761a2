"""paperclaims: compare the claims of a paper with computed records, and report the results."""

from pathlib import Path

#: The rules of the workflow: data of the wheel, and in a checkout a link to the folder `workflow`.
WORKFLOW = Path(__file__).parent / "workflow"


def snakefile() -> str:
    """Return the path of the workflow, which a paper's Snakefile takes as a module.

    Examples
    --------
    >>> import paperclaims
    >>> Path(paperclaims.snakefile()).is_file()
    True
    """
    return str(WORKFLOW / "Snakefile")
