"""Friendly creatures: the list, one more from a game's table, one less."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify

from ....engine.creatures.friendly import Catalogue, FriendlyCreature, FriendlyError
from ....engine.tiles.diagram import board_svg
from ....engine.tiles.groups import Group
from ...games.play import ChangeRefused
from ...services import services
from ...store.friends import change_friends, friendly_creatures
from ...texts import texts
from .. import api
from ..fields import BadRequest, choice_field, json_body, number_field, text_field
from ..language import language
from ..requests import guarded


@api.get("/friends")
@guarded()
def list_friends() -> Response:
    """The friendly creatures, each with a picture."""
    try:
        return jsonify(_shown(friendly_creatures(services().configuration.data)))
    except FriendlyError as error:
        raise ChangeRefused(str(error)) from None


@api.post("/friends")
@guarded()
def add_friend() -> tuple[Response, int]:
    """Save a closed creature from a game's table under a name."""
    parts = services()
    body = json_body()
    name = text_field(body, "name", most=60)
    colour = choice_field(body, "colour", ("white", "blue"))
    cell = number_field(body, "q", -10_000, 10_000), number_field(body, "r", -10_000, 10_000)
    board = parts.desk.state(text_field(body, "game", most=32)).sight.board
    found = [g for g in board.creatures() if g.colour.value == colour and cell in g.tiles]
    if not found:
        raise ChangeRefused.of("no_creature")
    largest: Group = max(found, key=lambda group: len(group.tiles))
    try:
        kept = change_friends(
            parts.configuration.data, lambda known: known.with_creature(name, board, largest)
        )
    except FriendlyError as error:
        raise ChangeRefused(str(error)) from None
    return jsonify(_shown(kept)), 201


@api.delete("/friends/<name>")
@guarded()
def remove_friend(name: str) -> Response:
    """Take a creature off the list."""
    if len(name) > 200:
        raise BadRequest("no friendly creature has so long a name")
    data = services().configuration.data
    try:
        return jsonify(_shown(change_friends(data, lambda known: known.without(name))))
    except FriendlyError as error:
        raise ChangeRefused(str(error)) from None


def _shown(catalogue: Catalogue) -> dict[str, Any]:
    return {"creatures": [_creature_json(creature) for creature in catalogue.creatures]}


def _creature_json(creature: FriendlyCreature) -> dict[str, Any]:
    picture = board_svg(creature.board, filled=[creature.group], scale=12)
    return {**creature.to_json(), "shown": _name_shown(creature.name), "picture": picture}


def _name_shown(name: str) -> str:
    """The name in the request's language, where it is one of those that come with the program."""
    return texts(language()).get(f"friend.{name}", name)
