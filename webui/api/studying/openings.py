"""The six openings of Palago, and what is proved of each."""

from __future__ import annotations

from typing import Any

from flask import abort

from ....engine.palago.search.openings import Bounds, Opening, openings
from ...texts import say
from .. import api
from ..answer_types import OpeningsAnswer
from ..language import language
from ..requests import guarded


@api.get("/openings")
@guarded(answer=OpeningsAnswer)
def list_openings() -> dict[str, Any]:
    """The openings with what is known of them."""
    tongue = language()
    return {"openings": [_opening_json(opening, tongue) for opening in openings()]}


@api.get("/openings/<opening>/proof")
@guarded()
def show_opening_proof(opening: str) -> dict[str, Any]:
    """The whole proof of an opening; 404 where there is none."""
    found = next((known for known in openings() if known.name == opening), None)
    proof = None if found is None else found.read_proof()
    if proof is None:
        return abort(404)
    return proof.to_json()


def _opening_json(opening: Opening, tongue: str) -> dict[str, Any]:
    known = opening.to_json()
    shown = {name: known[name] for name in ("name", "board", "inverse", "winner")}
    if known["winner"] is not None:
        winner = say(tongue, f"colour.{known['winner']}")
        text = say(tongue, "opening.won", colour=winner, count=known["moves"])
        return shown | {"text": text, "positions": known["positions"], "told": []}
    return shown | {
        "text": say(tongue, "opening.open"),
        "positions": 0,
        "told": _explored(opening.read_bounds(), tongue),
    }


def _explored(bounds: Bounds | None, tongue: str) -> list[str]:
    """What exploring an opening that is not settled has shown, a sentence each."""
    if bounds is None:
        return []
    failed = sum(reply.white_wins_in is not None for reply in bounds.explored)
    return [
        say(tongue, "opening.excluded", moves=bounds.blue_excluded),
        say(tongue, "opening.failed", failed=failed, replies=bounds.replies),
        say(tongue, "opening.left", count=len(bounds.explored) - failed),
    ]
