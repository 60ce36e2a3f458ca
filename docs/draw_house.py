"""Draws the house from the code: rooms, and who imports whom, as ``docs/pictures/house.svg``.

    python docs/draw_house.py

A room is a folder of a package, or a file that lies directly in one. Every arrow points downwards:
a room stands above all that it imports. What is imported late or for types
alone makes an arrow, too.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from functools import cache
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "pictures" / "house.svg"
PACKAGES = ("webui", "vision", "calibration", "engine")
#: Nobody has to know of the first two: they are not part of the running program. The last one only
#: names types.
LEFT_OUT = frozenset(("vision/training", "vision/benchmark", "calibration/arrays"))

Arrows = dict[str, set[str]]

WIDTH, ROW, BOX, GAP = 1240, 50, 24, 10
FILLS = {"webui": "#f6d9c4", "vision": "#cfe3f4", "calibration": "#dcd6ee", "engine": "#d6ead0"}


def room_of(path: Path) -> str:
    """``engine/tiles`` for a file in that folder or below it, ``engine/lattice`` for a file."""
    return "/".join(path.relative_to(ROOT).with_suffix("").parts[:2])


def folder_in_room(path: Path) -> str:
    """``engine/palago/search/`` for a file in that folder, ``engine/palago/move`` beside it: a
    room's own files stand apart from one another."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return "/".join(parts[:3]) + "/" if len(parts) > 3 else "/".join(parts)


def _modules() -> dict[str, Path]:
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@functools.cache
def _imports(path: Path) -> set[str]:
    """Dotted names of all that a file imports from us, wherever it does."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    package = path.relative_to(ROOT).parent.parts
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            stem = ".".join((*base, *([node.module] if node.module else [])))
            names |= {f"{stem}.{alias.name}" for alias in node.names} | {stem}
    return names


def arrows(part_of: Callable[[Path], str] = room_of) -> Arrows:
    """Room → the rooms that it imports; or what else `part_of` makes of a file."""
    modules = _modules()
    found: Arrows = {}
    for path in modules.values():
        here = part_of(path)
        if here.endswith("/__init__") or room_of(path) in LEFT_OUT:
            continue
        rooms = {part_of(modules[name]) for name in _imports(path) if name in modules}
        rooms = {room for room in rooms if not room.endswith("/__init__")}
        found.setdefault(here, set()).update(rooms - LEFT_OUT - {here})
    return found


def circles(found: Arrows) -> list[str]:
    """Every room that can be reached from itself, with the neighbour through which it is."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            for target in found.get(waiting.pop(), ()):
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)
        return seen

    return [
        f"{room} imports {target}, which leads back to it"
        for room, targets in sorted(found.items())
        for target in sorted(targets)
        if room in reached(target)
    ]


def floors(found: Arrows) -> dict[str, int]:
    """How high each room stands: above everything that it imports."""

    @cache
    def height(room: str) -> int:
        return 1 + max((height(target) for target in found.get(room, ())), default=-1)

    return {room: height(room) for room in found}


def house_svg() -> str:
    """The picture: the highest floor on top, a colour for each package."""
    found = arrows()
    heights = floors(found)
    top = max(heights.values())
    places: dict[str, tuple[int, int, int]] = {}
    for floor in range(top + 1):
        rooms = [room for room in found if heights[room] == floor]
        rooms.sort(key=lambda room: (PACKAGES.index(room.split("/")[0]), room))
        # Whole pixels: sums of fractions are rounded otherwise by another Python.
        widths = [len(room) * 33 // 5 + 14 for room in rooms]
        left = (WIDTH - sum(widths) - GAP * (len(rooms) - 1)) // 2
        for room, width in zip(rooms, widths, strict=True):
            places[room] = (left, 16 + (top - floor) * ROW, width)
            left += width + GAP
    height = 16 * 2 + top * ROW + BOX
    lines = [
        _line(places[room], places[target])
        for room in sorted(places)
        for target in sorted(found[room])
    ]
    boxes = [_box(room, place, sorted(found[room])) for room, place in sorted(places.items())]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="12" text-anchor="middle">'
        "<style>line{stroke:#667;stroke-width:.7;opacity:.4}g rect{stroke:#556}</style>"
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>\n'
        + "\n".join([*lines, *boxes])
        + "\n</svg>\n"
    )


def _line(above: tuple[int, int, int], below: tuple[int, int, int]) -> str:
    start, end = above[0] + above[2] // 2, below[0] + below[2] // 2
    return f'<line x1="{start}" y1="{above[1] + BOX}" x2="{end}" y2="{below[1]}"/>'


def _box(room: str, place: tuple[int, int, int], imports: list[str]) -> str:
    """A room; who points at it, or has it read aloud, is told what it imports."""
    x, y, width = place
    fill = FILLS[room.split("/")[0]]
    return (
        f"<g><title>{escape(room)} imports {escape(', '.join(imports) or 'nothing')}</title>"
        f'<rect x="{x}" y="{y}" width="{width}" height="{BOX}" rx="5" '
        f'fill="{fill}"/><text x="{x + width // 2}" y="{y + 16}">{escape(room)}</text></g>'
    )


if __name__ == "__main__":
    PICTURE.write_text(house_svg(), encoding="utf-8")
    print(f"{PICTURE.relative_to(ROOT)} drawn")
