"""A folder of photos or a video becomes a game with everything that needs a human look."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...calibration.sets.colour import hex_code
from ...engine.palago.findings import Finding, FindingKind, Step
from ...engine.palago.follower import Follower
from ...engine.palago.game import GameOptions
from ...engine.palagonia.dice import Face
from ...engine.palagonia.dice_follower import DiceFollower
from ...engine.palagonia.follower import ActionFollower, ActionStep
from ...engine.palagonia.played import PlayedGame, played_game
from ...engine.tiles.alignment import alignments
from ...engine.tiles.board import Board
from ...engine.tiles.observation import Observation
from .sightings import Sighting, with_settled_names

if TYPE_CHECKING:
    from ...vision.readings.naming import Naming


LAID_AFTER_SECONDS = 2.5
"""A board that lies there when a video begins is read sooner."""
MOST_TILES_OF_A_TURN = max(face.number or 0 for face in Face)
NOTHING_SEEN = (
    "no board was seen: are all tiles in the picture, and does the camera rest now and then?"
)
OFFBEAT = "a turn before this one had too few or too many tiles: is this one whole?"


@dataclass(frozen=True)
class ToCheck:
    """Something that a person should look at: which photo or moment, and what about it."""

    source: str
    time: float
    sentences: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The entry as plain JSON."""
        return {"source": self.source, "time": round(self.time, 2), "what": list(self.sentences)}


@dataclass
class Digitised:
    """A game as far as it was followed: ``sightings`` by source keep the pictures behind it.

    ``naming`` is how sure it is which of the two colours is White, one doubt about all moves.
    """

    follower: Follower | DiceFollower
    naming: Naming | None = None
    to_check: list[ToCheck] = field(default_factory=list)
    sightings: dict[str, Sighting] = field(default_factory=dict)
    played: PlayedGame | None = None

    @property
    def steps(self) -> tuple[Step, ...] | tuple[ActionStep, ...]:
        """The moves or actions that were followed."""
        return self.follower.steps

    @property
    def names_are_sure(self) -> bool:
        """Whether nobody has to say which of the two colours is White."""
        return self.naming is None or self.naming.is_sure


def digitise_palago(
    sightings: Iterable[Sighting],
    options: GameOptions,
    aligned: bool,
    are_crossed: bool | None = None,
) -> Digitised:
    """Follow a two-player game. ``aligned``: all boards share one frame, as those of a video do.

    ``are_crossed`` is a person's answer, where one was given, to the question whether the names of
    the two colours are the other way round than they seem.
    """
    sightings, naming = with_settled_names(sightings, are_crossed)
    result = Digitised(Follower(options), naming)
    open_finding: tuple[Sighting, Finding] | None = None
    for sight in sightings:
        if sight.problem is not None:
            result.to_check.append(ToCheck(sight.source, sight.time, (sight.problem,)))
        if sight.seen is None:
            continue
        assert isinstance(result.follower, Follower)
        result.follower, finding = result.follower.observe(
            sight.seen, time=sight.time, source=sight.source, aligned=aligned
        )
        result.sightings[sight.source] = sight
        settled = finding is None or finding.steps or finding.kind is FindingKind.START
        if settled:
            open_finding = None
            if finding is not None and finding.kind is FindingKind.START:
                result.to_check.append(
                    ToCheck(sight.source, sight.time, ("the game had begun before this photo",))
                )
        elif finding is not None:
            open_finding = sight, finding
    assert isinstance(result.follower, Follower)
    result.follower, last = result.follower.finish()
    is_answered = last is not None and bool(last.steps)
    if open_finding is not None and open_finding[1].kind is not FindingKind.WAITING and is_answered:
        open_finding = None
    for step in result.follower.steps:
        if isinstance(step, Step) and step.needs_a_look:
            result.to_check.append(_to_check(step))
    if open_finding is not None:
        sight, finding = open_finding
        result.to_check.append(ToCheck(sight.source, sight.time, finding.sentences))
    return _with_question_of_names(result, sightings)


