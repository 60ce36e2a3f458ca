"""A folder of photos or a video becomes a game with everything that needs a human look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ...calibration.sets.colour import hex_code
from ...engine.following.doubts import ENDS_NO_TURN
from ...engine.following.follower import Follower
from ...engine.following.shots import FinderByBoards, FoundGame, GameFinder, ToCheck
from ...engine.following.steps import FollowedTurn
from ...engine.games.protocols import AnyPlug, AskedOption, Start
from ...engine.games.registry import kinds, plug_of
from ...engine.phrases import Phrase
from ..games.names import COLOURS
from ..tables.choice import table_of
from ..tables.page import TablePage
from ..tables.shots import CameraShot, with_settled_names
from .settling import Settled, corrected, doubt_word
from .several_tables import ONE_TABLE, TableSeen, chosen_table, question_of_tables, tables_seen

if TYPE_CHECKING:
    from ...vision.readings.naming import Naming

NOTHING_SEEN = Phrase("digitise.nothing_seen")
WHICH_COLOUR = "digitise.which_colour"


@dataclass(frozen=True)
class Digitised(FoundGame):
    """A game as far as it was followed, by what people have settled: ``shots`` by source keep the
    pictures behind it.

    ``naming`` is how sure it is which of the two colours is White, one doubt about all turns.
    ``gaps`` are the sources at which a person has said that a photo is missing before them (True),
    or that rules were broken. ``left_be`` are those with doubts that a person has settled.
    ``tables`` are those that the photos seem to show, where these are several; the game is that of
    the ``table``, or else of all photos.
    """

    shots: Mapping[str, CameraShot] = field(default_factory=dict)
    naming: Naming | None = None
    gaps: Mapping[str, bool] = field(default_factory=dict)
    left_be: frozenset[str] = frozenset()
    tables: tuple[TableSeen, ...] = ()
    table: TableSeen | None = None

    @property
    def steps(self) -> tuple[FollowedTurn, ...]:
        """The turns that were followed."""
        return self.follower.steps

    @property
    def named(self) -> set[str]:
        """The photos and moments that a person should look at."""
        return {entry.source for entry in self.to_check}

    @property
    def repeats(self) -> tuple[str, ...]:
        """The photos that show no more than others do, at which a turn ends; no moment of a film,
        which nobody has sent by itself."""
        told = self.named | self.left_be | {step.source or "" for step in self.steps}
        told |= {shot.source for shot in self.shots.values() if isinstance(shot.picture, bytes)}
        shown = (part.sighting.source or "" for part in self.follower.shown)
        return tuple(source for source in shown if source not in told)

    @property
    def asks_table(self) -> bool:
        """Whether nobody has said yet of which of several tables it is."""
        return bool(self.tables) and question_of_tables(self.tables) in self.to_check

    @property
    def begins_late(self) -> bool:
        """Whether it cannot be played on, as it is counted from the empty table and had begun
        before."""
        had_begun = len(self.follower.start_board or ()) > 0
        return had_begun and plug_of(self.follower.plug.name).finder is not None

    @property
    def names_are_sure(self) -> bool:
        """Whether nobody has to say which of the two colours is White."""
        is_sure = self.naming is None or self.naming.is_sure
        return is_sure or not self.follower.plug.names_matter


def agreed(kind: str, options: Mapping[str, Any], players: Sequence[str] = ()) -> dict[str, Any]:
    """What is agreed on of a game that is to be followed, asked before anything is read.

    Raises ValueError where nobody knows this kind of game, or where it cannot be played so.
    """
    known, plug = dict(options), plug_of(kind)
    if players and plug.finder is not None:
        plug.start(Start(players=tuple(players)))
    elif players and plug.players is not None:
        known["players"] = list(players)
    elif players and len(players) != len(COLOURS):
        raise ValueError(f"{kind} has two players: name both, White first")
    followed = followed_plug(kind, known)
    followed.options(followed.start(Start(known)))  # no record without what was agreed on
    return known


def asked_of(kind: str) -> tuple[AskedOption, ...]:
    """What is asked of a kind of game before it is followed; nothing where nobody knows it."""
    return plug_of(kind).asked if kind in kinds() else ()


def followed_plug(kind: str, options: Mapping[str, Any]) -> AnyPlug:
    """The game of a kind as it is followed from the table alone.

    Raises ValueError where nobody knows it, or where it cannot be played by these options.
    """
    plug = plug_of(kind)
    plug = plug.following.without_hidden or plug
    plug.start(Start(options))
    return plug


def follow(
    shots: Sequence[CameraShot],
    settled: Settled,
    kind: str,
    is_film: bool,
    players: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
) -> Digitised:
    """The game that these shots show, by all that people have said. Where photos seem to show
    several tables it is that of one of them, and which one is asked before all else.

    Raises ValueError where nobody knows this kind of game.
    """
    plug = followed_plug(kind, options or {})
    taken = [shot for shot in shots if shot.source not in settled.skipped]
    tables = tables_seen(taken) if plug.table.lays_tiles and not is_film else ()
    table = chosen_table(tables, settled.table)
    if table is not None:
        elsewhere = {source for one in tables if one is not table for source in one.sources}
        taken = [shot for shot in taken if shot.source not in elsewhere]
    finder: GameFinder = FinderByBoards(plug, options or {}, is_film, settled.played, settled.gaps)
    with_dice = plug_of(kind).finder
    if with_dice is not None and (players or any(shot.dice for shot in taken)):
        if players:
            plug_of(kind).start(Start(players=tuple(players)))
        answers = settled.played, settled.rolled, settled.began, settled.on_turn, settled.gaps
        finder = with_dice(is_film, players, *answers)
    game = digitise(finder, taken, settled, table_of(kind))
    told = (ONE_TABLE, *(() if table is None else table.sources))
    asked = (question_of_tables(tables),) if tables and settled.table not in told else ()
    return replace(game, tables=tables, table=table, to_check=(*asked, *game.to_check))


def settled_for_players(
    settled: Settled,
    follow_with: Callable[[Settled, Sequence[str]], Digitised],
    before: Sequence[str],
    now: Sequence[str],
) -> Settled:
    """What people have settled, where the players are named only now, or otherwise.

    Who began and who is on turn keep their seats. A doubt that was found to be none is one again
    where more is asked of its source now.
    """
    asked = replace(settled, fine=frozenset(), no_doubt={})
    was, found = follow_with(asked, before), follow_with(asked, now)
    called = _called_otherwise(was, found)
    told = {
        entry.source: [_named_as(said, called) for said in entry.said] for entry in was.to_check
    }
    more = {
        entry.source
        for entry in found.to_check
        if any(said not in told.get(entry.source, ()) for said in entry.said)
    }
    no_doubt = {
        entry.source: tuple(
            doubt_word(_named_as(said, called))
            for said in entry.said
            if doubt_word(said) in settled.no_doubt.get(entry.source, ())
        )
        for entry in was.to_check
    }
    began, on_turn = called.get(settled.began or ""), called.get(settled.on_turn or "")
    fine = settled.fine - more
    return replace(settled, fine=fine, no_doubt=no_doubt, began=began, on_turn=on_turn)


def _called_otherwise(was: Digitised, found: Digitised) -> dict[str, str]:
    """By what the players of each seat were called, what they are called now; empty where there
    are more or fewer of them."""
    if was.counted is None or found.counted is None:
        return {}
    seats = was.counted.game.players, found.counted.game.players
    return dict(zip(*seats, strict=True)) if len(seats[0]) == len(seats[1]) else {}


def _named_as(said: Phrase | str, called: Mapping[str, str]) -> Phrase | str:
    """A doubt with the players' new names in it."""
    if not isinstance(said, Phrase):
        return said
    values = {
        key: called.get(value, value) if isinstance(value, str) else value
        for key, value in said.values.items()
    }
    return Phrase(said.key, values)


