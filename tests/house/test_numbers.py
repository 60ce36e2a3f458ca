"""Numbers set by hand in the reader: no more of them than there are. Fit one score instead."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from house_sources import parsed

VISION = Path(__file__).parents[2] / "vision"
#: How many numbers each room had when they were last counted: upper-case constants, defaults of
#: settings, and what is compared with in the code. Lower a figure when you have replaced some, as
#: `vision/board/evidence.py` does; raise it only for a number whose reason stands beside it.
MOST = {
    "board": 78,
    "board_in_photo.py": 9,
    "counters": 276,
    "dice": 120,
    "faces": 71,
    "finding": 54,
    "lattice": 24,
    "missed": 10,
    "photos": 111,  # most of them are lengths and marks of file formats
    "reader.py": 1,
    "readings": 30,
    "table": 28,
    "tracking": 63,
}
#: Of the same rooms all other numbers with a point, in calls and in what is worked out.
MOST_IN_PASSING = {
    "board": 7,
    "board_in_photo.py": 0,
    "counters": 62,
    "dice": 22,
    "faces": 46,
    "finding": 7,
    "lattice": 18,
    "missed": 0,
    "photos": 6,
    "reader.py": 0,
    "readings": 21,
    "table": 2,
    "tracking": 15,
}
#: Halves, doubles and the whole are no numbers that somebody has set.
PLAIN = (0.0, 0.5, 1.0, 2.0)


@pytest.mark.parametrize("room", MOST)
def test_numbers_set_by_hand_grow_no_more(room: str) -> None:
    found = sum(len(list(_numbers_of(parsed(path)))) for path in _files(room))
    assert found <= MOST[room], f"vision/{room} has {found} numbers set by hand"


@pytest.mark.parametrize("room", MOST)
def test_numbers_in_passing_grow_no_more(room: str) -> None:
    found = sum(_in_passing(parsed(path)) for path in _files(room))
    most = MOST_IN_PASSING[room]
    assert found <= most, f"vision/{room} has {found} numbers in calls and in what is worked out"


def _files(room: str) -> list[Path]:
    place = VISION / room
    return [place] if place.is_file() else sorted(place.rglob("*.py"))


def _in_passing(tree: ast.Module) -> int:
    counted = {id(number) for number in _numbers_of(tree)}
    others = (n for n in _numbers(tree) if id(n) not in counted and isinstance(n.value, float))
    return sum(n.value not in PLAIN for n in others)


def _numbers_of(tree: ast.Module) -> Iterator[ast.Constant]:
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and _is_constant(node) and node.value:
            yield from _numbers(node.value)
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.AnnAssign) and part.value:
                    yield from (number for number in _numbers(part.value) if number.value)
    for compared in ast.walk(tree):
        if isinstance(compared, ast.Compare):
            for side in (compared.left, *compared.comparators):
                yield from (n for n in _numbers(side) if n.value not in (0, 1, 2))


def _is_constant(node: ast.Assign | ast.AnnAssign) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    names = [n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]
    return bool(names) and all(name.lstrip("_").isupper() for name in names)


def _numbers(tree: ast.AST) -> Iterator[ast.Constant]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            yield node
