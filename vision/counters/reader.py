"""The whole way from a photo to the pieces on a Palanquée board, each stage timed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...calibration.arrays import Flags, Floats, Indices
from ...engine.palanquee.table.drawn import HALF, HEIGHT, WIDTH, drawn_cells
from ...engine.palanquee.table.pieces import COLOURS
from ...engine.tiles.observation import LEAST_CHANCE
from ..photos.photo import Photo, PhotoFile, load_photo
from ..photos.stage_clock import StageClock
from .beside import pieces_beside
from .bodies import compare_bodies
from .company import compare_pieces
from .glance import Glance, glance
from .hues import by_hue, odds_by_hue, shown_hues
from .kinds import ACROSS, WELL_SEEN, colour_odds, placed, read_kinds, trusted
from .locating.locate import LocatedBoard, locate_board
from .outlines.empty_board import bare_board
from .outlines.printed_lines import without_lines
from .outlines.standing import odds_of_pieces
from .readings.reading import BoardReading, CellWarning, CounterReading, OtherPiece
from .rectify import CENTRES, Rectified, rectify
from .seed_sign import SeedSign, agreed_sign, with_one_more
from .shapes import compare_shapes

LONG_SIDE = 1400
"""Pixels of the longer side at which a photo is decoded."""
PERHAPS = -2.5
"""Log odds above which a warning says that a piece may lie in an empty cell."""
HIDDEN = 0.8
"""Log odds from which a warning says that a cell is covered."""
FIRM = 3.2
"""Least log odds of a piece in a covered cell: what is seen there may be a hand's."""
SUREST, DOUBTFUL = 0.999, 0.6
"""No piece is surer than the first; none than the second if it is not sure which cell is which."""


def read_counters(
    source: str | Path | bytes | NDArray[Any], seeds_by: SeedSign | None = None
) -> BoardReading:
    """Read the board in one photo; without a board a reading without pieces and with a warning.
    `seeds_by` is what seeds are told by at this table, where the game or a person said so. Raises
    PhotoError where the source is no photo."""
    clock = StageClock()
    photo = load_photo(source, long_side=LONG_SIDE)
    clock.finish("decode")
    board = locate_board(photo.image)
    clock.finish("locate")
    if board is None:
        nothing = BoardReading(photo.path, photo.width, photo.height)
        warnings = (CellWarning("no_board"),)
        return replace(nothing, warnings=warnings, elapsed_ms=clock.with_total())
    rectified = rectify(photo.image, board.view, board.drift)
    clock.finish("rectify")
    seen = glance(rectified)
    clock.finish("glance")
    reading = _reading(photo, board, rectified, seen, seeds_by)
    clock.finish("judge")
    beside = pieces_beside(photo, board, rectified, seen, reading.pieces)
    clock.finish("beside")
    return replace(reading, beside=beside, elapsed_ms=clock.with_total())


def shows_printed_board(file: PhotoFile) -> bool:
    """Whether such a board surely lies there, for who looked for tiles in vain."""
    board = locate_board(file.at(LONG_SIDE).image)
    return board is not None and board.is_placed


def _reading(
    photo: Photo, board: LocatedBoard, rectified: Rectified, seen: Glance, way: SeedSign | None
) -> BoardReading:
    cells = drawn_cells()
    covered = seen.hidden > HIDDEN
    odds = odds_of_pieces(rectified, seen, bare_board(rectified, seen))
    there = odds > np.where(covered, FIRM, 0.0)
    pieces = np.flatnonzero(there & rectified.shown)
    warnings = _about_the_board(board, rectified)
    pieces, twice = _once(pieces, seen)
    company = compare_pieces(seen, pieces, way)
    hues = shown_hues(rectified, pieces, seen)
    shares = by_hue(company.colours, hues)
    own = shares.argmax(axis=1)
    colours = tuple(COLOURS[k] for k in own)
    shapes = compare_shapes(rectified, pieces, seen.offset[pieces], own, way)
    bodies = compare_bodies(rectified, seen, pieces, own)
    kinds = read_kinds(company, shapes, bodies, colours, way)
    if kinds.by == "nothing" and len(pieces):
        warnings.append(CellWarning("seeds"))
    answers = (
        trusted("piece", np.minimum(odds, seen.piece)[pieces]) * placed(seen.offset[pieces]),
        trusted("colour", np.minimum(colour_odds(shares), odds_by_hue(shares, hues))),
        trusted("kind", kinds.odds),
    )
    sure = answers[0] * (answers[1] * answers[2])
    if not board.is_placed or not board.heading.is_clear:
        sure = np.minimum(sure, DOUBTFUL)
    sure[np.isin(pieces, list(twice))] *= 0.5
    sure = np.clip(sure, 0.0, SUREST)
    named = ["seed" if is_seed else "sprout" for is_seed in kinds.seeds]
    others = other_pieces(named, sure, answers, shares)
    across = np.hypot(*seen.offset[pieces].T) > ACROSS * HALF
    across &= seen.piece[pieces] < WELL_SEEN
    feet = CENTRES[pieces] + rectified.unturn(seen.offset[pieces])
    pixels = photo.to_full(board.view.to_photo(feet + board.drift.at(feet)))
    found = [
        CounterReading(cells[index].name, colours[k], named[k], float(sure[k]), (x, y), others[k])
        for k, (index, (x, y)) in enumerate(zip(pieces, pixels.tolist(), strict=True))
    ]
    warnings += _about_pieces(found, across)
    warnings += [CellWarning("twice", (cells[index].name,)) for index in sorted(twice)]
    taken = {piece.cell for piece in found}
    bare = np.flatnonzero(rectified.shown & ~there).tolist()
    empty = [index for index in bare if cells[index].name not in taken]
    warnings += _about_empty_cells(empty, odds, covered | without_lines(rectified, seen))
    outline = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float64)
    corners = photo.to_full(board.view.to_photo(outline))
    return BoardReading(
        photo.path, photo.width, photo.height, tuple(found),
        tuple((float(x), float(y)) for x, y in corners), tuple(warnings), kinds.by,
    )  # fmt: skip


