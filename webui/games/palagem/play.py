"""Palagem at the table: palagems are chosen one after the other, then a tile a turn is laid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ....engine.lattice import Cell
from ....engine.palagem.game import FEWEST_PLAYERS, MOST_PLAYERS, Game
from ....engine.palagem.pattern import Palagem, PalagemError, must_change
from ....engine.phrases import Phrase
from ....engine.tiles.alignment import align
from ....engine.tiles.board import TILES_IN_A_SET, Board, Tile
from ...store import Event
from ..play import ChangeRefused, Entry, event_text
from ..sight import Sight


@dataclass(frozen=True)
class PalagemVerdict:
    """What lies on the table since the last turn.

    ``words`` is the move as the game takes it, ``after`` the game with it; ``refusal`` the rule
    that it breaks, with its tiles.
    """

    words: str | None = None
    after: Game | None = None
    chosen: Palagem | None = None
    refusal: Phrase | str | None = None
    tiles: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class PalagemPlay:
    """A game of Palagem as far as it was agreed on; ``game`` is None while palagems are chosen."""

    players: tuple[str, ...]
    options: Mapping[str, Any]
    chosen: tuple[Palagem | None, ...]
    game: Game | None = None
    entries: tuple[Entry, ...] = ()

    @classmethod
    def start(cls, options: Mapping[str, Any]) -> PalagemPlay:
        """A new game; palagems may be given at once. Raises ChangeRefused."""
        players = options.get("players", [])
        if not isinstance(players, list) or not all(isinstance(p, str) and p for p in players):
            raise ChangeRefused('"players" must be a list of names')
        if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS or len(set(players)) < len(players):
            raise ChangeRefused.of("palagem_players", least=FEWEST_PLAYERS, most=MOST_PLAYERS)
        names = tuple(name[:60] for name in players)
        play = cls(names, options, (None,) * len(names))
        given = options.get("palagems")
        if given is not None:
            return replace(play, game=play._game(given))
        play._game(["aaaa", "aaab", "aaac", "aaba", "aabb", "aabc"][: len(names)])
        return play

    def _game(self, palagems: object) -> Game:
        wanted = {
            "players": list(self.players),
            "palagems": palagems,
            "tiles": self.options.get("tiles", TILES_IN_A_SET),
            "inversion": self.options.get("inversion", False),
            "claims": self.options.get("claims", False),
        }
        try:
            return Game.from_json(wanted)
        except PalagemError as error:
            raise ChangeRefused(str(error)) from None

    @property
    def board(self) -> Board:
        """The field as it was agreed on last."""
        return Board() if self.game is None else self.game.board

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game is not None and self.game.over

    @property
    def chooser(self) -> int | None:
        """The player who is to choose a palagem, None when all have one."""
        return None if self.game is not None else self.chosen.index(None)

    def aligned(self, sight: Sight) -> Sight:
        """A sight in the game's own frame."""
        return sight.moved(align(self.board, sight.board)) if sight.tiles else sight

    def verdict(self, sight: Sight) -> PalagemVerdict:
        """The turn that lies on the table, or why there is none."""
        board = sight.board
        if self.game is None:
            try:
                return PalagemVerdict(chosen=Palagem.of_board(board))
            except PalagemError as error:
                return PalagemVerdict(refusal=error.sentence, tiles=error.tiles)
        before = self.game.board
        added = [tile for tile in board if tile.cell not in before]
        removed = [tile.cell for tile in before if tile.cell not in board]
        turned = [t.cell for t in before if t.cell in board and board[t.cell] != t]
        if turned:
            names = tuple(f"{q},{r}" for q, r in turned)
            return PalagemVerdict(
                refusal=Phrase("old_tile_turned", {"tiles": names}), tiles=tuple(turned)
            )
        if len(added) != 1 or len(removed) > 1:
            cells = tuple(tile.cell for tile in added)
            return PalagemVerdict(refusal="palagem.one_tile", tiles=cells)
        return self._laid(self.game, added[0], removed[0] if removed else None)

    def _laid(self, game: Game, tile: Tile, taken: Cell | None) -> PalagemVerdict:
        words = str(tile) if taken is None else f"take {taken[0]},{taken[1]} {tile}"
        try:
            return PalagemVerdict(words, game.after_event(words))
        except PalagemError as error:
            return PalagemVerdict(words, None, None, error.sentence, error.tiles)

    def after(self, event: Event, sight: Sight) -> PalagemPlay:
        """The play after a palagem, a tile or a claim. Raises ChangeRefused."""
        if event.kind == "palagem_chosen":
            return self._choose(event_text(event.data, "palagem"))
        if event.kind != "action_confirmed" or self.game is None:
            raise ChangeRefused.of("palagems_first")
        words = event_text(event.data, "action")
        mover = self.players[self.game.mover]
        try:
            game = self.game.after_event(words)
        except PalagemError as error:
            raise ChangeRefused(str(error)) from None
        if words.startswith("claim "):
            return replace(self, game=game)
        photo = sight.photo.digest if sight.photo else None
        number = len(self.entries) + 1
        entry = Entry(number, mover, words, game.board, event.version, event.at, photo)
        return replace(self, game=game, entries=(*self.entries, entry))

    def _choose(self, letters: str) -> PalagemPlay:
        if self.chooser is None:
            raise ChangeRefused.of("palagems_chosen")
        try:
            palagem = Palagem(letters)
        except PalagemError as error:
            raise ChangeRefused(str(error)) from None
        place = self.chooser
        chosen = list(self.chosen)
        chosen[place] = palagem
        known = [(index, one) for index, one in enumerate(chosen) if one is not None]
        clash = must_change([one for _, one in known], bool(self.options.get("inversion")))
        if clash is not None:
            chosen[known[clash[0]][0]] = None  # the player earlier in order chooses again
        if None in chosen:
            return replace(self, chosen=tuple(chosen))
        game = self._game([str(one) for one in chosen])
        return replace(self, chosen=tuple(chosen), game=game)
