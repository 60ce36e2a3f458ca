"""Who may call which route: what does not stand in this table is for referees only."""

from __future__ import annotations

from enum import IntEnum


class Right(IntEnum):
    """What somebody may do here; each includes the ones before."""

    NOTHING = 0
    #: Boards and small copies of photos. With ``--pin-to-view`` nobody has it without the PIN.
    LOOK = 1
    REFEREE = 2


_ANYONE = """
GET /static/<path:filename>
GET /favicon.ico
GET /worker.js
GET /join
GET /help
GET /help/
GET /help/<path:file>
GET /api/v1/openapi.json
GET /api/v1/session
POST /api/v1/session
DELETE /api/v1/session
"""

_LOOKERS_ON = """
GET /
GET /qr.svg
GET /games/<game>
GET /api/v1/games
GET /api/v1/time
GET /api/v1/stream
GET /api/v1/tables
GET /api/v1/events
GET /api/v1/events/<event>
GET /tables
GET /show
GET /games/<game>/show
GET /evenings
GET /evenings/<evening>
GET /evenings/<evening>/print
GET /evenings/<evening>/cards
GET /evenings/<evening>/tables/<int:number>
GET /events
GET /events/<path:rest>
GET /rules/<kind>
GET /tour
GET /api/v1/games/<game>
GET /api/v1/games/<game>/diagram.svg
GET /games/<game>/review
GET /api/v1/games/<game>/review
GET /api/v1/diagram.svg
GET /puzzles
GET /studies
GET /studies/<study>
GET /api/v1/studies
GET /api/v1/studies/<study>
GET /openings
GET /api/v1/openings
GET /api/v1/openings/<opening>/proof
GET /api/v1/puzzles
GET /api/v1/puzzles/<puzzle>
GET /api/v1/puzzles/<puzzle>/answer
GET /api/v1/puzzles/<puzzle>/solution
GET /api/v1/games/<game>/stream
GET /api/v1/games/<game>/live
GET /api/v1/games/<game>/frame
GET /api/v1/photos/<digest>
"""

#: Routes that not only referees may call, by method and address.
ROUTES: dict[str, Right] = {
    line: right
    for right, lines in ((Right.NOTHING, _ANYONE), (Right.LOOK, _LOOKERS_ON))
    for line in lines.strip().split("\n")
}


def right_for(method: str, rule: str) -> Right:
    """The right that a request needs. HEAD is asked like GET; OPTIONS only tells the methods."""
    if method == "OPTIONS":
        return Right.NOTHING
    return ROUTES.get(f"{'GET' if method == 'HEAD' else method} {rule}", Right.REFEREE)