def _about_pieces(found: list[CounterReading], across: Flags) -> Iterator[CellWarning]:
    """A warning for each piece that lies `across` (n,) two cells, and for each that is unsure."""
    for piece, is_across in zip(found, across, strict=True):
        if is_across:
            yield CellWarning("between", (piece.cell,))
        if not piece.is_sure:
            percent = {"percent": round(100 * piece.confidence)}
            yield CellWarning("unsure", (piece.cell,), percent)


def _about_empty_cells(empty: Sequence[int], odds: Floats, covered: Flags) -> Iterator[CellWarning]:
    """A warning for each `empty` cell that is covered or may hold a piece."""
    for index in empty:
        cell = drawn_cells()[index]
        if covered[index]:
            yield CellWarning("hidden", (cell.name,))
        elif odds[index] > PERHAPS:
            yield CellWarning("perhaps", (cell.name,))


def _about_the_board(board: LocatedBoard, rectified: Rectified) -> list[CellWarning]:
    warnings: list[CellWarning] = []
    if not board.heading.is_clear:
        warnings.append(CellWarning("heading"))
    if beyond := _beyond_the_edge(rectified):
        warnings.append(CellWarning("cut_board", tuple(sorted(beyond)), {"count": len(beyond)}))
    if not board.is_placed:
        warnings.append(CellWarning("where"))
    return warnings


def _beyond_the_edge(rectified: Rectified) -> frozenset[str]:
    """The cells of which the photo shows no drawing."""
    names = np.array([cell.name for cell in drawn_cells()])
    # A cell that is drawn twice is seen if one of its drawings is.
    return frozenset(names.tolist()) - set(names[rectified.shown].tolist())


def _once(pieces: Indices, seen: Glance) -> tuple[Indices, set[int]]:
    """Drop the less sure of two pieces on a cell's drawings; also return which had a double."""
    cells = drawn_cells()
    best: dict[str, int] = {}
    twice = set()
    for index in pieces:
        name = cells[index].name
        if name in best:
            twice.add(name)
            if seen.piece[index] <= seen.piece[best[name]]:
                continue
        best[name] = int(index)
    return np.array(sorted(best.values()), np.intp), {best[name] for name in twice}


_OTHER_KIND = {"seed": "sprout", "sprout": "seed"}


def other_pieces(
    kinds: list[str], sure: Floats, answers: tuple[Floats, Floats, Floats], shares: Floats
) -> list[tuple[OtherPiece, ...]]:
    """For each of n pieces what else it may be, likeliest first; all of it is 1 - `sure` (n,).
    `answers` are the chances (n,) that a piece is there, of its colour and of its kind, one taken
    to be wrong at a time; `shares` (n, 5) those of the colours."""
    there, colour_right, kind_right = answers
    own = shares.argmax(axis=1)
    rest = shares * (np.arange(len(COLOURS)) != own[:, None])
    rest = rest / np.maximum(rest.sum(axis=1, keepdims=True), 1e-12)
    nothing, other_kind = 1 - there, there * colour_right * (1 - kind_right)
    colours = (there * (1 - colour_right))[:, None] * rest
    found = []
    for k, kind in enumerate(kinds):
        likely = [OtherPiece(float(nothing[k]))]
        likely += [OtherPiece(float(other_kind[k]), COLOURS[own[k]], _OTHER_KIND[kind])]
        likely += [OtherPiece(float(c), COLOURS[j], kind) for j, c in enumerate(colours[k])]
        found.append(_shared(likely, 1 - float(sure[k])))
    return found


def _shared(likely: list[OtherPiece], doubt: float) -> tuple[OtherPiece, ...]:
    """The other pieces, their chances scaled to `doubt` in all, without very unlikely ones."""
    total = sum(other.chance for other in likely)
    if total <= 0:
        return ()
    scaled = [OtherPiece(o.chance * doubt / total, o.colour, o.kind) for o in likely]
    kept = [other for other in scaled if other.chance >= LEAST_CHANCE]
    return tuple(sorted(kept, key=lambda other: -other.chance))


class GameReader:
    """Reads one game's photos or frames in their order. Once the first ones agree how seeds are
    recognised, later ones take that as known; what people have `given` overrides it."""

    def __init__(
        self, read: Callable[..., BoardReading], given: Callable[[], SeedSign | None] = lambda: None
    ) -> None:
        self._read, self._given = read, given
        self._ways: tuple[str, ...] = ()

    def __call__(self, source: Any) -> BoardReading:
        """The board in the next photo. Raises PhotoError where it is none."""
        known = self._given() or agreed_sign(self._ways)
        reading = self._read(source, known)
        if known is None and reading.pieces:
            self._ways = with_one_more(self._ways, reading.seeds_by)
        return reading
