"""What a game must be, so that records, referees, pages and followers can work with it.

A game is known by its :class:`GamePlug`: how it starts, and who judges what was seen. All values
are immutable: an action leads to another :class:`Game`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, cast

from ..phrases import Phrase, Refused
from ..tiles.alignment import Alignment
from .findings import Finding
from .reviewing import Reviewer
from .tables import TILES, LyingTable, SeenTable, Table, TableShape, require_same_tiles

#: Stands among a game's events for turns that nobody saw.
UNSEEN = "unseen"


@dataclass(frozen=True)
class Deed:
    """What one action was, for the list of what has been played."""

    #: A colour's word or a player's name.
    who: str
    text: str
    points: Mapping[str, int] | None = field(default=None, hash=False)
    #: The action, where ``text`` is a notation of English words.
    phrase: Phrase | None = None
    #: False for an action that prepares or follows another one: a roll, a claim.
    listed: bool = True
    #: The pieces were taken off again after it.
    clears_table: bool = False


@dataclass(frozen=True)
class GameEnding:
    """Who has won, and why the game is over, told alike of all kinds.

    ``winners`` are colours' words, players' names or their teams, none in a draw; ``reason`` is a
    word for programs, as "tiles ran out", ``sentence`` the same for people.
    """

    winners: tuple[str, ...]
    reason: str
    sentence: Phrase

    def __str__(self) -> str:
        return str(self.sentence)


class Game(Protocol):
    """A game at one moment."""

    @property
    def kind(self) -> str:
        """The name of the game in the registry."""

    @property
    def board(self) -> Table:
        """What lies on the table by what was agreed on."""

    @property
    def players(self) -> tuple[str, ...]:
        """Their names; empty where the two sides are colours."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def result(self) -> str | None:
        """The winner as records write it, "draw", or None while the game goes on."""

    @property
    def ending(self) -> GameEnding | None:
        """Who has won and why, alike for all games; None while the game goes on."""

    @property
    def on_turn(self) -> str | None:
        """Who is to act: a colour's word or a player's name; None where nobody is."""

    @property
    def deed(self) -> Deed | None:
        """The action that led here, None at the start."""

    @property
    def before(self) -> Game | None:
        """The game without its last action, None at its start. Raises ValueError as `to_record`."""

    def play(self, action: str, /) -> Game:
        """The game after an action in its notation. Raises ValueError with the reason."""

    def legal_actions(self) -> Iterator[Any]:
        """The legal actions one by one; ``str`` of each is its notation."""

    def is_legal(self, action: Any, /) -> bool:
        """Whether `play` takes an action now, also in words."""

    def to_record(self) -> Any:
        """What was played, as a `Record`. Raises ValueError where that is not known."""


class Answer(Protocol):
    """One answer to the referee's question."""

    @property
    def actions(self) -> tuple[str, ...]:
        """What was played, if this is the answer."""

    @property
    def after(self) -> Game:
        """The game that it leads to."""


class Verdict(Protocol):
    """What the referee says of a board that was seen, told in the frame of the game's board."""

    @property
    def legal(self) -> bool:
        """Whether what was seen follows from actions that the rules allow."""

    @property
    def settled(self) -> bool:
        """Whether it is legal and nothing is left to ask."""

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What may be said to the referee's question; empty where nothing is asked."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All that is to be said, in the order in which players want to hear it."""

    @property
    def actions(self) -> tuple[str, ...]:
        """What was played, in the game's notation; empty where that is not known."""

    @property
    def after(self) -> Game | None:
        """The game with that played, None where it is not settled."""

    @property
    def fresh(self) -> tuple[Any, ...]:
        """The cells that have changed."""

    @property
    def unsure(self) -> tuple[Any, ...]:
        """The cells that were not seen well and on which the verdict rests."""

    @property
    def alignment(self) -> Alignment:
        """What brings the board that was seen into the game's frame."""

    @property
    def board(self) -> Table:
        """The board that was seen, in the game's frame."""

    @property
    def sentences(self) -> tuple[Phrase, ...]:
        """All that is to be said, without the cells."""

    def to_json(self) -> dict[str, Any]:
        """The verdict as plain JSON."""


#: A kind's own game at one moment, its table as it is seen, and its referee's verdict.
OwnGame = TypeVar("OwnGame", bound=Game, contravariant=True)
GivenGame = TypeVar("GivenGame", bound=Game, covariant=True)
OwnSeen = TypeVar("OwnSeen", bound=SeenTable, contravariant=True)
OwnVerdict = TypeVar("OwnVerdict", bound=Verdict)
GivenVerdict = TypeVar("GivenVerdict", bound=Verdict, covariant=True)


