"""The house as it is drawn: no circles, and a picture that shows the code of today."""

import functools
import importlib.util
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@functools.cache
def draw_house() -> Any:
    spec = importlib.util.spec_from_file_location("draw_house", ROOT / "docs" / "draw_house.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_no_rooms_import_one_another_in_a_circle() -> None:
    house = draw_house()
    assert house.circles(house.arrows()) == []


def test_no_folders_inside_a_room_import_one_another_in_a_circle() -> None:
    """Nor a folder and a file beside it; files of one folder may know each other."""
    house = draw_house()
    circles = house.circles(house.arrows(house.folder_in_room))
    assert not [circle for circle in circles if "/ imports" in circle or "/, which" in circle]


def test_a_circle_would_be_found() -> None:
    found = {"engine/a": {"engine/b"}, "engine/b": {"engine/c"}, "engine/c": {"engine/a"}}
    assert len(draw_house().circles(found)) == 3


def test_what_is_imported_late_or_for_types_alone_makes_an_arrow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draw_house(), "ROOT", tmp_path)
    for name, words in {
        "engine/a/one.py": "if TYPE_CHECKING:\n    from ..b.two import Two\n",
        "engine/b/two.py": "def two():\n    from ..a.one import one\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(words, "utf-8")
    found = draw_house().arrows()
    assert found == {"engine/a": {"engine/b"}, "engine/b": {"engine/a"}}
    assert len(draw_house().circles(found)) == 2


def test_the_picture_shows_the_house_of_today() -> None:
    house = draw_house()
    drawn = house.PICTURE.read_text("utf-8")
    assert drawn == house.house_svg(), "draw it again: python docs/draw_house.py"
