"""What people confirm and put right on the dashboard is truth, for them and for a set of photos."""

import io
import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from asking import change, new_game
from dashboards import opened
from palago.calibration.cameras.exif import with_exif
from palago.calibration.profiles import tile_set_profiles
from palago.calibration.sets.tile_set import MeasuredColour, Stripe, TileSetProfile
from palago.engine.tiles.board import Board
from palago.vision import read
from palago.vision.benchmark.truth import find_cases
from palago.vision.table.known_table import FILE, KnownTable
from palago.webui.app import services_of
from palago.webui.command_line import main
from PIL import ExifTags, Image
from PIL.Image import Exif
from put_right import is_same, photographed
from table_photos import MARK, photo_of

PAIR = Board.from_text("0,0a 1,0c")
ONE = Board.from_text("0,0a")
FOUR = Board.from_text("0,0a 1,0c 0,1b 1,1a")


@pytest.fixture
def played(client: Any) -> Any:
    """A game of two photographed moves, one tile of the second read wrongly and put right."""
    game = new_game(client)["id"]
    photographed(client, game, PAIR)
    photographed(client, game, FOUR, misread={(0, 1): 4}, seed=1)
    return client


def test_the_page_says_how_its_photos_were_read(played: Any) -> None:
    told = played.get("/api/v1/learning").json
    assert (told["photos"], told["tiles"], told["right"], told["wrong_and_sure"]) == (2, 6, 5, 1)
    assert told["text"] == (
        "On your 2 confirmed photos: 5 of 6 tiles right. "
        "1 tile was read wrongly without a question mark: "
        "turned the wrong way, or seen where none lies."
    )
    assert [photo["right"] for photo in told["to_share"]] == [3]
    french = played.get("/api/v1/learning?language=fr").json["text"]
    assert french.startswith("Sur vos 2 photos confirmées\u00a0: 5 tuiles justes sur 6.")
    told = played.post("/api/v1/learning").json  # tests learn an hour later
    assert told["known_text"] == "Learning from 2 confirmed photos: this takes about a minute."


def test_a_tile_that_was_seen_where_none_lies_is_one_of_those_counted(client: Any) -> None:
    game = new_game(client)["id"]
    photographed(client, game, PAIR)
    photo = photo_of(Board.from_text(f"{FOUR.to_text()} 2,1c"), seed=1)
    tiles = client.post(f"/api/v1/games/{game}/photos", data=photo).json["tiles"]
    lying = [
        Board.from_json({"tiles": [one for one in tiles if one is not each]}) for each in tiles
    ]
    phantom = tiles[[is_same(board, FOUR) for board in lying].index(True)]
    change(client, game, "remove_tile", q=phantom["q"], r=phantom["r"])
    change(client, game, "confirm")
    told = client.get("/api/v1/learning").json
    assert (told["tiles"], told["right"], told["wrong_and_sure"]) == (7, 6, 1)
    assert [(photo["tiles"], photo["right"]) for photo in told["to_share"]] == [(5, 4)]


@pytest.mark.parametrize(
    ("board", "shows_it", "is_stopped", "told"),
    [
        (ONE, True, False, "a confirmed photo with more than one tile is needed."),
        (PAIR, False, False, "could not be told apart in your 1 confirmed photo."),
        (PAIR, True, True, "something went wrong. Start Palago again"),
    ],
)
def test_where_a_confirmed_photo_taught_nothing_the_page_says_why(
    configuration: Any, capsys: Any, board: Board, shows_it: bool, is_stopped: bool, told: str
) -> None:
    with opened(configuration, learner_wait=0.0) as app:
        client = app.test_client()
        if is_stopped:  # nothing can be written down
            (configuration.data / "lessons.json").mkdir()
        game = new_game(client, options={"single_placement": len(board) == 1})["id"]
        photo = photo_of(board)
        if not shows_it:
            photo = photo_of(Board()).split(MARK)[0] + MARK + photo.split(MARK)[1]
        client.post(f"/api/v1/games/{game}/photos", data=photo)
        change(client, game, "confirm")
        assert services_of(app).learner.wait_until_learned(60)
        assert told in client.get("/api/v1/learning").json["known_text"]
    if not is_stopped:
        assert main(["calibrate", "table", "--data", str(configuration.data)]) == 0
        assert told in capsys.readouterr().out


