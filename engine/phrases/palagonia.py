"""What Palagonia's referee says, in English; ``engine.phrases`` puts the values in.

Keys that name a rule's breach come with the number of the rule (rules, section Palagonia).
"""

from __future__ import annotations

from collections.abc import Mapping

PALAGONIA_WORDS: Mapping[str, str] = {
    "remove": "Remove",
    "rotate": "Rotate",
    "eye": "eye",
    "bone": "bone",
    "worm": "worm",
    "starfish": "starfish",
    "ring": "ring",
    "snail": "snail",
    "creature": "creature",
    "open shape": "shape that is not closed",
}

PALAGONIA_ENGLISH: Mapping[str, str] = {
    "palagonia.by_rule": "{sentence} ({rule}).",
    # -- the rules' names
    "palagonia.rule.1": "Palagonia 1, the start",
    "palagonia.rule.2": "Palagonia 2, the turn",
    "palagonia.rule.3": "Palagonia 3, a number",
    "palagonia.rule.4": "Palagonia 4, Remove",
    "palagonia.rule.5": "Palagonia 5, Rotate",
    "palagonia.rule.6": "Palagonia 6, scoring",
    "palagonia.rule.7": "Palagonia 7, sharing",
    "palagonia.rule.8": "Palagonia 8, the end",
    "palagonia.rule.9": "Palagonia 9, solitaire",
    # -- the start
    "palagonia.start_rolls": "{players}: roll one die each to see who begins.",
    "palagonia.start_first": "The game has not begun: everybody still rolls one die.",
    "palagonia.start_dice": "{expected} players roll one die each; {count} dice were given.",
    "palagonia.start_begins": "{player} begins and lays {number} tiles.",
    "palagonia.start_over": "No tile is left on the table: everybody rolls one die to start again.",
    # -- the turn
    "palagonia.roll_first": "{player} must roll the dice first.",
    "palagonia.roll_obeyed_first": "The roll {roll} must be obeyed before the next one.",
    "palagonia.faces.1": "{first}",
    "palagonia.faces.2": "{first} and {second}",
    "palagonia.wrong_dice": "A turn is rolled with {expected} dice; {count} were given.",
    "palagonia.not_thrown": "The dice show {roll}: {action} is not among them.",
    "palagonia.must_remove": "Neither die can be carried out: an external tile must be removed.",
    "palagonia.no_passing": "Nothing was changed: no player may pass.",
    "palagonia.several_actions": (
        "Only one die is obeyed: tiles were {first} and {second} (look at {tiles})."
    ),
    "palagonia.done.added": "added",
    "palagonia.done.removed": "removed",
    "palagonia.done.turned": "turned",
    "palagonia.two_turns": (
        "Or two turns were played, and a photo between them is missing: which tiles came first?"
    ),
    "palagonia.moved": "The tile at {tiles} was moved: it must stay where it lay.",
    "palagonia.different_board": "This is not the same table: hardly any tile lies as before.",
    "palagonia.another_turn": "A double: {player} has another turn.",
    "palagonia.next_turn": "It is {player}'s turn.",
    "palagonia.action.lay": "playing one tile|playing {count} tiles",
    "palagonia.action.remove": "removing a tile",
    "palagonia.action.rotate": "rotating a tile",
    # -- a number
    "palagonia.wrong_count": (
        "Exactly {expected} tiles must be played; one was.|Exactly {expected} tiles must be "
        "played; {count} were."
    ),
    "palagonia.no_such_number": (
        "One tile was played; no die shows that number.|{count} tiles were played; no die "
        "shows that number."
    ),
    "palagonia.bag": "{expected} tiles are asked for; the bag holds {left}.",
    "palagonia.taken": "A tile lies already at {tiles}.",
    "palagonia.twice": "Two tiles were played at {tiles}.",
    "palagonia.odd": "The tile at {tiles} is turned so that its colours do not match its place.",
    "palagonia.apart": "The tile at {tiles} does not join the palago.",
    "palagonia.scattered": (
        "The tiles played ({tiles}) are not connected to one another, and not all of them are "
        "used to close one creature."
    ),
    "palagonia.hole": "A single hole was made at {tiles}: that is never allowed.",
    # -- Remove
    "palagonia.remove_empty": "No tile lies at {tiles}.",
    "palagonia.remove_internal": "The tile at {tiles} has six neighbours: it may not be removed.",
    "palagonia.remove_splits": "Without the tile at {tiles} the palago falls apart.",
    "palagonia.remove_one": "Exactly one tile is removed; {count} were ({tiles}).",
    "palagonia.nothing_to_remove": "No tile can be removed.",
    # -- Rotate
    "palagonia.rotate_empty": "No tile lies at {tiles}.",
    "palagonia.rotate_external": (
        "The tile at {tiles} has {neighbours} neighbours; only one with six may be rotated."
    ),
    "palagonia.rotate_unchanged": "The tile at {tiles} lies as before: it must be turned.",
    "palagonia.rotate_one": "Exactly one tile is rotated; {count} were ({tiles}).",
    "palagonia.no_internal": "No tile has six neighbours: none can be rotated.",
    # -- scoring
    "palagonia.scores": "{colour} {shape}: {points} points, loops {loops}, legs {legs}.",
    "palagonia.scores_double": (
        "{colour} {shape}, a friendly creature: {points} points, loops {loops}, legs {legs}, "
        "counted twice."
    ),
    "palagonia.scores_not": "{colour} {shape}: no points, loops {loops}, legs {legs}. {reason}.",
    "palagonia.outer_loop": "outer loop through {count} tiles: {tiles}",
    "palagonia.inner_loop": "inner loop round a {colour} {shape}: {tiles}",
    "palagonia.leg": "leg: {tiles}",
    "palagonia.internal_leg": "leg into an inner loop, not counted: {tiles}",
    "palagonia.score.eye": "An eye does not score.",
    "palagonia.score.bone": "A bone does not score.",
    "palagonia.score.empty_inside": "Not closed: an empty cell inside ({tiles}).",
    "palagonia.score.too_small": "Fewer than {least} points do not score.",
    "palagonia.score.broken": "A tile that is turned wrong breaks the line round it.",
    "palagonia.score.not_all_tiles": "The tile at {tiles} was played but is not part of it.",
    "palagonia.score.first_lay": "The first lay does not score.",
    "palagonia.score.not_a_number": "Only new tiles score: Remove and Rotate never do.",
    "palagonia.shared": "{mover} and {before} get {points} points each.",
    "palagonia.kept_extra": "An extra turn: {mover} alone gets {points} points.",
    "palagonia.kept": "{mover} gets {points} points.",
    "palagonia.nameless_shared": (
        "The mover gets {points} points; the player before does too, unless a double gave the turn."
    ),
    "palagonia.nameless_kept_extra": "An extra turn: the mover alone gets {points} points.",
    "palagonia.nameless_kept": "The mover gets {points} points.",
    # -- the end
    "palagonia.over": "The game is over: the bag was emptied.",
    "palagonia.wins": "{players} wins with {points} points.",
    "palagonia.shares": "{players} share the win with {points} points each.",
    # -- what was done
    "palagonia.played": "One tile played: {tiles}.|{count} tiles played: {tiles}.",
    "palagonia.removed": "The tile at {tiles} was removed.",
    "palagonia.rotated": "A tile was rotated: {tile}.",
}
