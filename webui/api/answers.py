"""What the API answers, as types: views make these, and the API's description is made of them.

An answer may hold more than its type says: what only our own page uses is not described.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

from ...engine.games.registry import kinds
from ...engine.tiles.board import Tile
from ..games.state import ANALYSIS

#: A kind of game, or a board that is only looked at.
Kind = Annotated[str, Meta(extra_json_schema={"enum": [*kinds(), ANALYSIS]})]
Time = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]


class ProblemAnswer(TypedDict):
    """What went wrong: a code for programs and a sentence for people."""

    code: str
    message: str
    #: Where a game stands that somebody else has changed meanwhile.
    version: NotRequired[int]


class Error(TypedDict):
    """Every answer that is an error."""

    error: ProblemAnswer


class SummaryAnswer(TypedDict):
    """A game's line in the list."""

    id: str
    kind: Kind
    title: str
    version: int
    created: Time
    changed: Time
    deleted: bool


class GamesAnswer(TypedDict):
    """Some games of the list, and how many there are in all."""

    games: list[SummaryAnswer]
    count: int
    complete: bool


class ChoiceAnswer(TypedDict):
    """An answer to what the referee asks: confirm with its ``move``. The picture is SVG."""

    move: str
    text: str
    caption: NotRequired[str]
    picture: NotRequired[str]


class VerdictAnswer(TypedDict):
    """What the referee says."""

    level: Literal["fine", "wrong", "unsure", "win", "info"]
    text: str
    detail: str
    items: list[dict[str, Any]]
    can_confirm: bool
    choices: NotRequired[list[ChoiceAnswer]]


class GameAnswer(SummaryAnswer):
    """A game: what lies on the table, what the referee says, what was played."""

    verdict: VerdictAnswer
    board: Annotated[str, Meta(description="The table as text: `0,0a 1,0c`.")]
    tiles: list[Tile]
    timeline: list[dict[str, Any]]
    turn: str | None
    over: bool


class ReadingAnswer(TypedDict):
    """The board in a photo."""

    image: dict[str, Any]
    palette: NotRequired[dict[str, Any] | None]
    tiles: list[Tile]
    warnings: list[str]
    warning_codes: NotRequired[list[dict[str, Any]]]
    loose: NotRequired[list[Any]]
    dice: NotRequired[list[dict[str, Any]]]
    unseen: NotRequired[list[list[int]]]
    most: NotRequired[float]
