"""What earlier versions kept of films and photos: Python's own pickle.

A pickle may name anything, and so run code of others. From these only values of this program are
made, and the few plain things that they consist of.
"""

from __future__ import annotations

import pickle
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from ..tables.shots import CameraShot

_MOVED = {
    "palago.webui.watching.sightings": "palago.webui.tables.shots",
    "palago.webui.digitising.sightings": "palago.webui.tables.shots",
    "palago.vision.counters.reading": "palago.vision.counters.readings.reading",
    "palago.engine.palanquee.seen": "palago.engine.palanquee.table.seen",
    "palago.engine.palanquee.pieces": "palago.engine.palanquee.table.pieces",
}
_RENAMED = {"CounterWarning": ("palago.vision.readings.warnings", "CellWarning")}
_PLAIN = {
    ("_codecs", "encode"), ("pathlib", "PosixPath"), ("pathlib", "WindowsPath"),
    ("pathlib._local", "PosixPath"), ("pathlib._local", "WindowsPath"),
    ("builtins", "set"), ("builtins", "frozenset"), ("builtins", "object"),
    ("__builtin__", "set"), ("__builtin__", "frozenset"), ("__builtin__", "object"),
    ("copyreg", "_reconstructor"), ("copy_reg", "_reconstructor"),
}  # fmt: skip


def earlier_shots(kept: Path) -> tuple[list[CameraShot], bool]:
    """What was seen, and whether it is a film. Raises ValueError where that cannot be told."""
    try:
        with kept.open("rb") as file:
            shots, is_film, _ = _OwnValues(file).load()
        return _made_anew(shots), bool(is_film)
    except Exception as error:  # nobody knows what stands there
        raise ValueError(str(error)) from None


class _OwnValues(pickle.Unpickler):
    """Makes values of this program, wherever their types stood then, and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        """What is meant by a name. Raises UnpicklingError."""
        if (module, name) in _PLAIN:
            return super().find_class(module, name)
        module, name = _RENAMED.get(name, (_MOVED.get(module, module), name))
        if module.startswith("palago.") and name.isidentifier():
            found = super().find_class(module, name)
            if isinstance(found, type) and (is_dataclass(found) or issubclass(found, tuple)):
                return found
        raise pickle.UnpicklingError(f"{module} {name} is no value of what was seen")


def _made_anew(kept: Any) -> Any:
    """The same values, with all fields that have come since they were kept."""
    if type(kept) in (list, tuple):
        return type(kept)(map(_made_anew, kept))
    if not is_dataclass(kept) or isinstance(kept, type):
        return kept
    names = [field.name for field in fields(kept) if field.init and hasattr(kept, field.name)]
    return type(kept)(**{name: _made_anew(getattr(kept, name)) for name in names})
