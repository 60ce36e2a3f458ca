"""A set of dice with symbols of its own: what each face looks like from straight above."""

from __future__ import annotations

from dataclasses import dataclass

FACES = ("2", "3", "4", "5", "remove", "rotate")
"""What a die of the game can show."""
SIZE = 24
"""Rows and columns of a face's picture."""


@dataclass(frozen=True)
class DiceProfile:
    """The faces of one set of dice that were shown. ``pictures`` holds for each a grey picture of
    SIZE rows, each of SIZE bytes."""

    name: str
    pictures: tuple[tuple[str, tuple[bytes, ...]], ...]
    created: str = ""
