"""Getting about on the site: a page's list of contents, and the index that the search reads."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import unescape
from typing import NamedTuple

#: A title that can be led to, or the title of a part of a page that is folded.
_TITLE = re.compile(
    r'<h(?P<level>[23]) id="(?P<id>[^"]+)"[^>]*>(?P<title>.*?)</h(?P=level)>'
    r'|<details class="part[^"]*" id="(?P<part>[^"]+)"><summary>(?P<summary>.*?)</summary>',
    re.DOTALL,
)
_MAIN = re.compile(r"<main[^>]*>(.*)</main>", re.DOTALL)
_PAGE_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
#: What nobody looks for by a word: code, formulas and drawings.
_UNSEARCHED = re.compile(r"<(pre|math|svg|script|style)\b.*?</\1>", re.DOTALL)
#: A word of at least two letters, which does not begin with a digit.
_WORD = re.compile(r"[^\W\d_][\w’'.-]*[^\W_]")


class Entry(NamedTuple):
    """A title in a list of contents: `level` is 2, or 3 for what stands below one of 2."""

    level: int
    id: str
    title: str


def contents(main: str) -> list[Entry]:
    """Return the titles of a page's main part that can be led to, as HTML without links."""
    found = []
    for match in _TITLE.finditer(main):
        title = re.sub(r"</?a\b[^>]*>", "", match["title"] or match["summary"]).strip()
        found.append(Entry(int(match["level"] or 3), match["id"] or match["part"], title))
    return found


def used_terms(main: str, glossary: Mapping[str, str]) -> dict[str, str]:
    """Return the words of a glossary that a page's main part links to, with their meanings."""
    led = set(re.findall(r'class="term" href="[^"]*#([^"]+)"', main))
    return {term: said for term, said in glossary.items() if anchor(term) in led}


def anchor(term: str) -> str:
    """Return the anchor of a word of the glossary."""
    return term.replace(" ", "-")


def search_index(pages: Mapping[str, str]) -> str:
    """Return a script that assigns the index of these pages, given as path → HTML.

    An entry is a section of a page: where it is, its page's title, its own, and its words,
    each once. The script can be loaded where nothing may be fetched, from a file.
    """
    entries = []
    for path, html in pages.items():
        main, title = _MAIN.search(html), _PAGE_TITLE.search(html)
        if not (main and title):
            continue
        name = unescape(title[1])
        starts = [(0, "", "")]
        starts += [
            (match.start(), match["id"] or match["part"], match["title"] or match["summary"])
            for match in _TITLE.finditer(main[1])
        ]
        ends = [start for start, _, _ in starts[1:]] + [len(main[1])]
        for (start, anchor_, said), end in zip(starts, ends, strict=True):
            words = sorted(set(_WORD.findall(_plain(main[1][start:end]).lower())))
            address = f"{path}#{anchor_}" if anchor_ else path
            entries.append([address, name, " ".join(_plain(said).split()), " ".join(words)])
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
    return f"const SEARCH_INDEX = [\n{lines}\n];\n"


def _plain(html: str) -> str:
    """Return the text of HTML without its code and formulas."""
    return unescape(re.sub(r"<[^>]*>", " ", _UNSEARCHED.sub(" ", html)))
