"""Nobody asks what kind of game, table or reading something is: its plug or page object tells."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import pytest
from house_sources import parsed

ROOT = Path(__file__).parents[2]
GAMES = ("palago", "palagonia", "palagem", "palanquee")
OTHERS = ("BoardReading", "BoardSight", "FollowerAtTable", "FollowerWithDice")
POSITIONS = (
    "Game", *("PalagemChoosing", "PalanqueeMatch", "PalanqueeTurn"), "Play", "Position", *OTHERS,
    *(f"{name.title()}Game" for name in GAMES),
)  # fmt: skip
#: Sheets to print are kinds, too: those of Palanquée are larger.
SHEETS = ROOT / "webui" / "commands" / "photos" / "print_sheets.py"
FREE_OF_KINDS = [
    *(ROOT / "engine" / "records").glob("*.py"),
    *(ROOT / "engine" / "games").glob("*.py"),
    *(ROOT / "engine" / "following").glob("*.py"),
    *(path for path in (ROOT / "webui").rglob("*.py") if path != SHEETS),
]
#: Rooms of games, and what is said of commands.
MAY_NAME_GAMES = (ROOT / "webui" / "games", ROOT / "webui" / "usage", SHEETS)
#: How scripts and templates compare a kind, and how templates list kinds.
COMPARED = re.compile(
    rf"[!=]==?\s*'({'|'.join((*GAMES, 'analysis'))})'|['\"\s]({'|'.join(GAMES[1:])})['\"\s:]"
)


def test_no_page_asks_what_kind_of_game_it_is() -> None:
    pages = [*(ROOT / "webui").rglob("*.js"), *(ROOT / "webui").rglob("*.html")]
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in pages
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if COMPARED.search(line)
    ]
    assert len(pages) > 50 and not found


def test_nobody_asks_what_kind_of_game_it_is() -> None:
    for path in FREE_OF_KINDS:
        _asks_for_no_kind(path)


@pytest.mark.parametrize("words", [
    "plug.table is TILES", "table_of(kind) != tiles.TILES_PAGE", "kind == 'palagonia'",
    "plug_of(kind) is PLUG", "type(state.play.game) is PalagemGame",
    "isinstance(shot.reading, BoardReading)", "isinstance(play.game, game.PalagoGame)",
    "getattr(shot.reading, 'white', None)", "getattr(game, 'options', None)",
    "hasattr(plug_of(kind).table, 'printed')",
])  # fmt: skip
def test_questions_of_kind_are_noticed(words: str) -> None:
    assert list(_questions_of_kind(ast.parse(words)))


def test_other_questions_are_allowed() -> None:
    for words in ("game is None", "getattr(body, name)", "isinstance(game, str)", "a.table == b"):
        assert not list(_questions_of_kind(ast.parse(words))), words


#: Values by which two kinds of games or tables could be told apart, and things that have a kind.
OF_KINDS = {"TILES", "TABLE", "TILES_PAGE", "PRINTED_PAGE", "PLUG", "PAGE"}
HAVE_KINDS = {"game", "match", "play", "plug", "position", "reading", "seen", "sight", "table"}


def _last_name(node: ast.AST) -> str:
    """The name of a value, without what it belongs to."""
    return str(getattr(node, "attr", getattr(node, "id", "")))


def _questions_of_kind(tree: ast.AST) -> Iterator[str]:
    """Where code asks what kind of game, table or reading something is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [part for side in (node.left, *node.comparators) for part in ast.walk(side)]
            names = set(map(_last_name, sides))
            words = {n.value for n in sides if isinstance(n, ast.Constant)}
            typed = {_last_name(n.args[0]) for n in sides if _is_call(n, "type")}
            if names & OF_KINDS or words & set(GAMES) or typed & HAVE_KINDS:
                yield f"{node.lineno} compares a kind"
        if _is_call(node, "getattr", "hasattr") and _last_name(node.args[0]) in HAVE_KINDS:
            yield f"{node.lineno} asks for a field that not all kinds have"
        if _is_call(node, "isinstance"):
            wrong = {_last_name(name) for name in ast.walk(node.args[1])} & {*POSITIONS}
            if wrong:
                yield f"{node.lineno} asks for {wrong}"


def _is_call(node: ast.AST, *names: str) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and _last_name(node.func) in names


def _asks_for_no_kind(path: Path) -> None:
    tree = parsed(path)
    found = list(_questions_of_kind(tree))
    assert not found, f"{path.relative_to(ROOT)}: {found}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and path.is_relative_to(ROOT / "webui"):
            is_named = node.value in GAMES[1:]  # the first is the program's name, too
            assert not is_named or any(map(path.is_relative_to, MAY_NAME_GAMES)), (
                f"{path.name}:{node.lineno} names a game"
            )


#: Options, requests and answers that one game has.
OF_ONE_GAME = re.compile(r"\bpalagems\b|program_rolls|\bclaims\b|player\.palagem|tile_sight")


def test_no_room_of_all_games_speaks_of_what_one_game_has() -> None:
    for path in (*(ROOT / "webui").rglob("*.py"), *(ROOT / "webui" / "static").rglob("*.js")):
        if not any(map(path.is_relative_to, MAY_NAME_GAMES)) or path.parent.name == "games":
            found = OF_ONE_GAME.search(path.read_text("utf-8"))
            assert not found, f"{path.relative_to(ROOT)} speaks of {found and found[0]}"


def test_what_kind_of_table_it_is_is_asked_of_its_page_object() -> None:
    pages = [p for p in (ROOT / "webui").rglob("*") if p.suffix in (".py", ".js", ".html")]
    asking = [p for p in pages if re.search(r"['\"]palanquee board['\"]", p.read_text("utf-8"))]
    assert len(pages) > 100 and asking == [ROOT / "webui" / "tables" / "choice.py"], (
        "webui/tables/page.py says what differs between tables"
    )
