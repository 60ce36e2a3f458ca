"""What the API answers, as types: views make these, and the API's description is made of them.

An answer may hold more than its type says: what only our own page uses is not described.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

from ...engine.evening.evening import Person
from ...engine.evening.standings import Standing, TieBreak
from ...engine.games.registry import kinds
from ...engine.tiles.board import Tile
from ..games.state import ANALYSIS
from ..sent import SideWord

#: A kind of game, or a board that is only looked at.
GameKind = Annotated[str, Meta(extra_json_schema={"enum": [*kinds(), ANALYSIS]})]
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
    kind: GameKind
    title: str
    version: int
    created: Time
    changed: Time
    deleted: bool


class PlayerAnswer(TypedDict):
    """Who plays, with the colour where two colours play."""

    name: str
    colour: SideWord | None


class StandAnswer(TypedDict):
    """How a game stands, in a line: whose ``turn`` it is, or who has won."""

    players: list[PlayerAnswer]
    turn: str | None
    over: bool
    winner: str | None
    drawn: bool


class GameLine(SummaryAnswer, StandAnswer):
    """A game in the list."""


class GamesAnswer(TypedDict):
    """Some games of the list, and how many there are in all."""

    games: list[GameLine]
    count: int
    complete: bool


class ChoiceAnswer(TypedDict):
    """An answer to what the referee asks: confirm with its ``move``, or make the ``change`` that it
    names, with who is ``to_move`` and whether turns are ``counted`` where that is said; or begin a
    game of the kind that ``begins`` with the photo. The picture is SVG."""

    move: str
    change: NotRequired[str]
    begins: NotRequired[str]
    to_move: NotRequired[str]
    counted: NotRequired[bool]
    text: str
    caption: NotRequired[str]
    picture: NotRequired[str]


FindingLevel = Literal["fine", "wrong", "unsure", "win", "info"]


class ItemAnswer(TypedDict):
    """Something worth saying, with the cells it speaks of: axial, or names on a printed board.

    ``move`` is the suggestion it makes, ``parts`` are items that belong to it.
    """

    level: FindingLevel
    text: str
    cells: list[list[int] | str]
    creature: SideWord | None
    threat: SideWord | None
    move: str
    parts: list[ItemAnswer]


class ItemsAnswer(TypedDict):
    """What there is to say, the first thing first."""

    items: list[ItemAnswer]


class VerdictAnswer(TypedDict):
    """What the referee says; ``watched`` is the detail while a live camera enters the dice."""

    level: FindingLevel
    text: str
    detail: str
    items: list[ItemAnswer]
    can_confirm: bool
    choices: NotRequired[list[ChoiceAnswer]]
    watched: NotRequired[str]


class EntryAnswer(TypedDict):
    """A move of the record: ``accepted`` says that it stands against the rules, ``check`` what
    a person should still look at, ``read_as`` as what it was read before it was put right."""

    number: int
    who: str
    colour: SideWord | None
    move: str
    said: str
    version: int
    at: Time
    photo: str | None
    accepted: bool
    points: dict[str, int] | None
    check: list[str]
    read_as: str


class ResignerAnswer(TypedDict):
    """A side that may give the game up: ``by`` is what is sent, ``text`` what is said of it."""

    by: str
    text: str


class GameAnswer(SummaryAnswer):
    """A game: what lies on the table, what the referee says, what was played."""

    verdict: VerdictAnswer
    board: Annotated[str, Meta(description="The table as text: `0,0a 1,0c`.")]
    tiles: list[Tile]
    timeline: list[EntryAnswer]
    turn: str | None
    over: bool
    resigners: list[ResignerAnswer]


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


class SessionAnswer(TypedDict):
    """What a browser may do, and what it has to show to do more."""

    pin_needed: bool
    key_needed: bool
    may_change: bool


class SessionLine(TypedDict):
    """A browser that may change games."""

    id: str
    device: str
    address: str
    opened: Time
    seen: Time
    own: bool


class SessionsAnswer(TypedDict):
    """The browsers that may change games, the newest first."""

    sessions: list[SessionLine]


class SettingsAnswer(TypedDict):
    """What is chosen, what there is to choose from, and which profiles cannot be read."""

    tile_set: str | None
    tile_sets: list[str]
    camera: str | None
    cameras: list[str]
    problems: list[str]


class FriendAnswer(TypedDict):
    """A friendly creature: ``shown`` is its name in the request's language, the picture is SVG."""

    name: str
    colour: SideWord
    tiles: str
    shown: str
    picture: str


class FriendsAnswer(TypedDict):
    """The friendly creatures."""

    creatures: list[FriendAnswer]


class TableAnswer(StandAnswer):
    """A game on a table: what the referee ``says``, and whether it ``asks`` somebody there.

    ``number`` is the table's in its event.
    """

    id: str
    kind: GameKind
    title: str
    version: int
    level: FindingLevel
    says: str
    asks: bool
    clock: dict[str, Any] | None
    points: list[list[Any]]
    number: int | None


class EveningLine(TypedDict):
    """An event in the list: ``round`` is how many rounds were paired."""

    id: str
    version: int
    title: str
    system: str
    round: int
    players: int
    created: Time
    changed: Time
    deleted: bool


class EveningsAnswer(TypedDict):
    """The events, the one changed last first."""

    events: list[EveningLine]


class PairingAnswer(TypedDict):
    """Who sits together in a round: a ``game``, and the score, which may be entered ``by_hand``;
    ``said``: the players with their colours, where the game has two."""

    table: int
    seats: list[str]
    said: list[str]
    bye: bool
    game: str | None
    score: list[float] | None
    by_hand: bool
    turn: str | None


class RoundAnswer(TypedDict):
    """A round of an event."""

    number: int
    pairings: list[PairingAnswer]


class EveningAnswer(EveningLine):
    """An event with its people, rounds and standings; ``over`` once all its rounds are played."""

    kind: GameKind
    seats: int
    planned: int
    over: bool
    people: list[Person]
    rounds: list[RoundAnswer]
    tie_breaks: list[TieBreak]
    standings: list[Standing]


class StudyHead(TypedDict):
    """A study: its chapters are names in the list, and trees of moves by itself."""

    id: str
    title: str
    changed: Time
    deleted: bool
    chapters: list[Any]


class StudiesAnswer(TypedDict):
    """The studies, the one changed last first."""

    studies: list[StudyHead]


class StudyAnswer(StudyHead):
    """One study with all that is in it."""

    version: int


class OpeningAnswer(TypedDict):
    """An opening, who wins, and in words what is known of it."""

    name: str
    board: str
    inverse: str
    winner: SideWord | None
    positions: int
    text: str
    told: list[str]


class OpeningsAnswer(TypedDict):
    """The six openings."""

    openings: list[OpeningAnswer]


class PlayersAnswer(TypedDict):
    """The names of all who have played here."""

    players: list[str]


class HistoryAnswer(TypedDict):
    """All that ever happened in a game, in order."""

    events: list[dict[str, Any]]


class DeletedAnswer(TypedDict):
    """What was deleted for good, by its name."""

    deleted: str
