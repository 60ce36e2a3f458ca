"""The schemas for other programs are those of the types that read our files."""

from __future__ import annotations

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_published_schemas_are_of_today() -> None:
    script = ROOT / "packaging" / "write_schemas.py"
    spec = importlib.util.spec_from_file_location("write_schemas", script)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for path, text in module.schemas().items():
        assert path.read_text("utf-8") == text, f"run {script.relative_to(ROOT)}"
