"""Palago: read a table from a photo, referee what was played, score it, solve it.

>>> import palago
>>> board = palago.Board("0,0a 1,0c")
>>> palago.Game("palago").play("0,0a 1,0c").on_turn
'blue'

Heavy libraries are loaded by the first call that needs them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .engine.tiles.board import Board, Tile

if TYPE_CHECKING:
    from pathlib import Path

    from PIL.Image import Image

    from .calibration.arrays import Picture
    from .engine.games.protocols import Game as AnyGame
    from .engine.games.protocols import Verdict
    from .engine.palago.search.solver import Solution
    from .engine.palago.threats import ThreatReport
    from .engine.palagonia.points.scoring import Score
    from .engine.tiles.observation import Observation
    from .vision.readings.reading import Reading

__all__ = [
    "Board",
    "Game",
    "Tile",
    "__version__",
    "judge",
    "read",
    "score",
    "solve",
    "threats",
]


def read(photo: str | Path | bytes | Image | Picture) -> Reading:
    """Read the board in a photo: a path, a file's bytes, a PIL image, or upright BGR pixels.

    An array has the shape (height, width, 3). A photo without a board gives a Reading without
    tiles and a warning. Raises ``palago.vision.PhotoError``, a ValueError, where it is no photo.
    """
    from PIL.Image import Image as PillowImage

    from .vision import read as read_photo

    if isinstance(photo, PillowImage):
        import numpy as np
        from PIL.ImageOps import exif_transpose

        upright = exif_transpose(photo).convert("RGB")
        return read_photo(np.ascontiguousarray(np.asarray(upright, dtype=np.uint8)[:, :, ::-1]))
    return read_photo(photo)


def Game(
    kind: str = "palago",
    *,
    players: tuple[str, ...] = (),
    board: Board | str | None = None,
    to_move: str = "",
    options: Mapping[str, Any] | None = None,
) -> AnyGame:
    """A game of a kind ("palago", "palagonia", "palagem", …) at its start. Immutable.

    ``board`` (in words, too) and ``to_move`` ("white" or "blue") begin it from a position;
    ``options`` is what the players agreed on, as records write it. Raises ValueError with a
    sentence.
    """
    from .engine.games.protocols import Start
    from .engine.games.registry import plug_of

    laid = Board(board) if isinstance(board, str) else board
    plug, agreed = plug_of(kind), options or {}
    plug.check_options(agreed)
    try:
        return plug.start(Start(agreed, laid, to_move, tuple(players)))
    except ValueError as error:
        if plug.players is None or players or agreed.get("players"):
            raise
        how = f'palago.Game("{kind}", players=("Ann", "Ben", "Cleo"))'
        raise ValueError(f"{str(error).rstrip('.')}; they are named as in {how}") from None


def judge(
    before: Board | Reading | str | None,
    after: Board | Reading | str,
    game: str | AnyGame = "palago",
    *,
    options: Mapping[str, Any] | None = None,
    mover: str = "",
    roll: str = "",
) -> Verdict:
    """What was played between two boards, or every rule that was broken.

    Boards may be readings, with all their doubts, or texts such as ``"0,0a 1,0c"``; None is the
    empty table. ``game`` is a kind, or the game up to the first board. ``mover`` is a colour where
    that is known, ``roll`` what Palagonia's dice showed. Raises ValueError with a sentence.
    """
    from .engine.games.protocols import Between
    from .engine.games.registry import plug_of

    known = None if isinstance(game, str) else game
    kind = game if isinstance(game, str) else game.kind
    plug = plug_of(kind)
    if not plug.table.is_free:
        raise ValueError(
            f"these are tiles, and this is a game of {kind}: 'palago judge --game {kind}' judges "
            "its positions and photos"
        )
    plug.check_options(options or {})
    given = Between(_seen(before), _seen(after), known, options or {}, mover, "", roll)
    return plug.judge_between(given)


def score(board: Board | Reading | str) -> tuple[Score, ...]:
    """What Palagonia pays for every closed group on a board, each with its loops and legs."""
    from .engine.palagonia.points.scoring import score_all

    return score_all(_seen(board).board)


def threats(board: Board | Reading | str) -> ThreatReport:
    """Who could win with the next move, and what holds against it (Palago)."""
    from .engine.palago.threats import analyse_threats

    return analyse_threats(_seen(board).board)


def solve(board: Board | Reading | str, to_move: str, *, seconds: float = 10.0) -> Solution:
    """Search for a forced win in Palago for whoever is to move, "white" or "blue".

    The result is a win or a loss where it is proved, and else unknown.
    """
    from .engine.palago.plug import colour_named
    from .engine.palago.search.solver import solve as search

    return search(_seen(board).board, colour_named(to_move), seconds=seconds)


def _seen(value: Board | Reading | str | None) -> Observation:
    from .engine.tiles.observation import Observation

    if value is None:
        return Observation(Board())
    if isinstance(value, str | Board):
        return Observation(Board(value))
    if not hasattr(value, "observation"):
        what = type(value).__name__
        raise TypeError(f"a board is a Board, a Reading or tiles in words, not of type {what}")
    return value.observation()


def __dir__() -> list[str]:
    """What the face shows, and nothing that it only uses."""
    return __all__


def __getattr__(name: str) -> str:
    """The version, as it is installed."""
    if name == "__version__":
        from importlib.metadata import version

        return version("palago")
    raise AttributeError(f"module 'palago' has no attribute {name!r}")
