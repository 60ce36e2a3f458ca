"""The one place that knows which games there are: a name and the module that holds its plug."""

from __future__ import annotations

import importlib
import logging
from functools import cache
from importlib.metadata import entry_points

from .protocols import AnyPlug

logger = logging.getLogger(__name__)

GROUP = "palago.games"
"""Installed packages name the plugs of their games in this group of entry points."""
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
    said: object = name  # a program may say anything, and what has no hash is found nowhere
    if not isinstance(said, str):
        raise _unknown(said)
    if name not in _plugs and name in _MODULES:
        register(importlib.import_module(_MODULES[name]).PLUG)
    elif name not in _plugs:
        _register_installed()
    if name not in _plugs:
        raise _unknown(name)
    return _plugs[name]


def _unknown(said: object) -> UnknownKind:
    return UnknownKind(f"{said!r} is no game that is known here; known are {', '.join(kinds())}")


def kinds() -> tuple[str, ...]:
    """The names of all games, in the order in which they are offered."""
    _register_installed()
    return (*_MODULES, *(name for name in _plugs if name not in _MODULES))


@cache
def _register_installed() -> None:
    """Make the games of installed packages known. One that cannot be loaded, or is called like one
    of ours, must not keep people from playing the others."""
    for entry in entry_points(group=GROUP):
        try:
            plug = entry.load()
            if plug.name in _MODULES:
                raise ValueError(f"there is a game {plug.name!r} already")
            register(plug)
        except Exception as error:
            logger.warning("the game %r of %r is left out: %s", entry.name, entry.value, error)
