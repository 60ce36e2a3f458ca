"""Palagem, for two to six players (rules, section Palagem; the designer's page on Palagem).

Each player makes a palagem: four matching tiles in a 2 by 2 rhombus, all different. Then one tile
a turn is laid; whoever's palagem appears in the field wins, whoever made it.

The sources are silent about a tile that is taken from the table when the bag is empty. Here it must
be laid in another cell and touch two tiles there, and the field must stay in one piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from ..games.protocols import UNSEEN, Deed, GameEnding
from ..lattice import Cell, name_cells
from ..phrases import Phrase, reason_of
from ..records.recorded_game import RecordedGame, listing
from ..tiles.board import MOST_TILES, TILES_IN_A_SET, Board, BoardError, Tile
from ..tiles.endings import EVEN_ROTATIONS
from ..values import plain, value_of
from .pattern import RHOMBUS, Palagem, PalagemError, must_change, palagems_on

FEWEST_PLAYERS, MOST_PLAYERS = 2, 6
ListOfWords = Annotated[tuple[str, ...], Meta(title="a list of words")]
_FREE_EDGES_TO_TAKE = 3


@dataclass(frozen=True)
class PalagemOptions:
    """What the players agreed on.

    ``inversion``: a palagem may appear with its colours swapped. ``claims``: a palagem counts
    only when somebody claims it; a wrong claim costs the claimant's next turn.
    """

    tiles: int = TILES_IN_A_SET
    inversion: bool = False
    claims: bool = False

    def __post_init__(self) -> None:
        if not len(RHOMBUS) <= self.tiles <= MOST_TILES:
            given = {"most": MOST_TILES, "given": self.tiles}
            raise PalagemError(Phrase("palagem_tiles", given))


@dataclass(frozen=True)
class Agreed(PalagemOptions):
    """What a record keeps of a game beside its events."""

    players: ListOfWords = ()
    palagems: ListOfWords = ()


@dataclass(frozen=True)
class PalagemOutcome:
    """How a game ended. ``winners`` is one player, or all the others where the mover lost.
    ``loser`` is the mover who made the palagems of several players."""

    winners: tuple[int, ...]
    loser: int | None
    made: Mapping[int, Board] = field(default_factory=dict, hash=False)

    def sentence(self, players: Sequence[str]) -> Phrase:
        """The outcome for the players."""
        if self.loser is not None:
            names = tuple(players[player] for player in self.made)
            return Phrase(
                _key("palagem_mover_loses", players),
                {"mover": players[self.loser], "players": names},
            )
        (winner,) = self.winners
        cells = name_cells(sorted(self.made[winner].cells))
        return Phrase(_key("palagem_wins", players), {"winner": players[winner], "tiles": cells})


@dataclass(frozen=True, repr=False)
class PalagemGame(RecordedGame):
    """A game of Palagem. Immutable; begin with :meth:`new`.

    ``mover`` is on turn; ``forfeits`` counts for each player the turns to miss after wrong claims.
    ``events`` is the whole game in words.
    """

    kind: ClassVar[str] = "palagem"

    players: tuple[str, ...]
    palagems: tuple[Palagem, ...]
    options: PalagemOptions = field(default_factory=PalagemOptions)
    board: Board = field(default_factory=Board)
    mover: int = 0
    outcome: PalagemOutcome | None = None
    forfeits: tuple[int, ...] = ()
    last_mover: int = 0
    last_cell: Cell | None = None
    events: tuple[str, ...] = ()

    @classmethod
    def new(
        cls,
        palagems: Sequence[Palagem],
        players: Sequence[str] = (),
        options: PalagemOptions | None = None,
    ) -> PalagemGame:
        """A game of these palagems, one a player. Raises PalagemError, also where two are equal."""
        options = options or PalagemOptions()
        names = tuple(players) or tuple(str(number) for number in range(1, len(palagems) + 1))
        if not FEWEST_PLAYERS <= len(palagems) <= MOST_PLAYERS or len(names) != len(palagems):
            raise PalagemError(
                f"Palagem is for {FEWEST_PLAYERS} to {MOST_PLAYERS} players with a palagem each"
            )
        clash = must_change(palagems, options.inversion)
        if clash is not None:
            both = tuple(names[player] for player in clash)
            raise PalagemError(Phrase(_key("palagem_equal", names), {"players": both}))
        return cls(names, tuple(palagems), options, forfeits=(0,) * len(names))

    # -- asking ------------------------------------------------------------------------------

    def _ended_by(self, outcome: PalagemOutcome) -> GameEnding:
        winners = tuple(self.players[player] for player in outcome.winners)
        reason = "palagem made" if outcome.loser is None else "palagems of several made"
        return GameEnding(winners, reason, outcome.sentence(self.players))

    @property
    def on_turn(self) -> str | None:
        """The player who is to lay a tile, None when the game is over."""
        return None if self.over else self.players[self.mover]

    @property
    def deed(self) -> Deed | None:
        """The last event: a tile laid, or a claim."""
        if not self.events:
            return None
        words = self.events[-1]
        if words == UNSEEN:
            return Deed("", words)
        if words.startswith("claim "):
            return Deed(self.players[int(words.split()[1]) - 1], words, listed=False)
        return Deed(self.players[self.last_mover], words)

    @property
    def claims(self) -> bool:
        """Whether players have to say that a palagem has appeared."""
        return self.options.claims

    @property
    def tiles_left(self) -> int:
        """Tiles still in the bag."""
        return self.options.tiles - len(self.board)

    def palagems_made(self, cell: Cell | None = None) -> dict[int, Board]:
        """The players whose palagems lie in the field, and where. With ``cell`` only palagems that
        hold the tile in that cell."""
        found: dict[int, Board] = {}
        for palagem, tiles in palagems_on(self.board, cell):
            for player, own in enumerate(self.palagems):
                wanted = {own, own.inverted()} if self.options.inversion else {own}
                if palagem in wanted:
                    found.setdefault(player, tiles)
        return dict(sorted(found.items()))

    def legal_places(self, board: Board | None = None) -> tuple[Cell, ...]:
        """The cells in which a tile may be laid now, sorted."""
        field_now = self.board if board is None else board
        if not len(field_now):
            return ((0, 0),)
        least = _least_touching(field_now)
        return tuple(c for c in field_now.frontier() if field_now.touching(c) >= least)

    def takeable(self) -> tuple[Cell, ...]:
        """The tiles that may be taken from the field when the bag is empty, sorted."""
        if self.tiles_left:
            return ()
        return tuple(cell for cell in sorted(self.board.cells) if not self._why_not_taken(cell))

    # -- playing -----------------------------------------------------------------------------

    @listing
    def legal_actions(self) -> Iterator[str]:
        """Every tile that may be laid now, in words."""
        if self.over:
            return
        from_bag: tuple[Cell | None, ...] = (None,)
        for taken in from_bag if self.tiles_left else self.takeable():
            board = self.board if taken is None else self.board.remove(taken)
            for cell in self.legal_places(board):
                if cell != taken:
                    for rotation in EVEN_ROTATIONS:
                        yield action_words(Tile(*cell, rotation), taken)

    def play(self, tile: Tile | str, taken: Cell | None = None) -> PalagemGame:
        """The mover lays a tile, from the bag or ``taken`` from the field; in words, as a
        claim: ``1,0c``, ``take 2,0 1,0c``, ``claim 2``. Raises PalagemError."""
        if not isinstance(tile, Tile):
            return self._after_event(str(tile))
        board = self._board_to_lay_on(taken)
        self._require_place(board, tile, taken)
        after = replace(
            self,
            board=board.place(tile),
            last_mover=self.mover,
            last_cell=tile.cell,
            events=(*self.events, action_words(tile, taken)),
        )
        if not self.options.claims:
            made = after.palagems_made(tile.cell)
            if made:
                return replace(after, outcome=_outcome(self.mover, made, len(self.players)))
        return replace(after, mover=(after.mover + 1) % len(after.players))._skipping()

    def claim(self, claimant: int) -> PalagemGame:
        """A player claims that palagems lie in the field: it is settled at once.

        A right claim ends the game; a wrong one costs the claimant's next turn. Raises
        PalagemError where there is nothing to claim.
        """
        if self.over or not self.options.claims or not len(self.board):
            raise PalagemError(Phrase("palagem_no_claim"))
        if not 0 <= claimant < len(self.players):
            raise PalagemError(Phrase("no_player", {"number": claimant + 1}))
        noted = replace(self, events=(*self.events, f"claim {claimant + 1}"))
        made = self.palagems_made(self.last_cell) if self.last_cell else {}
        if made:
            outcome = _outcome(self.last_mover, made, len(self.players))
            return replace(noted, outcome=outcome)
        overlooked = self.palagems_made()
        if overlooked:  # made by an earlier move that nobody spoke up about
            winner = claimant if claimant in overlooked else min(overlooked)
            made = {winner: overlooked[winner]}
            return replace(noted, outcome=PalagemOutcome((winner,), None, made))
        forfeits = tuple(
            missed + (player == claimant) for player, missed in enumerate(self.forfeits)
        )
        charged = replace(noted, forfeits=forfeits)
        # A claimant who is on turn misses this one.
        return charged._skipping() if self.mover == claimant else charged

    def gone_on(self, board: Board, turns: int | None = None) -> PalagemGame:
        """The game as players go on from a board against the rules, so many turns later: by default
        as many as tiles were laid. Raises PalagemError where nobody knows who has won."""
        laid = len(board.beyond(self.board))
        if self.over or board.status(self.options.tiles):
            raise PalagemError(Phrase("cannot_accept"))
        after = replace(self, board=board, last_cell=None, events=(*self.events, UNSEEN))
        made = {} if self.claims else after.palagems_made()
        if len(made) > 1:
            names = tuple(self.players[player] for player in made)
            raise PalagemError(Phrase("palagem_first_unknown", {"players": names}))
        for _ in range(laid if turns is None else turns):
            after = replace(after, mover=(after.mover + 1) % len(after.players))._skipping()
        return replace(after, outcome=PalagemOutcome(tuple(made), None, made) if made else None)

    def _skipping(self) -> PalagemGame:
        """Pass over the players who miss a turn."""
        mover, forfeits = self.mover, list(self.forfeits)
        while forfeits[mover]:
            forfeits[mover] -= 1
            mover = (mover + 1) % len(self.players)
        return replace(self, mover=mover, forfeits=tuple(forfeits))

    def _board_to_lay_on(self, taken: Cell | None) -> Board:
        if self.over:
            raise PalagemError(Phrase("after_end", {"tiles": ("–",)}))
        if taken is None:
            if not self.tiles_left:
                raise PalagemError(Phrase("palagem_bag_is_empty"))
            return self.board
        if self.tiles_left:
            raise PalagemError(Phrase("palagem_bag_not_empty"), (taken,))
        reason = self._why_not_taken(taken)
        if reason is not None:
            raise PalagemError(reason, (taken,))
        return self.board.remove(taken)

    def _why_not_taken(self, cell: Cell) -> Phrase | None:
        name = name_cells([cell])
        if cell not in self.board:
            return Phrase("palagem_no_tile", {"tiles": name})
        free = 6 - self.board.touching(cell)
        if free < _FREE_EDGES_TO_TAKE:
            return Phrase("palagem_free_edges", {"tiles": name, "count": free})
        if not self.board.remove(cell).is_connected:
            return Phrase("palagem_splits", {"tiles": name})
        return None

    def _require_place(self, board: Board, tile: Tile, taken: Cell | None) -> None:
        name = (f"{tile.q},{tile.r}",)
        if tile.rotation % 2:
            raise PalagemError(Phrase("odd_rotation", {"tiles": name}), (tile.cell,))
        if tile.cell in board:
            raise PalagemError(Phrase("cell_taken", {"tiles": name}), (tile.cell,))
        if tile.cell == taken:
            raise PalagemError(Phrase("palagem_elsewhere", {"tiles": name}), (tile.cell,))
        touched = board.touching(tile.cell)
        if touched < _least_touching(board):
            key = "palagem_touch_one" if len(board) == 1 else "palagem_touch_two"
            raise PalagemError(Phrase(key, {"tiles": name, "count": touched}), (tile.cell,))

    # -- words ---------------------------------------------------------------------------------

    def _after_event(self, event: str) -> PalagemGame:
        words = event.split()
        try:
            if words[:1] == ["choose"]:
                raise PalagemError(Phrase("palagems_chosen"))
            if words[:1] == ["claim"] and len(words) == 2 and words[1].isdecimal():
                return self.claim(int(words[1][:9]) - 1)
            if words[:1] == ["take"] and len(words) == 3:
                return self.play(Tile.from_text(words[2]), Tile.from_text(words[1] + "a").cell)
            if len(words) == 1:
                return self.play(Tile.from_text(words[0]))
        except BoardError as error:
            raise PalagemError(reason_of(error)) from None
        raise PalagemError(Phrase("palagem_no_move", {"given": repr(event[:40])}))

    def options_json(self) -> dict[str, Any]:
        """What a record keeps of a game beside its events."""
        return {
            "players": list(self.players),
            "palagems": [str(palagem) for palagem in self.palagems],
            **plain(self.options),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> PalagemGame:
        """A game before its first move, from :meth:`options_json`. Raises PalagemError."""
        agreed = value_of(Agreed, value, PalagemError)
        options = PalagemOptions(agreed.tiles, agreed.inversion, agreed.claims)
        return cls.new(list(map(Palagem, agreed.palagems)), agreed.players, options)


def _key(key: str, players: Sequence[str]) -> str:
    """The sentence's key: who has no name but a number is called "player 1"."""
    return key if all(name.isdecimal() for name in players) else f"{key}_named"


def _outcome(mover: int, made: dict[int, Board], players: int) -> PalagemOutcome:
    if len(made) > 1:
        others = tuple(player for player in range(players) if player != mover)
        return PalagemOutcome(others, mover, made)
    return PalagemOutcome(tuple(made), None, made)


def _least_touching(board: Board) -> int:
    """How many tiles a new one must touch: none, one for the second tile, two from then on."""
    return min(2, len(board))


def action_words(tile: Tile, taken: Cell | None) -> str:
    """An action as the game reads it: a tile, and where it was taken from."""
    return str(tile) if taken is None else f"take {taken[0]},{taken[1]} {tile}"
