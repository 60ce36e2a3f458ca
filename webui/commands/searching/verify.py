"""``palago verify``: check a proof with nothing but the rules."""

from __future__ import annotations

import json
import os

from ....engine.palago.search.openings import opening
from ....engine.palago.search.proof import Proof, ProofError, verify
from ....engine.stamp import stamped
from ....engine.values import plain
from ...errors import BadInput
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.boards import opened
from ..arguments.searches import progress_line

_MOST_CHARACTERS = 100_000_000


def add_arguments(parser: CommandParser) -> None:
    parser.option(
        "proof", "a proof file, or the letter of an opening whose proof is kept", nargs="+"
    )
    parser.option("--json", "print the results as JSON")


def run(args: Namespace) -> int:
    """Check each proof over every legal reply. 1 where one does not hold."""
    results = []
    for source in args.proof:
        proof = _load(source)
        entry = {
            "proof": source,
            "board": proof.board.to_text(),
            "to_move": proof.to_move.value,
            "winner": proof.winner.value,
        }
        with progress_line() as show:
            try:
                checked = verify(proof, lambda done, of: show(f"position {done} of {of}"))
            except ProofError as error:
                results.append(entry | {"holds": False, "error": str(error)})
                continue
        results.append(entry | {"holds": True, **plain(checked)})
    for result in results:
        print(json.dumps(stamped("verification", result)) if args.json else _sentence(result))
    return 0 if all(result["holds"] for result in results) else 1


def _sentence(result: dict[str, object]) -> str:
    if not result["holds"]:
        return f"{result['proof']}: does NOT hold. {result['error']}"
    return (
        f"{result['proof']}: holds. From {result['board']} with {result['to_move']} to move, "
        f"{result['winner']} wins in at most {result['moves']} moves "
        f"({result['positions']} positions, {result['replies']} replies checked)."
    )


def _load(source: str) -> Proof:
    if not os.path.exists(source) and len(source) == 1:
        try:
            kept = opening(source).read_proof()
        except KeyError:
            raise BadInput(f"there is no opening {source}: the openings are a to f") from None
        if kept is None:
            raise BadInput(f"nothing is proved of opening {source}")
        return kept
    try:
        with opened(source) as file:
            return Proof.from_json(json.loads(file.read(_MOST_CHARACTERS)))
    except (json.JSONDecodeError, UnicodeDecodeError):
        told = "it is not the JSON that 'palago solve --proof' writes"
        raise BadInput(f"{source} is no proof: {told}") from None
    except (ProofError, RecursionError, ValueError) as error:
        raise BadInput(f"{source} is no proof that can be read: {error}") from None
