"""The documents of docs/ as parts of pages: Markdown to HTML, with anchors as on GitHub."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from html import unescape
from typing import Any

import mistune

from claimcheck.formulas import mathml

#: A formula in a line, as a forge reads it.
FORMULA = r"(?<![\w$\\`-])\$(?![\s$])(?P<tex>[^$\n]*?)(?<!\s)\$(?![\w$`])"
#: Of Unicode's categories, what stays of a title in its anchor.
_KEPT = ("L", "M", "Nd", "Pc")


def slug(title: str) -> str:
    """Return the anchor that GitHub gives to a title."""
    plain = title.strip().lower().replace(" ", "-")
    return "".join(c for c in plain if c == "-" or unicodedata.category(c).startswith(_KEPT))


class _Renderer(mistune.HTMLRenderer):
    """HTML with anchors at titles, formulas as MathML, and links between pages of the site."""

    def __init__(self) -> None:
        super().__init__(escape=True)

    def heading(self, text: str, level: int, **attributes: Any) -> str:
        return f'<h{level} id="{slug(_without_tags(text))}">{text}</h{level}>\n'

    def block_code(self, code: str, info: str | None = None) -> str:
        if info == "math":
            return f'<span class="formula">{mathml(code.strip(), block=True)}</span>\n'
        return f'<pre tabindex="0">{mistune.escape(code)}</pre>\n'

    def inline_math(self, text: str) -> str:
        return mathml(text)

    def paragraph(self, text: str) -> str:
        return super().paragraph(keep_beside_formulas(text))

    def block_text(self, text: str) -> str:
        return super().block_text(keep_beside_formulas(text))

    def codespan(self, text: str) -> str:
        return super().codespan(text.replace(r"\|", "|"))  # as it is written in tables

    def table_cell(self, text: str, align: str | None = None, head: bool = False) -> str:
        return f'<th scope="col">{text}</th>\n' if head else f"<td>{text}</td>\n"

    def link(self, text: str, url: str, title: str | None = None) -> str:
        page, hash_sign, anchor = url.partition("#")
        if page.endswith(".md") and "/" not in page:
            page = page.removesuffix(".md") + ".html"
        elif page and "://" not in page:
            return text  # a file of the repository, which the site does not have
        return super().link(text, page + hash_sign + anchor, title)


def keep_beside_formulas(html: str) -> str:
    """Return HTML in which brackets and stops stay on the line of the formula beside them."""
    beside = re.compile(r"([^\s<>]*)(<math\b.*?</math>)([^\s<]*)", re.DOTALL)
    return beside.sub(
        lambda m: f'<span class="whole">{m[0]}</span>' if m[1] or m[3] else m[0], html
    )


def _without_tags(html: str) -> str:
    """Return the text of a title's HTML."""
    return unescape(re.sub("<[^>]*>", "", html))


def _inline_formulas(md: mistune.Markdown) -> None:
    """Let Markdown leave formulas alone; to mistune's own rule "$5 and $" is one."""

    def parse(_: mistune.InlineParser, formula: re.Match[str], state: mistune.InlineState) -> int:
        state.append_token({"type": "inline_math", "raw": formula["tex"]})
        return formula.end()

    md.inline.register("inline_math", FORMULA, parse, before="codespan")


@cache
def _markdown() -> mistune.Markdown:
    return mistune.create_markdown(renderer=_Renderer(), plugins=["table", _inline_formulas])


def typeset(markdown: str) -> str:
    """Return a document as HTML, without its comments."""
    return str(_markdown()(re.sub(r"<!--.*?-->", "", markdown, flags=re.DOTALL)))


def typeset_line(text: str) -> str:
    """Return a sentence of the registry as HTML: formulas between dollars, and no other markup."""
    parts = re.split(FORMULA, text)
    # Of a split by one group every second part is what the group has matched.
    set_ = [mathml(part) if i % 2 else mistune.escape(part) for i, part in enumerate(parts)]
    return keep_beside_formulas("".join(set_))


def find_section(markdown: str, anchor: str) -> tuple[str, str] | None:
    """Return the title and the Markdown of the section with an anchor, None if there is none.

    The section ends where the next one of its level, or of a higher one, begins.
    """
    titles = list(re.finditer(r"^(#+) (.*)$", markdown, flags=re.MULTILINE))
    for number, title in enumerate(titles):
        if slug(title[2]) == anchor:
            later = (t.start() for t in titles[number + 1 :] if len(t[1]) <= len(title[1]))
            return title[2], markdown[title.end() : next(later, len(markdown))]
    return None


def typeset_section(markdown: str, page: str) -> str:
    """Return a section of a document as HTML for another page of the site.

    Its titles have no anchors, and its links lead to `page`, the address of the
    document, and to the documents beside it.
    """

    def link(match: re.Match[str]) -> str:
        address = match[1]
        if address.startswith("#"):
            return f'href="{page}{address}"'
        if "://" in address:
            return match[0]
        return f'href="{page.rpartition("/")[0]}/{address}"'

    without = re.sub(r'(<h\d) id="[^"]*"', r"\1", typeset(markdown))
    return re.sub(r'href="([^"]*)"', link, without)
