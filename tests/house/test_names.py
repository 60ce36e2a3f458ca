"""One name for one thing: no two classes or types of the program are called the same."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from house_sources import parsed

ROOT = Path(__file__).parents[2]
FOLDERS = ("engine", "vision", "calibration", "webui", "palago")


def test_no_name_of_a_type_stands_for_two_things() -> None:
    """Classes, and names given to types: these may stand in several files that say the same."""
    meanings: dict[str, set[str]] = defaultdict(set)
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in parsed(path).body:
                if isinstance(node, ast.ClassDef):
                    name = node.name.removeprefix("_")  # one's own is no second one of others
                    meanings[name].add(f"class in {path.relative_to(ROOT)}")
                elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    name = node.targets[0].id
                    if name[0].isupper() and not name.isupper():
                        meanings[name].add(ast.unparse(node.value))
    assert not {name: found for name, found in meanings.items() if len(found) > 1}


#: What a plug asks of every game, programs, and processes that are told to warm up.
PROTOCOL = {*("between", "judge", "main", "options", "review", "start", "warm_up")}
#: Routes, pages and commands are called as what they answer with or set going; and two ways of
#: training are told apart by their folders.
CALLED_AFTER_OTHERS = (
    *("webui/api", "webui/commands", "webui/pages"),
    *("vision/training/counters", "vision/training/dice"),
)


def test_no_name_of_a_function_stands_for_two_things() -> None:
    places: dict[str, set[str]] = defaultdict(set)
    for folder in ("engine", "vision", "calibration", "webui"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            place = path.relative_to(ROOT).as_posix()
            if place.startswith(CALLED_AFTER_OTHERS):
                continue
            for node in parsed(path).body:
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                    places[node.name].add(place)
    doubled = {name: found for name, found in places.items() if len(found) > 1}
    assert doubled.keys() >= PROTOCOL, "strike out what has a name of its own"
    assert not {name: doubled[name] for name in doubled.keys() - PROTOCOL}


def test_arrays_have_their_names_from_one_module() -> None:
    names = ROOT / "calibration" / "arrays.py"
    for folder in ("vision", "calibration", "webui", "palago", "benchmarks"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            said = re.search(r"NDArray\[np\.\w+\]", path.read_text(encoding="utf-8"))
            if path != names:
                assert said is None, f"{path.relative_to(ROOT)} says {said[0]}: use {names.name}"


#: Fields by which files name something, beside a method of readings that is called so.
NAMED_IN_FILES = {"crossed"}


def test_one_name_is_a_property_of_all_values_or_a_method_of_all() -> None:
    """Frozen values and protocols; methods are those that need nothing but the value."""
    had: dict[str, set[str]] = defaultdict(set)
    called: dict[str, set[str]] = defaultdict(set)
    for folder in ("engine", "vision", "calibration", "webui"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "training" not in path.parts:
                for node in parsed(path).body:
                    for name, is_called in _said_of(node):
                        (called if is_called else had)[name].add(str(path.relative_to(ROOT)))
    assert len(had) > 500 and len(called) > 50
    both = had.keys() & called.keys()
    assert not {name: had[name] | called[name] for name in both - NAMED_IN_FILES}
    assert both >= NAMED_IN_FILES, "strike out what has a name of its own"


def _said_of(kind: ast.stmt) -> Iterator[tuple[str, bool]]:
    """The fields, properties and methods of a class of values, and whether each is a method."""
    if not isinstance(kind, ast.ClassDef):
        return
    told = " ".join(map(ast.unparse, (*kind.decorator_list, *kind.bases)))
    if "frozen=True" not in told and "Protocol" not in told:
        return
    for part in kind.body:
        if isinstance(part, ast.AnnAssign):
            if not ast.unparse(part.annotation).startswith("Callable"):
                yield ast.unparse(part.target), False
        elif isinstance(part, ast.FunctionDef) and ast.unparse(part.args) == "self":
            yield part.name, "property" not in " ".join(map(ast.unparse, part.decorator_list))
