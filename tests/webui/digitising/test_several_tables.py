"""Photos of several tables in one folder: said before all else, and one table is followed."""

from itertools import chain, zip_longest
from typing import Any

import pytest
from asking import open_page, wait
from dashboards import script, text
from digitising.test_digitise_page import done
from digitising.test_gaps import TURNS, boards, shots
from digitising.test_naming_players import sent
from palago.engine.tiles.alignment import Alignment
from palago.engine.tiles.board import Board
from palago.engine.tiles.tables_apart import tables_apart
from palago.webui.digitising.digitise import Digitised, follow
from palago.webui.digitising.settling import Settled
from palago.webui.texts import LANGUAGES

#: Six turns at each of three tables: the tiles of a table lie otherwise than those of the others.
TABLES = [
    boards(tuple(turn.translate(str.maketrans("abc", letters)) for turn in TURNS[:6]))
    for letters in ("abc", "bca", "cab")
]
ONE_AFTER_THE_OTHER = list(chain.from_iterable(TABLES))
IN_TURN = [board for round_ in zip_longest(*TABLES) for board in round_]


def photographed(lying: list[Board]) -> list[Any]:
    """Photos of these boards, each in a frame of its own."""
    ways = (Alignment(n * 2 % 6, (n % 5 - 2, n % 3)) for n in range(len(lying)))
    return shots(*(way.board(board) for way, board in zip(ways, lying, strict=True)))


def followed(lying: list[Board], table: str | None = None) -> Digitised:
    return follow(photographed(lying), Settled(table=table), "palago", is_film=False)


@pytest.mark.parametrize(
    ("lying", "photos"),
    [
        (ONE_AFTER_THE_OTHER, [range(6), range(6, 12), range(12, 18)]),
        (IN_TURN, [range(0, 18, 3), range(1, 18, 3), range(2, 18, 3)]),
        ([*TABLES[0], TABLES[1][-1]], [range(6), range(6, 7)]),
        ([TABLES[1][-1], *TABLES[0]], [range(1), range(1, 7)]),
        ([TABLES[1][2], *TABLES[0]], [range(1), range(1, 7)]),
    ],
)
def test_each_photo_is_told_with_its_table_and_one_table_is_followed(
    lying: list[Board], photos: list[range]
) -> None:
    told = [tuple(f"{number}.jpg" for number in numbers) for numbers in photos]
    game = followed(lying)
    assert [table.sources for table in game.tables] == told
    (asked,) = game.to_check  # nothing else has to be asked before that
    assert f"show {len(photos)} tables" in asked.sentences[0]
    most = max(told, key=len)
    assert [step.source for step in game.steps] == list(most)
    for sources in told:
        one = followed(lying, sources[0])
        assert {step.source for step in one.steps} <= set(sources)
        assert [table.sources for table in one.tables] == told  # another one can be chosen
        assert len(sources) == 1 or not one.to_check
    everything = followed(lying, "")
    assert everything.to_check and everything.table is None
    said = [" ".join(asked.sentences) for asked in everything.to_check]
    assert not [text for text in said if "No turn ends" in text and " played " in text]


def test_photos_of_one_table_are_not_told_apart() -> None:
    """One is doubled, one is missing, one shows a tile moved, and one was read badly."""
    shown = boards(TURNS[:6])
    moved = Board(tile for tile in shown[5] if tile.cell != (0, 2)).place("4,0a")
    misread = shown[4].turn((0, 2), 0).turn((0, 1), 2)
    assert not followed([shown[0], shown[1], shown[1], shown[3], misread, shown[5], moved]).tables


def test_a_table_from_which_tiles_were_taken_turn_by_turn_stays_one_table() -> None:
    row = [f"{q},0{letter}" for q, letter in enumerate("abcacbbacabcacab")]
    fewer = [row[gone:12] for gone in range(6)]
    more = [row[5 : 12 + laid] for laid in (2, 4)]
    boards = [Board.from_text(" ".join(tiles)) for tiles in (row[:7], *fewer, *more)]
    more_still = Board((*boards[-1], *Board.from_text("6,1b 7,1c 8,1a 9,1a 10,1b")))
    assert tables_apart([*boards, more_still]) == (tuple(range(10)),)


def test_the_page_makes_a_record_of_each_table_one_after_the_other(
    dashboard: Any, browser: Any
) -> None:
    client = dashboard.app.test_client()
    lying = photographed(ONE_AFTER_THE_OTHER)
    path = sent(client, dashboard.configuration.data, lying, kind="palago")
    found = done(client, path)
    assert found["questions"] == 1 and found["tables"] is None
    open_now = client.post(f"{path}/game", json={}).json["timeline"]
    assert [bool(entry["check"]) for entry in open_now] == [True, *[False] * (len(open_now) - 1)]
    for tongue in LANGUAGES:
        (asked,) = client.get(path, headers={"Accept-Language": tongue}).json["asked"]
        assert all(name in asked["what"] for name in ("0.jpg", "5.jpg", "6.jpg", "17.jpg"))
    open_page(browser, f"{dashboard.url}/digitise")
    wait(browser, lambda: "3 tables" in text(browser, ".questions"), "it is said at once")
    assert "6 photos (6.jpg to 11.jpg)" in text(browser, ".questions")
    games = []
    for table in (1, 2):
        tap = f"document.querySelectorAll('.questions .choices button')[{table}].click()"
        script(browser, tap)
        pressed = f".questions .settled button:nth-child({table + 1})[aria-pressed=true]"
        wait(browser, lambda: text(browser, pressed), "it is chosen")  # noqa: B023
        assert "Nothing to ask: 6 moves" in text(browser, "#list p")
        games.append(client.post(f"{path}/game", json={}).json["board"])
    ends = [Board.from_text(text).canonical() for text in games]
    assert ends == [table[-1].canonical() for table in TABLES[1:]]
    assert client.delete(path).status_code == 200
