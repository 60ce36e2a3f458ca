"""``palago openings``: the six opening pairs and what is proved of each."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from ....engine.lattice import Colour
from ....engine.palago.search.openings import Bounds, Opening, opening, openings
from ....engine.stamp import stamped
from ...errors import BadInput
from ...texts import in_english
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.outputs import print_json, write_json
from ..arguments.searches import progress_line

DEFAULT_SECONDS = 120.0
DEFAULT_MOVES = 5


def add_arguments(parser: CommandParser) -> None:
    parser.option("name", "letters a to f (default: all)", nargs="*")
    parser.option("--prove", "search for the proofs anew instead of showing them")
    parser.option(
        "--explore N",
        "bound openings that are not settled, up to N moves: which replies fail, which "
        "second moves survive",
    )
    parser.option("--out FOLDER", "write proofs and bounds to a folder")
    parser.option("--moves N", "with --prove: Blue's moves at most", default=DEFAULT_MOVES)
    parser.option(
        "--seconds SECONDS", "with --prove and --explore: limit for each", default=DEFAULT_SECONDS
    )
    parser.option("--json", "print everything as JSON")


def run(args: Namespace) -> int:
    """Print the openings, and write or find their proofs where asked to."""
    if args.explore is not None and not 1 <= args.explore <= 10:
        raise BadInput(f"--explore must be 1 to 10 moves, not {args.explore}")
    try:
        wanted = [opening(name) for name in args.name] or list(openings())
    except KeyError as error:
        raise BadInput(f"there is no opening {error.args[0]}: the openings are a to f") from None
    shown = [stamped("opening", _entry(known, args)) for known in wanted]
    searched = {"seconds": args.seconds, "count": args.moves} if args.prove else None
    if args.json:
        print_json("openings", {"openings": shown})
    else:
        print("\n".join(_sentence(entry, searched) for entry in shown))
    return 0


def _entry(known: Opening, args: Namespace) -> dict[str, Any]:
    entry = known.to_json()
    proof = known.read_proof()
    if args.prove:
        from ....engine.palago.search.forcing import OutOfTime
        from ....engine.palago.search.proving import prove

        try:
            proof = prove(
                f"opening {known.name}", known.board, Colour.BLUE, args.moves, args.seconds
            )
        except OutOfTime:
            proof = None
        entry = known.with_proof(proof)
    if args.out is not None and proof is not None:
        write_json(Path(args.out, known.proof_file), proof.to_json())
    if proof is None:
        bounds = _explored(known, args) if args.explore is not None else known.read_bounds()
        if bounds is not None:
            entry["bounds"] = bounds.to_json()
            if args.out is not None:
                write_json(Path(args.out, known.bounds_file), entry["bounds"])
    return entry


def _explored(known: Opening, args: Namespace) -> Bounds:
    from ....engine.palago.search.bounds import Depths, Explorer

    with progress_line() as show:
        explorer = Explorer(
            known,
            Depths.of(args.explore),
            seconds=args.seconds,
            on_progress=lambda done, of: show(f"{known.name}: reply {done} of {of}"),
        )
        return explorer.run()


def _sentence(entry: dict[str, Any], searched: dict[str, Any] | None) -> str:
    """What is known of an opening, or was found where ``searched`` says how it was looked for."""
    start = f"{entry['name']}  {entry['board']:<12} inverse {entry['inverse']}  "
    if entry["winner"] is None and searched is not None:
        return start + in_english("opening_unproved", **searched) + _bounds(entry)
    if entry["winner"] is None:
        return start + in_english("opening_open", **entry) + _bounds(entry)
    told = entry | {"colour": entry["winner"].capitalize(), "count": entry["moves"]}
    return start + in_english("opening_found" if "seconds" in entry else "opening_won", **told)


def _bounds(entry: dict[str, Any]) -> str:
    """What exploring it has shown, on lines of its own."""
    bounds = entry.get("bounds")
    if bounds is None:
        return ""
    lines = [
        "",
        in_english("opening_excluded", count=bounds["blue_excluded"]),
        in_english("opening_explored", explored=len(bounds["explored"]), count=bounds["replies"]),
    ]
    replies = bounds["explored"]
    by_moves = Counter(one["white_wins_in"] for one in replies if "white_wins_in" in one)
    holding = Counter(one["best_survived"] for one in replies if "white_wins_in" not in one)
    lines += [
        in_english("opening_fails", replies=replies, count=moves)
        for moves, replies in sorted(by_moves.items())
    ]
    lines += [
        in_english("opening_holds" if moves else "opening_unknown", replies=replies, count=moves)
        for moves, replies in sorted(holding.items())
    ]
    return "\n   ".join(lines)
