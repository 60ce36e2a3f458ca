"""``palago openings``: the six opening pairs and what is proved of each."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ...engine.openings import Opening

HELP = "the six opening pairs and what is proved of each"

DEFAULT_SECONDS = 120.0
DEFAULT_MOVES = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``palago openings``."""
    parser.add_argument("name", nargs="*", help="letters a to f (default: all)")
    parser.add_argument(
        "--prove", action="store_true", help="search for the proofs anew instead of showing them"
    )
    parser.add_argument("--out", metavar="FOLDER", help="write the proof files to a folder")
    parser.add_argument(
        "--moves", type=int, default=DEFAULT_MOVES, help="with --prove: Blue's moves at most"
    )
    parser.add_argument(
        "--seconds", type=float, default=DEFAULT_SECONDS, help="with --prove: limit for each"
    )
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


def run(args: argparse.Namespace) -> int:
    """Print the openings, and write or find their proofs where asked to."""
    import json

    from ...engine.openings import opening, openings
    from ..errors import BadInput

    try:
        wanted = [opening(name) for name in args.name] or list(openings())
    except KeyError as error:
        raise BadInput(f"there is no opening {error.args[0]}: the openings are a to f") from None
    shown = [_entry(known, args) for known in wanted]
    print(json.dumps(shown) if args.json else "\n".join(map(_sentence, shown)))
    return 0


def _entry(known: Opening, args: argparse.Namespace) -> dict[str, Any]:
    entry = known.to_json()
    proof = known.proof()
    if args.prove:
        from ...engine.lattice import Colour
        from ...engine.proving import prove
        from ...engine.threat_search import OutOfTime

        try:
            proof = prove(
                f"opening {known.name}", known.board, Colour.BLUE, args.moves, args.seconds
            )
        except OutOfTime:
            proof = None
        entry = known.with_proof(proof)
    if args.out is not None and proof is not None:
        _write(args.out, known, proof.to_json())
    return entry


def _write(folder: str, known: Opening, proof: dict[str, Any]) -> None:
    import json
    import os

    from ..errors import BadInput

    try:
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, known.proof_file), "w", encoding="utf-8") as file:
            json.dump(proof, file, indent=1)
            file.write("\n")
    except OSError as error:
        raise BadInput(f"cannot write to {folder}: {error.strerror or error}") from None


def _sentence(entry: dict[str, Any]) -> str:
    start = f"{entry['name']}  {entry['board']:<12} inverse {entry['inverse']}  "
    if entry["winner"] is None:
        return f"{start}not settled; the source calls it {entry['claim']}"
    found = f", found in {entry['seconds']:g} s" if "seconds" in entry else ""
    return (
        f"{start}{entry['winner'].capitalize()} wins in {entry['moves']} moves "
        f"({entry['positions']} positions{found}; 'palago verify {entry['name']}' checks it)"
    )
