"""Palagonia on the page: whose turn, what the dice allow, what a closed creature scores and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from ....engine.games.onward import holds_several_turns
from ....engine.lattice import Cell
from ....engine.palagonia.actions import Lay, PalagoniaAction
from ....engine.palagonia.choices import DieChoice, palagonia_action_phrase, roll_phrase
from ....engine.palagonia.dice import DieFace, Roll
from ....engine.palagonia.game import PalagoniaGame
from ....engine.palagonia.points.scoring import Score, headline
from ....engine.palagonia.referee import PalagoniaVerdict, tiles_to_finish, ways_to_finish
from ....engine.palagonia.turn import TurnPhase
from ....engine.phrases import Phrase
from ....engine.tiles.board import Board
from ....engine.tiles.diagram import curve_path
from ....vision.readings.dice import DieReading
from ...tables.sight import Sight
from ...texts import in_a_row, say, say_phrase, say_word
from ..names import result_json
from ..pictures.items import Item, photo_items, places_json
from ..pictures.verdicts import around, numbered_tiles, verdict_json
from ..state import GameState, StateOf

WHILE_WATCHED = {
    "palagonia.roll_now": "palagonia.roll_watched",
    "palagonia.everybody_rolls": "palagonia.start_watched",
}
"""What is asked for instead while a live camera enters the dice; nothing in place of the rest."""
PalagoniaState: TypeAlias = StateOf[PalagoniaGame, PalagoniaVerdict]


def palagonia_view(state: PalagoniaState, language: str) -> dict[str, Any]:
    """Players, dice and scores beside the verdict."""
    game = state.playing.game
    verdict = state.verdict
    added = [cell for cell in sorted(Sight.of(state.sight).tiles) if cell not in game.board]
    return {
        "turn": None
        if game.phase in (TurnPhase.START, TurnPhase.OVER)
        else game.players[game.mover],
        "turn_number": len(game.history) + 1,
        "tiles_left": game.bag,
        "over": state.playing.over,
        "result": result_json(game, language),
        "fresh": places_json(added) if len(game.board) else [],
        "players": [
            {
                "name": name,
                "points": game.points[index],
                "on_turn": index == game.mover and game.phase in (TurnPhase.ROLL, TurnPhase.ACT),
                "gain": verdict.gains[index] if verdict.legal and verdict.gains else 0,
            }
            for index, name in enumerate(game.players)
        ],
        "dice": _dice_json(state, game, language),
        "verdict": _verdict_json(state, game, verdict, language),
    }


def program_rolls(options: Mapping[str, Any]) -> bool:
    """Whether it was agreed that the program throws the dice."""
    return bool(options.get("program_rolls", False))


def _said(game: PalagoniaGame, language: str) -> str:
    return in_a_row(say_phrase(language, phrase) for phrase in game.messages())


def _dice_json(state: GameState, game: PalagoniaGame, language: str) -> dict[str, Any]:
    """What has to be thrown now, and what lies there."""
    waits = {TurnPhase.START: len(game.contenders), TurnPhase.ROLL: game.rules.dice}.get(
        game.phase, 0
    )
    return {
        "needed": waits,
        "seen": _faces_seen(state, game, waits),
        "stage": len(game.events),
        "for": [game.players[player] for player in game.contenders] if waits else [],
        "by_program": program_rolls(state.options),
        "extra": game.extra,
        "faces": [
            {
                "face": choice.face.value,
                "text": say_word(language, choice.face.value),
                "legal": choice.legal,
                "why": ""
                if choice.refusal is None
                else say_phrase(language, choice.refusal.sentence),
            }
            for choice in _thrown(game)
        ],
    }


def _faces_seen(state: GameState, game: PalagoniaGame, needed: int) -> list[str | None]:
    """The faces in the photo, if they can be the roll that is waited for; None for a die that is
    not sure. Empty if there are more or fewer dice.

    For the start, those in the photos so far, if each shows one die: whoever enters them looks at
    each of them, sure or not."""
    if game.phase is TurnPhase.START:
        photos = _photos_of_dice(state)
        if len(photos) > needed or any(len(dice) > 1 for dice in photos):
            return []
        return [die.face for lying in photos for die in lying]
    dice = [die.as_seen() for die in Sight.of(state.sight).reading.dice]
    if len(dice) != needed:
        return []
    return [die.face if die.is_sure else None for die in dice]


def _photos_of_dice(state: GameState) -> list[tuple[DieReading, ...]]:
    """The dice of each photo that shows any, since something was agreed on."""
    sight = Sight.of(state.sight)
    return [dice for dice in (*sight.dice_before, sight.reading.dice) if dice]


def _thrown(game: PalagoniaGame) -> list[DieChoice]:
    """Every die that lies there, both of a double."""
    choices = {choice.face: choice for choice in game.die_choices()}
    faces = game.roll.faces if game.roll is not None else ()
    return [choices[face] for face in faces if face in choices]


def _verdict_json(
    state: GameState, game: PalagoniaGame, verdict: PalagoniaVerdict, language: str
) -> dict[str, Any]:
    lies_still = state.sight.lies_still(game.board)
    closed = game.just_closed if lies_still else verdict.scores if verdict.legal else ()
    items = []
    begun = tiles_to_finish(game, verdict)
    is_one = not holds_several_turns(state.playing.plug, game, verdict.board)
    if not lies_still and not begun and is_one and game.phase is not TurnPhase.OVER:
        items += [
            Item("wrong", say_phrase(language, r.sentence), r.cells) for r in verdict.refusals
        ]
        if verdict.may_be_two_turns:
            items.append(Item("unsure", say_phrase(language, Phrase("palagonia.two_turns"))))
    board = Sight.of(state.sight).board
    items += [score_item(found, board, language, earlier=lies_still) for found in closed]
    if verdict.legal and not lies_still:
        # The action and each score's headline are said already.
        rest = verdict.sentences[1 + len(verdict.scores) :]
        items += [Item("fine", say_phrase(language, said)) for said in rest]
    items += photo_items(state.sight, language)
    return verdict_json(
        *_headline(state, game, verdict, lies_still, language),
        items,
        watched=_headline(state, game, verdict, lies_still, language, watched=True)[2],
        choices=_choices(state, game, verdict, language),
        can_confirm=verdict.legal and verdict.after is not None and not lies_still,
        legal=verdict.legal,
        move=str(verdict.action) if verdict.action else None,
    )


def _choices(
    state: GameState, game: PalagoniaGame, verdict: PalagoniaVerdict, language: str
) -> list[dict[str, Any]]:
    """Which of two turns was the first, drawn with numbers; or that it was one, to be put right."""
    if not verdict.answers or state.sight.unsure:
        return []
    found: list[dict[str, Any]] = []
    for answer in verdict.answers:
        parts = [_cells_of(action) for action in (answer.first, answer.second)]
        numbers = {cell: str(number) for number, cells in enumerate(parts, 1) for cell in cells}
        first, second = game.players[game.mover], answer.after.players[answer.after.mover]
        caption = say(language, "choice.order", first=first, second=second)
        played = say_phrase(language, palagonia_action_phrase(answer.first))
        found.append(
            {
                "move": " / ".join(answer.actions),
                "cells": places_json(parts[0]),
                "text": say(language, "palagonia.came_first", what=played),
                "caption": caption,
                "picture": numbered_tiles(
                    around(Sight.of(state.sight).board, numbers), numbers, state.sight.palette
                ),
            }
        )
    if holds_several_turns(state.playing.plug, game, verdict.board):
        return found
    said = say(language, "palagonia.one_turn")
    return [*found, {"move": "", "change": "put_back", "cells": [], "text": said}]


def _cells_of(action: PalagoniaAction) -> tuple[Cell, ...]:
    return tuple(tile.cell for tile in action.tiles) if isinstance(action, Lay) else (action.cell,)


def _how_to_roll(state: GameState, key: str, language: str, watched: bool) -> str:
    """What is asked for where dice are to be thrown: by hand, or by a tap."""
    if program_rolls(state.options):
        return say(language, "palagonia.tap_to_roll")
    if watched:
        key = WHILE_WATCHED.get(key, "")
    return say(language, key) if key else ""


def _headline(
    state: GameState,
    game: PalagoniaGame,
    verdict: PalagoniaVerdict,
    lies_still: bool,
    language: str,
    watched: bool = False,
) -> tuple[str, str, str]:
    unsure = state.sight.unsure
    if game.phase is TurnPhase.OVER:
        return "win", _said(game, language), ""
    if game.phase is TurnPhase.START:
        if len(game.players) == 1:
            text, key = say(language, "palagonia.alone_rolls"), "palagonia.alone_enter"
        elif len(game.contenders) < len(game.players):  # some threw the same
            text, key = _said(game, language), "palagonia.enter_dice"
        else:
            text, key = say(language, "palagonia.who_begins"), "palagonia.everybody_rolls"
        thrown = (_rolled_for_start(game, language), _how_to_roll(state, key, language, watched))
        return "info", text, _about_start_dice(state, game, language) or in_a_row(thrown).strip()
    if lies_still:
        if game.phase is TurnPhase.ROLL:
            asked = _how_to_roll(state, "palagonia.roll_now", language, watched)
            seen = _about_seen_dice(state, game, language)
            return "info", _said(game, language), seen or asked
        faces = _faces_allowed(game, language)
        text = say(language, "palagonia.obeys", player=game.players[game.mover], faces=faces)
        said = _said(game, language) or say(language, "palagonia.obey")
        if game.is_first_lay:
            said = in_a_row((_rolled_for_start(game, language), said))
        return "info", text, said
    are_several = holds_several_turns(state.playing.plug, game, verdict.board)
    if game.phase is TurnPhase.ROLL and not are_several:
        return (
            "unsure",
            say(language, "palagonia.enter_roll"),
            (_about_seen_dice(state, game, language) or _rolls_that_fit(verdict, language)),
        )
    if unsure:
        phrases = (*(found.sentence for found in verdict.refusals), *verdict.sentences)
        detail = say_phrase(language, phrases[0]) if phrases else ""
        return "unsure", say(language, "verdict.unsure", count=unsure), detail
    if are_several:
        laid = {"count": len(verdict.board.beyond(game.board))}
        told = Phrase("palagonia.turns_missed", laid)
        return "unsure", say(language, "verdict.missed"), say_phrase(language, told)
    if tiles_to_finish(game, verdict):
        plays = say(language, "game.plays", player=game.players[game.mover])
        return "info", _what_is_owed(game, verdict, language), plays
    if not verdict.legal:
        detail = say_phrase(language, verdict.refusals[0].sentence) if verdict.refusals else ""
        if verdict.may_be_two_turns:
            key = "palagonia.two_turns_tap" if verdict.answers else "palagonia.one_of_two_turns"
            detail = in_a_row((detail, say(language, key)))
            return "unsure", say(language, "palagonia.one_or_two_turns"), detail
        if verdict.refusals and verdict.refusals[0].sentence.key == "palagonia.different_board":
            return "unsure", detail, say(language, "verdict.no_board_undo")
        return "wrong", say(language, "verdict.illegal"), detail
    gains = [
        f"{name} +{gain}" for name, gain in zip(game.players, verdict.gains, strict=False) if gain
    ]
    text = say(language, "game.legal", player=game.players[game.mover])
    if gains:
        return (
            "win",
            say_word(language, "list separator").join(gains),
            say_phrase(language, verdict.sentences[0]),
        )
    return "fine", text, say_phrase(language, verdict.sentences[0])


def _what_is_owed(game: PalagoniaGame, verdict: PalagoniaVerdict, language: str) -> str:
    """All ways in which a lay that has begun becomes what one of the dice asks for."""
    more, back = ways_to_finish(game, verdict)
    if len(more) == 1 and not back:
        return say(language, "verdict.more_tiles", count=more[0])
    said = {
        "faces": _faces_allowed(game, language),
        "laid": len(verdict.fresh),
        "count": len(verdict.fresh),
        "more": say(language, "palagonia.or").join(map(str, more)),
    }
    if not back:
        return say(language, "palagonia.owed", **said)
    return say(language, "palagonia.owed_or_back", **said, back=back[0])


def _rolled_for_start(game: PalagoniaGame, language: str) -> str:
    """What everybody's die showed, so that all see who is ahead, or that nobody is."""
    rolls = [f"{game.players[who]} {say_word(language, die.value)}" for who, die in game.start_roll]
    between = say_word(language, "list separator")
    return say(language, "palagonia.start_rolled", rolls=between.join(rolls)) if rolls else ""