def test_photos_that_name_the_colours_either_way_are_not_said_to_be_lacking(
    client: Any, configuration: Any
) -> None:
    (configuration.data / FILE).write_text(json.dumps(KnownTable(photos=2).to_json()))
    told = client.get("/api/v1/learning").json["known_text"]
    assert "Always call the same colour White" in told


def test_nothing_is_counted_before_it_is_confirmed(client: Any) -> None:
    game = new_game(client)["id"]
    client.post(f"/api/v1/games/{game}/photos", data=photo_of(PAIR))
    told = client.get("/api/v1/learning").json
    assert told["photos"] == 0 and told["text"].startswith("No photo is confirmed yet")
    assert client.get("/api/v1/learning/photos.zip").status_code == 400
    change(client, game, "confirm")
    assert client.get("/api/v1/learning").json["photos"] == 1


SIX = Board.from_text("0,0a 1,0c 0,1b 1,1a 2,0a 2,1c")


def test_three_confirmed_photos_teach_the_set_and_one_press_takes_it_back(
    configuration: Any, capsys: Any
) -> None:
    with opened(configuration, learner_wait=0.0) as app:
        learner = services_of(app).learner
        client = app.test_client()
        game = new_game(client)["id"]
        for seed, board in enumerate((PAIR, FOUR, SIX)):
            photographed(client, game, board, seed=seed)
        assert learner.wait_until_learned(60)
        told = client.get("/api/v1/learning").json
        (known,) = told["known"]["sets"]
        assert int(known["white"][1:3], 16) > 200 and int(known["blue"][1:3], 16) < 90
        assert told["known"]["photos"] == 3 and "White/Blue" in told["known_text"]
        told = client.delete("/api/v1/learning").json
        assert told["known"]["sets"] == [] and not told["learns"]
        change(client, game, "undo")
        assert learner.wait_until_learned(60)
        assert client.get("/api/v1/learning").json["known"]["sets"] == []
        change(client, game, "redo")
    command = ["calibrate", "table", "--data", str(configuration.data)]
    assert main(command) == 0
    assert "Learned from 3 confirmed photos" in capsys.readouterr().out
    assert main([*command, "--keep", "club"]) == 0
    assert tile_set_profiles(configuration.data).get("club").white.srgb > (200, 200, 200)
    capsys.readouterr()
    assert main([*command, "--forget", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sets"] == []


@pytest.mark.parametrize(
    ("line", "rim", "told"),
    [
        (None, Stripe((90, 90, 90), 0.06), "White/Blue with a rim."),
        (Stripe((9, 9, 9), 0.03), None, "White/Blue with a line between the colours."),
    ],
)
def test_the_page_says_what_is_drawn_on_the_tiles(
    client: Any, configuration: Any, line: Stripe | None, rim: Stripe | None, told: str
) -> None:
    white, blue = MeasuredColour((236, 232, 220)), MeasuredColour((31, 58, 140))
    seen = TileSetProfile("learned 1", white, blue, line=line, rim=rim, photos=9)
    known = KnownTable((seen,), photos=9)
    (configuration.data / FILE).write_text(json.dumps(known.to_json()))
    assert told in client.get("/api/v1/learning").json["known_text"]


def test_a_photo_to_share_is_shown_as_the_file_will_have_it(played: Any) -> None:
    (photo,) = (each["photo"] for each in played.get("/api/v1/learning").json["to_share"])
    for show in ("all", "board"):
        alone = played.get(f"/api/v1/learning/photos/{photo}?show={show}").data
        packed = played.get(f"/api/v1/learning/photos.zip?show={show}&photos={photo}").data
        archive = zipfile.ZipFile(io.BytesIO(packed))
        (name,) = (name for name in archive.namelist() if name.endswith(".jpg"))
        assert archive.read(name) == alone
    assert played.get("/api/v1/learning/photos.zip?photos=none").status_code == 400
    assert played.get(f"/api/v1/learning/photos/{'0' * 64}").status_code == 404


def test_a_photo_that_an_earlier_version_stored_is_shared_without_what_it_tells(
    played: Any,
) -> None:
    (shared,) = played.get("/api/v1/learning").json["to_share"]
    stored = services_of(played.application).photos.file(shared["photo"])
    told = Exif()
    told[ExifTags.Base.Orientation] = 6
    told[ExifTags.Base.ImageDescription] = "Hidden Street 5"
    stored.write_bytes(with_exif(stored.read_bytes(), told))
    data = played.get(f"/api/v1/learning/photos/{shared['photo']}").data
    assert b"Hidden" not in data
    with Image.open(io.BytesIO(data)) as picture:
        assert dict(picture.getexif()) == {ExifTags.Base.Orientation: 6}


def test_collected_photos_are_a_set_with_truth_and_show_only_the_board_if_wished(
    played: Any, configuration: Any, tmp_path: Path, capsys: Any
) -> None:
    command = ["bench", "collect", "--data", str(configuration.data), "--out"]
    for out, wished in ((tmp_path / "all", []), (tmp_path / "board", ["--board-only"])):
        assert main([*command, str(out), *wished]) == 0
        assert "5 of 6 tiles were right, and 1 were wrong" in capsys.readouterr().out
        two, four = sorted((case.tiles for case in find_cases(out)), key=len)
        assert len(two) == 2 and all(tile.visible == 1.0 for tile in four)
        assert is_same(Board.from_json({"tiles": [vars(tile) for tile in four]}), FOUR)
    # Only the board means no more than half a tile beside it.
    for whole in sorted((tmp_path / "all").rglob("*.jpg")):
        (hidden,) = (tmp_path / "board").rglob(whole.name)
        (told,) = (tmp_path / "all").rglob(f"{whole.stem}.truth.json")
        tiles = json.loads(told.read_text("utf-8"))["tiles"]
        corners = np.array([corner for tile in tiles for corner in tile["corners"]])
        first = np.array(tiles[0]["corners"])
        size = float(np.linalg.norm(first - first.mean(axis=0), axis=1).max() * 2)
        both = [np.asarray(Image.open(path).convert("L"), float) for path in (whole, hidden)]
        rows, columns = np.mgrid[: both[0].shape[0], : both[0].shape[1]]
        low, high = corners.min(axis=0) - size, corners.max(axis=0) + size
        beyond = (columns < low[0]) | (columns > high[0]) | (rows < low[1]) | (rows > high[1])
        assert beyond.any()
        # What is hidden keeps hardly any of its fine detail.
        sharp, coarse = (np.abs(np.diff(one, axis=1))[beyond[:, 1:]].mean() for one in both)
        assert coarse < 0.5 * sharp


def test_a_set_is_read_by_what_a_dashboard_has_learned(tmp_path: Path, capsys: Any) -> None:
    picture = min(Path("sample_images/develop").glob("*.jpg"))
    for name in (picture.name, f"{picture.stem}.truth.json"):
        shutil.copy(picture.with_name(name), tmp_path)
    seen = read(picture)
    assert seen.white is not None and seen.blue is not None
    crossed = TileSetProfile("crossed", MeasuredColour(seen.blue), MeasuredColour(seen.white))
    data = tmp_path / "data"
    data.mkdir()
    (data / "table.json").write_text(json.dumps(KnownTable((crossed,), photos=3).to_json()))

    def wrong(*more: str) -> int:
        assert main(["bench", "read", str(tmp_path), "--json", *more]) == 0
        counts: dict[str, Any] = json.loads(capsys.readouterr().out)
        (part,) = (value for value in counts.values() if isinstance(value, dict))
        return int(part["all"]["wrong"])

    assert wrong() == 0 < wrong("--data", str(data))  # here White is the darker colour
    for more, exchanged in (
        ((), ""),
        (("--data", str(data)), "1 of 1 photos: White and Blue have each other's names"),
    ):
        assert main(["bench", "read", str(tmp_path), *more]) == 0
        said = capsys.readouterr().out
        assert exchanged in said and ("each other" in said) is bool(more)
    assert main(["bench", "read", str(tmp_path), "--data", str(tmp_path / "nowhere")]) == 2


def test_where_nothing_is_to_be_collected_it_says_what_to_do(
    client: Any, configuration: Any, tmp_path: Path, capsys: Any
) -> None:
    out = ["--out", str(tmp_path / "set")]
    assert main(["bench", "collect", "--data", str(configuration.data), *out]) == 2
    assert "confirm its moves" in capsys.readouterr().err
    assert main(["bench", "collect", "--data", str(tmp_path / "nowhere"), *out]) == 2
    assert "--data" in capsys.readouterr().err
    assert main(["bench", "collect", *out, "--game", "palanquee"]) == 2
    assert "palanquee are not collected" in capsys.readouterr().err
    assert main(["bench", "collect"]) == 2 and main(["bench", "read"]) == 2
