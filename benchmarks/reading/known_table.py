"""One table, photographed again and again: does the dashboard ask less once it knows the table?

A set, a camera and two hundred photos of games on it, drawn by the fast generator with seeds that
serve for nothing else. Each photo goes to a dashboard through its API. A person, who knows the
truth, looks at every tile that is marked as unsure, mends what is wrong, lays what was missed, and
confirms the move. What the dashboard has learned by then helps with the photos that follow.

    python benchmarks/reading/known_table.py [--photos 200] [--sets red/green,white/blue]
"""

from __future__ import annotations

import argparse
import math
import random
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from palago.engine.palago.game import PalagoGame
from palago.engine.tiles.alignment import Alignment
from palago.engine.tiles.board import Board
from palago.vision.benchmark.pages import markdown_table, write_results
from palago.vision.training.scenes.scene import Request, make_scene
from palago.vision.training.scenes.tiles.editions import random_edition, scene_colour
from palago.webui.app import close_app, create_app, services_of
from palago.webui.server.configuration import Configuration

FIRST_SEED = 9_500_000
MOST_TILES = 26
#: Hands seldom reach over a table that is being photographed.
HANDS = 0.06
#: Every photo of so many is taken under harder conditions.
HARD = 4
SETS = {
    "white/blue": ((236, 232, 220), (31, 58, 140)),
    "red/green": ((200, 45, 40), (70, 140, 60)),
    "orange/teal": ((226, 120, 40), (40, 130, 130)),
    "pink/sky": ((214, 120, 150), (90, 160, 190)),
    "yellow/red": ((240, 200, 40), (182, 30, 34)),
    "grey/ochre": ((120, 122, 126), (176, 120, 40)),
}

USUAL_SETS = "red/green,white/blue"


@dataclass
class Half:
    """What a person had to do for a hundred photos.

    ``doubts`` are tiles marked as unsure, ``most`` in one photo, ``questions`` photos in which the
    colours' names were one, ``sure`` tiles that were wrong and not marked, ``names`` photos with
    the names crossed and not marked, ``missed`` tiles that were not seen though they lie open.
    """

    photos: int = 0
    tiles: int = 0
    doubts: int = 0
    most: int = 0
    questions: int = 0
    wrong: int = 0
    sure: int = 0
    names: int = 0
    missed: int = 0
    boards_missed: int = 0
    kinds: Counter[str] = field(default_factory=Counter)


def boards(seed: int) -> Iterator[tuple[bool, Board]]:
    """Boards of random games, turn after turn, and whether each begins a game."""
    rng = random.Random(seed)
    while True:
        game = PalagoGame()
        while not game.over and len(game.board) < MOST_TILES:
            is_first = not len(game.board)
            game = game.play(rng.choice(list(game.legal_actions())))
            yield is_first, game.board


def requests_of(name: str, seed: int) -> Iterator[Request]:
    """How the photos of one table are taken: its set and camera stay, all else changes."""
    rng = np.random.default_rng(seed)
    colours = [scene_colour(colour) for colour in SETS[name]]
    edition = replace(
        random_edition(rng, "mild"), white=colours[0], blue=colours[1], name="of the table"
    )
    lens = (float(rng.uniform(0.7, 1.0)), float(rng.uniform(-0.08, 0.0)))
    number = 0
    while True:
        level = "hard" if number % HARD == HARD - 1 else "mild"
        yield Request(
            1000, 750, level=level, content="board", edition=edition, lens=lens, odd_share=0.0,
            hands=HANDS,
        )  # fmt: skip
        number += 1


