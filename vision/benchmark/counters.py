"""How well photos of Palanquée's board are read: every drawn cell against the truth."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

from ...engine.palanquee.table.board import CELLS
from ...engine.stamp import require_stamp
from ...engine.tiles.observation import SURE
from ...engine.values import value_of
from ..counters.reader import read_counters
from ..counters.readings.reading import BoardReading
from .conditions import words_of
from .measure import decode_milliseconds
from .pages import joined_sections, markdown_table, share
from .truth import SUFFIX, TruthError, photo_beside

SEEN_ENOUGH = 0.35
"""A piece of which the photo shows less need not be found; if it is read it must be right."""
CONDITIONS = ("hardships", "counters", "seeds_by", "paper", "light", "table")


@dataclass(frozen=True)
class CounterCase:
    """A photo and the truth: pieces by cell as (colour, kind, visible share), the cells that are
    hidden or outside the photo, and the conditions."""

    photo: Path
    name: str
    part: str
    level: str
    pieces: Mapping[str, tuple[str, str, float]]
    free: frozenset[str]
    conditions: Mapping[str, Any]


@dataclass(frozen=True)
class CounterComparison:
    """What a reading got right; `free` cells may be read or not, but never wrongly and surely.
    `decode_ms` is what decoding the photo alone cost, 0 if that was not tried."""

    case: CounterCase
    reading: BoardReading
    right: int
    missed: tuple[str, ...]
    wrong: tuple[str, ...]
    phantoms: tuple[str, ...]
    sure_errors: int
    decode_ms: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether every cell is right."""
        return not (self.missed or self.wrong or self.phantoms) and bool(self.reading.corners)

    @property
    def exact_or_marked(self) -> bool:
        """Whether whatever is wrong was marked: as unsure, as perhaps a piece, or as covered."""
        if not self.reading.corners:
            return False
        named = {cell for warning in self.reading.warnings for cell in warning.cells}
        return all(cell in named for cell in (*self.missed, *self.wrong, *self.phantoms))


@dataclass(frozen=True)
class TruePiece:
    """A piece on the board, and the share of it that the photo shows."""

    cell: str
    colour: str
    kind: str
    visible: float


@dataclass(frozen=True)
class CounterTruthSaid:
    """The truth about a photo of a printed board, as a file tells it. `hidden` are cells with the
    share that is hidden; `odd` says what lies as no piece should."""

    pieces: tuple[TruePiece, ...]
    hidden: tuple[tuple[str, Any], ...]
    odd: tuple[Mapping[str, Any], ...]
    conditions: Mapping[str, Any]
    split: str = "all"


def find_counter_cases(folder: Path) -> list[CounterCase]:
    """The photos of Palanquée with truth in a folder and those in it. Raises TruthError."""
    cases = []
    for path in sorted(folder.rglob("*" + SUFFIX)):
        try:
            value = json.loads(path.read_text(encoding="utf-8"))
            if not isinstance(value, dict) or value.get("game") != "palanquee":
                continue
            require_stamp("truth", value, is_named=False)
            truth = value_of(CounterTruthSaid, value)
        except (ValueError, OSError) as error:
            raise TruthError(f"{path} is no truth about a photo: {error}") from None
        photo = photo_beside(path)
        pieces = {p.cell: (p.colour, p.kind, p.visible) for p in truth.pieces}
        free = {name for name, _ in truth.hidden}
        free |= {str(odd["cell"]) for odd in truth.odd if "cell" in odd}
        free |= {cell for cell, piece in pieces.items() if piece[2] < SEEN_ENOUGH}
        name = photo.relative_to(folder).with_suffix("").as_posix()
        level = str(truth.conditions.get("level", "unnamed"))
        told = pieces, frozenset(free), truth.conditions
        cases.append(CounterCase(photo, name, truth.split, level, *told))
    if not cases:
        raise TruthError(f"{folder} has no photo of a Palanquée board with its {SUFFIX} file")
    return cases


