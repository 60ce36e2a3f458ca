"""What the page takes from readings of a printed board: every warning, and no bad reading."""

import subprocess
import sys
from typing import Any

import pytest
from asking import change, new_game
from board_photos import POSITION, board_photo
from palago.engine.palanquee.position_json import position_from_json
from palago.engine.palanquee.table.board import cell_from_name
from palago.engine.palanquee.table.pieces import Piece
from palago.vision.counters.readings.reading import WARNINGS
from palago.webui.texts import LANGUAGES, say

BAD_READING = """
from datetime import UTC, datetime
from palago.engine.palanquee.table.pieces_json import PositionError
from palago.webui.tables.board_sight import BoardSight
from palago.webui.store.stored import StoredEvent

piece = {"cell": "ZZ99", "colour": "blue", "kind": "seed", "confidence": 0.9}
read = {"photo": "0" * 64, "reading": {"pieces": [piece]}}
event = StoredEvent(1, datetime.now(UTC), "photo_read", read)
try:
    BoardSight().after(event)
except PositionError as error:
    print(error)
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_warning_about_a_board_is_said(client: Any, language: str) -> None:
    options = {"players": ["Ann", "Ben"]}
    game = new_game(client, "palanquee", options=options, board=POSITION)["id"]
    codes = [code for code in WARNINGS if code not in ("no_board", "unsure")]
    pieces = [*position_from_json(POSITION).pieces, Piece(cell_from_name("N7"), "blue", False)]
    photo = board_photo(pieces, warnings=[(code, "M6") for code in codes])
    path = f"/api/v1/games/{game}/photos?language={language}"
    shown = client.post(path, data=photo).json
    said = [item["text"] for item in shown["verdict"]["items"]]
    words = [say(language, f"warning.{code}", count=1) for code in codes]
    assert [text for text in said if text in words] == words, "in the order of the table"
    assert not any(word.startswith("palanquee.") for word in words)


def test_who_covers_a_board_on_which_nothing_else_changed_is_asked_for_another_photo(
    client: Any,
) -> None:
    game = new_game(client, "palanquee", options={"players": ["Ann", "Ben"]}, board=POSITION)["id"]
    photo = board_photo(position_from_json(POSITION).pieces, warnings=[("hidden", "A4")])
    shown = client.post(f"/api/v1/games/{game}/photos?language=en", data=photo).json
    items = {item["text"]: item["cells"] for item in shown["verdict"]["items"]}
    assert items["Part of the board is hidden"] == ["A4"]
    assert "Take another photo when nothing lies over it." in items
    # Not once it is over, as when the last turn was seen beside what lies there.
    own = [piece for piece in POSITION["pieces"] if piece["colour"] == "blue"]
    last = {"cell": "K6", "colour": "green", "kind": "seed"}
    begun = POSITION | {"pieces": [*own, last], "reserve": {"green": {"seeds": 0}}}
    game = new_game(client, "palanquee", options={"players": ["Ann", "Ben"]}, board=begun)["id"]
    laid = Piece(cell_from_name("J7"), "blue", False)
    photo = board_photo(
        [*position_from_json(POSITION | {"pieces": own}).pieces, laid], warnings=[("hidden", "A4")]
    )
    client.post(f"/api/v1/games/{game}/photos", data=photo)
    ended = change(client, game, "confirm")
    assert ended["over"] and "nothing lies over it" not in str(ended["verdict"])


def test_a_reading_of_cells_that_are_none_is_refused_where_asserts_are_left_out() -> None:
    line = [sys.executable, "-O", "-c", BAD_READING]
    told = subprocess.run(line, capture_output=True, text=True, check=True)
    assert "ZZ99" in told.stdout
