"""The house: who may know whom, and what is installed (CONTRIBUTING, "The house")."""

import ast
import re
import sys
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from house_sources import imports, parsed

ROOT = Path(__file__).parents[2]
FOLDERS = ("engine", "vision", "calibration", "webui")
NO_PIXELS_NO_WEB = {"cv2", "PIL", "flask", "sqlalchemy"}


def modules(folder: str) -> list[Path]:
    return sorted(path for path in (ROOT / folder).rglob("*.py") if "__pycache__" not in path.parts)


@cache
def imported(path: Path) -> frozenset[str]:
    """Dotted names of all that a file imports; our own as ``engine.lattice``."""
    package = path.relative_to(ROOT).parent.parts
    names = set()
    for node in imports(path):
        if isinstance(node, ast.Import):
            names |= {alias.name.removeprefix("palago.") for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            stem = ".".join((*base, *([node.module] if node.module else [])))
            stem = stem.removeprefix("palago.")
            if stem in ("", "palago"):
                names |= {alias.name for alias in node.names}
            elif stem.split(".")[0] in FOLDERS and (ROOT / stem.replace(".", "/")).is_dir():
                names |= {f"{stem}.{alias.name}" for alias in node.names}
            else:
                names.add(stem)
    return frozenset(names)


def may_import(folder: str) -> set[str]:
    """What CONTRIBUTING allows a folder to import, beside itself."""
    rows = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()
    (row,) = (row for row in rows if row.startswith(f"| `{folder}/` | `palago.{folder}` |"))
    return set(re.findall(r"`([\w.]+)`", row.split("|")[4]))


@pytest.mark.parametrize("folder", FOLDERS)
def test_folders_import_what_contributing_names_and_nothing_else(folder: str) -> None:
    allowed = may_import(folder)
    used = set()
    for path in modules(folder):
        for name in imported(path):
            if name.split(".")[0] not in FOLDERS or name.split(".")[0] == folder:
                continue
            found = {way for way in allowed if f"{name}.".startswith(f"{way}.")}
            assert found, f"{path.relative_to(ROOT)} imports {name}"
            used |= found
    assert used == allowed, f"nothing in {folder} needs {allowed - used}"


def test_the_engine_knows_no_pixels_and_no_web() -> None:
    for path in modules("engine"):
        strangers = {name.split(".")[0] for name in imported(path)} & NO_PIXELS_NO_WEB
        assert not strangers, f"{path.relative_to(ROOT)} imports {strangers}"


@pytest.mark.parametrize(
    ("folder", "uppers"),
    [
        ("engine", ("calibration", "vision", "webui")),
        ("calibration", ("vision", "webui")),
        ("vision", ("webui",)),
    ],
)
def test_no_room_names_those_that_use_it(folder: str, uppers: tuple[str, ...]) -> None:
    """Not in a string nor in a comment either: what is loaded by its name is named from above."""
    told = re.compile(
        rf"palago\.({'|'.join(uppers)})\b|\b({'|'.join(uppers)})[./:]|`({'|'.join(uppers)})`"
    )
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in modules(folder)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if told.search(line) and not re.match(r"\s*(from|import) ", line)
    ]
    assert not found


def test_every_folder_that_users_need_is_installed() -> None:
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    on_disk = {
        "palago." + ".".join(path.parent.relative_to(ROOT).parts)
        for folder in FOLDERS
        for path in modules(folder)
    }
    training = {name for name in on_disk if name.startswith("palago.vision.training")}
    assert training  # it stays in the repository, where whoever trains has the scenes' tools too
    assert (on_disk - training) | {"palago"} == set(setuptools["packages"])


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_folder_holds_more_than_a_dozen_modules(folder: str) -> None:
    held = Counter(path.parent for path in modules(folder) if path.name != "__init__.py")
    assert not {str(room): count for room, count in held.items() if count > 12}


def test_what_is_installed_needs_nothing_that_is_not() -> None:
    for folder in FOLDERS:
        for path in modules(folder):
            if "training" not in path.parts:
                assert not any(name.startswith("vision.training") for name in imported(path)), path


#: What is imported under another name than the package's own.
IMPORTED_AS = {"opencv-python-headless": "cv2", "pillow": "PIL", "pillow-heif": "pillow_heif"}


def test_what_is_installed_imports_only_what_is_installed_with_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"]]
    wanted += [need for name in extras if name not in ("test", "train") for need in extras[name]]
    packages = {re.match(r"[\w-]+", need)[0] for need in wanted}
    known = {IMPORTED_AS.get(name, name) for name in packages} | sys.stdlib_module_names
    # The first three come with Flask.
    known |= {"werkzeug", "jinja2", "markupsafe", "palago", "__future__"}
    for folder in FOLDERS:
        for path in modules(folder):
            if "training" in path.parts:
                continue
            for node in imports(path):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom) and not node.level:
                    names = [node.module or ""]
                for name in names:
                    assert name.split(".")[0] in known, f"{path} imports {name}"


#: Names that are loaded when they are first asked for; training is left to those who train.
LOADED_LATE = (ROOT / "vision" / "__init__.py", ROOT / "vision" / "training")


@pytest.mark.parametrize("folder", ("engine", "vision", "calibration"))
def test_no_circle_hides_behind_imports_for_types_alone(folder: str) -> None:
    for path in modules(folder):
        if not any(path.is_relative_to(place) for place in LOADED_LATE):
            assert "TYPE_CHECKING" not in path.read_text(encoding="utf-8"), path


#: Where the dashboard names types that it loads late, or never: commands, readers, and what reads
#: films. No circle hides there, see test_picture. The last two are apart: two files of one folder
#: that know each other, and a body whose fields are those of the plugs.
NAMED_AND_LOADED_LATE = (
    *("commands", "jobs", "tables", "digitising/digitise.py"),
    *("digitising/settling.py", "api/studying/digitisings.py"),
)


def test_the_dashboard_names_types_alone_only_of_what_is_loaded_late() -> None:
    webui = ROOT / "webui"
    found = {p for p in modules("webui") if "TYPE_CHECKING" in p.read_text(encoding="utf-8")}
    for place in NAMED_AND_LOADED_LATE:
        there = {path for path in found if path.is_relative_to(webui / place)}
        assert there, f"strike out {place}: it names no types alone any more"
        found -= there
    assert not found


@pytest.mark.parametrize("folder", FOLDERS)
def test_types_say_what_an_assertion_would(folder: str) -> None:
    """What a user may do wrong is refused in a sentence; what cannot be needs no line."""
    for path in modules(folder):
        if "training" not in path.parts:
            lines = [n.lineno for n in ast.walk(parsed(path)) if isinstance(n, ast.Assert)]
            assert not lines, f"{path.relative_to(ROOT)}:{lines[0]} asserts something"


def test_every_package_says_that_it_is_typed() -> None:
    for folder in FOLDERS:
        assert (ROOT / folder / "py.typed").exists()
