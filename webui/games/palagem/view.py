"""Palagem on the page: who chooses, who lays, whose palagem has appeared."""

from __future__ import annotations

from typing import Any

from ....engine.palagem.pattern import Palagem
from ....engine.phrases import Phrase
from ...texts import say, say_phrase
from ..pictures.items import Item, cells_json
from ..pictures.photo_items import photo_items
from ..sight import Palette
from ..state import State
from .play import PalagemPlay, PalagemVerdict


def palagem_view(state: State, play: PalagemPlay, language: str, drawn: Any) -> dict[str, Any]:
    """Players with their palagems, and the verdict; ``drawn(board, palette)`` makes a picture."""
    game = play.game
    verdict = play.verdict(state.sight)
    palagems = game.palagems if game is not None else play.chosen
    turn = game.mover if game is not None else play.chooser
    added = [cell for cell in sorted(state.sight.tiles) if cell not in play.board]
    return {
        "turn": None if play.over or turn is None else play.players[turn],
        "turn_number": len(play.entries) + 1,
        "tiles_left": None if game is None else game.tiles_left,
        "over": play.over,
        "result": _result(play, language),
        "fresh": cells_json(added) if len(play.board) else [],
        "claims": game is not None and game.options.claims,
        "players": [
            {
                "name": name,
                "points": None,
                "gain": 0,
                "on_turn": index == turn and not play.over,
                "palagem": _picture(palagem, state.sight.palette, drawn),
            }
            for index, (name, palagem) in enumerate(zip(play.players, palagems, strict=True))
        ],
        "verdict": _verdict_json(state, play, verdict, language),
    }


def _picture(palagem: Palagem | None, palette: Palette, drawn: Any) -> str | None:
    return None if palagem is None else str(drawn(palagem.board, palette))


def _result(play: PalagemPlay, language: str) -> dict[str, Any] | None:
    if play.game is None or play.game.outcome is None:
        return None
    sentence = play.game.outcome.sentence(play.players)
    return {"winner": play.game.result, "text": say_phrase(language, sentence)}


def _verdict_json(
    state: State, play: PalagemPlay, verdict: PalagemVerdict, language: str
) -> dict[str, Any]:
    lies_still = state.sight.board == play.board or not state.sight.tiles
    refused = _said(verdict.refusal, language)
    ready = verdict.chosen is not None or verdict.after is not None
    items = []
    if play.game is not None and play.game.outcome is not None:
        made = play.game.outcome.made
        items += [
            Item("win", play.players[player], tuple(sorted(board.cells)))
            for player, board in made.items()
        ]
    elif refused and not lies_still:
        items.append(Item("wrong", refused, verdict.tiles))
    items += photo_items(state.sight, language)
    level, text, detail = _headline(state, play, verdict, lies_still, refused, language)
    return {
        "level": level,
        "text": text,
        "detail": detail,
        "items": [item.to_json() for item in items],
        "choices": [],
        "can_confirm": ready and not lies_still and not play.over,
        "can_accept": False,
        "legal": ready,
        "move": verdict.words,
    }


def _said(refusal: Phrase | str | None, language: str) -> str:
    if isinstance(refusal, Phrase):
        return say_phrase(language, refusal)
    return say(language, refusal) if refusal else ""


def _headline(
    state: State,
    play: PalagemPlay,
    verdict: PalagemVerdict,
    lies_still: bool,
    refused: str,
    language: str,
) -> tuple[str, str, str]:
    if play.game is not None and play.game.outcome is not None:
        return "win", say_phrase(language, play.game.outcome.sentence(play.players)), ""
    if play.chooser is not None:
        player = play.players[play.chooser]
        text = say(language, "palagem.choose", player=player)
        if verdict.chosen is not None:
            return "fine", text, say(language, "palagem.confirm_choice")
        return "info", text, say(language, "palagem.choose_help")
    assert play.game is not None  # everybody has chosen
    mover = play.players[play.game.mover]
    if lies_still:
        key = "palagem.lay" if play.game.tiles_left else "palagem.take"
        return "info", say(language, "palagonia.plays", player=mover), say(language, key)
    unsure = sum(tile.unsure for tile in state.sight.tiles.values())
    if unsure:
        return "unsure", say(language, "verdict.unsure", count=unsure), refused
    if verdict.after is None:
        return "wrong", say(language, "verdict.illegal"), refused
    if verdict.after.outcome is not None:
        sentence = verdict.after.outcome.sentence(play.players)
        return "win", say_phrase(language, sentence), say(language, "verdict.confirm_end")
    return "fine", say(language, "palagonia.legal", player=mover), verdict.words or ""