class Person:
    """Plays at the table and knows the truth about it."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._path = ""

    def begin(self) -> None:
        """A new game."""
        made = self._client.post("/api/v1/games", json={"kind": "palago", "title": "Table"})
        self._path = f"/api/v1/games/{made.json['id']}"

    def show(self, jpeg: bytes, truth: dict[str, Any], half: Half) -> bool:
        """Photograph the table, mend what was read, and confirm; whether that was agreed on."""
        half.photos += 1
        answer = self._client.post(f"{self._path}/photos", data=jpeg)
        assert answer.status_code == 201, answer.json
        state = self._client.get(self._path).json
        true = truth["tiles"]
        half.tiles += len(true)
        unsure = [tile for tile in state["tiles"] if tile["unsure"]]
        half.doubts += len(unsure)
        half.most = max(half.most, len(unsure))
        codes = {code["code"] for code in state["photo"]["warning_codes"]}
        half.questions += "naming" in codes
        way = _way(state["tiles"], true)
        if way is None:
            half.boards_missed += 1
            half.missed += _must_be_found(true, set())
            return False
        if way.sixths % 2:
            half.names += "naming" not in codes
            half.kinds["flipped"] += 1
            self._change("flip_colours")
            state = self._client.get(self._path).json
            way = _way(state["tiles"], true)
            assert way is not None and way.sixths % 2 == 0
        self._mend(state["tiles"], way, true, half)
        return self._confirm()

    def _mend(
        self, shown: list[dict[str, Any]], way: Alignment, true: list[dict[str, Any]], half: Half
    ) -> None:
        lies = {way.cell((t["q"], t["r"])): (t["rotation"] + way.sixths) % 6 for t in true}
        for tile in shown:
            cell = (tile["q"], tile["r"])
            rotation = lies.get(cell)
            place = {"q": cell[0], "r": cell[1]}
            if rotation != tile["rotation"]:
                half.wrong += 1
                half.sure += not tile["unsure"]
            if rotation is None:
                self._change("remove_tile", **place)
            elif rotation != tile["rotation"] or tile["unsure"]:
                self._change("turn_tile", **place, rotation=rotation)
        seen = {(tile["q"], tile["r"]) for tile in shown}
        half.missed += _must_be_found(true, {way.cell_back(cell) for cell in seen})
        for cell, rotation in lies.items():
            if cell not in seen:
                self._change("place_tile", q=cell[0], r=cell[1], rotation=rotation)

    def _confirm(self) -> bool:
        body = {"change": "confirm"}
        if self._client.post(f"{self._path}/changes", json=body).status_code == 200:
            return True
        verdict = self._client.get(self._path).json["verdict"]
        for answer in verdict.get("answers") or ():
            body = {"change": "confirm", "move": answer["move"]}
            if self._client.post(f"{self._path}/changes", json=body).status_code == 200:
                return True
        accepted = self._client.post(f"{self._path}/changes", json={"change": "accept"})
        return bool(accepted.status_code == 200)

    def _change(self, what: str, **more: Any) -> None:
        answer = self._client.post(f"{self._path}/changes", json={"change": what, **more})
        assert answer.status_code == 200, answer.json


def _must_be_found(true: Sequence[dict[str, Any]], seen: set[tuple[int, int]]) -> int:
    return sum(t["visible"] >= 0.5 and (t["q"], t["r"]) not in seen for t in true)


def _way(shown: Sequence[dict[str, Any]], true: Sequence[dict[str, Any]]) -> Alignment | None:
    """How the true board comes to lie as it is shown, by where its tiles are in the photo."""
    votes: Counter[tuple[int, tuple[int, int]]] = Counter()
    for tile in shown:
        if not tile.get("corners"):
            continue
        x, y = np.mean(tile["corners"], axis=0)
        near = min(true, key=lambda t: math.dist(t["center"], (x, y)))
        size = math.dist(near["corners"][0], near["corners"][3])
        if math.dist(near["center"], (x, y)) > 0.25 * size:
            continue
        # The true corner that is shown as the top one lay so many sixths before it.
        sixths = -_nearest(tile["corners"][0], near["corners"]) % 6
        q, r = Alignment(sixths).cell((near["q"], near["r"]))
        votes[sixths, (tile["q"] - q, tile["r"] - r)] += 1
    if not votes:
        return None
    (sixths, shift), _ = votes.most_common(1)[0]
    return Alignment(sixths, shift)


def _nearest(place: Sequence[float], corners: Sequence[Sequence[float]]) -> int:
    return min(range(6), key=lambda k: math.dist(place, corners[k]))


def play(name: str, seed: int, photos: int) -> tuple[list[Half], dict[str, Any]]:
    """The two halves of one table's photos, and what was known of it in the end."""
    halves = [Half(), Half()]
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Configuration(data=Path(folder), learner_wait=0.2))
        try:
            client = app.test_client()
            person = Person(client)
            is_agreed = False
            for number, (is_first, board), request in zip(
                range(photos), boards(seed), requests_of(name, seed), strict=False
            ):
                if is_first or not is_agreed:
                    person.begin()
                # A game that was lost from sight goes on as one that begins with this board.
                scene = make_scene(seed + number, replace(request, board=board))
                jpeg = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
                half = halves[number >= photos // 2]
                is_agreed = person.show(jpeg.tobytes(), scene.truth, half)
                services_of(app).learner.wait_until_learned(20.0)
            return halves, client.get("/api/v1/learning").get_json()
        finally:
            close_app(app)


def main() -> None:
    """Play the tables and write what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=200)
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="the first table's seed")
    parser.add_argument("--sets", default=USUAL_SETS, help=f"of {', '.join(SETS)}")
    arguments = parser.parse_args()
    rows = []
    for name in arguments.sets.split(","):
        seed = arguments.first + 10_000 * list(SETS).index(name)
        halves, learned = play(name, seed, arguments.photos)
        rows.append((name, *columns(halves)))
        print(*rows[-1], learned["known"], learned["text"], flush=True)
    write_results(
        __file__,
        "A table that becomes known",
        f"{arguments.photos} photos of each table, drawn with seeds from {arguments.first} on. "
        "Each pair is the first half of the photos and the second. An overexposed photo may have "
        "most of a half's doubts: of tiles that were just laid there nothing is known.",
        markdown_table("set", HEAD, rows),
    )


HEAD = (
    "tiles", "marked as unsure", "most in one photo", "colours in question", "wrong, marked",
    "wrong and sure", "names crossed, not marked", "missed tiles", "photos without a board",
)  # fmt: skip


def columns(halves: Sequence[Half]) -> list[str]:
    """One table's figures in the order of HEAD."""
    counts = [
        (h.tiles, h.doubts, h.most, h.questions, h.wrong - h.sure, h.sure, h.names, h.missed,
         h.boards_missed) for h in halves
    ]  # fmt: skip
    return [" / ".join(map(str, pair)) for pair in zip(*counts, strict=True)]


if __name__ == "__main__":
    main()
