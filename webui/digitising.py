"""A folder of photos or a video becomes a game with everything that needs a human look."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ..engine.follower import Finding, FindingKind, Follower, Step
from ..engine.palago import GameOptions
from ..engine.palagonia.follower import ActionFollower, ActionStep
from .sightings import Sighting


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
    """A game as far as it was followed: ``sightings`` by source keep the pictures behind it."""

    follower: Follower | ActionFollower
    to_check: list[ToCheck] = field(default_factory=list)
    sightings: dict[str, Sighting] = field(default_factory=dict)

    @property
    def steps(self) -> tuple[Step, ...] | tuple[ActionStep, ...]:
        """The moves or actions that were followed."""
        return self.follower.steps


def digitise_palago(
    sightings: Iterable[Sighting], options: GameOptions, aligned: bool
) -> Digitised:
    """Follow a two-player game. ``aligned``: all boards share one frame, as those of a video do."""
    result = Digitised(Follower(options))
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
    for step in result.follower.steps:
        if isinstance(step, Step) and step.needs_a_look:
            result.to_check.append(_to_check(step))
    if open_finding is not None:
        sight, finding = open_finding
        result.to_check.append(ToCheck(sight.source, sight.time, finding.sentences))
    result.to_check.sort(key=lambda entry: entry.time)
    return result


def digitise_palagonia(sightings: Iterable[Sighting], aligned: bool, patience: float) -> Digitised:
    """Follow a game of Palagonia; the dice are not in the picture, so any roll may have been."""
    follower = ActionFollower(patience=patience)
    result = Digitised(follower)
    for sight in sightings:
        if sight.problem is not None:
            result.to_check.append(ToCheck(sight.source, sight.time, (sight.problem,)))
        follower, _ = follower.settle(sight.time)
        if sight.seen is not None:
            follower, _ = follower.observe(
                sight.seen, time=sight.time, source=sight.source, aligned=aligned
            )
            result.sightings[sight.source] = sight
    result.follower, _ = follower.settle()
    for step in result.follower.steps:
        if isinstance(step, ActionStep) and step.needs_a_look:
            sentences = tuple(map(str, step.verdict.sentences)) + _unsure_words(step.unsure)
            result.to_check.append(ToCheck(step.source or "", step.time or 0.0, sentences))
    result.to_check.sort(key=lambda entry: entry.time)
    return result


def _to_check(step: Step) -> ToCheck:
    sentences = () if step.verdict is None else tuple(map(str, step.verdict.sentences))
    return ToCheck(step.source or "", step.time or 0.0, sentences + _unsure_words(step.unsure))


def _unsure_words(cells: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    names = ", ".join(f"{q},{r}" for q, r in cells)
    return (f"tiles that were not seen well: {names}",) if cells else ()
