"""Palagem on the page: who chooses, who lays, whose palagem has appeared."""

from __future__ import annotations

from typing import Any, TypeAlias

from ....engine.games.onward import holds_several_turns
from ....engine.palagem.choosing import PalagemChoosing
from ....engine.palagem.game import PalagemGame
from ....engine.palagem.pattern import RHOMBUS, Palagem
from ....engine.palagem.referee import PalagemVerdict
from ....engine.phrases import Phrase
from ...texts import say, say_phrase
from ..pictures.items import Item, photo_items, places_json
from ..pictures.tile_table import thumbnail
from ..pictures.verdicts import verdict_json
from ..state import GameState, StateOf

PalagemState: TypeAlias = StateOf[PalagemGame | PalagemChoosing, PalagemVerdict]


def palagem_view(state: PalagemState, language: str) -> dict[str, Any]:
    """Players with their palagems, what they may claim, and the verdict."""
    play = state.playing
    game = play.game
    verdict, ending = state.verdict, _ending(game, language)
    return {
        "turn": game.on_turn,
        "turn_number": len(play.entries) + 1,
        "tiles_left": game.tiles_left,
        "over": play.over,
        "result": None if ending is None else {"winner": game.result, "text": ending},
        "fresh": places_json(verdict.fresh) if len(play.board) else [],
        "claims": game.claims,
        "offers": _claims(game, language),
        "players": [
            {
                "name": name,
                "on_turn": name == game.on_turn,
                "palagem": drawn,
                "picture": drawn,
                "pictured": palagem and _pictured(palagem, language),
            }
            for name, palagem, drawn in zip(
                game.players, game.palagems, _drawn(state, game), strict=True
            )
        ],
        "verdict": _verdict_json(state, game, verdict, language),
    }


def _drawn(state: GameState, game: PalagemGame | PalagemChoosing) -> list[str | None]:
    """Each player's palagem as a small picture, None where none is chosen."""
    palette = state.sight.palette
    return [None if one is None else thumbnail(one.board, palette) for one in game.palagems]


def _pictured(palagem: Palagem, language: str) -> str:
    """A palagem in words, for who does not see its picture: the letters of its two rows."""
    top, bottom = (" ".join(row) for row in (palagem.letters[:2], palagem.letters[2:]))
    return say(language, "palagem.pictured", top=top, bottom=bottom)


def _claims(game: PalagemGame | PalagemChoosing, language: str) -> list[dict[str, Any]]:
    """What each player may ask for by a tap: to have won."""
    return [
        {"text": say(language, "page.claim", player=name), "change": "claim", "player": number}
        for number, name in enumerate(game.players if game.claims else (), 1)
    ]


def _ending(game: PalagemGame | PalagemChoosing, language: str) -> str | None:
    """How it has ended, None where it goes on."""
    return None if game.ending is None else say_phrase(language, game.ending.sentence)


def _won(game: PalagemGame | PalagemChoosing | None, language: str) -> str | None:
    """Who has won, to be read across the table; where their palagem lies is lit."""
    if game is None or game.outcome is None:
        return None
    if game.outcome.loser is not None:
        return _ending(game, language)
    return say(language, "game.wins", player=game.result)


def _verdict_json(
    state: GameState, game: PalagemGame | PalagemChoosing, verdict: PalagemVerdict, language: str
) -> dict[str, Any]:
    lies_still = state.sight.lies_still(game.board)
    refused = say_phrase(language, verdict.refusal or "")
    items = []
    outcome = game.outcome
    if outcome is None and verdict.after is not None and not lies_still:
        outcome = verdict.after.outcome
    if outcome is not None:
        items += [
            Item("win", game.players[player], tuple(sorted(board.cells)), lit=True)
            for player, board in outcome.made.items()
        ]
    elif refused and not (
        lies_still or _is_begun(game, verdict) or _are_several(state, game, verdict)
    ):
        items.append(Item("wrong", refused, verdict.tiles))
    items += photo_items(state.sight, language)
    return verdict_json(
        *_headline(state, game, verdict, lies_still, refused, language),
        items,
        can_confirm=verdict.legal and not lies_still and not game.over,
        legal=verdict.legal,
        move=" / ".join(verdict.actions) or None,
    )


def _is_begun(game: PalagemGame | PalagemChoosing, verdict: PalagemVerdict) -> bool:
    """Whether a palagem may still become of what lies there: nothing is wrong with that yet."""
    return None in game.palagems and len(verdict.board) < len(RHOMBUS)


def _are_several(
    state: GameState, game: PalagemGame | PalagemChoosing, verdict: PalagemVerdict
) -> bool:
    """Whether turns are missing; while palagems are chosen there are none, and where tiles are gone
    nobody knows how many."""
    if None in game.palagems or game.board.cells - verdict.board.cells:
        return False
    return holds_several_turns(state.playing.plug, game, verdict.board)


def _what_to_lay(game: PalagemGame | PalagemChoosing) -> str:
    """The key of what the mover is asked for: the first tiles have less to touch."""
    if not game.tiles_left:
        return "palagem.take"
    return {0: "palagem.lay_first", 1: "palagem.lay_second"}.get(len(game.board), "palagem.lay")


def _headline(
    state: GameState,
    game: PalagemGame | PalagemChoosing,
    verdict: PalagemVerdict,
    lies_still: bool,
    refused: str,
    language: str,
) -> tuple[str, str, str]:
    ended = _won(game, language)
    if ended is not None:
        return "win", ended, ""
    unsure = state.sight.unsure
    if None in game.palagems:
        text = say(language, "palagem.choose", player=game.on_turn)
        if verdict.legal and unsure:
            text = say(language, "verdict.unsure", count=unsure)
            return "unsure", text, say(language, "palagem.confirm_choice")
        if verdict.legal:
            return "fine", text, say(language, "palagem.confirm_choice")
        # Who chooses though others have chosen after them has lost the own palagem to an equal one.
        again = any(game.palagems[game.palagems.index(None) :])
        return (
            "info",
            text,
            say(language, "palagem.choose_again" if again else "palagem.choose_help"),
        )
    mover = game.on_turn
    if lies_still:
        text = say(language, "game.plays", player=mover)
        return "info", text, say(language, _what_to_lay(game))
    if unsure:
        return "unsure", say(language, "verdict.unsure", count=unsure), refused
    if _are_several(state, game, verdict):
        laid = {"count": len(verdict.board.cells - game.board.cells), "expected": 1}
        told = Phrase("wrong_count_of_turns", laid)
        return "unsure", say(language, "verdict.missed"), say_phrase(language, told)
    if not verdict.legal:
        return "wrong", say(language, "verdict.illegal"), refused
    ends = _won(verdict.after, language)
    if ends is not None:
        return "win", ends, say(language, "verdict.confirm_end")
    legal = say(language, "game.legal", player=mover)
    return "fine", legal, " ".join(verdict.actions)
