"""What the engine says to players: message keys with values, and their English wording.

The engine never builds a sentence from pieces. It names a key of :data:`ENGLISH` and the values
to put in, so that a page can say the same in another language from a table with the same keys.
``one|many`` are the forms of a sentence for the number ``count`` (:mod:`.language`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .dice import DICE_ENGLISH
from .evening import EVENING_ENGLISH
from .language import Language
from .palagonia import PALAGONIA_ENGLISH, PALAGONIA_WORDS
from .palanquee import PALANQUEE_ENGLISH, PALANQUEE_WORDS
from .puzzles import PUZZLES_ENGLISH
from .review import REVIEW_ENGLISH
from .watching import WATCHING_ENGLISH

Value = str | int | tuple[str, ...]

_WORDS: Mapping[str, str] = {
    "white": "White",
    "blue": "Blue",
    "list separator": "; ",
    "last separator": " and ",
    **PALAGONIA_WORDS,
    **PALANQUEE_WORDS,
}

_SENTENCES: Mapping[str, str] = {
    "plain": "{text}",
    "same_names": "Two players have the same name.",
    "palagems_chosen": "All palagems are chosen.",
    "palagems_first": "All players choose their palagems first.",
    "palagem_players": "Palagem is for {least} to {most} players with different names.",
    "palagem_one_tile": "One tile a turn is played.",
    # -- placing tiles
    "unknown_option": "{name} is no option of {game}; there are {known}.",
    "wrong_count": (
        "1 tile was added ({tiles}); {expected} are to be played.|{count} tiles were added "
        "({tiles}); {expected} are to be played."
    ),
    "wrong_count_single": "{count} tiles were added ({tiles}); one is to be played.",
    "nothing_added": "No tile was added.",
    "not_adjacent": "The tiles at {tiles} do not touch each other.",
    "not_touching": "No tile of {tiles} touches a tile that lay there before.",
    "not_connected": "The tile at {tiles} does not hang together with the others.",
    "odd_rotation": "The tile at {tiles} is turned so that its colours do not match its place.",
    "cell_taken": "A tile lies already at {tiles}.",
    "dead_hole": (
        "The tile at {tiles} lies in a hole closed on six sides: it may be filled only by a tile "
        "that ends the game alone."
    ),
    "after_end_second_tile": (
        "The tile at {first} ended the game; the tile at {tiles} is not played."
    ),
    "after_end": "The game was over; nothing more is played (tiles at {tiles}).",
    # -- what happened to tiles that lay there before
    "old_tile_turned": "The tile at {tiles} was turned; it lay there before.",
    "old_tile_moved": "The tile at {tiles} was moved to {to}.",
    "old_tile_removed": "The tile at {tiles} was taken away.",
    "old_tiles_turned": "{count} tiles were turned; they lay there before.",
    "old_tiles_moved": "{count} tiles were moved.",
    "old_tiles_removed": "{count} tiles are missing: is this the right table?",
    "different_board": "This is not the same table: hardly any tile lies as before.",
    "two_in_one_cell": "Two tiles seem to lie at {tiles}.",
    "wrong_turn": "It was {colour}'s turn.",
    "unsure": "This rests on tiles that were not seen well ({tiles}): please check them.",
    # -- order and several explanations
    "order_decides": (
        "Which tile was placed first? With {first} first: {first_outcome}. "
        "With {second} first: {second_outcome}."
    ),
    "split_unclear": "Two moves seem to have been played: which tiles were the first move?",
    "two_readings": "The picture allows more than one explanation: please check the tiles.",
    # -- endings
    "closed_creature": "{colour} creature closed: {count} tiles, straights: {straights}.",
    "closed_eye": "{colour} eye closed at {tiles}: eyes never count.",
    "wins_own_creature": "{winner} wins: a {winner} creature is closed.",
    "wins_opponents_mistake": "{winner} wins: {loser} closed a {winner} creature.",
    "wins_both_closed": (
        "{winner} wins: one tile closed creatures of both colours, and then the mover, {loser}, "
        "loses."
    ),
    "wins_tie_break": (
        "{winner} wins on the tie-break: the largest open group of White has {white} straights, "
        "of Blue {blue}."
    ),
    "draw_tiles": "Draw: the tiles have run out.",
    "draw_tie_break": (
        "Draw: the tiles have run out, and the largest open groups have {white} straights each."
    ),
    "goes_on": "the game goes on",
    "resigns": "{who} resigns; {winner} wins.",
    "cannot_resign": "{who} cannot give this game up.",
    # -- a move that is right
    "legal_move": "{colour} played {tiles}.",
    "legal_moves_split": "Two moves were seen at once: {first}, then {second}.",
    # -- what is doubtful about a turn that was seen
    "offbeat_turn": "A turn before this one had too few or too many tiles: is this one whole?",
    "perhaps_two_turns": "There was a pause: perhaps two turns, {first} and {second}.",
    "perhaps_a_wrong_turn": "Perhaps two turns: one against the rules ({why}), then {second}.",
    "first_photo": "Is this the first turn of all, or had the game begun before?",
    "ends_no_turn": "No turn ends with this board.",
    "wrong_or_missing": "Was this one turn, against the rules, or is a photo missing before it?",
    # -- Palagem
    "palagem_touch_two": (
        "The tile at {tiles} touches 1 tile; it must touch two.|The tile at {tiles} touches "
        "{count} tiles; it must touch two."
    ),
    "palagem_touch_one": "The second tile must touch the first.",
    "palagem_free_edges": (
        "The tile at {tiles} has 1 free edge; at least three are needed.|The tile at {tiles} "
        "has {count} free edges; at least three are needed."
    ),
    "palagem_bag_not_empty": "There are tiles in the bag: take none from the table.",
    "palagem_bag_is_empty": "The bag is empty: take a tile with three free edges from the table.",
    "palagem_no_tile": "No tile lies at {tiles}.",
    "palagem_elsewhere": "The tile taken from {tiles} must be played elsewhere.",
    "palagem_splits": "Taking the tile at {tiles} leaves the tiles in more than one piece.",
    "palagem_equal": "Players {players} chose the same palagem; the one earlier in order changes.",
    "palagem_shape": "A palagem is four matching tiles in a 2 by 2 rhombus.",
    "palagem_equal_named": ("{players} chose the same palagem; the one earlier in order changes."),
    "palagem_wins_named": "{winner} wins: their palagem lies at {tiles}.",
    "palagem_mover_loses_named": "{mover} made the palagems of {players} and loses.",
    "palagem_wins": "Player {winner} wins: their palagem lies at {tiles}.",
    "palagem_mover_loses": "Player {mover} made the palagems of players {players} and loses.",
    **PALAGONIA_ENGLISH,
    **PUZZLES_ENGLISH,
    **REVIEW_ENGLISH,
    **WATCHING_ENGLISH,
    **DICE_ENGLISH,
    **PALANQUEE_ENGLISH,
    **EVENING_ENGLISH,
}

ENGLISH = Language(_SENTENCES, _WORDS)


@dataclass(frozen=True)
class Phrase:
    """Something to say: a key of the table and what to put in."""

    key: str
    values: Mapping[str, Value | Phrase] = field(default_factory=dict)

    def __str__(self) -> str:
        return render(self)

    def to_json(self) -> dict[str, object]:
        """Key, values and the English text."""
        return {
            "key": self.key,
            "values": {
                name: value.to_json()
                if isinstance(value, Phrase)
                else list(value)
                if isinstance(value, tuple)
                else value
                for name, value in self.values.items()
            },
            "text": render(self),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Phrase:
        """Read :meth:`to_json`'s object: to be said in whatever language."""
        return cls(value["key"], {name: _read(given) for name, given in value["values"].items()})


def _read(given: Any) -> Any:
    if isinstance(given, Mapping):
        return Phrase.from_json(given)
    return tuple(given) if isinstance(given, list) else given


class Refused(ValueError):
    """Something that cannot be done; ``sentences`` say why, for people, in any language."""

    def __init__(self, *sentences: Phrase | str) -> None:
        super().__init__(" ".join(map(str, sentences)))
        self.sentences = sentences


def render(phrase: Phrase, language: Language = ENGLISH) -> str:
    """A phrase as a sentence, in English unless another language's words are given.

    Raises KeyError where the language lacks the key.
    """
    shown = {name: _shown(value, language) for name, value in phrase.values.items()}
    return language.fill(phrase.key, shown)


def _shown(value: Value | Phrase, language: Language) -> str | int:
    if isinstance(value, Phrase):
        return render(value, language).rstrip(".。")
    words = language.words
    if isinstance(value, tuple):
        *first, last = value or ("",)
        joined = words["list separator"].join(first)
        return f"{joined}{words['last separator']}{last}" if first else last
    return words.get(value, value) if isinstance(value, str) else value
