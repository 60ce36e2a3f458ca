"""Films and photos of tiles on their way to a record: how they are read, and what is asked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...engine.games.tables import TILES
from ...engine.lattice import Cell
from ...engine.tiles.board import Board, Tile
from ...engine.tiles.endings import EVEN_ROTATIONS
from ...vision.readings.reading import Reading, ReadingError
from .page import FilmRead, PhotoProgress
from .shots import CameraShot, from_frames, from_photos, from_stills

if TYPE_CHECKING:
    from ...calibration.arrays import Frame
    from ...vision.archive import ArchivedPhoto


class TilesDigitised:
    """See :class:`palago.webui.tables.page.TableDigitised`."""

    def photos(
        self,
        photos: Sequence[ArchivedPhoto],
        readings: Path,
        on_progress: PhotoProgress,
        data_folder: str | None = None,
        **how: Any,
    ) -> Iterator[CameraShot]:
        from ...vision.archive import read_archive
        from ..profile_choice import KeptProfiles

        by_hash = {photo.hash: photo for photo in photos}

        def latest() -> Mapping[str, Any]:
            newest = max(readings.glob("*.json"), key=_changed_at, default=None)
            photo = None if newest is None else by_hash.get(newest.stem)
            if newest is None or photo is None:
                return {}
            return {"path": photo.path, "source": photo.path.name, "tiles": _tiles_in(newest)}

        kept = KeptProfiles.in_folder(None if data_folder is None else Path(data_folder))
        read = read_archive(
            photos,
            readings,
            read=kept.read,
            on_progress=lambda done, total: on_progress(done, total, latest),
            **how,
        )
        return from_photos(read)

    def film(
        self, film: str, profiles: Mapping[str, Any], with_dice: bool, readings: Path | None = None
    ) -> FilmRead:
        from ...vision.photos.frames import open_frames
        from ...vision.tracking.camera.stills import runs_by_another_clock
        from ..profile_choice import FrameReader

        is_film = not runs_by_another_clock(open_frames(film))
        chosen = FrameReader.as_chosen(**profiles)
        read = chosen if readings is None else _KeptReader(readings, chosen)
        shots = partial(
            from_frames if is_film else from_stills, taught=chosen.taught, with_dice=with_dice
        )
        return FilmRead(read, shots, is_film, "tiles")

    def record_fields(self, game: Any, start: Any) -> dict[str, Any]:
        return {"to_move": (start and start.on_turn) or ""}

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

    def played_so(self, answer: Any) -> dict[str, Any]:
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


class _KeptReader:
    """Reads frames, and keeps each reading: a film that is looked at again is not read again."""

    def __init__(self, folder: Path, read: Any) -> None:
        from ...vision.archive.store import FinishedReadings

        self._finished, self._read = FinishedReadings(folder), read

    def __call__(self, frame: Frame) -> Reading:
        key = hashlib.sha256(frame.tobytes()).hexdigest()
        known = self._finished.get(key)
        if known is not None:
            try:
                return Reading.from_json(known)
            except ReadingError:
                pass  # it is read anew
        reading: Reading = self._read(frame)
        self._finished.keep(key, reading.to_json())
        return reading
