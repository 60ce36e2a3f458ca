"""A game folded from its events: the table as seen, and what was agreed on so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from ...engine.board import Board, Tile
from ..store import Event
from .sight import Sight, sight_of_reading

ANALYSIS = "analysis"


@dataclass(frozen=True)
class State:
    """What a game's events add up to."""

    kind: str
    title: str
    options: Mapping[str, Any] = field(default_factory=dict)
    version: int = 0
    created: datetime | None = None
    sight: Sight = Sight()


def fold(events: tuple[Event, ...]) -> State:
    """The state after a game's counting events; the first one creates it."""
    first = events[0]
    state = State(
        kind=str(first.data["kind"]),
        title=str(first.data["title"]),
        options=first.data.get("options", {}),
        created=first.at,
    )
    board = first.data.get("board")
    if board is not None:
        state = replace(state, sight=state.sight.with_board(Board.from_json(board).tiles))
    for event in events[1:]:
        state = apply(state, event)
    return state


def apply(state: State, event: Event) -> State:
    """The state after one more event. Raises BoardError or ReadingError where it cannot be."""
    data = event.data
    sight = state.sight
    if event.kind == "photo_read":
        sight = sight_of_reading(data["reading"], str(data["photo"]), sight.palette)
    elif event.kind == "board_set":
        sight = sight.with_board(Board.from_json(data).tiles)
    elif event.kind == "tile_placed":
        sight = sight.placed(Tile.from_json(data))
    elif event.kind == "tile_turned":
        sight = sight.turned(Tile.from_json(data))
    elif event.kind == "tile_removed":
        sight = sight.removed((data["q"], data["r"]))
    elif event.kind == "colours_flipped":
        sight = sight.flipped()
    elif event.kind == "game_renamed":
        return replace(state, title=str(data["title"]))
    elif event.kind == "options_changed":
        return replace(state, options={**state.options, **data})
    return replace(state, sight=sight)
