"""Palago: read a table from a photo, referee what was played, score it, solve it.

>>> import palago
>>> board = palago.Board("0,0a 1,0c")
>>> palago.Game("palago").play("0,0a 1,0c").on_turn
'blue'

Heavy libraries are loaded by the first call that needs them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import (
    IO,
    TYPE_CHECKING,
    Any,
    Literal,
    TypeAlias,
    TypedDict,
    Unpack,
    overload,
)

from .engine.tiles.board import Board, Tile

if TYPE_CHECKING:
    from pathlib import Path

    from numpy import uint8, uint16
    from numpy.typing import NDArray
    from PIL.Image import Image

    from .engine.games.protocols import Game as AnyGame
    from .engine.games.protocols import Verdict as Verdict
    from .engine.games.registry import kinds as kinds
    from .engine.games.tables import Table
    from .engine.lattice import Colour
    from .engine.palagem.choosing import PalagemChoosing
    from .engine.palagem.game import PalagemGame
    from .engine.palagem.referee import PalagemVerdict
    from .engine.palago.game import PalagoGame
    from .engine.palago.move import Move as Move
    from .engine.palago.search.solver import Solution as Solution
    from .engine.palago.threats import ThreatReport as ThreatReport
    from .engine.palago.verdict import PalagoVerdict
    from .engine.palagonia.game import PalagoniaGame
    from .engine.palagonia.points.scoring import Score as Score
    from .engine.palagonia.referee import PalagoniaVerdict
    from .engine.palanquee.judging.referee import PalanqueeVerdict
    from .engine.palanquee.play.match import PalanqueeMatch
    from .engine.palanquee.position import PalanqueePosition
    from .engine.palanquee.table.seen import SeenBoard
    from .engine.records.collection import played_record as played_record
    from .engine.records.files import read_record as read_record
    from .engine.records.files import read_records as read_records
    from .engine.records.files import write_record as write_record
    from .engine.records.record import Record as Record
    from .engine.records.record import RecordedTurn as RecordedTurn
    from .engine.records.replay import Replay as Replay
    from .engine.records.replay import replay as replay
    from .engine.tiles.diagram import board_svg as board_svg
    from .engine.tiles.observation import Observation
    from .vision.counters.readings.reading import BoardReading as BoardReading
    from .vision.photos.header import PhotoError as PhotoError
    from .vision.readings.reading import Reading as Reading
    from .vision.readings.reading import TileReading as TileReading

    __version__: str

    class Beginning(TypedDict, total=False):
        """How a game begins: see `Game`."""

        players: list[str] | tuple[str, ...]
        board: Table | Reading | BoardReading | str | None
        to_move: Colour | str
        options: Mapping[str, Any] | None

    class Known(TypedDict, total=False):
        """What is known of two boards: see `judge`."""

        options: Mapping[str, Any] | None
        mover: Colour | str
        roll: str

    OfPalago: TypeAlias = PalagoGame | Literal["palago"]
    OfPalagonia: TypeAlias = PalagoniaGame | Literal["palagonia"]
    OfPalagem: TypeAlias = PalagemGame | PalagemChoosing | Literal["palagem"]
    OfPalanquee: TypeAlias = PalanqueeMatch | Literal["palanquee"]
    Photographed: TypeAlias = (
        str | Path | bytes | bytearray | memoryview | IO[Any] | Image | NDArray[uint8 | uint16]
    )
    Seen: TypeAlias = (
        Board | Reading | BoardReading | Observation | SeenBoard | PalanqueePosition | str
    )
    Given: TypeAlias = Seen | AnyGame

_LATER = {
    "BoardReading": "vision.counters.readings.reading",
    "Move": "engine.palago.move",
    "PhotoError": "vision.photos.header",
    "Reading": "vision.readings.reading",
    "Record": "engine.records.record",
    "RecordedTurn": "engine.records.record",
    "Replay": "engine.records.replay",
    "Score": "engine.palagonia.points.scoring",
    "Solution": "engine.palago.search.solver",
    "ThreatReport": "engine.palago.threats",
    "TileReading": "vision.readings.reading",
    "Verdict": "engine.games.protocols",
    "board_svg": "engine.tiles.diagram",
    "kinds": "engine.games.registry",
    "played_record": "engine.records.collection",
    "read_record": "engine.records.files",
    "read_records": "engine.records.files",
    "replay": "engine.records.replay",
    "write_record": "engine.records.files",
}
"""Names that are loaded when they are asked for, and where they live."""

__all__ = ["Board", "Game", "Tile", "judge", "read", "score", "solve", "threats"]
__all__ += ["__version__", *_LATER]


@overload
def read(photo: Photographed, game: Literal["palanquee"]) -> BoardReading: ...  # type: ignore[overload-overlap]
@overload
def read(photo: Photographed, game: str = "palago") -> Reading: ...
def read(photo: Photographed, game: str = "palago") -> Reading | BoardReading:
    """Read the board in a photo: a path, an opened file or its bytes, a PIL image, or BGR pixels.

    An array is upright, of shape (height, width, 3), 8 or 16 bit, in OpenCV's order: of RGB give
    ``pixels[:, :, ::-1]``. Grey ones (height, width) do. Places in the reading are pixels (x, y) of
    the upright photo, its colours sRGB from 0 to 255. ``game`` says what lies there: tiles, or what
    stands on the printed board of "palanquee". A photo without a board gives a reading without
    pieces and a warning. Raises ``palago.PhotoError``, a ValueError, where it is no photo.
    """
    from pkgutil import resolve_name

    from .engine.games.registry import plug_of
    from .vision import reader_of
    from .vision.photos.photo import photo_given

    table = plug_of(game).table
    reader = resolve_name(table.reader) if table.reader else reader_of(table.name)
    seen: Reading | BoardReading = reader(photo_given(photo))
    return seen


@overload
def Game(kind: Literal["palago"] = "palago", **how: Unpack[Beginning]) -> PalagoGame: ...
@overload
def Game(kind: Literal["palagonia"], **how: Unpack[Beginning]) -> PalagoniaGame: ...
@overload
def Game(kind: Literal["palagem"], **how: Unpack[Beginning]) -> PalagemGame | PalagemChoosing: ...
@overload
def Game(kind: Literal["palanquee"], **how: Unpack[Beginning]) -> PalanqueeMatch: ...
@overload
def Game(kind: str, **how: Unpack[Beginning]) -> AnyGame: ...
def Game(
    kind: str = "palago",
    *,
    players: list[str] | tuple[str, ...] = (),
    board: Table | Reading | BoardReading | str | None = None,
    to_move: Colour | str = "",
    options: Mapping[str, Any] | None = None,
) -> Any:
    """A game of a kind ("palago", "palagonia", "palagem", …) at its start. Immutable.

    ``players`` are names, which Palago's two colours do not need: it forgets them. ``board`` (a
    reading or tiles in words, too) and ``to_move`` begin it from a position; ``options`` is what
    the players agreed on, as records write it. ``to_record()`` gives what was played as a record;
    names in Palago are put into it by ``dataclasses.replace``. Raises ValueError with a sentence.
    """
    from .engine.games.protocols import Start
    from .engine.games.registry import plug_of
    from .engine.records.record import Record

    plug, agreed = plug_of(kind), options or {}
    laid: Any = board
    if plug.table.lays_tiles:
        laid = laid.to_board() if hasattr(laid, "to_board") else laid
        laid = laid if isinstance(laid, Board | None) else Board(laid)
    else:
        laid = plug.table.observed(plug.table.from_text(laid) if isinstance(laid, str) else laid)
    names = Record(kind, (), players, agreed).players
    try:
        game = plug.start(Start(agreed, laid, str(to_move), names))
    except ValueError as error:
        if plug.players is None or players or agreed.get("players"):
            raise
        how = f'palago.Game("{kind}", players=("Ann", "Ben", "Cleo"))'
        raise ValueError(f"{str(error).rstrip('.')}; they are named as in {how}") from None
    if to_move and not board and str(to_move).lower() != str(game.on_turn).lower():
        raise ValueError(f"{to_move} cannot begin on the empty table: give the board, too")
    return game


@overload
def judge(  # type: ignore[overload-overlap]
    before: Seen | OfPalago | None, after: Given, game: OfPalago = ..., **known: Unpack[Known]
) -> PalagoVerdict: ...
@overload
def judge(  # type: ignore[overload-overlap]
    before: Seen | OfPalagonia | None, after: Given, game: OfPalagonia = ..., **known: Unpack[Known]
) -> PalagoniaVerdict: ...
@overload
def judge(  # type: ignore[overload-overlap]
    before: Seen | OfPalagem | None, after: Given, game: OfPalagem = ..., **known: Unpack[Known]
) -> PalagemVerdict: ...
@overload
def judge(
    before: Seen | OfPalanquee | None, after: Given, game: OfPalanquee = ..., **known: Unpack[Known]
) -> PalanqueeVerdict: ...
@overload
def judge(
    before: Given | None, after: Given, game: str | AnyGame = ..., **known: Unpack[Known]
) -> Verdict: ...
def judge(
    before: Given | None,
    after: Given,
    game: str | AnyGame = "palago",
    *,
    options: Mapping[str, Any] | None = None,
    mover: Colour | str = "",
    roll: str = "",
) -> Verdict:
    """What was played between two boards, or every rule that was broken.

    Boards may be readings, with all their doubts, tiles as in ``"0,0a 1,0c"``, or what lies in a
    game; None is the empty table, or the game's board. ``game`` is a kind, or the game up to the
    first board, which must show the same then; ``judge(game, after)`` is enough. ``mover`` is a
    colour where that is known, ``roll`` what Palagonia's dice showed. Raises ValueError with a
    sentence.
    """
    from .engine.games.protocols import Between
    from .engine.games.registry import plug_of

    if after is None:
        raise TypeError("the second board is missing: a Board, a Reading or tiles in words")
    first: Any = before
    if hasattr(first, "play"):
        first, game = None, first
    last: Any = after
    if hasattr(last, "play"):
        last = last.board
    known = None if isinstance(game, str) else game
    kind: Any = getattr(game, "kind", game)
    plug = plug_of(kind)
    plug.check_options(options or {})
    seen = plug.table.observed
    earlier = seen(known.board if known is not None and first is None else first)
    given = Between(earlier, seen(last), known, options or {}, str(mover), "", roll)
    return plug.judge_between(given)


def score(board: Given) -> tuple[Score, ...]:
    """What Palagonia pays for every closed group on a board, each with its loops and legs."""
    from .engine.palagonia.points.scoring import score_all

    return score_all(_board(board))


def threats(board: Given) -> ThreatReport:
    """Who could win with the next move, and what holds against it (Palago)."""
    from .engine.palago.threats import analyse_threats

    return analyse_threats(_board_to_play_on(board))


def solve(board: Given, to_move: Colour | str = "", *, seconds: float | None = 10.0) -> Solution:
    """Search for a forced win in Palago for whoever is to move, "white" or "blue": a game knows it.

    The result is a win or a loss where it is proved, and else unknown. With ``seconds=None`` the
    search ends when all is known.
    """
    from .engine.palago.plug import colour_named
    from .engine.palago.search.solver import solve as search

    tiles = _board_to_play_on(board)
    mover = to_move or getattr(board, "on_turn", "")
    if not isinstance(seconds, int | float | None):
        raise ValueError(f"seconds must be a number, not {seconds!r:.40}")
    if not mover:
        raise ValueError('a board does not tell who is to move: solve(board, "white")')
    return search(tiles, colour_named(mover), seconds=seconds)


def _board(value: Given) -> Board:
    """The tiles of a board as it was seen, or of a game. Raises TypeError; None, an empty table to
    the referee, is here what a caller forgot."""
    from .engine.games.tables import observed_tiles

    given: Any = getattr(value, "board", value)
    if given is None:
        raise TypeError("a board is a Board, a Reading or tiles in words, not None")
    return observed_tiles(given).board


def _board_to_play_on(value: Given) -> Board:
    """The tiles as `_board` has them. Raises ValueError where nobody can play Palago on there."""
    from .engine.palago.threats import require_playable

    kind = getattr(value, "kind", "palago")
    if kind != "palago":
        raise ValueError(f"this can be said of Palago alone, not of a game of {kind}")
    if getattr(value, "over", False):
        raise ValueError("the game is over: nobody moves any more")
    board = _board(value)
    require_playable(board)
    return board


def __dir__() -> list[str]:
    """What the face shows, and nothing that it only uses."""
    return __all__


if not TYPE_CHECKING:  # else any misspelled name would be one of any type

    def __getattr__(name: str) -> Any:
        """The version, as it is installed, and what is loaded only when it is asked for."""
        if name == "__version__":
            from importlib.metadata import version

            return version("palago")
        if name in _LATER:
            from importlib import import_module

            return getattr(import_module(f".{_LATER[name]}", __name__), name)
        raise AttributeError(f"module 'palago' has no attribute {name!r}")
