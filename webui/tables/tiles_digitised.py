"""Films and photos of tiles on their way to a record: how they are read, and what is asked."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from ...calibration.sets.colour import hex_code
from ...engine.games.protocols import Answer, Game
from ...engine.games.tables import TILES
from ...engine.lattice import Cell
from ...engine.tiles.alignment import Alignment
from ...engine.tiles.board import Board, Coordinate, Rotation, Tile
from ...engine.tiles.endings import EVEN_ROTATIONS
from ...engine.tiles.observation import Observation
from ...vision.readings.reading import Reading
from .page import (
    CellAnswer,
    CellsTold,
    CellTold,
    FilmRead,
    FollowedShots,
    PhotoProgress,
    Photos,
    Profiles,
    Shots,
)
from .shots import from_frames, from_photos, from_stills, kept_reading

#: How a cell is named in an answer.
_CELL = Meta(title='[q, r] and "rotation" 0 to 5, or null for no tile')


class TileThere(CellAnswer, tag="tile"):
    """Which tile lies in a cell; null for none."""

    cell: Annotated[tuple[Coordinate, Coordinate], _CELL]
    rotation: Rotation | None = None

    def settled(self, known: CellsTold, game: FollowedShots) -> CellsTold:
        """The tile goes on lying there: it holds for all later photos, in the frame of each."""
        tiles, names = dict(known), list(game.shots)
        alignments = {part.sighting.source: part.verdict.alignment for part in game.follower.shown}
        for name in names[names.index(self.source) :]:
            way = alignments.get(name, Alignment())
            own = way.cell_back(self.cell)
            turned = None if self.rotation is None else (self.rotation - way.sixths) % 6
            others = (one for one in tiles.get(name, ()) if one[:2] != own)
            tiles[name] = (*others, (*own, turned))
        return tiles


class TilesDigitised:
    """See :class:`palago.webui.tables.page.TableDigitised`."""

    answered = TileThere

    def photos(self, photos: Photos, kept: Path, tell: PhotoProgress, **how: Any) -> Shots:
        from ...vision.archive import read_archive
        from ..profile_choice import KeptProfiles

        by_hash = {photo.hash: photo for photo in photos}

        def latest() -> Mapping[str, Any]:
            newest = max(kept.glob("*.json"), key=_changed_at, default=None)
            photo = None if newest is None else by_hash.get(newest.stem)
            if newest is None or photo is None:
                return {}
            return {"path": photo.path, "source": photo.path.name, "tiles": _tiles_in(newest)}

        folder = how.pop("data_folder", None)
        read = KeptProfiles.in_folder(None if folder is None else Path(folder)).read
        told = lambda done, total: tell(done, total, latest)  # noqa: E731
        return from_photos(read_archive(photos, kept, read=read, on_progress=told, **how))

    def film(self, film: str, told: Profiles, with_dice: bool, kept: Path | None) -> FilmRead:
        from ...vision.photos.frames import open_frames
        from ...vision.tracking.camera.time_lapse import runs_by_another_clock
        from ..profile_choice import FrameReader

        is_film = not runs_by_another_clock(open_frames(film))
        chosen = FrameReader.as_chosen(**told)
        read = kept_reading(kept, chosen, Reading.to_json, Reading.from_json)
        shots = partial(
            from_frames if is_film else from_stills, taught=chosen.taught, with_dice=with_dice
        )
        return FilmRead(read, shots, is_film, "tiles", lambda reading: len(reading.tiles))

    def kept_reading(self, value: Mapping[str, Any]) -> Reading:
        return Reading.from_json(value)

    def hex_colours(self, reading: Reading | None) -> str:
        if reading is None or reading.white is None or reading.blue is None:
            return ""
        return f"{hex_code(reading.white)} {hex_code(reading.blue)}"

    def heading(self, reading: Reading | None, way: Alignment) -> int:
        placed = [tile for tile in reading.moved(way).tiles if tile.corners] if reading else []
        across, down = (
            sum(tile.corners[0][axis] - tile.center[axis] for tile in placed) for axis in (0, 1)
        )
        return round(math.degrees(math.atan2(across, -down))) % 360 if placed else 0

    def record_fields(self, game: Game, start: Game | None) -> dict[str, Any]:
        return {"to_move": (start and start.on_turn) or ""}

    def corrected(self, seen: Observation, told: Iterable[CellTold]) -> Observation:
        return seen.corrected({(q, r): rotation for q, r, rotation in told})

    def named(self, answer: Mapping[str, Any]) -> str:
        q, r = answer["cell"]
        rotation = answer["rotation"]
        return f"{q},{r}" if rotation is None else str(Tile(q, r, rotation))

    def words(self, answer: Mapping[str, Any], language: str) -> str:
        return ""

    def doubt_answers(
        self, board: Board, cell: Cell, is_alone: bool, seen: Any
    ) -> list[dict[str, Any]]:
        """The ways in which a tile may lie."""
        place = {"what": "tile", "cell": list(cell)}
        found = [
            {
                "answer": {**place, "rotation": rotation},
                "say": "tile_as_read" if board[cell].rotation == rotation else "tile_so",
                "board": Board((*board.remove(cell), Tile(*cell, rotation))).to_text(),
                "marked": TILES.cell_name(cell),
            }
            for rotation in EVEN_ROTATIONS
            if cell in board
        ]
        if is_alone and cell in board:
            found.append({"answer": {**place, "rotation": None}, "say": "no_tile"})
        return found

    def played_so(self, answer: Answer) -> dict[str, Any]:
        words = (word for action in answer.actions for word in action.split() if "," in word)
        return {
            "board": answer.after.board.to_text(),
            "numbers": " ".join(TILES.cell_name(Tile.from_text(word).cell) for word in words),
        }


def _changed_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _tiles_in(reading: Path) -> int:
    try:
        return len(json.loads(reading.read_text(encoding="utf-8")).get("tiles", ()))
    except (OSError, ValueError):
        return 0
