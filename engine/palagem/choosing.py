"""Before a game of Palagem: each player makes a palagem, one after the other (rules, Palagem)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, ClassVar

from ..games.protocols import Deed
from ..phrases import Phrase
from ..records.recorded_game import RecordedGame, listing
from ..tiles.board import LETTER_OF_ROTATION, TILES_IN_A_SET, Board
from .game import FEWEST_PLAYERS, MOST_PLAYERS, PalagemGame, PalagemOutcome
from .pattern import RHOMBUS, Palagem, PalagemError, must_change

CHOOSE = "choose"


@dataclass(frozen=True, repr=False)
class PalagemChoosing(RecordedGame):
    """The players choose their palagems; ``palagems`` holds None for those who still have to.

    The words of an action are ``choose`` and the palagem's four letters. When the last palagem is
    chosen, the next game is a :class:`~palago.engine.palagem.game.PalagemGame`.
    """

    kind: ClassVar[str] = "palagem"

    players: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    palagems: tuple[Palagem | None, ...] = ()
    deed: Deed | None = None
    #: What a game under way has: nobody has laid a tile yet.
    outcome: ClassVar[PalagemOutcome | None] = None
    tiles_left: ClassVar[int | None] = None
    claims: ClassVar[bool] = False
    events: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def new(cls, players: Sequence[str], options: Mapping[str, Any]) -> PalagemChoosing:
        """Nobody has chosen. Raises PalagemError."""
        if not all(players):
            raise PalagemError('"players" must be a list of names')
        if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS or len(set(players)) < len(players):
            values = {"least": FEWEST_PLAYERS, "most": MOST_PLAYERS}
            raise PalagemError(Phrase("palagem_players", values))
        names = tuple(name[:60] for name in players)
        choosing = cls(names, options, (None,) * len(names))
        # Options that make no game are refused now, not when the last palagem is chosen.
        choosing.begin(["aaaa", "aaab", "aaac", "aaba", "aabb", "aabc"][: len(names)])
        return choosing

    @property
    def board(self) -> Board:
        """The empty field."""
        return Board()

    @property
    def chooser(self) -> int:
        """The player who is to choose."""
        return self.palagems.index(None)

    @property
    def on_turn(self) -> str:
        """The name of the player who is to choose."""
        return self.players[self.chooser]

    @listing
    def legal_actions(self) -> Iterator[str]:
        """Every palagem there is."""
        for letters in product(LETTER_OF_ROTATION.values(), repeat=len(RHOMBUS)):
            yield f"{CHOOSE} {''.join(letters)}"

    def play(self, action: str) -> PalagemChoosing | PalagemGame:
        """The next player's choice. Raises PalagemError. Of two equal palagems the player earlier
        in order chooses again."""
        word, _, letters = str(action).strip().partition(" ")
        if word != CHOOSE:
            raise PalagemError(Phrase("palagems_first"))
        chosen = list(self.palagems)
        chosen[self.chooser] = Palagem(letters)
        known = [(index, one) for index, one in enumerate(chosen) if one is not None]
        clash = must_change([one for _, one in known], bool(self.options.get("inversion")))
        if clash is not None:
            chosen[known[clash[0]][0]] = None
        if None not in chosen:
            return self.begin([str(one) for one in chosen])
        deed = Deed(self.on_turn, action, listed=False, clears_table=True)
        return replace(self, palagems=tuple(chosen), deed=deed)

    def gone_on(self, board: Board, turns: int | None = None) -> PalagemGame:
        """No game goes on from a table on which palagems are laid. Raises PalagemError."""
        raise PalagemError(Phrase("no_acceptance"))

    def begin(self, palagems: object) -> PalagemGame:
        """The game of these palagems, one a player. Raises PalagemError."""
        wanted = {
            "players": list(self.players),
            "palagems": palagems,
            "tiles": self.options.get("tiles", TILES_IN_A_SET),
            "inversion": self.options.get("inversion", False),
            "claims": self.options.get("claims", False),
        }
        return PalagemGame.from_json(wanted)
