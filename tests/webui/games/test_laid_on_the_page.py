"""Tiles that a person lays on the page are judged there and nowhere else."""

from typing import Any

import pytest
from asking import change, new_game


@pytest.mark.parametrize("second", [((-1, 0), (2, 0)), ((-1, 0), (0, 1)), ((-1, 0), (-2, 1))])
def test_tiles_laid_on_the_page_are_judged_where_they_were_laid(
    client: Any, second: tuple[tuple[int, int], ...]
) -> None:
    """On two tiles that look alike another place could make the turn lawful: it is not meant."""
    game = str(new_game(client, "palago")["id"])
    for q, r in ((0, 0), (1, 0)):
        change(client, game, "place_tile", q=q, r=r, rotation=0)
    change(client, game, "confirm")
    for q, r in second:
        state = change(client, game, "place_tile", q=q, r=r, rotation=0)
    verdict = state["verdict"]
    lawful = second == ((-1, 0), (-2, 1))
    assert verdict["legal"] == lawful
    assert {tuple(cell) for cell in state["fresh"]} <= set(second)
    if not lawful:
        assert "touch" in verdict["text"] + verdict["detail"]
