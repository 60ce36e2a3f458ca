"""``palago threats``: who threatens to win, and which replies hold."""

from __future__ import annotations

import json
from typing import Any

from ....engine.analysis import cells_json
from ....engine.drawing.terminal import draw_coordinate_board
from ....engine.lattice import Colour
from ....engine.stamp import stamped
from ....engine.tiles.board import Board, Tile
from ....engine.tiles.endings import groups_safe_by_holes, seki_cells
from ....engine.tiles.patterns import find_patterns
from ...texts import in_english
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.boards import board_argument, tell_problems
from ..arguments.searches import add_board


def add_arguments(parser: CommandParser) -> None:
    add_board(parser)
    parser.option("--parries", "list the moves that parry")
    parser.option("--json", "print everything as JSON")


def run(args: Namespace) -> int:
    """Print the immediate tactics of a board. 1 where the game is over."""
    board = board_argument(args.board)
    if board.creatures():
        over = json.dumps(stamped("threats", {"over": True}))
        print(over if args.json else "The game is over: a creature is closed.")
        return 1
    tell_problems(board.status())
    found = _everything(board, args.parries)
    drawn = [*_sentences(found), _drawn(board, found)]
    print(json.dumps(stamped("threats", found)) if args.json else "\n".join(drawn))
    return 0


def _everything(board: Board, list_parries: bool) -> dict[str, Any]:
    from ....engine.palago.threats import analyse_threats, immediate_wins
    from ....engine.palago.threats import list_parries as parries_against

    report = analyse_threats(board)
    colours: dict[str, Any] = {}
    for colour in Colour:
        threats = report.of(colour)
        entry = threats.to_json() | {
            "fork": threats.is_fork,
            "threats": [
                {
                    "tiles": win.to_json(),
                    "freedoms": win.freedoms,
                    "closes": [cells_json(group.tiles) for group in win.closes],
                }
                for win in immediate_wins(board, colour)
            ],
        }
        if list_parries and threats.threatens:
            entry["parry_moves"] = [list(map(str, move)) for move in parries_against(board, colour)]
        colours[colour.value] = entry
    return {
        **report.to_json(),
        "threats": colours,
        "seki": cells_json(seki_cells(board)),
        "safe_groups": [
            {"colour": group.colour.value, "tiles": cells_json(group.tiles)}
            for group in groups_safe_by_holes(board)
        ],
        "patterns": [pattern.to_json() for pattern in find_patterns(board)],
    }


def _drawn(board: Board, found: dict[str, Any]) -> str:
    """The board in characters; where somebody could win now stands in brackets."""
    wins = [win for threats in found["threats"].values() for win in threats["wins"]]
    cells = {Tile.from_text(tile).cell for win in wins for tile in win}
    return "\n" + draw_coordinate_board(board, cells)


def _sentences(found: dict[str, Any]) -> list[str]:
    lines = []
    for colour, threats in found["threats"].items():
        name, other = colour.capitalize(), {"white": "Blue", "blue": "White"}[colour]
        if not threats["wins"]:
            lines.append(in_english("threatens_nothing", colour=name))
            continue
        lines.append(in_english("could_win", colour=name))
        lines += [
            f"  {' '.join(threat['tiles']):<16} {in_english('threat', count=threat['freedoms'])}"
            for threat in threats["threats"]
        ]
        said = "fork" if threats["fork"] else "parries"
        lines.append("  " + in_english(said, colour=other, count=threats["parries"]))
        lines += [f"    {' '.join(move)}" for move in threats.get("parry_moves", [])]
    for q, r in found["seki"]:
        lines.append(in_english("seki", q=q, r=r))
    for group in found["safe_groups"]:
        cells = " ".join(f"{q},{r}" for q, r in group["tiles"])
        lines.append(in_english("safe_group", colour=group["colour"], tiles=cells))
    for pattern in found["patterns"]:
        cells = " ".join(f"{q},{r}" for q, r in pattern["tiles"])
        lines.append(f"{pattern['colour'].capitalize()}: {pattern['pattern']}, tiles {cells}")
    return lines
