"""A game folded from its events: the table as seen, and what was agreed on so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Annotated, Any, Generic, TypeAlias

from msgspec import Meta

from ...engine.evening.clock import Clock
from ...engine.games.protocols import Game, GivenGame, GivenVerdict, Start, Verdict
from ...engine.games.registry import kinds
from ...engine.games.seats import MOST_PLAYERS
from ...engine.games.tables import TableShape
from ...engine.phrases import Phrase
from ...engine.values import fitting
from ..store.stored import StoredEvent
from ..tables.choice import shape_of, table_of, table_page
from ..tables.page import TablePage, TableSight
from ..tables.sight import Sight
from .clocks import CLOCK_EVENTS, clock_after, clock_after_move, first_clock
from .names import COLOURS, MOST_NAME
from .play import PLAY_EVENTS, ChangeRefused, Play, PlayOf

#: A table on which nothing is agreed on, beside the games of the registry.
ANALYSIS = "analysis"


ColourCalled = Annotated[str, Meta(min_length=1)]


@dataclass(frozen=True)
class EventPlace:
    """Where a game stands in an event, and the ``score`` of its seats, if people entered one."""

    id: str
    round: int
    table: int
    score: tuple[float, ...] | None = None


@dataclass(frozen=True)
class PageOptions:
    """What was agreed on with a game beside its own options; ``colours`` is what people call the
    set's two colours."""

    players: tuple[str, ...] = ()
    colours: tuple[ColourCalled, ColourCalled] | None = None
    event: EventPlace | None = None

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> PageOptions:
        """Those of a game's options that fit."""
        return fitting(cls, options)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, as far as there is room for them; empty where none was given."""
        names = tuple(name.strip()[:MOST_NAME] for name in self.players[:MOST_PLAYERS])
        return names if any(names) else ()


@dataclass(frozen=True)
class StateOf(Generic[GivenGame, GivenVerdict]):
    """What a game's events add up to."""

    kind: str
    title: str
    options: Mapping[str, Any] = field(default_factory=dict)
    created: datetime | None = None
    sight: TableSight = field(default_factory=Sight)
    #: None in free analysis, where nothing is agreed on.
    play: PlayOf[GivenGame] | None = None
    #: By the number of the move, 0 for the game as a whole.
    comments: Mapping[int, str] = field(default_factory=dict)
    #: The board, as JSON, from which a game goes on that was under way when it was seen.
    start: Mapping[str, Any] | None = None
    clock: Clock | None = None
    #: The number of the last correction that counts, 0 where none does.
    corrected: int = 0
    #: How many moves there were when the program last wanted one, and which.
    programs_move: tuple[int, str] | None = None
    #: Whether a live camera watches while it is shown: no event tells that.
    is_watched: bool = False

    @cached_property
    def agreed(self) -> PageOptions:
        """What was agreed on beside the game's own options. Where the sides are colours, somebody
        who is called by a side's word has it with a capital letter: it says who has won."""
        agreed = PageOptions.of(self.options)
        if self.play is None or self.play.plug.players is not None:
            return agreed
        names = (
            name.strip().capitalize() if name.strip() in COLOURS else name
            for name in agreed.players
        )
        return replace(agreed, players=tuple(names))

    @property
    def players(self) -> tuple[str, ...]:
        """The names of all who play, in the order in which they sit."""
        own = () if self.play is None else tuple(self.play.game.players)
        return own or self.agreed.names

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sits at the table where the players are no colours. Raises ChangeRefused in free
        analysis."""
        return () if self.playing.plug.players is None else tuple(self.playing.game.players)

    @property
    def playing(self) -> PlayOf[GivenGame]:
        """The play of a game. Raises ChangeRefused in free analysis."""
        if self.play is None:
            raise ChangeRefused.of("nothing_agreed")
        return self.play

    @property
    def verdict(self) -> GivenVerdict:
        """What was played since the last action that was agreed on, or what is wrong. Raises
        ChangeRefused in free analysis."""
        judged: GivenVerdict = _judged(self.playing, self.sight)
        return judged

    @property
    def shape(self) -> TableShape:
        """The shape of its table."""
        return shape_of(self.kind) if self.play is None else self.play.plug.table

    @property
    def table(self) -> TablePage:
        """What pages do with such a table."""
        return table_page(self.shape)

    @property
    def may_begin_here(self) -> bool:
        """Whether nothing was played yet, so that the game may go on from a board that is seen."""
        is_fresh = self.play is not None and not self.play.played
        return is_fresh and self.start is None and self.options.get("start") is None

    @property
    def shows_threats(self) -> bool:
        """Whether advice is shown: usual in analysis, off in a refereed game."""
        return bool(self.options.get("show_threats", self.play is None))


#: That of a game of whatever kind.
GameState: TypeAlias = StateOf[Game, Verdict]


@lru_cache(maxsize=512)
def _judged(play: Play, sight: TableSight) -> Any:
    """Kept, for a page asks several times, and again after a comment."""
    # Tiles laid on the page lie in the game's frame; only a photo has one of its own.
    return play.judge(sight.seen, aligned=sight.photo is None)


def begin(event: StoredEvent) -> GameState:
    """The state after a game's first event. Raises ValueError."""
    data = event.data
    kind, options = str(data["kind"]), data.get("options", {})
    table = table_of(kind)
    board = None if data.get("board") is None else shape_of(kind).from_json(data["board"])
    play = Play.start(kind, options, board) if kind in kinds() else None
    return StateOf(
        kind,
        str(data["title"]),
        options,
        event.at,
        table.games.first_sight(board if play is None else play.board),
        play,
        start=None if board is None else table.games.kept_start(board),
        clock=first_clock(options, play),
    )


