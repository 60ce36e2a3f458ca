"""The guide, served from the wheel: made by ``make docs``, the same pages as on paper or a site. A
checkout may lack it: then its Markdown is shown as it is written, with links and pictures."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

from flask import Response, abort, redirect, send_from_directory
from markupsafe import Markup, escape
from werkzeug.utils import safe_join
from werkzeug.wrappers import Response as Answer

from ...calibration.paper.texts import texts_in
from ...engine.games.registry import kinds
from ..api.language import language
from ..carried_files import guide_folder, guide_sources
from ..games.game_pages import page_of
from ..texts import DEFAULT_LANGUAGE, say, texts
from . import error_page, page, pages

#: Where the guide begins, by language.
FIRST_PAGES = {"fr": "guide/fr/first-evening.html", "zh-Hant": "guide/zh-Hant/first-evening.html"}
#: What the guide's pages show, beside their text.
PICTURES = frozenset((".webp", ".svg", ".png"))
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s#]*)(?:#[^)\s]*)?\)")
_WRITTEN = (
    (re.compile(r"(?<=\S)\n *(?!\n| *(?:[-|#!]|\d+\. ))"), " "),  # a line that was only wrapped
    (re.compile(r"^\|[-|: ]+\|\n| \|$", re.MULTILINE), ""),  # a table is a list of its rows
    (re.compile(r"^\|\s", re.MULTILINE), "· "),
    (re.compile(r" \| "), " – "),
    (re.compile(r"&lt;/?span.*?&gt;"), ""),
    (re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)"), r'<img src="\2" alt="\1">'),
    (re.compile(r"`([^`\n]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"(?<![\w*])\*([^*<\n]+)\*(?![\w*])"), r"<em>\1</em>"),
    (re.compile(r"^#+ (.*)$", re.MULTILINE), r"<strong>\1</strong>"),
)


@pages.get("/help")
@pages.get("/help/")
def help_begins() -> Answer:
    """The guide's first page in the reader's language."""
    return redirect(f"/help/{FIRST_PAGES.get(language(), 'index.html')}")


@pages.get("/help/<path:file>")
def help_file(file: str) -> Response:
    """A page of the guide, or a picture in it."""
    folder = guide_folder()
    if folder is None:
        return _as_written(file)
    if not (folder / file).is_file():
        abort(404)
    return _sent(folder, file)


def _as_written(file: str) -> Response:
    """The same from the Markdown of which the guide is made."""
    sources = guide_sources()
    if sources is None:
        return error_page(say(language(), "page.help_missing"), 404)
    if Path(file).suffix in PICTURES:
        return _sent(sources, file)
    written = safe_join(str(sources), file.removesuffix(".html") + ".md")
    if written is None or not Path(written).is_file():
        abort(404)
    title, _, text = Path(written).read_text(encoding="utf-8").partition("\n")
    shown = _linked(text.strip(), Path(written).parent, Path(sources))
    return page("home/guide.html", heading=title.lstrip("# "), written=shown)


def _linked(text: str, folder: Path, sources: Path) -> Markup:
    """Markdown as it is written, its links to be followed and its pictures seen; no link leads to
    what the guide makes itself, or to what lies beside it: neither is served here."""

    def followed(link: re.Match[str]) -> str:
        words, target = link[1], link[2]
        file = (folder / target).resolve()
        is_served = file.is_file() and file.is_relative_to(sources.resolve())
        if not (is_served or target.startswith("http")):
            return words
        return f'<a href="{re.sub("[.]md$", ".html", target)}">{words}</a>'

    parts = str(escape(text)).split("```")
    for at, part in enumerate(parts):
        if at % 2:
            _, _, program = part.partition("\n")
            parts[at] = f"<code>{program.rstrip()}</code>"
            continue
        for pattern, element in _WRITTEN:
            part = pattern.sub(element, part)
        parts[at] = _LINK.sub(followed, part)
    return Markup("".join(parts))  # escaped above; the elements are ours


def _sent(folder: Path, file: str) -> Response:
    answer: Response = send_from_directory(folder, file, conditional=True)
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


@pages.get("/rules/<kind>")
def rules(kind: str) -> Response:
    """The rules of one game."""
    if kind not in kinds() or f"rules.{kind}.1" not in texts(DEFAULT_LANGUAGE):
        abort(404)
    ours, titles = page_of(kind), texts_in(language())
    steps = []
    for number in count(1):
        key = f"rules.{kind}.{number}"
        if key not in texts(DEFAULT_LANGUAGE):
            break
        draw = ours.rule_pictures.get(number)
        steps.append((say(language(), key), Markup(draw()) if draw else None))
    known = [name for name in kinds() if page_of(name).rule_pictures]
    sheets = [(sheet, getattr(titles, f"{sheet}_title")) for sheet in ours.sheets]
    return page("game/rules.html", kind=kind, steps=steps, known=known, sheets=sheets)
