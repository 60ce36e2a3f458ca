"""Friendly creatures: the list, one more from a game's table, one less."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from ....engine.creatures.friendly import Catalogue, FriendlyCreature
from ....engine.tiles.board import Coordinate
from ....engine.tiles.diagram import board_svg
from ....engine.tiles.groups import Group
from ...games.play import ChangeRefused
from ...sent import BadRequest, Id, Sent, SideWord
from ...services import parts
from ...store.files.friends import change_friends, friendly_creatures
from ...tables.sight import Sight
from ...texts import texts
from .. import api
from ..answer_types import FriendsAnswer
from ..language import language
from ..requests import guarded


class NewFriend(Sent):
    """A closed creature on a game's table: ``q`` and ``r`` name any tile that it touches."""

    name: Annotated[str, Meta(max_length=60)]
    colour: SideWord
    q: Coordinate
    r: Coordinate
    game: Id


@api.get("/friends")
@guarded(answer=FriendsAnswer)
def list_friends() -> dict[str, Any]:
    """The friendly creatures, each with a picture."""
    return _shown(friendly_creatures(parts.configuration.data))


@api.post("/friends")
@guarded(status=201, answer=FriendsAnswer)
def add_friend(body: NewFriend) -> dict[str, Any]:
    """Save a closed creature from a game's table under a name."""
    cell = body.q, body.r
    state = parts.desk.state(body.game)
    board = Sight.of(state.sight).board
    found = [g for g in board.creatures() if g.colour.value == body.colour and cell in g.tiles]
    if not found:
        raise ChangeRefused.of("no_creature")
    largest: Group = max(found, key=lambda group: len(group.tiles))
    data = parts.configuration.data
    return _shown(
        change_friends(data, lambda known: known.with_creature(body.name, board, largest))
    )


@api.delete("/friends/<name>")
@guarded(answer=FriendsAnswer)
def remove_friend(name: str) -> dict[str, Any]:
    """Take a creature off the list."""
    if len(name) > 200:
        raise BadRequest("no friendly creature has so long a name")
    data = parts.configuration.data
    return _shown(change_friends(data, lambda known: known.without(name)))


def _shown(catalogue: Catalogue) -> dict[str, Any]:
    return {"creatures": [_creature_json(creature) for creature in catalogue.creatures]}


def _creature_json(creature: FriendlyCreature) -> dict[str, Any]:
    picture = board_svg(creature.board, filled=[creature.group], scale=12)
    # Those that come with the program have a name in each language.
    name = texts(language()).get(f"friend.{creature.name}", creature.name)
    return {**creature.to_json(), "shown": name, "picture": picture}