def digitise_palagonia(
    sightings: Iterable[Sighting],
    aligned: bool,
    patience: float,
    are_crossed: bool | None = None,
    players: Sequence[str] = (),
) -> Digitised:
    """Follow a game of Palagonia. Where no dice are seen, any roll may have been.

    ``players`` are their names in the order in which they sit; where they rolled for the start in
    sight, that order begins with whoever rolled first.
    """
    sightings, naming = with_settled_names(sightings, are_crossed)
    follower = DiceFollower(ActionFollower(patience=patience), players=len(players))
    result = Digitised(follower, naming)
    for sight in sightings:
        if sight.problem is not None:
            result.to_check.append(ToCheck(sight.source, sight.time, (sight.problem,)))
        if not patience or (sight.seen is None and sight.dice is None):
            # A video shows when nothing happens; a new board says nothing of what came before it.
            follower, _ = follower.settle(sight.time)
        if sight.dice is not None:
            follower = _with_dice(follower, sight, aligned)
        if sight.seen is not None:
            if follower.start is None and _is_first_lay(follower, sight, sight.seen, aligned):
                follower = follower.starting(Board())
            follower, _ = follower.observe(
                sight.seen, time=sight.time, source=sight.source, aligned=aligned
            )
        if sight.seen is not None or sight.dice:
            result.sightings[sight.source] = sight
    result.follower = follower = follower.settle()[0]
    result.played = played_game(follower, players)
    for number, step in enumerate(follower.steps):
        words = () if not step.needs_a_look else step.sentences + _unsure_words(step.unsure)
        words += follower.doubts_of(number)
        if words:
            result.to_check.append(ToCheck(step.source or "", step.time or 0.0, words))
    if result.played is not None and result.played.doubts:
        result.to_check.append(ToCheck("", sightings[-1].time, result.played.doubts))
    return _with_question_of_names(result, sightings)


def _with_dice(follower: DiceFollower, sight: Sighting, aligned: bool) -> DiceFollower:
    """The dice of a sighting, in the frame of the game's board."""
    dice = [die.seen() for die in sight.dice or ()]
    if not aligned and sight.seen is not None and len(follower.board):
        ways = alignments(follower.board, sight.seen.board)
        dice = [die.moved(ways[0]) for die in dice]
    return follower.see(dice, time=sight.time, source=sight.source)


def _is_first_lay(
    follower: DiceFollower, sight: Sighting, seen: Observation, aligned: bool
) -> bool:
    """Whether the first board was laid on a table that was empty before: it has no more tiles than
    a die can tell, and dice were rolled before it, or a video did not begin with it."""
    if len(seen.board) > MOST_TILES_OF_A_TURN:
        return False
    return bool(follower.throws) or (aligned and sight.time >= LAID_AFTER_SECONDS)


def _with_question_of_names(game: Digitised, sightings: Sequence[Sighting]) -> Digitised:
    """The list of things to check in order; first of all, once, which colour is White."""
    game.to_check.sort(key=lambda entry: entry.time)
    if not game.sightings and not game.to_check:
        game.to_check.append(ToCheck("", 0.0, (NOTHING_SEEN,)))
    first = next((s for s in sightings if s.reading is not None and s.reading.tiles), None)
    if game.names_are_sure or first is None or first.reading is None:
        return game
    white, blue = (hex_code(c or (0, 0, 0)) for c in (first.reading.white, first.reading.blue))
    question = (
        f"it is hard to tell which of the two colours is the lighter one: {white} was taken for "
        f"White and {blue} for Blue"
    )
    game.to_check.insert(0, ToCheck(first.source, first.time, (question,)))
    return game


def _to_check(step: Step) -> ToCheck:
    sentences = () if step.verdict is None else tuple(map(str, step.verdict.sentences))
    words = sentences + _unsure_words(step.unsure) + ((OFFBEAT,) if step.is_offbeat else ())
    return ToCheck(step.source or "", step.time or 0.0, words)


def _unsure_words(cells: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    names = ", ".join(f"{q},{r}" for q, r in cells)
    return (f"tiles that were not seen well: {names}",) if cells else ()
