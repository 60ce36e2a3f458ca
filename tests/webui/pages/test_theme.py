"""The colours that somebody has chosen, or else those that the device asks for."""

from typing import Any

import pytest


@pytest.mark.parametrize(
    ("chosen", "link"),
    [
        ("light", ""),
        ("dark", 'dark.css">'),
        ("auto", 'dark.css" media="(prefers-color-scheme: dark)">'),
        ("neon", 'dark.css" media="(prefers-color-scheme: dark)">'),
    ],
)
def test_the_dark_sheet_is_linked_where_it_is_wished(client: Any, chosen: str, link: str) -> None:
    client.set_cookie("theme", chosen)
    page = client.get("/settings").text
    assert ("dark.css" in page) == bool(link) and link in page
    assert "--paper" in client.get("/static/dark.css").text
