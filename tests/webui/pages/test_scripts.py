"""The pages' scripts fit together: what one imports another exports, once."""

import re
from pathlib import Path

import palago.webui
import pytest
from palago.webui.tables.printed import PRINTED_PAGE
from palago.webui.tables.tiles import TILES_PAGE

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


def test_each_table_has_all_that_a_game_asks_of_it() -> None:
    """What `game.js` brings in is named by the templates: one script a kind of table."""
    page = (STATIC / "game" / "game.js").read_text("utf-8")
    asked = set(re.findall(r"\bstage\.(\w+)", page))
    assert len(asked) > 5 and "new GameTable(" in page
    for table in (TILES_PAGE, PRINTED_PAGE):
        template = STATIC.parent / "templates" / table.games.template
        (name,) = re.findall(r"{% block table %}(.+?){% endblock %}", template.read_text("utf-8"))
        script = (STATIC / name).read_text("utf-8")
        if "class GameTable extends Stage" in script:
            script += (STATIC / "board" / "stage.js").read_text("utf-8")
        known = set(re.findall(r"^ +(?:this\.)?(\w+)(?:\(.*\) {| = )", script, re.MULTILINE))
        assert "class GameTable" in script and asked <= known, (name, asked - known)
