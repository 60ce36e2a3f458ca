"""Sheets to print: what a club lays on the table, and what a camera is calibrated with."""

from __future__ import annotations

from typing import Annotated

from flask import Response
from msgspec import Meta

from ....calibration.sets.editions import edition_named
from ...sent import BadRequest
from ...server.limits import HEAVY
from ...services import parts
from .. import api
from ..language import language
from ..requests import guarded

Paper = Annotated[str, Meta(extra_json_schema={"examples": ["A4", "letter", "A3"]})]


@api.get("/sheets/<kind>.pdf")
@guarded(rate=("heavy", HEAVY), gives=("application/pdf",))
def print_sheet(kind: str, *, paper: Paper = "A4") -> Response:
    """A sheet as PDF, in the request's language."""
    from ....calibration.paper import KINDS, PrintOptions, papers_for, print_pdf
    from ....calibration.paper.tile_face import PaperColours

    if kind not in KINDS:
        raise BadRequest(f"sheets are {', '.join(KINDS)}")
    if paper not in papers_for(kind):
        raise BadRequest(f'"paper" must be one of {", ".join(papers_for(kind))}')
    edition = edition_named("paper")
    colours = PaperColours(edition.white, edition.blue, edition.line)
    options = PrintOptions(kind, colours, paper, language=language())
    with parts.folder.passing() as folder:
        out = folder / f"palago-{kind}.pdf"
        print_pdf(options, out)
        data = out.read_bytes()
    response = Response(data, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'attachment; filename="palago-{kind}.pdf"'
    return response
