"""Friendly creatures: a list of named shapes that score double in solitaire, a JSON file that a
player extends from the table. A shape is recognised in any rotation and in either colour, whatever
lies inside it; its mirror image is another shape."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from ..lattice import Colour
from ..tiles.board import Board, BoardError
from ..tiles.groups import Group
from ..values import value_of
from ..whole_file import whole_file, why_not_opened
from .shapes import ShapeKey, shape_key

FORMAT = "palago friendly creatures"
VERSION = 1
SHIPPED_FILE = Path(__file__).parent / "friendly_creatures.json"
MOST_CREATURES = 1000
LONGEST_NAME = 60
MOST_CHARACTERS = 2_000_000


class FriendlyError(ValueError):
    """A catalogue that cannot be read, or a creature that cannot be saved; says what to do."""


@dataclass(frozen=True)
class FriendlyCreature:
    """A named shape, kept as the tiles that show it and the colour to look at."""

    name: str
    board: Board
    colour: Colour

    @property
    def group(self) -> Group:
        """The creature itself: the largest closed group of its colour among its tiles."""
        own = [group for group in self.board.creatures() if group.colour is self.colour]
        if not own:
            raise FriendlyError(f"the tiles of {self.name!r} close no {self.colour.value} creature")
        return max(own, key=lambda group: (len(group.tiles), group.sort_key))

    def to_json(self) -> dict[str, Any]:
        """Name, colour and tiles in words."""
        return {"name": self.name, "colour": self.colour.value, "tiles": self.board.to_text()}


@dataclass(frozen=True)
class Catalogue:
    """Friendly creatures by name; each shape and each name once."""

    creatures: tuple[FriendlyCreature, ...] = ()

    def __post_init__(self) -> None:
        taken: set[str] = set()
        for creature in self.creatures:
            if creature.name.casefold() in taken:
                raise FriendlyError(f"there are two friendly creatures named {creature.name!r}")
            taken.add(creature.name.casefold())
        _ = self._names  # raises where two have one shape

    @cached_property
    def _names(self) -> Mapping[ShapeKey, str]:
        names: dict[ShapeKey, str] = {}
        for creature in self.creatures:
            key = shape_key(creature.board, creature.group)
            if key in names:
                raise FriendlyError(f"{creature.name!r} has the same shape as {names[key]!r}")
            names[key] = creature.name
        return names

    def name_of(self, board: Board, group: Group) -> str | None:
        """The name of a closed group's shape, in whatever rotation and colour it lies."""
        if not self.creatures or not group.is_creature:
            return None
        return self._names.get(shape_key(board, group))

    def with_creature(self, name: str, board: Board, group: Group) -> Catalogue:
        """The list with one more creature, taken from the table. Raises FriendlyError."""
        name = _checked_name(name)
        if not group.is_creature:
            raise FriendlyError("only a closed creature with a straight can be saved under a name")
        if len(self.creatures) >= MOST_CREATURES:
            raise FriendlyError(f"the list is full: it holds {MOST_CREATURES} creatures")
        tiles = Board(board[cell] for cell in group.tiles)
        first = tiles.tiles[0]
        kept = FriendlyCreature(name, tiles.translated(-first.q, -first.r), group.colour)
        return Catalogue((*self.creatures, kept))

    def without(self, name: str) -> Catalogue:
        """The list without a creature. Raises FriendlyError where none has that name."""
        left = tuple(c for c in self.creatures if c.name.casefold() != name.casefold())
        if len(left) == len(self.creatures):
            raise FriendlyError(f"no friendly creature is named {name!r}")
        return Catalogue(left)

    def to_json(self) -> dict[str, Any]:
        """The catalogue file's object."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "creatures": [creature.to_json() for creature in self.creatures],
        }

    @classmethod
    def from_json(cls, value: object) -> Catalogue:
        """Read :meth:`to_json`'s object. Raises FriendlyError."""
        said = value_of(
            CatalogueSaid, value, lambda why: FriendlyError(f"no list of friendly creatures: {why}")
        )
        return cls(tuple(_creature(entry) for entry in said.creatures))


@dataclass(frozen=True)
class CreatureSaid:
    """A friendly creature as the file has it."""

    name: str
    tiles: str
    colour: Colour = Colour.WHITE


@dataclass(frozen=True)
class CatalogueSaid:
    """The file's object."""

    format: Annotated[Literal["palago friendly creatures"], Meta(title=f'"{FORMAT}"')]
    version: Annotated[int, Meta(ge=VERSION, le=VERSION, title=f"{VERSION} to be read here")]
    creatures: Annotated[
        tuple[CreatureSaid, ...],
        Meta(max_length=MOST_CREATURES, title=f"a list of at most {MOST_CREATURES} creatures"),
    ]


NO_FRIENDS = Catalogue()


def _checked_name(name: str) -> str:
    if not 1 <= len(name.strip()) <= LONGEST_NAME:
        raise FriendlyError(f"a friendly creature needs a name of 1 to {LONGEST_NAME} letters")
    return name.strip()


def _creature(said: CreatureSaid) -> FriendlyCreature:
    name = _checked_name(said.name)
    try:
        creature = FriendlyCreature(name, Board.from_text(said.tiles), said.colour)
    except BoardError as error:
        raise FriendlyError(f"the tiles of {name!r}: {error}") from None
    if creature.group.tiles != creature.board.cells:
        raise FriendlyError(f"{name!r} has tiles that are no part of the creature")
    return creature


@cache
def shipped_catalogue() -> Catalogue:
    """The list that comes with the program."""
    return load_catalogue(SHIPPED_FILE)


def load_catalogue(path: Path) -> Catalogue:
    """Read a catalogue file. Raises FriendlyError with what is wrong with it."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise FriendlyError(why_not_opened(path, error)) from None
    except UnicodeDecodeError:
        raise FriendlyError(f"{path} is not a text file") from None
    if len(text) > MOST_CHARACTERS:
        raise FriendlyError(f"{path} is too long for a list of friendly creatures")
    try:
        return Catalogue.from_json(json.loads(text))
    except (json.JSONDecodeError, RecursionError):
        raise FriendlyError(f"{path} is not a JSON file") from None
    except FriendlyError as error:
        raise FriendlyError(f"{path}: {error}") from None


def save_catalogue(catalogue: Catalogue, path: Path) -> None:
    """Write a catalogue file, whole or not at all. Raises FriendlyError."""
    text = json.dumps(catalogue.to_json(), ensure_ascii=False, indent=1) + "\n"
    try:
        with whole_file(path) as draft:
            draft.write_text(text, encoding="utf-8")
    except OSError as error:
        raise FriendlyError(f"cannot write {path}: {error.strerror or error}") from None