def _about_seen_dice(state: GameState, game: PalagoniaGame, language: str) -> str:
    """Whether the dice in the photo are the roll; nothing where they cannot be told."""
    faces = [face for face in _faces_seen(state, game, game.rules.dice) if face]
    if len(faces) < game.rules.dice:
        return ""
    roll = Roll.of([DieFace(face) for face in faces])
    return say(language, "palagonia.seen_roll", faces=say_phrase(language, roll_phrase(roll)))


def _about_start_dice(state: GameState, game: PalagoniaGame, language: str) -> str:
    """What the photos show of the rolls for the start, and what is still to be told; nothing where
    no photo was sent since they began."""
    reading, needed = Sight.of(state.sight).reading, len(game.contenders)
    if state.sight.digest is None or not (reading.dice or reading.warns_of("no_board")):
        return ""
    if not reading.dice:
        return say(language, "palagonia.no_die_seen")
    are_single = bool(_faces_seen(state, game, needed))
    lying = [die for dice in _photos_of_dice(state) for die in dice] if are_single else reading.dice
    between = say_word(language, "list separator")
    faces = between.join(_die_in_words(die, language) for die in lying)
    if not are_single:
        return say(language, "palagonia.whose_dice", faces=faces)
    key = "start_seen" if len(lying) == needed else "start_so_far"
    return say(language, f"palagonia.{key}", faces=faces)