def fold(events: tuple[StoredEvent, ...]) -> GameState:
    """The state after a game's counting events; the first one creates it."""
    state = begin(events[0])
    for event in events[1:]:
        state = after_event(state, event)
    return state


def after_event(state: GameState, event: StoredEvent) -> GameState:
    """The state after one more event. Raises ValueError where it cannot be."""
    after = _after_event(state, event)
    return replace(after, corrected=max(after.corrected, event.by)) if event.by else after


def _after_event(state: GameState, event: StoredEvent) -> GameState:
    if event.kind in PLAY_EVENTS:
        play = state.playing.after(event, state.sight)
        state = replace(state, clock=clock_after_move(state.clock, play, event.at))
        deed = play.game.deed
        if event.data.get("clears") or (deed is not None and deed.clears_table):
            return replace(state, play=play, sight=state.sight.cleared())
        return replace(state, play=play, sight=state.sight.agreed(play.board))
    if event.kind == "begun_here":
        return _begun_here(state, str(event.data["to_move"]))
    if event.kind in CLOCK_EVENTS:
        return replace(state, clock=clock_after(state.clock, event, state.playing))
    if event.kind == "game_renamed":
        return replace(state, title=str(event.data["title"]))
    if event.kind == "options_changed":
        known = state.play
        if known is not None and known.plug.players is not None:
            known = known.renamed(PageOptions.of(event.data).names)
        return replace(state, options={**state.options, **event.data}, play=known)
    if event.kind == "partner_thought":
        return replace(state, programs_move=(int(event.data["turn"]), str(event.data["move"])))
    if event.kind == "move_checked":
        return replace(state, play=state.playing.checked(int(event.data["move"])))
    if event.kind == "commented":
        number, text = int(event.data["move"]), str(event.data["text"])
        return replace(state, comments={**state.comments, number: text})
    sight = state.sight.after(event)
    if sight is state.sight:
        return state
    known = state.play
    if known is not None and event.kind in _NEW_SIGHTS:
        if event.kind == "photo_read":  # what people name themselves stays
            keeps_pieces = known.plug.following.keeps_pieces
            sight = sight.known_by(known.board, known.plug.names_matter, keeps_pieces)
        sight = sight.aligned(known.judge)
    return replace(state, sight=sight)


def _begun_here(state: GameState, to_move: str) -> GameState:
    """The game that goes on from what was seen. Raises ValueError."""
    play, sight = state.play, state.sight
    standing = None if play is None else state.table.games.going_on(sight, play.game)
    if play is None or standing is None:
        raise ChangeRefused.of("no_board_to_go_on_from")
    if not state.may_begin_here:
        raise ChangeRefused.of("already_begun")
    begun = Play.begun(play.plug, Start(state.options, standing, to_move))
    problems = state.shape.problems(begun.board, state.options)
    if problems:
        raise ChangeRefused.saying(Phrase("start_impossible", {"problems": problems}))
    start = begun.board.to_json()
    said = {"to_move": to_move} if state.shape.first_turn else {}  # else the board says it
    options = {**state.options, **said}
    return replace(state, play=begun, start=start, options=options, sight=sight.agreed(begun.board))


_NEW_SIGHTS = frozenset(("photo_read", "board_set", "colours_flipped"))
