"""The note to cite: a PDF from docs/note.typ and the records that it reads its numbers from."""

from __future__ import annotations

from collections.abc import Mapping

import matplotlib
import typst

from paperclaims.errors import ClaimsError


def typeset(source: str, records: Mapping[str, str]) -> bytes:
    """Return the note as a PDF: the same bytes for the same arguments.

    `source` is Typst's markup; it reads the texts of files in `records` as `sys.inputs`. Only fonts
    that come with the typesetter and with Matplotlib are used, and no time of the day. ClaimsError
    if the source has an error, or names a theorem that Coq has not checked.
    """
    try:
        return typst.compile(
            source.encode(),
            format="pdf",
            font_paths=typst.Fonts(
                include_system_fonts=False, font_paths=[f"{matplotlib.get_data_path()}/fonts/ttf"]
            ),
            sys_inputs=dict(records),
        )
    except typst.TypstError as error:
        raise ClaimsError(f"the note cannot be typeset: {error.message}") from error
