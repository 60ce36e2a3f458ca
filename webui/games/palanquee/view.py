"""Palanquée on the page: whose turn it is, what may be done with each piece, and what stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....engine.palanquee.advice.analysis import Analysis, Capture
from ....engine.palanquee.judging.referee import PalanqueeVerdict
from ....engine.palanquee.play.actions import ActionKind, PalanqueeAction
from ....engine.palanquee.play.game import PalanqueeTurn
from ....engine.palanquee.play.match import END, PalanqueeMatch, palanquee_action_phrase
from ....engine.palanquee.table.board import cell_name, cells_of, names_of
from ....engine.palanquee.table.pieces import NUMBERS, SEEDS_OF_A_PLAYER
from ....engine.phrases import Phrase
from ...tables.board_sight import BoardSight
from ...texts import say, say_phrase, say_word
from ..names import seat_said
from ..pictures.hidden_part import HiddenPart
from ..pictures.items import Item, photo_items
from ..pictures.verdicts import verdict_json
from ..printed.page import NOTHING_TO_DO, pieces_json, seeds_json, seen_garden
from .going_on import going_on_verdict, is_under_way, seat_called
from .program import PalanqueeState, colours_of_program, programs_turn


def palanquee_view(state: PalanqueeState, language: str) -> dict[str, Any]:
    """Players with their reserves, the turn, and what may be done with every piece."""
    play = state.playing
    match = play.game
    position = match.position
    sight = BoardSight.of(state.sight)
    judged = not sight.lies_still(position)
    under_way = is_under_way(state, match)
    part = HiddenPart(bool(sight.covered), bool(sight.cut), state.is_watched)
    verdict = _verdict(state, match, sight, part, language)
    if under_way:
        verdict = going_on_verdict(match, sight, language)
    elif judged:
        verdict = judged_verdict(match, sight, part, state.verdict, language)
    if judged and state.may_begin_here and part:
        # No earlier board tells what lies there, and one that is seen whole is judged anew.
        said = {"text": part.said(language), "detail": part.help(language)}
        verdict |= {"level": "unsure", **said}
    return {
        "board": position.to_text(),
        "table": play.plug.table.name,
        "turn": match.on_turn,
        "turn_number": sum(position.turns) + 1,
        "over": match.over,
        "result": match.result and {"winner": match.result, "text": _ending(match, language)},
        "players": [
            _player(match, colour, language) | {"program": colour in colours_of_program(state)}
            for colour in position.players
        ],
        "garden": seen_garden(
            sight.standing(position), () if under_way else state.verdict.fresh, state.verdict.unsure
        )
        | {"owed": match.game.owed, "may_turn": state.may_begin_here and sight.seen.may_be_turned}
        if judged
        else _garden(match, is_ours=not programs_turn(state))
        | ({} if play.resigned is None else NOTHING_TO_DO),
        **seeds_json(state),
        "verdict": verdict,
    }


def _player(match: PalanqueeMatch, colour: str, language: str) -> dict[str, Any]:
    position = match.position
    reserve = position.reserve[position.players.index(colour)]
    seeds = position.pieces.count(NUMBERS[colour])[0]
    return {
        "name": seat_said(match.name_of(colour), language),
        "colour": colour,
        "colour_name": say_word(language, colour),
        "on_turn": not match.over and colour == position.to_move,
        "out": colour not in position.still_in,
        "seeds": reserve.seeds,
        "sprouts": reserve.sprouts,
        "lost": max(0, SEEDS_OF_A_PLAYER - seeds - reserve.seeds),
    }


def _garden(match: PalanqueeMatch, *, is_ours: bool = True) -> dict[str, Any]:
    """What stands where, and the legal actions by what one touches first; none of them where the
    program is on turn."""
    game = match.game
    lone: dict[str, list[str]] = {}
    led: dict[str, dict[str, list[str]]] = {"move": {}, "hatch": {}}
    for action in game.legal_actions() if is_ours else ():
        if action.to is None:
            word = f"{action.kind.value}{'_seed' if action.seed else ''}"
            lone.setdefault(word, []).append(cell_name(action.cell))
        else:
            targets = led[action.kind.value].setdefault(cell_name(action.cell), [])
            targets.append(cell_name(action.to))
    lone[ActionKind.CLAIM.value] = [cell_name(claim.cell) for claim in game.legal_claims()]
    return {
        "pieces": pieces_json(match.position.pieces),
        "legal": lone,
        "led": led,
        "owed": game.owed,
        "owed_by_plant": [
            {"cells": names_of(group), "count": count}
            for group, count in game.owed_by_group.items()
        ],
        "can_end": not match.over and game.begun and is_ours,
        "latest": [cell_name(cell) for cell in match.fresh],
        "is_seen": False,
    }


def _ending(match: PalanqueeMatch, language: str) -> str:
    outcome = match.game.outcome
    if outcome is None or outcome.winner is None:
        return say_phrase(language, Phrase("palanquee_draw"))
    return say(language, "game.wins", player=seat_said(match.name_of(outcome.winner), language))


def _verdict(
    state: PalanqueeState,
    match: PalanqueeMatch,
    sight: BoardSight,
    part: HiddenPart,
    language: str,
) -> dict[str, Any]:
    last = match.deed.phrase if match.deed is not None else None
    told = "" if last is None else say_phrase(language, last)
    if match.over:
        level, text = "win", _ending(match, language)
    else:
        level = "info"
        text = say(
            language,
            "palanquee.plays",
            player=seat_called(match, match.position.to_move, language),
            count=match.game.owed,
        )
    if programs_turn(state):
        text = say(language, "partner.thinks", colour=say_word(language, match.position.to_move))
    claims = list(_claims(match, language))
    if not match.over and not match.position.pieces.of_colour(match.position.colour):
        sows = Phrase("palanquee_sows_first", {"colour": match.position.to_move})
        told = say_phrase(language, sows)
    if claims:  # only now, before the next action: it stands where everybody looks
        told = claims[0].text
    items = [*_plants(match, language), *claims]
    if not match.over:  # once it is, nothing is to be photographed any more
        items = [*_not_seen(sight, part, language), *items]
    if state.shows_threats and not match.over:
        items += study_items(match.game, language)
    return verdict_json(level, text, told[:1].upper() + told[1:], items)


def _plants(match: PalanqueeMatch, language: str) -> Iterator[Item]:
    """What is still due to each plant and parasite of the player on turn."""
    for group, count in match.game.owed_by_group.items():
        place = cell_name(cell_of_plant(match, group))
        text = say(language, "palanquee.owes", cell=place, count=count)
        yield Item("info", text, tuple(names_of(group)))


def cell_of_plant(match: PalanqueeMatch, group: int) -> int:
    """The cell by which a plant is spoken of: its first seed's; a parasite's first one."""
    seeds = match.position.pieces.seeds_of(match.position.colour)
    return next(cells_of(group & seeds or group))


def _claims(match: PalanqueeMatch, language: str) -> Iterator[Item]:
    cells = tuple(cell_name(claim.cell) for claim in match.game.legal_claims())
    if cells:
        phrase = Phrase("palanquee_may_be_claimed", {"cells": cells})
        yield Item("unsure", say_phrase(language, phrase), cells)


#: Lines of a kind at most, and pieces that a column may lack to be named.
MOST_LINES = 4
NEAR_SATURATION = 2


def study_items(game: PalanqueeTurn, language: str) -> list[Item]:
    """Captures, dangers, forbidden cells, columns nearly full, buttons, leaves, hanging sprouts."""
    found = Analysis(game)
    items = [_capture("fine", "takes", one, language) for one in found.captures[:MOST_LINES]]
    items += [_capture("wrong", "danger", one, language) for one in found.dangers[:MOST_LINES]]
    return [*items, *_forbidden(found, language), *_figures(found, language)]


def _capture(level: str, key: str, capture: Capture, language: str) -> Item:
    taken = tuple(names_of(capture.taken))
    text = say(
        language,
        f"palanquee.{key}",
        what=say_phrase(language, palanquee_action_phrase(capture.action)),
        count=len(taken),
    )
    target = () if capture.action.target is None else (cell_name(capture.action.target),)
    return Item(level, text, (*target, *taken))


def _forbidden(found: Analysis, language: str) -> Iterator[Item]:
    if not found.forbidden:
        return
    parts = tuple(
        Item("info", say_phrase(language, refusal.why), tuple(map(cell_name, refusal.cells)))
        for refusal in found.forbidden.values()
    )
    cells = tuple(map(cell_name, found.forbidden))
    text = say(language, "palanquee.forbidden", count=len(cells))
    yield Item("info", text, cells, parts=parts)


def _figures(found: Analysis, language: str) -> Iterator[Item]:
    position = found.game.position
    occupied = position.pieces.occupied
    for letter, missing in found.columns.items():
        if 0 < missing <= NEAR_SATURATION:
            cells = tuple(name for name in names_of(occupied) if name[0] == letter)
            text = say(language, "palanquee.column", column=letter, count=missing)
            yield Item("unsure", text, cells)
    centres, buttons = found.buttons(position.to_move)
    whole, leaves = found.leaves(position.to_move)
    for key, cells in (
        ("buttons", tuple(map(cell_name, centres))),
        ("leaves", tuple(name for leaf in whole for name in names_of(leaf))),
        ("nearly_button", tuple(cell_name(missing) for _, missing in buttons)),
        ("nearly_leaf", tuple(cell_name(missing) for _, missing in leaves)),
        ("hanging", tuple(map(cell_name, found.hanging))),
    ):
        if cells:
            yield Item("info", say(language, f"palanquee.{key}"), tuple(dict.fromkeys(cells)))


def _not_seen(sight: BoardSight, part: HiddenPart, language: str) -> Iterator[Item]:
    """What hides a part of the board may hide a turn, too."""
    if part:
        cells = (*sight.covered, *sight.cut)
        yield Item("unsure", part.said(language), cells)
        yield Item("info", part.help(language), cells)
    for doubt in sight.hatched(language):
        yield Item("info", doubt.text, doubt.cells)


def judged_verdict(
    match: PalanqueeMatch,
    sight: BoardSight,
    part: HiddenPart,
    verdict: PalanqueeVerdict,
    language: str,
) -> dict[str, Any]:
    """What is to be said of the board that was seen."""
    items = [
        Item(
            found.level,
            say_phrase(language, _in_words(found.phrase)),
            tuple(map(cell_name, found.cells)),
        )
        for found in verdict.findings
    ]
    level, text = _headline(match, verdict, language)
    told = [*(item for item in items if item.level == level), *items]
    detail = told[0].text if told else ""
    if verdict.legal and verdict.unsure and sight.lacks_sign:
        detail = say(language, "warning.seeds")  # one tap may settle all that is unsure
    items += photo_items(sight, language)
    if part and not verdict.legal:
        items.append(Item("info", part.help(language), (*sight.covered, *sight.cut)))
    return verdict_json(
        level,
        text,
        detail,
        items,
        choices=_choices(verdict, language),
        can_confirm=verdict.settled and bool(verdict.actions),
    )


def _in_words(phrase: Phrase) -> Phrase:
    """A finding with its actions told as everywhere on the page: the notation is English."""
    actions: Any = phrase.values.get("actions", ())
    told = tuple(palanquee_action_phrase(PalanqueeAction.from_text(text)) for text in actions)
    return Phrase(phrase.key, {**phrase.values, "actions": told})


def _headline(match: PalanqueeMatch, verdict: PalanqueeVerdict, language: str) -> tuple[str, str]:
    who = {"player": seat_called(match, match.position.to_move, language), "count": verdict.owed}
    if verdict.missed:
        return "unsure", say(language, "verdict.missed")
    if not verdict.legal:
        return "wrong", say(language, "verdict.illegal")
    if verdict.unsure:
        return "unsure", say(language, "palanquee.check", count=len(verdict.unsure))
    if not verdict.settled:
        key = "verdict.question" if len(verdict.ways) > 1 else "palanquee.so_far"
        return "unsure", say(language, key, **who)
    if verdict.after is not None and verdict.after.over:
        return "win", _ending(verdict.after, language)
    return "fine", say(language, "palanquee.legal", **who)


def _deeds(match: PalanqueeMatch, turns: tuple[str, ...], language: str) -> Iterator[str]:
    """Some turns in words, with what they take."""
    for turn in turns:
        match = match.play(turn)
        if match.deed is not None and match.deed.phrase is not None:
            yield say_phrase(language, match.deed.phrase)


def _choices(verdict: PalanqueeVerdict, language: str) -> list[dict[str, Any]]:
    """The answers to the question which turn was played, or whether it is over."""
    if verdict.unsure:
        return []
    found = []
    for answer in verdict.answers:
        turn = " / ".join(answer.actions)
        is_so_far = answer.actions == verdict.actions and verdict.owed
        if is_so_far or turn.endswith(END):
            caption = say(language, f"palanquee.{'turn_goes_on' if is_so_far else 'turn_over'}")
        else:
            caption = " / ".join(_deeds(verdict.before, answer.actions, language))
            caption = caption[:1].upper() + caption[1:]
        found.append({"move": turn, "text": caption, "caption": caption, "cells": []})
    return found
