"""How each kind of game shows itself on the page: the web's side of the engine's registry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from .palagem.view import palagem_view
from .palago.advice import advise_palago
from .palago.view import palago_view
from .palagonia.advice import advise_palagonia
from .palagonia.start import with_friends
from .palagonia.view import palagonia_view
from .pictures.items import Item
from .plain_view import plain_view
from .play import ChangeRefused, Play
from .state import State

#: Runs a job of :mod:`palago.webui.jobs.thinking` by its name, within so many seconds.
Think = Callable[[str, Mapping[str, Any], float], dict[str, Any]]


class View(Protocol):
    """Whose turn it is, what the table shows, and what can be done about it."""

    def __call__(self, state: State, play: Play, language: str) -> dict[str, Any]:
        """The parts of the page's JSON that this kind of game fills."""


class Advise(Protocol):
    """What to play."""

    def __call__(
        self, state: State, colour: str, seconds: int, language: str, think: Think
    ) -> list[Item]:
        """Suggestions. ``colour`` is asked for where nobody is on turn. Raises ChangeRefused."""


def no_advice(state: State, colour: str, seconds: int, language: str, think: Think) -> list[Item]:
    """For games that the program cannot play."""
    raise ChangeRefused.of("no_advice")


def as_they_are(options: dict[str, Any], data: Path) -> dict[str, Any]:
    """Options that need nothing from the data folder."""
    return options


@dataclass(frozen=True)
class Face:
    """One kind of game on the page; a game without a face of its own has a plain one."""

    view: View = plain_view
    advise: Advise = no_advice
    complete_options: Callable[[dict[str, Any], Path], dict[str, Any]] = as_they_are


_FACES = {
    "palago": Face(palago_view, advise_palago),
    "palagonia": Face(palagonia_view, advise_palagonia, with_friends),
    "palagem": Face(palagem_view),
    "analysis": Face(advise=advise_palago),
}
_PLAIN = Face()


def face_of(kind: str) -> Face:
    """The face of a kind of game."""
    return _FACES.get(kind, _PLAIN)
