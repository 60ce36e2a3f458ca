"""The changes that can be asked for in every game, and the events that they become.

What only some games take stands in their rooms.
"""

from __future__ import annotations

from collections.abc import Callable
from types import new_class
from typing import Annotated, Any, ClassVar

from msgspec import UNSET, Meta, UnsetType

from ...engine.evening.clock import MOST_SECONDS
from ...engine.games.onward import holds_several_turns
from ...engine.games.protocols import no_acceptance
from ...engine.games.seats import MOST_PLAYERS
from ...engine.games.tables import TILES, TableShape
from ...engine.phrases import Phrase, reason_of
from ...engine.records.study import MOST_COMMENT
from ...engine.tiles.board import Coordinate, Rotation
from ..sent import BadRequest, BoardSent, ClockSent, Name, Sent, Title, Version
from ..tables.page import EventData
from ..tables.set_colours import MOST_COLOUR_NAME
from .game_pages import require_wanted
from .names import COLOURS
from .play import ChangeRefused, actions_to_confirm, clears_table, confirmed, refusing_changes
from .state import GameState
from .ways_out import before_roll, put_right

MOST_FACES = 16
MOST_ACTION = 60
ColourName = Annotated[str, Meta(max_length=MOST_COLOUR_NAME)]


class GameChange(Sent, tag_field="change"):
    """A change, and the version that was seen; without one it comes after whatever stands there."""

    version: Version | None = None
    #: The kind of event that it becomes.
    becomes: ClassVar[str] = ""
    #: Whether it may be that the game's photos show something else by it.
    reads_again: ClassVar[bool] = False

    def event(self, state: GameState) -> EventData:
        """The event that it asks for, with all that it says. Raises BadRequest or ChangeRefused."""
        said = {name: getattr(self, name) for name in self.__struct_fields__ if name != "version"}
        return self.becomes, said


def _becomes(event: str) -> Callable[[dict[str, Any]], None]:
    return lambda namespace: namespace.update(becomes=event)


#: The changes that carry nothing but their name.
PLAIN = tuple(
    new_class(name.title().replace("_", ""), (GameChange,), {"tag": name}, _becomes(event))
    for name, event in {
        "flip_colours": "colours_flipped",
        "press_clock": "clock_pressed",
        "start_clock": "clock_started",
        "stop_clock": "clock_stopped",
        "undo": "undone",
        "redo": "redone",
        "delete": "game_deleted",
        "restore": "game_restored",
    }.items()
)


class PlaceTile(GameChange, tag="place_tile", kw_only=True):
    """Lay a tile on the diagram."""

    q: Coordinate
    r: Coordinate
    rotation: Rotation
    becomes = "tile_placed"


class TurnTile(PlaceTile, tag="turn_tile", kw_only=True):
    """Turn a tile of the diagram."""

    becomes = "tile_turned"


class RemoveTile(GameChange, tag="remove_tile", kw_only=True):
    """Take a tile off the diagram."""

    q: Coordinate
    r: Coordinate
    becomes = "tile_removed"


class SetBoard(GameChange, tag="set_board", kw_only=True):
    """Lay a whole board."""

    board: BoardSent
    of_lines = frozenset(["board"])

    def event(self, state: GameState) -> EventData:
        return "board_set", board_of(self.board).to_json()


class PutBack(GameChange, tag="put_back"):
    """Lay the diagram as it was agreed on last."""

    def event(self, state: GameState) -> EventData:
        return "board_set", state.playing.board.to_json()


class BeginHere(GameChange, tag="begin_here", kw_only=True):
    """The game was under way before this photo: it goes on from the board as it is seen."""

    to_move: Annotated[str, Meta(max_length=MOST_ACTION)]
    becomes = "begun_here"


class ThrowDice(GameChange, tag="roll"):
    """The dice as they were thrown, or thrown by the program where that was agreed on."""

    faces: (
        Annotated[
            tuple[str | int, ...],
            Meta(min_length=1, max_length=MOST_FACES, title="a list of what the dice show"),
        ]
        | None
    ) = None

    def event(self, state: GameState) -> EventData:
        play = state.playing
        shown = None if self.faces is None else [str(face) for face in self.faces]
        with refusing_changes():
            return confirmed(play.plug.roll(play.game, shown))


class ConfirmMove(GameChange, tag="confirm"):
    """Agree on the move that the verdict names, or on one that it asks about."""

    move: Annotated[str, Meta(max_length=200)] | None = None

    def event(self, state: GameState) -> EventData:
        actions = actions_to_confirm(state.verdict, self.move)
        require_wanted(state, actions)
        return confirmed(*actions, clears=clears_table(state.verdict))


