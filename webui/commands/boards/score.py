"""``palago score``: what every closed creature on the table is worth in Palagonia, and why."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ....engine.creatures.friendly import (
    NO_FRIENDS,
    Catalogue,
    load_catalogue,
    save_catalogue,
    shipped_catalogue,
)
from ....engine.palagonia.points.drawing import scores_svg
from ....engine.palagonia.points.scoring import Score, explanation, score_all
from ....engine.palagonia.rules import NAMED_RULES, HouseRules
from ....engine.tiles.board import Board
from ...errors import BadInput
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.boards import board_argument, tell_problems
from ..arguments.outputs import print_json, write_svg
from ..arguments.searches import add_board


def add_arguments(parser: CommandParser) -> None:
    add_board(parser)
    parser.option("--json", "print everything as JSON")
    parser.option("--out SVG", "draw each creature, its loops and its legs")
    parser.option(
        "--rules",
        "whose rules count (one-die: the designer's earlier version)",
        choices=tuple(NAMED_RULES),
        default=next(iter(NAMED_RULES)),
    )
    parser.option("--least POINTS", "fewer points do not score", type=int)
    parser.option("--bones", "house rule: bones score")
    parser.option("--friendly FILE", "your own list of friendly creatures (JSON)")
    parser.option(
        "--save NAME", "add the largest creature on the table to --friendly FILE under a name"
    )


def run(args: Namespace) -> int:
    """Print the scores, and draw them where asked to."""
    board = board_argument(args.board)
    rules = _rules(args)
    friends = _friends(args)
    problems = board.status(rules.tiles_for(6))
    tell_problems(problems)
    scores = score_all(board, rules, friends)
    if args.save is not None:
        if args.friendly is None:
            raise BadInput("--save needs --friendly FILE, the list to save to")
        friends = _save(args, friends, scores, board)
        scores = score_all(board, rules, friends)
    if args.out is not None:
        write_svg(args.out, scores_svg(board, scores))
    if args.json:
        print_json(
            "score",
            {
                "rules": rules.to_json(),
                "status": list(problems),
                "creatures": [found.to_json() for found in scores],
                "points": sum(found.points for found in scores),
            },
        )
    else:
        _print_scores(scores, rules)
    return 0


def _rules(args: Namespace) -> HouseRules:
    rules = NAMED_RULES[args.rules]
    if args.least is not None:
        rules = replace(rules, name="House rules", least_points=args.least)
    return replace(rules, name="House rules", bones_score=True) if args.bones else rules


def _friends(args: Namespace) -> Catalogue:
    if args.friendly is None:
        return shipped_catalogue()
    if args.save is not None and not Path(args.friendly).exists():
        return NO_FRIENDS
    return load_catalogue(Path(args.friendly))


def _save(
    args: Namespace, friends: Catalogue, scores: tuple[Score, ...], board: Board
) -> Catalogue:
    creatures = [found.group for found in scores if found.group.straights]
    if not creatures:
        raise BadInput("no creature is closed on this table: there is nothing to save")
    largest = max(creatures, key=lambda group: (len(group.tiles), group.sort_key))
    friends = friends.with_creature(args.save, board, largest)
    save_catalogue(friends, Path(args.friendly))
    return friends


def _print_scores(scores: tuple[Score, ...], rules: HouseRules) -> None:
    if not scores:
        print("Nothing is closed on this table.")
        return
    for number, found in enumerate(scores, 1):
        print(f"{number}. {explanation(found)[0]}")
        for line in explanation(found)[1:]:
            print(f"     {line}")
    print(f"Rules: {rules.name}. Points if closed now: {sum(found.points for found in scores)}")
