"""Photos whose boards people have confirmed or put right: truth, and how the reader did on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass

from ...engine.tiles.board import Board
from ...engine.tiles.observation import SURE
from ..games.kept.history import told
from ..games.play import PLAY_EVENTS
from ..games.state import GameState, after_event, begin
from ..store.stored import GameSummary, StoredEvent
from ..tables.sight import Sight


@dataclass(frozen=True)
class ConfirmedPhoto:
    """A photo of one move, and the board that was agreed on while it was shown. ``sight`` is what
    was read in it and put right by hand, in the frame of ``board``."""

    game: str
    version: int
    sight: Sight
    board: Board

    @property
    def digest(self) -> str:
        """The photo's name in the photo store."""
        return self.sight.digest or ""


@dataclass(frozen=True)
class ReadingScore:
    """How many tiles of confirmed photos were read right.

    ``tiles`` counts those that were read, phantoms included, and those that were laid by hand;
    ``wrong_and_sure`` those of them that were read wrongly and did not look unsure. In a photo in
    which a person had to show a tile nothing was right.
    """

    photos: int = 0
    tiles: int = 0
    right: int = 0
    wrong_and_sure: int = 0

    def __add__(self, other: ReadingScore) -> ReadingScore:
        return ReadingScore(*map(sum, zip(astuple(self), astuple(other), strict=True)))


def score_of(photo: ConfirmedPhoto) -> ReadingScore:
    """How the reader did on one photo."""
    truth = {tile.cell: tile.rotation for tile in photo.board}
    read = {tile.cell: tile for tile in photo.sight.reading.tiles}
    laid = {cell for cell in truth if cell in photo.sight.by_hand}
    wrong = [tile for cell, tile in read.items() if truth.get(cell) != tile.rotation]
    return ReadingScore(
        photos=1,
        tiles=len(read.keys() | laid),
        right=0 if photo.sight.shown else len(read) - len(wrong),
        wrong_and_sure=sum(tile.confidence >= SURE for tile in wrong),
    )


def confirmed_in(game: GameSummary, events: Iterable[StoredEvent]) -> Iterator[ConfirmedPhoto]:
    """The confirmed photos of one game. What a camera has confirmed by itself counts only where
    somebody has put a tile right: else the reader would be held against itself."""
    first, *later = told(events)
    try:
        state = begin(first)
        for event in later if state.table.games.teaches else ():
            after = after_event(state, event)
            found = _confirmed(game.id, event, Sight.of(state.sight), after)
            if found is not None:
                yield found
            state = after
    except ValueError:
        return  # a game of an earlier version that can no longer be gone through


def _confirmed(
    game: str, event: StoredEvent, sight: Sight, after: GameState
) -> ConfirmedPhoto | None:
    if event.kind not in PLAY_EVENTS or sight.digest is None or after.play is None:
        return None
    if event.data.get("camera") and not sight.by_hand:
        return None
    board = after.play.board
    if not sight.tiles or not sight.reading.tiles:
        return None
    truth = {tile.cell: tile.rotation for tile in board}
    if any(truth.get(cell) != tile.rotation for cell, tile in sight.tiles.items()):
        return None  # what was seen is not what was agreed on
    return ConfirmedPhoto(game, event.version, sight, board)