class AcceptTable(GameChange, tag="accept"):
    """The referee lets the table stand as it lies. Where nothing was laid no turn has passed; where
    they are to be ``counted``, or are more than one turn, the pieces that were laid say how many
    turns have; where they do not tell it, ``to_move`` is who goes on."""

    counted: bool = False
    to_move: Annotated[str, Meta(max_length=MOST_ACTION)] = ""

    def event(self, state: GameState) -> EventData:
        told = {"moves": [], "accept": True}
        play, board = state.playing, state.sight.seen.board
        is_less = len(board) <= len(play.board) and play.plug.accept is not no_acceptance
        is_counted = self.counted or is_less
        is_counted |= holds_several_turns(play.plug, play.game, board)
        seats = play.game.players if play.plug.following.seated is not None else ()
        if is_counted and len(seats) > 1 and not self.to_move:
            raise ChangeRefused.saying(Phrase("who_goes_on", {"players": seats}))
        told |= {"to_move": self.to_move} if self.to_move else {}
        return "move_confirmed", {**told, "counted": True} if is_counted else told


class PutRight(GameChange, tag="put_right"):
    """The last turn lies otherwise now, for its player has put it right before play went on."""

    def event(self, state: GameState) -> EventData:
        kind, data = confirmed(*put_right(state))
        if not data["moves"]:
            raise ChangeRefused.of("nothing_to_confirm")
        return kind, {**data, "instead": True}


class TakeRollBack(GameChange, tag="take_roll_back"):
    """Another roll was thrown than the one that was entered last; what lies there stays seen."""

    def event(self, state: GameState) -> EventData:
        if not before_roll(state):
            raise ChangeRefused.of("nothing_to_confirm")
        return "move_confirmed", {"moves": [], "instead": True}


class Resign(GameChange, tag="resign", kw_only=True):
    """One of two who play gives the game up: a colour's word, or a player's name."""

    by: Annotated[str, Meta(max_length=MOST_ACTION)]
    becomes = "resigned"


class CommentMove(GameChange, tag="comment", kw_only=True):
    """Say something of a move: of the last one where none is named."""

    move: int | UnsetType = UNSET
    text: Annotated[str, Meta(max_length=MOST_COMMENT)]

    def event(self, state: GameState) -> EventData:
        known = 0 if state.play is None else len(state.play.entries)
        number = known if self.move is UNSET else self.move
        if not 0 <= number <= known:
            raise BadRequest(f'"move" must be a whole number from 0 to {known}')
        return "commented", {"move": number, "text": self.text}


class CheckMove(GameChange, tag="check_move", kw_only=True):
    """A move that wanted a look is right."""

    move: Annotated[int, Meta(ge=1)]
    becomes = "move_checked"

    def event(self, state: GameState) -> EventData:
        if not any(one.check and one.number == self.move for one in state.playing.entries):
            raise BadRequest('"move" must be the number of a move that wants a look')
        return super().event(state)


class RenameGame(GameChange, tag="rename", kw_only=True):
    """Another title."""

    title: Title
    becomes = "game_renamed"


class SetOptions(GameChange, tag="set_options"):
    """Show threats, or hide them."""

    show_threats: bool = False
    becomes = "options_changed"


class SetPlayers(GameChange, tag="set_players", kw_only=True):
    """The names behind two colours, or those of all seats where the players are no colours."""

    players: Annotated[
        tuple[Name, ...],
        Meta(max_length=MOST_PLAYERS, title=f"a list of up to {MOST_PLAYERS} names"),
    ]

    def event(self, state: GameState) -> EventData:
        seats = state.seats
        if seats and not len({*self.players} - {""}) == len(self.players) == len(seats):
            raise ChangeRefused.of("names_of_all", players=seats)
        if not seats and len(self.players) > len(COLOURS):
            raise BadRequest(f'"players" must be a list of up to {len(COLOURS)} names')
        return "options_changed", {"players": list(self.players)}


class NameColours(GameChange, tag="set_colours"):
    """What the set's two colours are called; null for what the photo shows."""

    colours: (
        Annotated[
            tuple[ColourName, ...], Meta(min_length=2, max_length=2, title="two names, or null")
        ]
        | None
    ) = None

    def event(self, state: GameState) -> EventData:
        if self.colours and (not all(self.colours) or self.colours[0] == self.colours[1]):
            raise ChangeRefused.of("two_colours")
        colours = None if self.colours is None else list(self.colours)
        return "options_changed", {"colours": colours}


class SetClock(GameChange, tag="set_clock"):
    """Another clock in place of the one that runs; null for none."""

    clock: ClockSent | None = None

    def event(self, state: GameState) -> EventData:
        return "clock_set", {"control": None if self.clock is None else self.clock.to_json()}


class CorrectClock(GameChange, tag="correct_clock", kw_only=True):
    """What is left to a player, in seconds."""

    player: Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]
    seconds: Annotated[int, Meta(ge=0, le=round(MOST_SECONDS))]

    def event(self, state: GameState) -> EventData:
        return "clock_corrected", {"player": self.player - 1, "seconds": self.seconds}


def board_of(value: object, shape: TableShape = TILES) -> Any:
    """A board of tiles or another shape that came over the network, as JSON or text.

    Raises ChangeRefused.
    """
    try:
        return shape.from_text(value) if isinstance(value, str) else shape.from_json(value)
    except ValueError as error:
        raise ChangeRefused.of("bad_board", why=reason_of(error)) from None
