"""Studies: kept as files beside the games, each with a version that every change counts up."""

from __future__ import annotations

import json
import logging
import re
import secrets
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ...engine.records.study import Study
from ...engine.stamp import stamped
from ..store.files.whole_files import write_whole
from ..store.stored import VersionConflict

_log = logging.getLogger("palago")
_ID = re.compile(r"[A-Za-z0-9_-]{8,32}")
MOST_STUDIES = 2_000


class UnknownStudy(Exception):
    """There is no study of that name."""


class TooManyStudies(Exception):
    """There is no room for another study."""


@dataclass(frozen=True, eq=False)
class KeptStudy:
    """A study with its name in addresses, its version, when it was changed last, and whether it
    lies in the bin. Compared by identity, since what is shown of it is remembered by it."""

    id: str
    version: int
    changed: str
    study: Study
    deleted: bool = False

    def to_json(self) -> dict[str, Any]:
        """The study as its file has it."""
        told = {"version": self.version, "changed": self.changed, "deleted": self.deleted}
        return stamped("kept-study", {**told, "study": self.study.to_json()})


class Studies:
    """The studies of one dashboard; ``tell`` hears of each change."""

    def __init__(self, folder: Path, tell: Callable[[KeptStudy], None]) -> None:
        self._folder = folder
        self._tell = tell
        self._lock = threading.RLock()
        self._known: dict[str, KeptStudy] = {}
        folder.mkdir(parents=True, exist_ok=True)
        for path in folder.glob("*.json"):
            kept = _read(path)
            if kept is not None:
                self._known[kept.id] = kept

    def listed(self, *, deleted: bool = False) -> list[KeptStudy]:
        """The studies, the one changed last first; with ``deleted`` those in the bin."""
        with self._lock:
            found = [kept for kept in self._known.values() if kept.deleted is deleted]
            return sorted(found, key=lambda kept: kept.changed, reverse=True)

    def get(self, study: str) -> KeptStudy:
        """One study. Raises UnknownStudy."""
        with self._lock:
            if study not in self._known:
                raise UnknownStudy
            return self._known[study]

    def is_binned(self, study: str) -> bool:
        """Whether a study lies in the bin."""
        with self._lock:
            return study in self._known and self._known[study].deleted

    def create(self, study: Study) -> KeptStudy:
        """Keep a new study. Raises TooManyStudies, OSError."""
        with self._lock:
            if len(self._known) >= MOST_STUDIES:
                raise TooManyStudies
            return self._keep(KeptStudy(secrets.token_urlsafe(9), 0, "", study))

    def change(
        self, study: str, version: int | None, how: Callable[[KeptStudy], KeptStudy]
    ) -> KeptStudy:
        """Change a study as it was at ``version``, or as it is now. Raises UnknownStudy,
        VersionConflict, OSError, and what ``how`` raises."""
        with self._lock:
            kept = self.get(study)
            if version is not None and version != kept.version:
                raise VersionConflict(kept.version)
            return self._keep(how(kept))

    def delete(self, study: str) -> None:
        """Delete a study for good. Raises UnknownStudy."""
        with self._lock:
            self.get(study)
            del self._known[study]
            (self._folder / f"{study}.json").unlink(missing_ok=True)

    def _keep(self, kept: KeptStudy) -> KeptStudy:
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        kept = replace(kept, version=kept.version + 1, changed=now)
        data = json.dumps(kept.to_json(), ensure_ascii=False).encode("utf-8", "surrogatepass")
        write_whole(self._folder / f"{kept.id}.json", data)
        self._known[kept.id] = kept
        self._tell(kept)
        return kept


def _read(path: Path) -> KeptStudy | None:
    with suppress(OSError, ValueError, KeyError, TypeError):
        if _ID.fullmatch(path.stem):
            value = json.loads(path.read_bytes().decode("utf-8", "surrogatepass"))
            study = Study.from_json(value["study"])
            version, changed = int(value["version"]), str(value["changed"])
            return KeptStudy(path.stem, version, changed, study, value.get("deleted") is True)
    _log.warning("%s holds no study that can be read", path)
    return None
