"""A club night or a tournament as a value: who came, who plays whom at which table, what came out.
What games gave is told from outside, so that the table follows the refereed games; a score that
people enter by hand stands before that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, combinations
from typing import Any

from ..phrases import Phrase, Refused
from ..values import plain, value_of
from .grouping import groups, rounds_of_groups
from .pairing import Pair, circle, rounds_of_circle, rounds_of_swiss, swiss, unmet
from .standings import TIE_BREAKS, WIN, Result, Standing, TieBreak, standings

ROUND_ROBIN, SWISS = "round_robin", "swiss"
SYSTEMS = (ROUND_ROBIN, SWISS)
MOST_PEOPLE, MOST_ROUNDS, MOST_NAME = 128, 64, 40
FEWEST_SEATS, MOST_SEATS = 2, 6

#: What a game gave, by its name; None while it goes on.
Outcomes = Mapping[str, tuple[float, ...] | None]


class EveningError(Refused):
    """What cannot be done at this moment of an evening; the message says why."""

    @classmethod
    def of(cls, problem: str, **values: Any) -> EveningError:
        """The refusal that a phrase words."""
        return cls(Phrase(f"evening_{problem}", values))


@dataclass(frozen=True)
class Person:
    """Somebody who plays from the round ``came`` on; ``left`` is the first round without them."""

    name: str
    came: int = 1
    left: int | None = None

    def plays_in(self, number: int) -> bool:
        """Whether they are there for a round."""
        return self.came <= number and (self.left is None or number < self.left)


@dataclass(frozen=True)
class Pairing:
    """Who sits at a table, the first player first; one seat alone is a bye, at no table (0)."""

    table: int
    seats: tuple[str, ...]
    game: str = ""
    score: tuple[float, ...] | None = None

    @property
    def is_bye(self) -> bool:
        """Whether nobody sits opposite."""
        return len(self.seats) < 2

    def scored(self, outcomes: Outcomes) -> tuple[float, ...] | None:
        """What the game gave to each seat, None while that is open."""
        if self.is_bye:
            return (WIN,)
        return self.score if self.score is not None else outcomes.get(self.game)


@dataclass(frozen=True)
class Evening:
    """One event. Immutable. ``seats`` is how many sit at a table: at tables of two one may sit out;
    at larger ones nobody does, and some tables have a seat less."""

    system: str = ROUND_ROBIN
    people: tuple[Person, ...] = ()
    rounds: tuple[tuple[Pairing, ...], ...] = ()
    wanted: int | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    seats: int = FEWEST_SEATS

    def __post_init__(self) -> None:
        if not FEWEST_SEATS <= self.seats <= MOST_SEATS:
            raise EveningError.of("seats", fewest=FEWEST_SEATS, most=MOST_SEATS)
        if self.system not in SYSTEMS:
            raise EveningError.of("system", systems=SYSTEMS)

    # -- who is there ----------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """All who came, in their order."""
        return tuple(person.name for person in self.people)

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """Those of all rounds."""
        return tuple(chain.from_iterable(self.rounds))

    @property
    def next_number(self) -> int:
        """The number of the round that comes next."""
        return len(self.rounds) + 1

    @property
    def present(self) -> tuple[str, ...]:
        """Those who are there for the next round."""
        return tuple(p.name for p in self.people if p.plays_in(self.next_number))

    def joined(self, name: str) -> Evening:
        """Somebody comes, or comes back, for the next round. Raises EveningError."""
        name = name.strip()
        if not 0 < len(name) <= MOST_NAME:
            raise EveningError.of("name", most=MOST_NAME)
        known = self._known(name)
        if known is not None and known.left is None:
            raise EveningError.of("twice", name=known.name)
        if known is not None:
            back = replace(known, left=None)
            return replace(self, people=tuple(back if p == known else p for p in self.people))
        if len(self.people) >= MOST_PEOPLE:
            raise EveningError.of("full", most=MOST_PEOPLE)
        return replace(self, people=(*self.people, Person(name, self.next_number)))

    def with_people(self, names: Iterable[str]) -> Evening:
        """All those with whom it begins. Raises EveningError."""
        evening = self
        for name in names:
            known = evening._known(name.strip())
            if known is not None:
                raise EveningError.of("doubled", name=known.name)
            evening = evening.joined(name)
        return evening

    def _known(self, name: str) -> Person | None:
        """Who is called so, in capitals or not: "ann" is Ann, or one person would stand twice."""
        same = [person for person in self.people if person.name == name]
        alike = [p for p in self.people if p.name.casefold() == name.casefold()]
        return next(iter(same + alike), None)

    def renamed(self, name: str, to: str) -> Evening:
        """Somebody is called otherwise, in all that was played too. Raises EveningError."""
        to = to.strip()
        if name not in self.names:
            raise EveningError.of("unknown", name=name)
        if not 0 < len(to) <= MOST_NAME:
            raise EveningError.of("name", most=MOST_NAME)
        for other in self.names:
            if other != name and other.casefold() == to.casefold():
                raise EveningError.of("taken", name=other)
        called = {name: to}
        people = tuple(replace(p, name=called.get(p.name, p.name)) for p in self.people)
        return replace(self, people=people)._with_each_pairing(
            lambda p: replace(p, seats=tuple(called.get(seat, seat) for seat in p.seats))
        )

    def _with_each_pairing(self, changed: Callable[[Pairing], Pairing]) -> Evening:
        rounds = tuple(tuple(map(changed, pairings)) for pairings in self.rounds)
        return replace(self, rounds=rounds)

    def left(self, name: str) -> Evening:
        """Somebody goes: not paired any more; who never played was never there."""
        people = []
        for person in self.people:
            if person.name != name:
                people.append(person)
            elif any(name in pairing.seats for pairing in self.pairings):
                people.append(replace(person, left=self.next_number))
        return replace(self, people=tuple(people))

    @property
    def tables(self) -> int:
        """How many tables there are, or will be with those who are there now."""
        most = max((pairing.table for pairing in self.pairings), default=0)
        seated = len(self.present) // 2 if self.seats == 2 else -(-len(self.present) // self.seats)
        return max(most, seated)

    # -- rounds ----------------------------------------------------------------------------------

    @property
    def rounds_planned(self) -> int:
        """How many rounds there are to be, or have been where one more was paired."""
        people = len([person for person in self.people if person.left is None])
        if self.wanted is not None:
            planned = self.wanted
        elif self.seats > FEWEST_SEATS:
            planned = rounds_of_groups(people, self.seats, swiss=self.system == SWISS)
        elif self.system == ROUND_ROBIN:
            planned = rounds_of_circle(people)
        else:
            planned = rounds_of_swiss(people)
        return max(planned, len(self.rounds))

    def all_played(self, outcomes: Outcomes) -> bool:
        """Whether all rounds are played."""
        is_last = 0 < len(self.rounds) == self.rounds_planned
        return is_last and not self.open_tables(outcomes)

    def without_more_rounds(self) -> Evening:
        """The evening with no round after the last one that is paired."""
        return replace(self, wanted=len(self.rounds) or None)

    def open_tables(self, outcomes: Outcomes) -> tuple[int, ...]:
        """The tables of the last round that are still playing."""
        last = self.rounds[-1] if self.rounds else ()
        return tuple(p.table for p in last if p.scored(outcomes) is None)

    def next_round(self, outcomes: Outcomes) -> Evening:
        """The evening with one more round. Raises EveningError."""
        if len(self.present) < 2:
            raise EveningError.of("few")
        playing = self.open_tables(outcomes)
        if playing:
            raise EveningError.of("playing", count=len(playing), tables=tuple(map(str, playing)))
        if len(self.rounds) >= MOST_ROUNDS:
            raise EveningError.of("rounds", most=MOST_ROUNDS)
        if self.seats > FEWEST_SEATS:
            return replace(self, rounds=(*self.rounds, self._grouped(outcomes)))
        pairs = self._swiss(outcomes) if self.system == SWISS else self._round_robin()
        if all(other is None for _, other in pairs):
            raise EveningError.of("all_met")
        return replace(self, rounds=(*self.rounds, self._seated(pairs)))

    def without_round(self) -> Evening:
        """The evening without its last round: it was paired too early. Who has come since plays in
        the round that is paired in its place, and who has gone does not."""
        number = len(self.rounds)
        people = tuple(replace(p, came=min(p.came, number)) for p in self.people)
        earlier = replace(self, people=people, rounds=self.rounds[:-1])
        for person in self.people:
            if person.left == self.next_number:
                earlier = earlier.left(person.name)
        return earlier

    def with_games(self, games: Mapping[int, str]) -> Evening:
        """The last round with the games of its tables."""
        last = tuple(replace(p, game=games.get(p.table, p.game)) for p in self.rounds[-1])
        return replace(self, rounds=(*self.rounds[:-1], last))

    def linked(self, games: Mapping[str, str]) -> Evening:
        """The evening with its games by other names; a game without one belongs to it no more."""
        return self._with_each_pairing(lambda p: replace(p, game=games.get(p.game, "")))

    def with_score(self, number: int, table: int, score: tuple[float, ...] | None) -> Evening:
        """With a score entered by hand, None for the game's own. Raises EveningError."""
        if not 1 <= number <= len(self.rounds):
            raise EveningError.of("no_table", table=table, round=number)
        found = [p for p in self.rounds[number - 1] if p.table == table and not p.is_bye]
        if not found or (score is not None and len(score) != len(found[0].seats)):
            raise EveningError.of("no_table", table=table, round=number)
        if score is not None and not all(0 <= points <= WIN for points in score):
            raise EveningError.of("score")
        changed = tuple(
            replace(p, score=score) if p == found[0] else p for p in self.rounds[number - 1]
        )
        rounds = (*self.rounds[: number - 1], changed, *self.rounds[number:])
        return replace(self, rounds=rounds)

    # -- what came out ---------------------------------------------------------------------------

    def results(self, outcomes: Outcomes) -> tuple[Result, ...]:
        """What is known of all games."""
        return tuple(
            Result(pairing.seats, score)
            for pairing in self.pairings
            if (score := pairing.scored(outcomes)) is not None
        )

    @property
    def tie_breaks(self) -> tuple[TieBreak, ...]:
        """What tells people with as many points apart. Buchholz does not where everybody meets
        everybody: in the end it is the same for all of them, and until then it only says whom they
        have met already."""
        is_plain = self.system == ROUND_ROBIN and self.seats == FEWEST_SEATS
        return ("sonneborn",) if is_plain else TIE_BREAKS

    def standings(self, outcomes: Outcomes) -> tuple[Standing, ...]:
        """The table of all who came."""
        left = {person.name: person.left for person in self.people}
        rows = standings(self.names, self.results(outcomes), self.tie_breaks)
        return tuple(replace(row, left=left[row.name]) for row in rows)

    # -- pairing ---------------------------------------------------------------------------------

    def _met(self) -> set[frozenset[str]]:
        return {frozenset(pairing.seats) for pairing in self.pairings if not pairing.is_bye}

    def _round_robin(self) -> list[Pair]:
        """By the circle method as long as nobody joins or leaves; then those who have not met."""
        if all(person.came == 1 and person.left is None for person in self.people):
            if self.next_number > rounds_of_circle(len(self.people)):
                raise EveningError.of("all_met")
            return circle(self.names, self.next_number)
        return unmet(self.present, self._met())

    def _swiss(self, outcomes: Outcomes) -> list[Pair]:
        table = self.standings(outcomes)
        ranked = [row.name for row in table if row.name in self.present]
        byes = {name: sum(p.seats == (name,) for p in self.pairings) for name in ranked}
        return swiss(ranked, {row.name: row.points for row in table}, self._met(), byes)

    def _grouped(self, outcomes: Outcomes) -> tuple[Pairing, ...]:
        """Tables of three and more."""
        met = Counter(
            frozenset(pair) for pairing in self.pairings for pair in combinations(pairing.seats, 2)
        )
        if self.system == ROUND_ROBIN and all(
            frozenset(pair) in met for pair in combinations(self.present, 2)
        ):
            raise EveningError.of("all_met")
        rows = [row for row in self.standings(outcomes) if row.name in self.present]
        points = {row.name: row.points for row in rows} if self.system == SWISS else {}
        found = groups([row.name for row in rows], self.seats, met, points)
        return tuple(
            Pairing(number, tuple(sorted(table, key=self._firsts)))
            for number, table in enumerate(found, start=1)
        )

    def _seated(self, pairs: list[Pair]) -> tuple[Pairing, ...]:
        tables: list[Pairing] = []
        byes: list[Pairing] = []
        for one, other in pairs:
            if other is None:
                byes.append(Pairing(0, (one,)))
            else:
                # The first is who has been it less often, or else who has been it longer ago.
                is_turned = self._firsts(other) < self._firsts(one)
                pair = (other, one) if is_turned else (one, other)
                tables.append(Pairing(len(tables) + 1, pair))
        return (*tables, *byes)

    def _firsts(self, name: str) -> tuple[int, int]:
        played = (p.seats for p in self.pairings if not p.is_bye)
        seats = [those.index(name) for those in played if name in those]
        balance = sum(1 if seat == 0 else -1 for seat in seats)
        last = 0 if not seats else 1 if seats[-1] == 0 else -1
        return balance, last

    # -- JSON ------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """The evening as plain JSON."""
        return plain(self)

    @classmethod
    def from_json(cls, value: object) -> Evening:
        """Read :meth:`to_json`'s object. Raises WrongValue."""
        return value_of(cls, value)