class Referee(Protocol[OwnGame, OwnSeen, GivenVerdict]):
    """Holds a board that was seen against a game, both of its own kind."""

    def __call__(self, game: OwnGame, seen: OwnSeen, /, *, aligned: bool = False) -> GivenVerdict:
        """Say what was played since the game's last action, or what is wrong. ``aligned`` says that
        the boards share a frame already."""


def with_players(game: Any, names: tuple[str, ...]) -> Game:
    """A game whose players' names are a field of it and stand nowhere else."""
    renamed: Game = replace(game, players=names)
    return renamed


def no_acceptance(game: object, board: object) -> Game:
    """For games in which a board against the rules cannot be let stand."""
    raise Refused(Phrase("no_acceptance"))


def with_pieces(game: Game, words: str) -> Table:
    """The board to which pieces in words lead, whatever the rules say. Raises ValueError."""
    board: Any = game.board
    for word in words.split():
        board = board.place(word)
    return cast(Table, board)


@dataclass(frozen=True)
class Start:
    """What a game starts from: the agreed options, and a board where it is not the empty table.

    ``to_move`` is whose turn it is there; ``actions`` are all that a record holds, for games whose
    records come with their dice and without.
    """

    options: Mapping[str, Any] = field(default_factory=dict)
    board: Any = None
    to_move: str = ""
    players: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Between:
    """What is known of two boards that were seen one after the other.

    They are as `TableShape.observed` gives them. ``game`` is the game up to the first of them,
    where there is one. ``mover`` and ``to_move`` are colours' words; ``roll`` is what dice showed,
    in the game's words.
    """

    before: Any
    after: Any
    game: Game | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    mover: str = ""
    to_move: str = ""
    roll: str = ""


def no_dice(game: object, faces: Sequence[str] | None) -> str:
    """For games without dice."""
    raise ValueError("there are no dice in this game")


@dataclass(frozen=True)
class Following(Generic[OwnGame, OwnVerdict]):
    """What is to be known of a game, beside its referee, by who follows it from sight."""

    #: The fewest and the most pieces that a turn lays.
    turn_size: Callable[[OwnGame], tuple[int, int]] = lambda game: (1, 1)
    #: Nobody ever takes a piece away, so that a missing one is hidden.
    keeps_pieces: bool = False
    #: The game goes on from a board against the rules (by default as `GamePlug.accept` does).
    resume: Callable[[OwnGame, Any], Game] | None = None
    #: That game with this player on turn, where pieces do not tell how many turns laid them.
    seated: Callable[[Any, str], Game] | None = None
    #: The board to which the words of an action against the rules lead.
    led_to: Callable[[OwnGame, str], Table] = with_pieces
    #: Writes down what was tried there (by default the pieces that were laid).
    attempt: Callable[[OwnGame, OwnVerdict], str] | None = None
    #: What probably lies there, where a legal turn explains what was not seen well.
    likeliest: Callable[[OwnVerdict], LyingTable | None] = lambda verdict: None
    #: The game without what does not lie on the table, as dice and players.
    without_hidden: AnyPlug | None = None
    #: What is compared of a table, cell by cell.
    lying: Callable[[Any], LyingTable] = lambda table: table
    #: The turns that led to a board which shows less than a whole turn, if play went on from there.
    cut_short: Callable[[OwnGame, OwnVerdict], tuple[str, ...]] = lambda game, verdict: ()
    #: The options of a game, completed by the boards that were seen of it.
    agreed: Callable[[Mapping[str, Any], Sequence[Any]], Mapping[str, Any]] = (
        lambda options, boards: options
    )


@dataclass(frozen=True)
class AskedOption:
    """An option of which no table shows anything: a word for each player, asked before a game is
    followed. ``example`` is such an answer; a word has ``longest`` letters at most."""

    name: str
    help: str
    example: str
    longest: int


