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