def digitise(
    finder: GameFinder,
    shots: Iterable[CameraShot],
    settled: Settled | None = None,
    table: TablePage | None = None,
) -> Digitised:
    """Follow a game through its shots, in the order in which they were taken.

    What people have settled is kept to; what they settled of single cells, too, if the ``table`` is
    given.
    """
    settled = settled or Settled()
    named, naming = with_settled_names(shots, settled.crossed)
    taken = [shot for shot in named if shot.source not in settled.skipped]
    if table is not None:
        taken = [corrected(shot, settled, table.digitised) for shot in taken]
    found = finder.find([shot.shot for shot in taken])
    problems = [
        ToCheck(shot.source, shot.time, (shot.problem,), unread=True)
        for shot in taken
        if shot.problem is not None
    ]
    doubts = [*problems, *found.to_check]
    doubts = [_but_gap(entry, found.follower, settled) for entry in doubts]
    left = [entry for entry in doubts if settled.leaves_open(entry)]
    left_be = {entry.source for entry in doubts} - {entry.source for entry in left}
    to_check = sorted(left, key=lambda entry: entry.time)
    pictured = {
        shot.source: shot
        for shot in taken
        if shot.seen is not None or (found.with_dice and shot.dice)
    }
    if not pictured and not to_check:
        to_check = [ToCheck("", 0.0, (NOTHING_SEEN,), unread=True)]
    gaps = settled.gaps if found.with_dice else _gaps_left(found.follower, settled)
    more = found.with_dice, found.counted, pictured, naming, gaps, frozenset(left_be)
    game = Digitised(found.follower, tuple(to_check), *more)
    if game.names_are_sure:
        return game
    return replace(game, to_check=(*_question_of_names(taken), *to_check))


def _gaps_left(follower: Follower, settled: Settled) -> dict[str, bool]:
    """What is said of turns against the rules and of missing photos, but for turns that are legal
    by what was said of their tiles."""
    ends = {step.source for step in follower.steps}
    wrong = {step.source for step in follower.steps if step.verdict is not None}
    return {source: gap for source, gap in settled.gaps.items() if source not in ends - wrong}


def _but_gap(entry: ToCheck, follower: Follower, settled: Settled) -> ToCheck:
    """What is left to ask about a turn of which a person has said that it broke the rules, or that
    a photo is missing before it: whatever was not seen well."""
    if ENDS_NO_TURN in entry.said or entry.source not in settled.gaps:
        return entry
    unsure = follower.plug.table.unsure
    said = (one for one in entry.said if isinstance(one, Phrase) and one.key == unsure)
    return ToCheck(entry.source, entry.time, tuple(said))


def _question_of_names(shots: Sequence[CameraShot]) -> list[ToCheck]:
    """Which colour is White, asked once, of the first photo with tiles."""
    for shot in shots:
        if shot.reading is not None and shot.reading.tiles:
            white, blue = (
                hex_code(c or (0, 0, 0)) for c in (shot.reading.white, shot.reading.blue)
            )
            question = Phrase(WHICH_COLOUR, {"white": white, "blue": blue})
            return [ToCheck(shot.source, shot.time, (question,))]
    return []
