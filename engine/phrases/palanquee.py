"""What Palanquée says to players: the engine's message keys and their English wording."""

from __future__ import annotations

from collections.abc import Mapping

PALANQUEE_WORDS: Mapping[str, str] = {
    "green": "Green",
    "red": "Red",
    "yellow": "Yellow",
    "violet": "Violet",
}

PALANQUEE_ENGLISH: Mapping[str, str] = {
    # -- why an action is refused
    "palanquee_format": (
        "{text} is no action. Write grow C5, grow C5 seed, move C5 D6, harvest C5, prune C5, "
        "hatch C5 H9 or sow C5."
    ),
    "palanquee_no_sprout": "No sprout of {colour} stands on {cell}.",
    "palanquee_no_seed": "No seed of {colour} stands on {cell}.",
    "palanquee_no_claim_piece": (
        "{cell} is neither the seed of an opponent's plant nor an opponent's parasite."
    ),
    "palanquee_cell_taken": "A piece stands on {cell} already.",
    "palanquee_no_sprout_left": "{colour} has no sprout in reserve.",
    "palanquee_no_seed_left": "{colour} has no seed in reserve.",
    "palanquee_touches_nothing": "{cell} touches no plant and no parasite of {colour}.",
    "palanquee_seed_touches_no_plant": (
        "{cell} touches no plant of {colour}; a parasite grows sprouts only."
    ),
    "palanquee_move_touches_nothing": (
        "{to} does not touch the plant as it is without the sprout on {cell}."
    ),
    "palanquee_single_parasite": (
        "A parasite of one sprout moves to a cell beside it that touches an enemy piece; {to} is "
        "no such cell."
    ),
    "palanquee_first_turns": (
        "{cell} is less than 3 away from the enemy piece on {enemy}; in the first three turns "
        "that is too near."
    ),
    "palanquee_harvest_last_seed": "The seed on {cell} is the only one of its plant.",
    "palanquee_harvest_isolates": "Without the seed on {cell}, {cells} would be isolated.",
    "palanquee_no_button": "The sprout on {cell} is not the centre of a button.",
    "palanquee_hatch_far": "{to} is more than five steps away from {cell}.",
    "palanquee_hatch_own": "{to} touches the own piece on {cells}: a parasite must land apart.",
    "palanquee_hatch_no_host": "{to} touches no living enemy plant or parasite.",
    "palanquee_hatch_again": (
        "The plant of {cell} has hatched in this turn already; one hatching a turn is allowed."
    ),
    "palanquee_no_action_left": "No plant or parasite that could act on {cell} has an action left.",
    "palanquee_no_seed_action_left": (
        "No plant that could act on {cell} has an action left that may place or take a seed."
    ),
    "palanquee_no_sowing_left": "There is no plant's action left in place of which to sow.",
    "palanquee_nothing_owed": "Nothing was owed for {cell}; nothing can be claimed.",
    "palanquee_claim_late": "Claims come before the first action of the turn.",
    "palanquee_leaf": (
        "The extra action of the leaf {cells} has been used; it must stay untouched this turn."
    ),
    "palanquee_between": "{cell} would stand between {first} and {last}.",
    "palanquee_line_between": "The line {cells} would stand between {first} and {last}.",
    "palanquee_against_edge": "{cell} would stand between {first} and the red edge.",
    "palanquee_line_against_edge": "The line {cells} would stand between {first} and the red edge.",
    "palanquee_repetition": (
        "This capture brings back the board that stood before the last capture of the player "
        "before."
    ),
    "palanquee_over": "The game is over.",
    # -- what is wrong with a board at rest
    "palanquee_stands_between": ("Between {first} and {last}, {cells} should have been captured."),
    "palanquee_stands_at_edge": (
        "Between {first} and the red edge, {cells} should have been captured."
    ),
    "palanquee_isolated": "{colour}, isolated, cannot stay: {cells}.",
    "palanquee_saturated": "Column {column} is saturated: all its pieces should have gone.",
    "palanquee_too_many_seeds": "{colour} has {count} seeds; a player owns {most}.",
    "palanquee_too_many_sprouts": "{colour} has {count} sprouts; a player owns {most}.",
    "palanquee_drawn_on_both": ("A piece lies on both drawings of {cell}; they are one cell."),
    # -- what the referee says of two boards
    "palanquee_played": "{colour} played: {actions}.",
    "palanquee_nothing_played": "{colour} has not played yet.",
    "palanquee_several_ways": "These turns differ in who loses what: which one was played?",
    "palanquee_captured": "Captured: {cells}.",
    "palanquee_isolated_now": "Isolated and taken away: {cells}.",
    "palanquee_emptied": "Saturated and emptied: column {columns}.",
    "palanquee_owed": (
        "{colour} still has 1 action to play.|{colour} still has {count} actions to play."
    ),
    "palanquee_may_claim": "If the turn ends like this, opponents may claim: {cells}.",
    "palanquee_wins": "{colour} wins: nobody else is left.",
    "palanquee_draw": "Draw: nobody is left.",
    "palanquee_not_its_turn": (
        "A piece of {colour} was added on {cells}: it is another one's turn.|{count} pieces of "
        "{colour} were added: it is another one's turn. Is a photo missing? {cells}"
    ),
    "palanquee_should_be_captured": "{action} captures {cells}: take it from the board.",
    "palanquee_should_be_isolated": "{action} isolates {cells}: take it from the board.",
    "palanquee_should_be_saturated": "{action} saturates a column: take {cells} from the board.",
    "palanquee_seems_played": "It looks as if this was played: {actions}.",
    "palanquee_gone": "Nothing took {cells} from the board.",
    "palanquee_does_not_lead_there": "{action} alone does not lead to this board.",
    "palanquee_unsure": "Not seen well: {cells}. Please check.",
    "palanquee_may_be_claimed": "An action was forgotten. Opponents may claim: {cells}.",
    # -- actions in words
    "palanquee_do_grow": "a sprout grows on {cell}",
    "palanquee_do_grow_seed": "a seed grows on {cell}",
    "palanquee_do_move": "the sprout on {cell} moves to {to}",
    "palanquee_do_harvest": "the seed on {cell} is harvested",
    "palanquee_do_prune": "the sprout on {cell} is pruned",
    "palanquee_do_hatch": "the sprout on {cell} hatches on {to}",
    "palanquee_do_sow": "a seed is sown on {cell}",
    "palanquee_do_claim": "{cell} is claimed for a forgotten action",
    "palanquee_then": "{what}; then {then}",
    "palanquee_no_player": (
        "A piece of {colour} lies on {cells}, but nobody plays {colour}.|{count} pieces of "
        "{colour} lie on the board, but nobody plays {colour}: {cells}"
    ),
    "palanquee_captures": "{what}; captured: {cells}",
    "palanquee_isolates": "{what}; isolated: {cells}",
    "palanquee_saturates": "{what}; saturated: column {columns}",
    "palanquee_ends": (
        "the turn ends; 1 action is forgotten|the turn ends; {count} actions are forgotten"
    ),
}
