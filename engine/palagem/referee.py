"""Palagem's referee: the palagem or the turn that lies on the table, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from ..games.findings import Finding, VerdictInWords
from ..lattice import Cell, name_cells
from ..phrases import Phrase
from ..tiles.alignment import Alignment, align
from ..tiles.board import Board
from ..tiles.observation import Observation
from .choosing import CHOOSE, PalagemChoosing
from .game import PalagemGame, action_words
from .pattern import Palagem, PalagemError


@dataclass(frozen=True, repr=False)
class PalagemVerdict(VerdictInWords):
    """What lies on the table since the last turn. ``actions`` is the turn as the game takes it,
    ``after`` the game with it; ``refusal`` the rule that it breaks, with its tiles."""

    board: Board
    actions: tuple[str, ...] = ()
    after: PalagemGame | PalagemChoosing | None = None
    refusal: Phrase | str | None = None
    tiles: tuple[Cell, ...] = ()
    fresh: tuple[Cell, ...] = ()
    alignment: Alignment = field(default_factory=Alignment)
    answers: tuple[()] = ()
    unsure: tuple[Cell, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether a palagem, or a turn that the rules allow, lies there."""
        return self.after is not None

    @property
    def settled(self) -> bool:
        """Nothing is ever asked in Palagem."""
        return self.legal

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The rule that is broken, or who has won."""
        if self.refusal is not None:
            said = self.refusal
            phrase = said if isinstance(said, Phrase) else Phrase("plain", {"text": said})
            rule = phrase.key.removeprefix("palagem_").replace("_", " ")
            return (Finding("wrong", phrase, self.tiles, rule),)
        ending = None if self.after is None else self.after.ending
        return () if ending is None else (Finding("win", ending.sentence),)

    def to_json(self) -> dict[str, Any]:
        """The verdict as plain JSON."""
        return {
            "legal": self.legal,
            "settled": self.settled,
            "actions": list(self.actions),
            "tiles": [list(cell) for cell in self.tiles],
            "sentences": [str(sentence) for sentence in self.sentences],
            "board": self.board.to_text(),
            "alignment": self.alignment.to_json(),
        }


def judge(
    game: PalagemGame | PalagemChoosing, seen: Observation, *, aligned: bool = False
) -> PalagemVerdict:
    """What was played since the game's last event, or the first rule that it breaks."""
    way = Alignment() if aligned else align(game.board, seen.board)
    board = way.board(seen.board)
    added = board.beyond(game.board)
    fresh = tuple(tile.cell for tile in added)
    unsure = tuple(cell for cell in fresh if seen.is_unsure(way.cell_back(cell)))
    found = PalagemVerdict(board, fresh=fresh, alignment=way, unsure=unsure)
    if isinstance(game, PalagemChoosing):
        try:
            words = f"{CHOOSE} {Palagem.of_board(board)}"
        except PalagemError as error:
            return _refused(found, error)
        return _played(found, game, words)
    removed = tuple(tile.cell for tile in game.board.beyond(board))
    turned = tuple(old.cell for old, _ in board.turned_since(game.board))
    if turned:
        phrase = Phrase("old_tile_turned", {"tiles": name_cells(turned)})
        return _refused(found, PalagemError(phrase, turned))
    if len(removed) > 1:
        phrase = Phrase("old_tiles_removed", {"count": len(removed), "tiles": name_cells(removed)})
        return _refused(found, PalagemError(phrase, removed))
    if not added:
        key = "old_tile_removed" if removed else "nothing_added"
        phrase = Phrase(key, {"tiles": name_cells(removed)})
        return _refused(found, PalagemError(phrase, removed))
    if len(added) > 1:
        try:
            game.gone_on(board)
        except PalagemError as error:
            return _refused(found, error)
        return _refused(found, PalagemError(Phrase("palagem_one_tile"), fresh))
    return _played(found, game, action_words(added[0], removed[0] if removed else None))


def _played(
    found: PalagemVerdict, game: PalagemGame | PalagemChoosing, words: str
) -> PalagemVerdict:
    try:
        after = game.play(words)
    except PalagemError as error:
        return _refused(found, error, words)
    return replace(found, actions=(words,), after=after)


def _refused(found: PalagemVerdict, error: PalagemError, *words: str) -> PalagemVerdict:
    return replace(found, actions=words, refusal=error.sentence, tiles=error.tiles)