def compare_counters(case: CounterCase, reading: BoardReading) -> CounterComparison:
    """Compare a reading with the truth, cell by cell."""
    read = {piece.cell: piece for piece in reading.pieces}
    right, missed, wrong, phantoms, sure = 0, [], [], [], 0
    for cell, (colour, kind, _) in case.pieces.items():
        piece = read.get(cell)
        if piece is None:
            if cell not in case.free:
                missed.append(cell)
        elif (piece.colour, piece.kind) == (colour, kind):
            right += cell not in case.free
        elif cell not in case.free or piece.confidence >= SURE:
            wrong.append(cell)
            sure += piece.confidence >= SURE
    for cell, piece in read.items():
        if cell not in case.pieces and (cell not in case.free or piece.confidence >= SURE):
            phantoms.append(cell)
            sure += piece.confidence >= SURE
    return CounterComparison(
        case, reading, right, tuple(missed), tuple(wrong), tuple(phantoms), sure
    )


def measure_counters(cases: Iterable[CounterCase]) -> Iterable[CounterComparison]:
    """Read case by case and compare."""
    for case in cases:
        compared = compare_counters(case, read_counters(case.photo))
        yield replace(compared, decode_ms=decode_milliseconds(case.photo))


HEAD = (
    "photos", "boards found", "pieces", "right", "missed", "wrong", "empty cells read as pieces",
    "wrong and sure", "exactly right", "right or marked", "ms", "times decoding it",
)  # fmt: skip


def _row(name: str, some: Sequence[CounterComparison]) -> tuple[str, ...]:
    pieces = sum(len(set(c.case.pieces) - c.case.free) for c in some)
    right = sum(c.right for c in some)
    read = sum(len(c.reading.pieces) for c in some)
    empty = sum(CELLS - len(set(c.case.pieces) | c.case.free) for c in some)
    phantoms = sum(len(c.phantoms) for c in some)
    return (
        name, str(len(some)), str(sum(bool(c.reading.corners) for c in some)), str(pieces),
        share(right, pieces, 2), str(sum(len(c.missed) for c in some)),
        str(sum(len(c.wrong) for c in some)), share(phantoms, empty, 2),
        share(sum(c.sure_errors for c in some), read, 2),
        share(sum(c.exact for c in some), len(some), 2),
        share(sum(c.exact_or_marked for c in some), len(some), 2),
        f"{median(_total(c) for c in some):.0f}",
        f"{median(_total(c) / c.decode_ms if c.decode_ms else 0.0 for c in some):.1f}",
    )  # fmt: skip


def _total(comparison: CounterComparison) -> float:
    return comparison.reading.elapsed_ms.get("total", 0.0)


def counter_tables(comparisons: Sequence[CounterComparison]) -> str:
    """The tables by part and level, and by condition, as Markdown."""
    blocks = []
    for part in sorted({c.case.part for c in comparisons}):
        some = [c for c in comparisons if c.case.part == part]
        levels = [lv for lv in ("mild", "hard") if any(c.case.level == lv for c in some)]
        rows = [_row(level, [c for c in some if c.case.level == level]) for level in levels]
        whole = markdown_table("level", HEAD, [*rows, _row("all", some)])
        blocks.append(f"## Part: {part}\n\n{whole}")
    rows = []
    for key in CONDITIONS:
        of_word: dict[str, list[CounterComparison]] = {}
        for comparison in comparisons:
            for word in words_of(comparison.case.conditions.get(key)):
                of_word.setdefault(word, []).append(comparison)
        rows += [_row(f"{key}: {word}", some) for word, some in sorted(of_word.items())]
    blocks.append(f"## By condition (all parts)\n\n{markdown_table('condition', HEAD, rows)}")
    return "\n\n".join(blocks)


def counter_page(comparisons: Sequence[CounterComparison], command: str) -> str:
    """The whole page."""
    return joined_sections(
        "# Reading Palanquée boards: the benchmark",
        f"Written by `{command}`; do not edit by hand. "
        f"{len(comparisons)} photos.",
        "A piece is *right* when its cell, colour and kind are. Pieces of which less than "
        f"{SEEN_ENOUGH:.0%} is seen, cells under a hand or outside the photo and pieces that were "
        "laid across two cells need not be read; read wrongly and surely they count as errors. "
        "*Wrong and sure* is the share of all pieces read that are wrong and claim 0.95 or more. "
        "*Right or marked*: whatever is wrong is named in the warnings.",
        counter_tables(comparisons),
        "## Errors",
        "\n".join(
            f"- **{c.case.name}** ({c.case.level}): missed {', '.join(c.missed) or '–'}; wrong "
            f"{', '.join(c.wrong) or '–'}; phantoms {', '.join(c.phantoms) or '–'}"
            for c in comparisons if not c.exact
        ) or "None.",
    )  # fmt: skip
