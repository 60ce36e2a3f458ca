"""Who may call which route: one table, and what does not stand in it is for referees only."""

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
GET /events
GET /events/<event>
GET /events/<event>/print
GET /events/<event>/cards
GET /events/<event>/tables/<int:number>
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

_REFEREES = """
GET /settings
GET /games/<game>/print
POST /api/v1/games
DELETE /api/v1/games/<game>
POST /api/v1/games/<game>/changes
GET /api/v1/games/<game>/events
GET /api/v1/games/<game>/record
GET /api/v1/games/<game>/animation.svg
POST /api/v1/games/<game>/partner
POST /api/v1/games/<game>/review
POST /api/v1/studies
POST /api/v1/studies/<study>/changes
DELETE /api/v1/studies/<study>
GET /api/v1/studies/<study>/file
POST /api/v1/studies/<study>/proof
GET /digitise
GET /api/v1/digitisings
POST /api/v1/digitisings
GET /api/v1/digitisings/<digitising>
DELETE /api/v1/digitisings/<digitising>
POST /api/v1/digitisings/<digitising>/files
POST /api/v1/digitisings/<digitising>/start
POST /api/v1/digitisings/<digitising>/answers
POST /api/v1/digitisings/<digitising>/game
GET /api/v1/digitisings/<digitising>/picture
DELETE /api/v1/games/<game>/review
GET /api/v1/games/<game>/review/file
GET /api/v1/games/<game>/review/proof
POST /api/v1/games/<game>/advice
POST /api/v1/games/<game>/photos
POST /api/v1/games/<game>/photos/shown
POST /api/v1/games/<game>/readings
POST /api/v1/games/<game>/frames
PUT /api/v1/games/<game>/live
POST /api/v1/games/<game>/webcam
POST /api/v1/games/<game>/watch
DELETE /api/v1/games/<game>/watch
DELETE /api/v1/photos/<digest>
POST /api/v1/readings
POST /api/v1/analyses
POST /api/v1/imports
GET /api/v1/players
POST /api/v1/events
POST /api/v1/events/<event>/changes
DELETE /api/v1/events/<event>
GET /api/v1/events/<event>/standings.csv
GET /api/v1/settings
GET /api/v1/learning
POST /api/v1/learning
DELETE /api/v1/learning
GET /api/v1/learning/photos.zip
GET /api/v1/learning/photos/<digest>
PUT /api/v1/settings
GET /api/v1/sessions
DELETE /api/v1/sessions
DELETE /api/v1/sessions/<session>
POST /api/v1/invitations
GET /api/v1/friends
POST /api/v1/friends
DELETE /api/v1/friends/<name>
GET /api/v1/sheets/<kind>.pdf
POST /api/v1/calibrations
POST /api/v1/calibrations/<calibration>/views
POST /api/v1/calibrations/<calibration>/finish
"""

ROUTES: dict[str, Right] = {
    line: right
    for right, lines in (
        (Right.NOTHING, _ANYONE),
        (Right.LOOK, _LOOKERS_ON),
        (Right.REFEREE, _REFEREES),
    )
    for line in lines.split("\n")
    if line
}


def right_for(method: str, rule: str) -> Right:
    """The right that a request needs. HEAD is asked like GET; OPTIONS only tells the methods."""
    if method == "OPTIONS":
        return Right.NOTHING
    return ROUTES.get(f"{'GET' if method == 'HEAD' else method} {rule}", Right.REFEREE)
