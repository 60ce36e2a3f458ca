"""Club nights that leave the dashboard and come back: a zip with what the evening was, and with the
file of each of its games."""

from __future__ import annotations

import io
import json
import zipfile
from contextlib import suppress

from ...engine.evening.evening_file import EveningFile
from ..exchange import export_zip, keep_game, take_apart
from ..game_jobs.importing import EVENING_FILE, GAME_ENDING, GAME_FOLDER, SENT
from ..services import Services
from ..store.evenings import KeptEvening, new_name
from ..store.stored import UnknownGame


def export_evening(
    parts: Services, kept: KeptEvening, *, with_photos: bool = True
) -> tuple[bytes, bool]:
    """An evening's file, and whether the photos of its games are in it: all of them or, where it
    would then be too large to be imported, none."""
    target = io.BytesIO()
    games: dict[str, str] = {}
    with zipfile.ZipFile(target, "w") as archive:
        for number, pairings in enumerate(kept.evening.rounds, start=1):
            for pairing in pairings:
                with suppress(UnknownGame):  # it was deleted for good, or it is a bye
                    data = export_zip(parts, pairing.game, with_photos=with_photos)
                    games[pairing.game] = f"round-{number}-table-{pairing.table}"
                    archive.writestr(GAME_FOLDER + games[pairing.game] + GAME_ENDING, data)
                if with_photos and target.tell() > parts.configuration.most_import_bytes:
                    return export_evening(parts, kept, with_photos=False)
        saved = EveningFile(kept.title, kept.created, kept.evening.linked(games))
        text = json.dumps(saved.to_json(), ensure_ascii=False)
        archive.writestr(EVENING_FILE, text, zipfile.ZIP_DEFLATED)
    return target.getvalue(), with_photos


def import_sent(parts: Services, data: bytes) -> tuple[str, str]:
    """A game or an evening from a file that was sent: the name of the one, or of the other.

    The games of an evening are kept one by one; where one is refused, those before it go again.
    Raises ChangeRefused, JobRefused, Busy.
    """
    with parts.folder.passing() as folder:
        (folder / SENT).write_bytes(data)
        found = take_apart(parts, folder)
        if "evening" not in found:
            return keep_game(parts, folder, found), ""
        saved = EveningFile.from_json(found["evening"])
        name, games = new_name(), dict[str, str]()
        try:
            for number, game in enumerate(found["games"]):
                place = folder / str(number)
                games[game] = keep_game(parts, place, take_apart(parts, place), name)
            evening = saved.evening.linked(games)
            parts.evenings.create(saved.title, evening, name, saved.created)
        except Exception:
            for kept in games.values():
                with parts.photos.changing:
                    parts.photos.delete_unshown(parts.events.purge(kept))
            raise
    return "", name
