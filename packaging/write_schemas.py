"""The JSON schemas that the wheel carries for other programs, made of the types that read files.

``python packaging/write_schemas.py`` writes them anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from msgspec.json import schema, schema_components
from palago.calibration.profile_format import CameraFile, DiceFile, TileSetFile
from palago.engine.evening.evening_file import EveningFile
from palago.engine.records.record import Record, RecordedTurn

ROOT = Path(__file__).parents[1]
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[Path, str]:
    """Each schema's file, and what stands in it."""
    made = {
        ROOT / "calibration/profile.schema.json": _profiles(),
        ROOT / "engine/evening/evening.schema.json": _evenings(),
        ROOT / "engine/records/record.schema.json": _records(),
    }
    return {path: json.dumps(_in_lines(value), indent=1) + "\n" for path, value in made.items()}


def _profiles() -> dict[str, Any]:
    made = schema(CameraFile | TileSetFile | DiceFile)
    return {"$schema": DIALECT, "$id": "palago-profile-1", "title": "Palago profile"} | made


def _evenings() -> dict[str, Any]:
    _, kinds = schema_components([EveningFile], ref_template="#/$defs/{name}")
    return _stamped("evening", kinds.pop("EveningFile"), "Palago club night", kinds)


def _records() -> dict[str, Any]:
    """A record's file: what a record is, with its format, and without what is kept beside it."""
    _, kinds = schema_components(
        [Record, RecordedTurn], ref_template="#/$defs/{name}", schema_hook=_table
    )
    record, turn = kinds.pop("Record"), kinds["RecordedTurn"]
    for kind in (record, turn):
        del kind["properties"]["extra"]
    record["required"] = ["game", "moves"]
    return _stamped("record", record, "Palago game record", kinds)


def _stamped(what: str, kind: dict[str, Any], title: str, others: dict[str, Any]) -> dict[str, Any]:
    """The schema of JSON that carries its format and version."""
    stamp = {
        "format": {"const": f"palago-{what}"},
        "version": {"type": "integer", "minimum": 1},
    }
    kind["properties"] = stamp | kind["properties"]
    kind["required"] = [*stamp, *kind["required"]]
    head = {"$schema": DIALECT, "$id": f"palago-{what}-1"}
    return head | kind | {"title": title, "$defs": others}


def _in_lines(value: Any) -> Any:
    """A schema of which each description is one line."""
    if isinstance(value, dict):
        return {name: _in_lines(entry) for name, entry in value.items()}
    if isinstance(value, list):
        return [_in_lines(entry) for entry in value]
    return " ".join(value.split()) if isinstance(value, str) else value


def _table(kind: type) -> dict[str, Any]:
    """What lies on a table: the shape is the game's own."""
    return {"type": "object"}


if __name__ == "__main__":
    for path, text in schemas().items():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT), "written")
