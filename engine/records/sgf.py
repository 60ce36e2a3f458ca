"""Records in the manner of SGF, the Smart Game Format: a tree of nodes, one move each.

``(;FF[4]GM[palago]CA[UTF-8]AP[palago:1]SZ[48]PW[Ann]PB[Ben];W[0,0a 1,0c];B[0,1b 1,1a]C[quiet])``

SGF's own ``GM`` is a number; FF[4] has none for any of our games, and a number of another game
would let programs show nonsense, so the name stands there.

White's moves are ``W``, Blue's ``B``, by who played them: two of one colour follow on each other
where a photo is missing, or a turn broke the rules. In games with more players every event is an
``M``. ``SZ`` is the number of tiles, ``OT`` the other options as JSON, ``AB`` the starting
position as text, ``PL`` whose turn it is there, ``RS`` who gave the game up. ``TI`` is a move's
time, ``PH`` the hash of its photo, ``CF`` the confidence, ``CK`` what to check. Properties that
this version does not know are kept, and so are unknown fields of a JSON record, in ``XJ``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import cycle, repeat
from typing import Annotated, Any

from msgspec import Meta

from ..games.registry import kinds, plug_of
from ..phrases import Phrase, by_sentence
from ..stamp import VERSION, shortened
from ..values import fits
from .record import (
    DEEPEST_VARIATION,
    MOST_BYTES,
    MOST_MOVES,
    USUAL_GAME,
    Record,
    RecordedTurn,
    RecordError,
    object_of,
    parse_json,
    refused_for,
    turn_from,
)
from .replay import movers

Properties = dict[str, list[str]]
#: Properties that another program wrote, and a number that SGF's ``SZ`` can hold.
KeptProperties = dict[
    Annotated[str, Meta(pattern=r"^[A-Z]{1,8}\Z")], Annotated[list[str], Meta(min_length=1)]
]
TilesInSgf = Annotated[int, Meta(ge=0, lt=10**9)]

_RECORD_PROPERTIES = {
    "GN": "title", "DT": "date", "PC": "place", "PL": "to_move", "RE": "result",
    "RS": "resigned", "C": "comment",
}  # fmt: skip
_TURN_PROPERTIES = {"C": "comment", "TI": "time", "PH": "photo"}
_EXTRA = "XJ"
#: Who moved, of two colours.
_COLOURS = {"W": "white", "B": "blue"}
_OTHER = {"W": "B", "B": "W"}
#: A move in a game of more than two players.
_ANYBODY = "M"
MOST_NODES = 250_000
"""Of a whole record with its variations."""
MOST_PROPERTIES = 200
MOST_VALUES = 5_000
LONGEST_VALUE = 1_000_000
#: Where unknown SGF properties are kept among a record's or a turn's unknown fields.
_KEPT = "sgf"


# -- writing -----------------------------------------------------------------------------------


def write_sgf(record: Record) -> str:
    """The record as SGF. Nothing is lost: :func:`read_sgf` gives the same record."""
    properties: Properties = {
        "FF": ["4"],
        "GM": [record.game],
        "CA": ["UTF-8"],
        "AP": [f"palago:{VERSION}"],
    }
    options = dict(record.options)
    tiles = options.pop("tiles", None)
    if fits(TilesInSgf, tiles):
        properties["SZ"] = [str(tiles)]
    elif tiles is not None:
        options["tiles"] = tiles
    if plug_of(record.game).players is None and len(record.players) == 2:
        properties["PW"], properties["PB"] = ([name] for name in record.players)
    elif record.players:
        properties["PN"] = list(record.players)
    for key, name in _RECORD_PROPERTIES.items():
        if getattr(record, name):
            properties[key] = [getattr(record, name)]
    if options:
        properties["OT"] = [json.dumps(options, ensure_ascii=False)]
    if record.start is not None:
        properties["AB"] = [record.start.to_text()]
    properties |= _extra_properties(record.extra)
    two_colours = plug_of(record.game).players is None
    sides = map(_key_of, movers(record)) if two_colours else repeat(_ANYBODY)
    return f"({_node(properties)}{''.join(_line(record.moves, sides))})\n"


def _key_of(mover: str) -> str:
    return "B" if mover == "blue" else "W"


def _line(line: tuple[RecordedTurn, ...], sides: Iterable[str]) -> Iterator[str]:
    """A line of play; where it has variations the rest of it becomes the first branch."""
    closing: list[str] = []
    for turn, side in zip(line, sides, strict=False):
        node = _node(_turn_properties(turn, side))
        if not turn.variations:
            yield f"\n{node}"
            continue
        yield f"\n({node}"
        in_turn = side + _OTHER.get(side, "")
        branches = ("".join(_line(other, cycle(in_turn))).lstrip() for other in turn.variations)
        closing.append(")" + "".join(f"\n({branch})" for branch in branches if branch))
    yield from reversed(closing)


def _turn_properties(turn: RecordedTurn, colour: str) -> Properties:
    properties: Properties = {colour: [turn.move]}
    for key, name in _TURN_PROPERTIES.items():
        if getattr(turn, name):
            properties[key] = [getattr(turn, name)]
    if turn.confidence is not None:
        properties["CF"] = [json.dumps(turn.confidence)]
    if turn.check:
        properties["CK"] = list(turn.check)
    phrases = {"phrases": turn.phrases} if turn.phrases else {}
    return properties | _extra_properties({**turn.extra, **phrases})


def _extra_properties(extra: Mapping[str, Any]) -> Properties:
    unknown = dict(extra)
    kept = unknown.pop(_KEPT, {})
    found: Properties = {}
    if fits(KeptProperties, kept):
        found |= kept
    elif kept:
        unknown[_KEPT] = kept
    if unknown:
        found[_EXTRA] = [json.dumps(unknown, ensure_ascii=False)]
    return found


def _node(properties: Properties) -> str:
    return ";" + "".join(
        key + "".join(f"[{_escaped(value)}]" for value in values)
        for key, values in properties.items()
    )


def _escaped(words: str) -> str:
    return words.replace("\\", "\\\\").replace("]", "\\]")


# -- reading -----------------------------------------------------------------------------------


@dataclass
class _Tree:
    """One node and what follows it; the first child is the main line."""

    properties: Properties = field(default_factory=dict)
    children: list[_Tree] = field(default_factory=list)


def read_sgf(text: str) -> Record:
    """A record from SGF. Raises RecordError."""
    if len(text) > MOST_BYTES:
        raise RecordError(Phrase("record.too_large"))
    root = _parse(text)
    properties = dict(root.properties)
    _take(properties, "FF")
    game = _take(properties, "GM") or USUAL_GAME
    if game not in kinds():
        raise RecordError(
            Phrase("record.sgf_game", {"given": game[:40], "known": ", ".join(kinds())})
        )
    values: dict[str, Any] = {"game": game}
    options: dict[str, Any] = _object(_take(properties, "OT"), "OT")
    tiles = _take(properties, "SZ")
    if tiles:
        if not re.fullmatch(r"\d{1,9}", tiles):
            raise RecordError(Phrase("record.sgf_size", {"given": tiles[:40]}))
        options = {"tiles": int(tiles)} | options
    values |= {"options": options} if options else {}
    two = "PW" in properties or "PB" in properties
    white, blue = _take(properties, "PW"), _take(properties, "PB")
    names = properties.pop("PN", [])
    values["players"] = [white, blue] if two else names
    for key, name in _RECORD_PROPERTIES.items():
        values[name] = _take(properties, key)
    start = properties.pop("AB", None)
    for known in ("CA", "AP", "FF"):
        properties.pop(known, None)
    extra = _object(_take(properties, _EXTRA), _EXTRA)
    extra |= {_KEPT: properties} if properties else {}
    record = Record.from_json({**extra, **values, "start": _start(start, game), "moves": []})
    record = replace(record, moves=_line_of(root.children, 0))
    is_ours = _take(root.properties, "AP").startswith("palago:")
    if is_ours or plug_of(record.game).players is not None:
        return record
    return replace(record, moves=tuple(_with_movers(record, root)))


def _with_movers(record: Record, root: _Tree) -> Iterator[RecordedTurn]:
    """The moves of another program's record; where two of one colour follow on each other, which
    only a photo that is missing or a turn against the rules can explain here, it is to be checked
    who moved."""
    node, expected = root, ""
    sides = tuple(map(_key_of, movers(record)))
    for number, (turn, side) in enumerate(zip(record.moves, sides, strict=True)):
        node = node.children[0]
        moved = next((key for key in _COLOURS if key in node.properties), "")
        if number and expected:
            expected = expected if side == sides[number - 1] else _OTHER[expected]
        if moved and moved != (expected or side):
            said = Phrase("record.sgf_mover", {"player": _COLOURS[moved]})
            known = {**turn.phrases, **by_sentence([said])}
            turn = replace(turn, check=(*turn.check, str(said)), phrases=known)
        expected = moved
        yield turn


def _line_of(children: list[_Tree], depth: int) -> tuple[RecordedTurn, ...]:
    """The line of play that starts with the first child; the others are its variations."""
    if depth > DEEPEST_VARIATION:
        raise RecordError(Phrase("record.deep", {"most": DEEPEST_VARIATION}))
    turns = []
    while children:
        main, *others = children
        variations = tuple(_line_of([other], depth + 1) for other in others)
        turns.append(_turn(main.properties, variations))
        children = main.children
        if len(turns) > MOST_MOVES:
            raise RecordError(Phrase("record.long_line", {"most": MOST_MOVES}))
    return tuple(turns)


def _turn(properties: Properties, variations: tuple[tuple[RecordedTurn, ...], ...]) -> RecordedTurn:
    left = dict(properties)
    moves = [left.pop(key)[0] for key in ("W", "B", "M") if key in left]
    if len(moves) > 1:
        raise RecordError(Phrase("record.sgf_moves"))
    values: dict[str, Any] = {"move": moves[0] if moves else ""}
    for key, name in _TURN_PROPERTIES.items():
        values[name] = _take(left, key)
    confidence = _take(left, "CF")
    if confidence:
        values["confidence"] = parse_json(confidence)
    values["check"] = left.pop("CK", [])
    extra = _object(_take(left, _EXTRA), _EXTRA)
    extra |= {_KEPT: left} if left else {}
    return turn_from({**extra, **values}).branching(*variations)


def _take(properties: Properties, key: str) -> str:
    return properties.pop(key, [""])[0]


def _object(text: str, name: str) -> dict[str, Any]:
    return object_of(parse_json(text) if text else {}, Phrase("record.no_object", {"name": name}))


def _start(values: list[str] | None, game: str) -> str | None:
    if values is None:
        return None
    try:
        return str(plug_of(game).table.from_text(values[0]).to_text())
    except ValueError as error:
        raise refused_for("record.place", error, where="AB") from None


#: Matched without going back (``++``), for which a value would take memory for each of its letters.
_TOKEN = re.compile(r"\s*+(?:([();])|([A-Za-z]{1,20})|\[((?:[^\]\\]++|\\.)*+)\])", re.DOTALL)


def _parse(text: str) -> _Tree:
    """The tree of nodes of the first game in the file, read without recursion."""
    position = text.find("(")
    if position < 0 or text[:position].strip().strip("\ufeff"):
        raise RecordError(Phrase("record.no_sgf"))
    above = _Tree()  # holds the root as its child
    here = above
    branches: list[_Tree] = []
    key = ""
    nodes = 0
    while position < len(text):
        token = _TOKEN.match(text, position)
        if token is None:
            rest = text[position:].strip()
            if not rest:
                break
            raise RecordError(Phrase("record.sgf_from", {"given": shortened(rest[:20])}))
        position = token.end()
        mark, name, value = token.groups()
        if mark == "(":
            branches.append(here)
            if len(branches) > MOST_MOVES:
                raise RecordError(Phrase("record.sgf_opens"))
            key = ""
        elif mark == ")":
            if not branches:
                raise RecordError(Phrase("record.sgf_closes"))
            here = branches.pop()
            key = ""
            if not branches:
                break
        elif mark == ";":
            nodes += 1
            if nodes > MOST_NODES:
                raise RecordError(Phrase("record.sgf_nodes", {"most": MOST_NODES}))
            node = _Tree()
            here.children.append(node)
            here, key = node, ""
        elif name is not None:
            key = "".join(sign for sign in name if sign.isupper())
        elif not key or here is above:
            raise RecordError(Phrase("record.sgf_value"))
        else:
            _add_value(here.properties, key, value)
    if branches:
        raise RecordError(Phrase("record.sgf_ends"))
    if len(above.children) != 1:
        raise RecordError(Phrase("record.sgf_empty"))
    return above.children[0]


def _add_value(properties: Properties, key: str, value: str) -> None:
    values = properties.setdefault(key, [])
    if len(properties) > MOST_PROPERTIES or len(values) >= MOST_VALUES:
        raise RecordError(Phrase("record.sgf_crowded", {"key": key[:20]}))
    if len(value) > LONGEST_VALUE:
        raise RecordError(Phrase("record.sgf_long", {"key": key[:20], "most": LONGEST_VALUE}))
    values.append(_unescaped(value))


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL)