@dataclass(frozen=True)
class GamePlug(Generic[OwnGame, OwnSeen, OwnVerdict]):
    """One kind of game, as the rest of the house knows it: its own types fit one another here."""

    #: As the registry and records name it.
    name: str
    #: The game at its start. Raises ValueError with a sentence.
    start: Callable[[Start], Game]
    judge: Referee[OwnGame, OwnSeen, OwnVerdict]
    #: What a record keeps of what was agreed on.
    options: Callable[[OwnGame], Mapping[str, Any]]
    #: The game in which a board against the rules stands.
    accept: Callable[[OwnGame, Any], Game] = no_acceptance
    #: The fewest and the most players; None where the two sides are colours.
    players: tuple[int, int] | None = None
    #: The same game with other names for its players.
    renamed: Callable[[OwnGame, tuple[str, ...]], Game] = with_players
    #: A legal change is a whole turn: nobody has to wait for more of it.
    is_whole: bool = True
    #: Else: whether a verdict shows a turn that its player will complete.
    is_begun: Callable[[OwnGame, OwnVerdict], bool] = lambda game, verdict: False
    #: Whether only tiles of the last action were touched: its player puts it right.
    amends: Callable[[OwnGame, OwnVerdict], bool] = lambda game, verdict: False
    #: An action of what dice show, or of a throw where they are not given.
    roll: Callable[[OwnGame, Sequence[str] | None], str] = no_dice
    #: Judges two boards of which the first is doubtful; without it the game starts from the first.
    between: Callable[[Between], Verdict] | None = None
    #: Goes through a finished game move by move.
    review: Reviewer[OwnGame] | None = None
    #: How a game began, by its positions; empty where that has no name.
    opening: Callable[[Sequence[OwnGame]], str] = lambda positions: ""
    table: TableShape = TILES
    following: Following[OwnGame, OwnVerdict] = Following()
    #: What finds it by boards and dice where both are followed: a `GameFinder` of whether shots are
    #: a film, the players' names, what people say was played and rolled at a source, who began, who
    #: is on turn, and where photos are missing or rules were broken.
    finder: Callable[..., Any] | None = None
    #: Begins the `Follower` of a game that is being played, where its dice are followed, too.
    at_table: Callable[[AnyPlug], Any] | None = None
    #: False where the game is the same with White and Blue exchanged.
    names_matter: bool = True
    #: All that can be agreed on; empty where the game does not tell.
    option_names: tuple[str, ...] = ()
    #: Those of the options that are asked for where a game is followed from sight.
    asked: tuple[AskedOption, ...] = ()
    #: Those of the options that another game of the same players does not take over.
    of_one_game: tuple[str, ...] = ()
    #: Whether an action is a move of a record, whose options may hold it already.
    is_recorded: Callable[[str], bool] = lambda action: True
    #: Whether games are studied in trees: where moves are tiles that two sides lay in turn.
    is_studied: bool = False
    #: What a search for a forced win is told of a position: ``board`` and ``to_move`` in words, and
    #: of how many ``tiles`` the game is; None where nothing can be searched.
    to_prove: Callable[[OwnGame], Mapping[str, Any] | None] = lambda game: None
    #: Whether one of two who play may give up.
    may_resign: bool = True
    #: Kinds of events by which earlier versions stored its actions, each with the action's words.
    earlier_events: Mapping[str, str] = field(default_factory=dict)
    #: Names the page of a game that comes from elsewhere, as ``package.module:name``; without it
    #: there is the one that pages have for its name, or the plain one of its table.
    page: str = ""

    @property
    def has_dice(self) -> bool:
        """Whether dice are thrown in it."""
        return self.roll is not no_dice

    def tried(self: AnyPlug, game: Game, verdict: Verdict) -> str:
        """What a board against the rules shows was played, for the record of a wrong turn."""
        if self.following.attempt is not None:
            return self.following.attempt(game, verdict)
        before, now = map(self.following.lying, (game.board, verdict.board))
        return " ".join(str(piece) for piece in now if piece.cell not in before.cells)

    def check_options(self, given: Iterable[str], *more: str) -> None:
        """Refuse what nobody can have agreed on, a misspelled name before all. ``more`` are names
        that the caller knows beside the game's. Raises Refused, a ValueError."""
        known = sorted({"players", *self.option_names, *more})
        if not isinstance(given, Iterable):
            raise Refused(f"options have names, as in {{'players': …}}: {given!r:.40} has none")
        unknown = [name for name in given if name not in known]
        if unknown and self.option_names:
            values = {"name": str(unknown[0])[:40], "game": self.name, "known": ", ".join(known)}
            raise Refused(Phrase("unknown_option", values))

    def judge_between(self: AnyPlug, given: Between) -> Verdict:
        """What was played between two boards. Raises ValueError where no game can be there, or the
        first board is not the game's."""
        if given.roll and not self.has_dice:
            raise ValueError(f"there are no dice in {self.name}: leave the roll out")
        if given.game is not None and self.table.lays_tiles:
            require_same_tiles(given.game.board, given.before)
        if self.between is not None:
            return self.between(given)
        game = given.game
        if game is None:
            try:
                game = self.start(Start(given.options, given.before.board, given.to_move))
            except ValueError as error:
                if self.players is None or given.options.get("players"):
                    raise
                raise ValueError(
                    f"{self.name} is judged in a game with its players: give the game up to the "
                    f'first board, begun by palago.Game("{self.name}", players=("Ann", "Ben")), or '
                    f"on the command line its --record ({error})"
                ) from None
        verdict: Verdict = self.judge(game, given.after)
        return verdict


#: The plug of some game that was asked for by its name.
AnyPlug: TypeAlias = GamePlug[Any, Any, Any]