def _die_in_words(die: DieReading, language: str) -> str:
    """The face on top, with a question mark where it is not sure."""
    sign = "" if die.as_seen().is_sure else "?"
    return f"{say_word(language, die.face) if die.face else ''}{sign}"


def _rolls_that_fit(verdict: PalagoniaVerdict, language: str) -> str:
    """The face that one of the dice must have shown, if only one fits what was played."""
    rolls = [set(roll.faces) for roll in verdict.rolls]
    faces = [say_word(language, face.value) for face in set.intersection(*rolls)] if rolls else []
    if len(faces) != 1:
        return say(language, "palagonia.roll_before")
    return say(language, "palagonia.which_roll", face=faces[0])


def _faces_allowed(game: PalagoniaGame, language: str) -> str:
    allowed = [
        say_word(language, choice.face.value) for choice in game.die_choices() if choice.legal
    ]
    return say(language, "palagonia.or").join(allowed or [say_word(language, "remove")])


def score_item(found: Score, board: Board, language: str, *, earlier: bool = False) -> Item:
    """What a closed creature counts, its loops and legs as parts that light up one by one."""
    level = "info" if earlier or not found.points else "win"
    text = say_phrase(language, headline(found))
    text = text[:1].upper() + text[1:]  # the shape's name stands first in some languages
    parts = tuple(_parts(found, language))
    return Item.of_group(level, text, found.group, board, parts=parts, lit=level == "win")


def _parts(found: Score, language: str) -> Iterator[Item]:
    """A creature's loops and legs one by one."""
    if found.outer is not None:
        outer = found.outer.curve
        yield Item("info", say(language, "shape.outer"), outer.tiles, curve=curve_path(outer))
    for number, loop in enumerate(found.inner, start=1):
        names = {"colour": say(language, f"colour.{loop.colour.value}")}
        text = say(
            language,
            "shape.inner_round",
            number=number,
            shape=say_word(language, loop.shape),
            **names,
        )
        yield Item("info", text, loop.curve.tiles, curve=curve_path(loop.curve))
    for number, leg in enumerate(found.legs, start=1):
        yield Item("info", say(language, "shape.leg", number=number), leg.tiles, curve=leg.path)
    for leg in found.internal_legs:
        yield Item("info", say(language, "shape.inner_leg"), leg.tiles, curve=leg.path)
