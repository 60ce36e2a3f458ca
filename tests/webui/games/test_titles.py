"""Titles: what the program made is said in every language, what somebody typed stays."""

from typing import Any

from asking import change


def made(client: Any, key: str, origin: str = "", **values: Any) -> str:
    """A game begun in French, with a title of the program's; perhaps from another game."""
    title = {"key": f"page.{key}", "values": values}
    source = {"from": {"game": origin}} if origin else {}
    body = {"kind": "analysis", "made_title": title, **source}
    answer = client.post("/api/v1/games?language=fr", json=body)
    assert answer.status_code == 201
    return str(answer.json["id"])


def titles(client: Any, game: str) -> dict[str, str]:
    """What a game is called, in each language, in the list as on its own."""
    told = {}
    for language in ("en", "fr", "zh-Hant"):
        own = client.get(f"/api/v1/games/{game}?language={language}").json["title"]
        lines = client.get(f"/api/v1/games?language={language}").json["games"]
        assert [line["title"] for line in lines if line["id"] == game] == [own]
        told[language] = own
    return told


def test_a_title_of_the_program_is_said_in_the_language_of_who_looks(client: Any) -> None:
    when = "2026-11-28 04:30"
    photo = made(client, "photo_of", when=when)
    assert titles(client, photo) == {
        "en": f"Photo of {when}",
        "fr": f"Photo du {when}",
        "zh-Hant": f"{when} 的照片",
    }
    branch = made(client, "branch_of", photo)
    assert titles(client, branch)["fr"] == f"D’après Photo du {when}"
    printed = client.get(f"/games/{branch}/print?language=zh-Hant").text
    assert f"取自 {when} 的照片" in printed
    change(client, branch, "rename", title="From Anna")
    assert set(titles(client, branch).values()) == {"From Anna"}


def test_what_somebody_typed_stays(client: Any) -> None:
    typed = client.post("/api/v1/games", json={"kind": "analysis", "title": "Photo of us"})
    assert set(titles(client, typed.json["id"]).values()) == {"Photo of us"}
    named = made(client, "branch_of", typed.json["id"])
    assert titles(client, named)["fr"] == "D’après Photo of us"


def test_a_title_that_cannot_be_said_is_refused(client: Any) -> None:
    for title in ({"key": "page.photo_of"}, {"key": "refusal.busy"}):
        body = {"kind": "analysis", "made_title": title}
        assert client.post("/api/v1/games", json=body).status_code in (400, 422)


def test_a_games_title_goes_along_with_its_file(client: Any) -> None:
    game = made(client, "review_branch", number=3)
    zipped = client.get(f"/api/v1/games/{game}/record?format=zip").data
    again = client.post("/api/v1/imports", data=zipped).json["id"]
    assert titles(client, again)["fr"] == "Et si, coup 3"
