"""Sheets to print: what a club lays on the table, and what a camera is calibrated with."""

from __future__ import annotations

from flask import Response

from ....calibration.paper import KINDS, PrintOptions, papers_for, print_pdf
from ....calibration.paper.tile_face import PaperColours
from ....calibration.sets.editions import edition_named
from ...server.limits import HEAVY
from ...services import services
from .. import api
from ..fields import BadRequest, choice_argument
from ..language import language
from ..requests import guarded


@api.get("/sheets/<kind>.pdf")
@guarded(rate=("heavy", HEAVY))
def print_sheet(kind: str) -> Response:
    """A sheet as PDF, in the request's language."""
    if kind not in KINDS:
        raise BadRequest(f"sheets are {', '.join(KINDS)}")
    paper = choice_argument("paper", papers_for(kind), "A4")
    edition = edition_named("paper")
    colours = PaperColours(edition.white, edition.blue, edition.line)
    options = PrintOptions(kind, colours, paper, language=language())
    with services().folder.passing() as folder:
        out = folder / f"palago-{kind}.pdf"
        print_pdf(options, out)
        data = out.read_bytes()
    response = Response(data, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'attachment; filename="palago-{kind}.pdf"'
    return response
