"""The schemas for other programs are those of the types that read our files."""

import json
import runpy
from pathlib import Path

import pytest
from palago.engine.stamp import WrongValue
from palago.vision.benchmark.truth import case_of_truth

ROOT = Path(__file__).parents[2]
#: Sentences by their keys, and schemas, which have a format of their own.
OTHERWISE = ("engine/phrases/", "webui/texts/", "calibration/paper/languages/", ".schema.json")


def test_the_published_schemas_are_of_today() -> None:
    script = ROOT / "packaging" / "write_schemas.py"
    for path, text in runpy.run_path(str(script))["schemas"]().items():
        assert path.read_text("utf-8") == text, f"run {script.relative_to(ROOT)}"


def test_every_json_of_ours_carries_format_and_version() -> None:
    folders = ("engine", "vision", "calibration", "webui", "sample_images")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.json")]
    ours = [p for p in files if ".cache" not in p.parts and not any(o in str(p) for o in OTHERWISE)]
    assert len(ours) > 100
    for path in ours:
        value = json.loads(path.read_text("utf-8"))
        assert value["format"].startswith("palago"), path
        assert value["version"] == 1, path


def test_a_truth_of_an_earlier_version_is_read_and_that_of_a_later_one_is_not() -> None:
    truth = json.loads((ROOT / "sample_images" / "table.truth.json").read_text("utf-8"))
    read = case_of_truth(truth)
    assert case_of_truth({k: v for k, v in truth.items() if k not in ("format", "version")}) == read
    with pytest.raises(WrongValue, match="up to version 1"):
        case_of_truth(truth | {"version": 2})
