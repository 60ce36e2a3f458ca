"""The pages' scripts fit together: what one imports another exports, once."""

from __future__ import annotations

import re
from pathlib import Path

import palago.webui
import pytest

STATIC = Path(palago.webui.__path__[0]) / "static"
SCRIPTS = sorted(STATIC.rglob("*.js"))
_IMPORT = re.compile(r"^import (?:\{([^}]*)\} from )?'([^']+)';", re.MULTILINE)
_EXPORT = re.compile(r"^export (?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.relative_to(STATIC)))
def test_what_a_script_imports_is_there(script: Path) -> None:
    names: list[str] = []
    for wanted, source in _IMPORT.findall(script.read_text("utf-8")):
        other = (script.parent / source).resolve()
        assert other.is_file(), source
        exported = set(_EXPORT.findall(other.read_text("utf-8")))
        for name in filter(None, (part.strip() for part in wanted.split(","))):
            original, _, renamed = name.partition(" as ")
            assert original in exported, f"{source} has no {original}"
            names.append(renamed or original)
    assert len(names) == len(set(names)), "a name is imported twice"
    used = set(re.findall(r"\w+", _IMPORT.sub("", script.read_text("utf-8"))))
    assert set(names) <= used, "a name is imported for nothing"


@pytest.mark.parametrize("style", sorted(STATIC.rglob("*.css")), ids=lambda path: path.name)
def test_every_rule_is_for_something_on_a_page(style: Path) -> None:
    webui, engine = STATIC.parent, STATIC.parents[1] / "engine"
    pages = [*SCRIPTS, *webui.rglob("*.html"), *webui.rglob("*.py"), *engine.rglob("*.py")]
    used = set(re.findall(r"[\w-]+", " ".join(page.read_text("utf-8") for page in pages)))
    rules = re.sub(r"/\*.*?\*/", "", style.read_text("utf-8"), flags=re.DOTALL)
    for selector in re.findall(r"([^{}]+)\{", rules):
        assert set(re.findall(r"[.#]([a-zA-Z_][\w-]*)", selector)) <= used, selector
