"""Files that people send as games: held against what an event is before anything is stored."""

import io
import json
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from typing import Any

import pytest
from asking import imported
from dashboards import opened
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from palago.vision.readings.reading import Reading, ReadingError
from palago.webui.games.kept.event_format import FIELDS, FormatError, event_of
from palago.webui.games.play import PLAY_EVENTS
from palago.webui.games.state import after_event, begin
from palago.webui.server.configuration import Configuration
from palago.webui.store.plain_json import NotPlain, check_plain, parse_plain
from palago.webui.store.stored import StoredEvent

ADDRESSES = count(1)
AT = "2026-05-01T20:00:00+02:00"


@pytest.fixture
def client(app: Any) -> Any:
    """Each test asks from an address of its own, for which no other has used up what is allowed."""
    client = app.test_client()
    client.environ_base = {"REMOTE_ADDR": f"127.0.1.{next(ADDRESSES)}"}
    return client


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One dashboard for all these tests: what is refused leaves nothing behind."""
    with opened(Configuration(data=tmp_path_factory.mktemp("imports"))) as made:
        yield made


def event(kind: str, data: Any) -> dict[str, Any]:
    return {"version": 1, "at": AT, "kind": kind, "data": data}


def document(*events: dict[str, Any]) -> dict[str, Any]:
    first = event("game_created", {"kind": "analysis", "title": "Club night", "options": {}})
    listed = [first, *events]
    return {"format": "palago-dashboard-game", "version": 1, "events": listed}


def zipped(content: Any) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("game.json", content if isinstance(content, str) else json.dumps(content))
    return target.getvalue()


TILE = event("tile_placed", {"q": 0, "r": 0, "rotation": 0})


def first(**fields: Any) -> dict[str, Any]:
    """The document with its first event changed."""
    made = document(TILE)
    made["events"][0].update(fields)
    return made


def data(**fields: Any) -> dict[str, Any]:
    return first(data=document()["events"][0]["data"] | fields)


BAD: dict[str, Any] = {
    "options that are no object": data(options="abc"),
    "a list of options": data(options=[1]),
    "half a character as a name": data(title="\ud83d"),
    "half a character in the options": data(options={"players": ["A", "\udc00"]}),
    "half a character as a field's name": data(options={"\ud800": 1}),
    "a NUL": data(title="a\0b"),
    "a title that is a number": data(title=5),
    "a title without end": data(title="x" * 201),
    "an invented kind of game": data(kind="chess"),
    "no kind of game": data(kind=None),
    "a year that UTC does not have": first(at="9999-12-31T20:00:00-14:00"),
    "the first year in the east": first(at="0001-01-01T00:00:00+14:00"),
    "a time without its zone": first(at="2026-05-01T20:00:00"),
    "no time": first(at="yesterday"),
    "a time that is a number": first(at=5),
    "an invented kind of event": document(event("table_overturned", {})),
    "an event without data": document({"at": AT, "kind": "undone"}),
    "data that is a list": document(event("undone", [])),
    "a second beginning": document(document()["events"][0]),
    "a tile far away": document(event("tile_placed", {"q": 10**5, "r": 0, "rotation": 0})),
    "a tile that is a truth": document(event("tile_placed", {"q": True, "r": 0, "rotation": 0})),
    "a comment on no move": document(event("commented", {"move": "x", "text": ""})),
    "a comment that is none": document(event("commented", {"move": 0, "text": None})),
    "moves that are a text": document(event("move_confirmed", {"moves": "0,0a"})),
    "a photo that is a path": document(event("photo_read", {"photo": "../x", "reading": {}})),
    "a photo without its size": document(event("board_set", {"tiles": [], "photo": "a" * 64})),
    "a size that is none": document(
        event("board_set", {"tiles": [], "photo": "a" * 64, "photo_size": [0, -5]})
    ),
    "an option that is no truth": document(event("options_changed", {"show_threats": "yes"})),
}
#: What only text can say.
BAD_TEXT = {
    "a number of 400 digits": json.dumps(document()).replace("{}", '{"a": 1' + "0" * 400 + "}"),
    "a number without end": json.dumps(document()).replace("{}", '{"a": 1e400}'),
    "a number that is none": json.dumps(document()).replace("{}", '{"a": NaN}'),
    "a deep nest": json.dumps(document()).replace("{}", '{"a": ' + "[" * 90 + "]" * 90 + "}"),
    "a nest without end": "[" * 200_000,
}


@pytest.mark.parametrize("content", [*BAD.values(), *BAD_TEXT.values()], ids=[*BAD, *BAD_TEXT])
def test_what_is_no_game_is_refused_and_not_stored(client: Any, content: Any) -> None:
    before = client.get("/api/v1/games").json
    answer = client.post("/api/v1/imports", data=zipped(content))
    assert answer.status_code == 422, answer.json
    assert len(answer.json["error"]["message"]) > 15
    assert client.get("/api/v1/games").json == before


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({"game": "palago", "moves": ["0,0a 1,0c"], "resigned": "green"}, "Vert ne peut pas"),
        ({"game": "palagonia", "moves": ["hm"]}, "n’est pas une action"),
        ({"game": "palagonia", "moves": ["start 9 2 2"]}, "sur aucun dé"),
    ],
)
def test_why_it_cannot_be_played_is_said_in_french(client: Any, record: Any, said: str) -> None:
    options = {"players": ["A", "B", "C"]} if record["game"] == "palagonia" else {}
    sent = json.dumps({"format": "palago-record", **record, "options": options})
    answer = client.post("/api/v1/imports?language=fr", data=sent.encode())
    assert answer.status_code == 422 and said in answer.json["error"]["message"]


def test_a_good_one_comes_in_and_its_times_are_those_of_the_file(client: Any) -> None:
    game = imported(client, zipped(document(TILE)))["id"]
    events = client.get(f"/api/v1/games/{game}/events").json["events"]
    assert events[1]["at"].startswith("2026-05-01T18:00:00")


def test_every_kind_that_is_played_is_known() -> None:
    assert set(FIELDS) >= PLAY_EVENTS


SIMPLE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(),
    st.text(st.characters(), max_size=8),
    st.sampled_from(["analysis", "palago", AT, "0,0a 1,0a", "a" * 64, "\ud800"]),
)
ANY = st.recursive(
    SIMPLE,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
NAMES = sorted({field.removesuffix("?") for fields in FIELDS.values() for field in fields})


@settings(max_examples=300)
@given(
    kind=st.sampled_from(sorted(FIELDS)) | st.text(max_size=5),
    content=st.dictionaries(st.sampled_from(NAMES), ANY, max_size=4) | ANY,
    at=st.sampled_from([AT, "9999-12-31T20:00:00-14:00"]) | ANY,
)
def test_any_event_is_one_or_is_refused(kind: str, content: Any, at: Any) -> None:
    try:
        found = event_of(1, {"kind": kind, "data": content, "at": at})
    except FormatError:
        return
    json.dumps(found.to_json(), allow_nan=False).encode()
    check_plain(found.data)


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(value=ANY)
def test_what_is_plain_comes_back_as_it_was(value: Any) -> None:
    try:
        check_plain(value)
    except NotPlain:
        return
    assert parse_plain(json.dumps(value, ensure_ascii=False).encode()) == value


HUGE = ["1" + "0" * 400, "1e400", "-1e999", "NaN", "Infinity"]


@pytest.mark.parametrize("number", HUGE)
def test_a_huge_confidence_is_refused_in_a_sentence(client: Any, number: str) -> None:
    game = client.post("/api/v1/games", json={"kind": "analysis"}).json["id"]
    corners = [[0, 0]] * 6
    tile = {"q": 0, "r": 0, "rotation": 0, "confidence": 5, "center": [0, 0], "corners": corners}
    reading = {"image": {"path": None, "width": 5, "height": 5}, "tiles": [tile]}
    body = json.dumps({"reading": reading}).replace('"confidence": 5', f'"confidence": {number}')
    sent = {"data": body.encode(), "content_type": "application/json"}
    answer = client.post(f"/api/v1/games/{game}/readings", **sent)
    assert answer.status_code == 400 and "number" in answer.json["error"]["message"]
    with pytest.raises(ReadingError):
        Reading.from_json(json.loads(body)["reading"])


@pytest.mark.parametrize("options", [
    {"players": ["\ud83d", "B", "C"]}, {"start": "junk"}, {"start": {"tiles": 5}}, {"to_move": 5},
    {"fixed_start": ["\0"]}, {"friends": "x"}, {"teams": [[["deep"]]]},
])  # fmt: skip
@pytest.mark.parametrize("kind", ["palago", "palagonia", "palagem", "analysis"])
def test_whatever_options_a_game_has_it_can_be_shown_and_exported(
    client: Any, kind: str, options: dict[str, Any]
) -> None:
    answer = client.post("/api/v1/games", json={"kind": kind, "options": options})
    assert answer.status_code in (201, 400, 422)
    if answer.status_code == 201:
        path = f"/api/v1/games/{answer.json['id']}"
        assert client.get(path).status_code == 200
        for wished in ("zip", "json", "sgf", "text"):
            assert client.get(f"{path}/record?format={wished}").status_code in (200, 422)
        assert client.get(f"{path.removeprefix('/api/v1')}/print").status_code == 200


@pytest.mark.parametrize(
    ("kind", "players", "stored", "played"),
    [
        (
            "palagonia",
            ["Ann", "Ben", "Cleo"],
            [
                ("dice_rolled", {"dice": "start 3 2 remove"}),
                ("action_confirmed", {"action": "lay 0,0a 1,0c 0,1b"}),
            ],
            ["start 3 2 remove", "lay 0,0a 1,0c 0,1b"],
        ),
        ("palagem", ["Ann", "Ben"], [("palagem_chosen", {"palagem": "abca"})], ["choose abca"]),
    ],
)
def test_actions_are_played_as_earlier_versions_stored_them(
    kind: str, players: list[str], stored: list[tuple[str, dict[str, str]]], played: list[str]
) -> None:
    now = datetime.now(UTC)
    created = {"kind": kind, "title": "", "options": {"players": players}}
    state = begin(StoredEvent(1, now, "game_created", created))
    for version, (name, data) in enumerate(stored, start=2):
        state = after_event(state, event_of(version, {"kind": name, "at": AT, "data": data}))
    assert [one.action for one in state.playing.played] == played


@pytest.mark.parametrize(
    ("record", "language", "told"),
    [
        ({"format": "palago-record", "version": 99, "moves": []}, "fr", "mettez-le à jour"),
        ({"game": "palago", "moves": [{"move": 7}]}, "zh-Hant", "必須是引號內的文字，不是 7"),
        (
            {"game": "palago", "moves": [{"confidence": 2, "move": "0,0a 1,0c"}]},
            "fr",
            "un nombre de 0 à 1",
        ),
        ({"players": "Ann", "moves": []}, "fr", "doit être une liste de 16 noms au plus, et non"),
        ({"moves": "x"}, "fr", "une liste de 5000 coups au plus"),
        ({"start": {"tiles": 5}, "moves": []}, "zh-Hant", "最多 192 枚棋子的清單"),
        ({"options": {"clock": {"kind": "egg"}}, "moves": []}, "fr", "Ce n’est pas une horloge"),
    ],
)
def test_what_is_wrong_with_a_field_of_a_file_is_said_in_the_readers_language(
    client: Any, record: dict[str, Any], language: str, told: str
) -> None:
    sent, headers = json.dumps(record).encode(), {"Accept-Language": language}
    answer = client.post("/api/v1/imports", data=sent, headers=headers)
    assert answer.status_code == 422 and told in answer.json["error"]["message"], answer.json
