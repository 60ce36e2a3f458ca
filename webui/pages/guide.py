"""The guide, served from the wheel: made by ``make docs``, the same pages as on paper or a site."""

from __future__ import annotations

from flask import Response, abort, redirect, send_from_directory
from werkzeug.wrappers import Response as Answer

from ..api.language import language
from ..carried_files import guide_folder
from ..texts import say
from . import error_page, pages

#: Where the guide begins, by language.
FIRST_PAGES = {"fr": "guide/fr/first-evening.html", "zh-Hant": "guide/zh-Hant/first-evening.html"}


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
        return error_page(say(language(), "page.help_missing"), 404)
    if not (folder / file).is_file():
        abort(404)
    answer: Response = send_from_directory(folder, file, conditional=True)
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer
