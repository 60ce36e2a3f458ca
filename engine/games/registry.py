"""The one place that knows which games there are: a name and the module that holds its plug."""

from __future__ import annotations

import importlib

from .protocols import AnyPlug

_MODULES = {
    "palago": "palago.engine.palago.plug",
    "palagonia": "palago.engine.palagonia.plug",
    "palagem": "palago.engine.palagem.plug",
    "palanquee": "palago.engine.palanquee.plug",
}
_plugs: dict[str, AnyPlug] = {}


class UnknownKind(ValueError):
    """A kind of game that nobody has registered; the message names those that are known."""


def register(plug: AnyPlug) -> None:
    """Make a game known under its name; a second plug of one name takes the first one's place."""
    _plugs[plug.name] = plug


def plug_of(name: str) -> AnyPlug:
    """The plug of a kind of game. Raises UnknownKind."""
    if name not in _plugs and name in _MODULES:
        register(importlib.import_module(_MODULES[name]).PLUG)
    if name not in _plugs:
        raise UnknownKind(f"{name!r} is no game that is known here; known are {', '.join(kinds())}")
    return _plugs[name]


def kinds() -> tuple[str, ...]:
    """The names of all games, in the order in which they are offered."""
    return (*_MODULES, *(name for name in _plugs if name not in _MODULES))
