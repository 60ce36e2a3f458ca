"""Positions of Palanquée for tests: crowded ones made by chance, and such as games lead to."""

import random
from collections.abc import Iterator

from palago.engine.palanquee.play.actions import ActionKind, PalanqueeAction
from palago.engine.palanquee.play.captures import saturated_columns, standing_lines
from palago.engine.palanquee.play.consequences import isolated_at_rest
from palago.engine.palanquee.play.game import PalanqueeTurn
from palago.engine.palanquee.play.leaves import leaf_places
from palago.engine.palanquee.position import PalanqueePosition, Reserve
from palago.engine.palanquee.table.board import (
    CELLS,
    COLUMNS,
    NEIGHBOURS,
    RING,
    cell_from_name,
    cell_name,
    cells_of,
    column_of,
)
from palago.engine.palanquee.table.pieces import COLOURS, NUMBERS, Piece, Pieces

#: Ten sprouts in a triangle whose top is M3, four cells high.
LEAF = "M3 M4 M5 M6 L4 L5 L6 K4 K5 J5"


def game(to_move: str = "blue", seeds: int = 1, turns: int = 5, **colours: str) -> PalanqueeTurn:
    """A game from words: ``blue="M6* L6"`` is a blue seed on M6 and a sprout on L6. All seeds but
    so many are out of it."""
    pieces = [
        Piece(cell_from_name(word.rstrip("*")), colour, word.endswith("*"))
        for colour, words in colours.items()
        for word in words.split()
    ]
    reserve = tuple(
        Reserve(seeds, 50 - sum(p.colour == colour and not p.is_seed for p in pieces))
        for colour in colours
    )
    begun = (turns,) * len(colours)
    return PalanqueeTurn.at(
        PalanqueePosition(tuple(colours), to_move, Pieces.of(pieces), reserve, begun)
    )


def crowded_position(
    rng: random.Random, careful: bool = False, most: int = 26
) -> PalanqueePosition:
    """Plants and parasites close together on a part of the board, at rest."""
    players = rng.sample(COLOURS, rng.choice((2, 2, 2, 3, 3, 4, 5)))
    width = rng.randint(3, 9)
    first = rng.choice((0, len(COLUMNS) - width, rng.randint(0, len(COLUMNS) - width)))
    height = rng.choice((7, 10, RING))
    room = {
        cell
        for cell in range(CELLS)
        if first <= column_of(cell) < first + width and cell % RING < height
    }
    standing: dict[int, Piece] = {}
    for player in players:
        for _ in range(rng.randint(1, 3)):
            _grow(rng, standing, room, player, seeds=1, most=most // 2)
    for player in players:
        if rng.random() < 0.6:
            _grow(rng, standing, room, player, seeds=0, most=rng.choice((1, 2, 6)))
        if rng.random() < 0.15:
            _fill_a_triangle(rng, standing, player)
    pieces = _at_rest(rng, standing, players)
    return PalanqueePosition(
        tuple(players),
        rng.choice(players),
        pieces,
        tuple(_reserve(rng, pieces, player) for player in players),
        tuple(rng.randint(0, 2) if careful else rng.randint(3, 9) for _ in players),
    )


def _grow(
    rng: random.Random,
    standing: dict[int, Piece],
    room: set[int],
    player: str,
    seeds: int,
    most: int,
) -> None:
    free = sorted(room - set(standing))
    if not free:
        return
    cells = [rng.choice(free)]
    compact = rng.random()
    for _ in range(rng.randint(0, most)):
        beside = sorted({n for cell in cells for n in NEIGHBOURS[cell]} & room - set(standing))
        beside = [cell for cell in beside if cell not in cells]
        if not beside:
            break
        if rng.random() < compact:
            beside.sort(key=lambda cell: -sum(n in cells for n in NEIGHBOURS[cell]))
            cells.append(beside[0])
        else:
            cells.append(rng.choice(beside))
    owned = sum(1 for piece in standing.values() if piece.colour == player and piece.is_seed)
    sprouts = sum(1 for piece in standing.values() if piece.colour == player) - owned
    seed_cells = set(rng.sample(cells, min(seeds, 3 - owned)))
    for cell in cells[: 50 - sprouts]:
        standing[cell] = Piece(cell, player, cell in seed_cells)


def _fill_a_triangle(rng: random.Random, standing: dict[int, Piece], player: str) -> None:
    own = {cell for cell, piece in standing.items() if piece.colour == player}
    near = [leaf for leaf in leaf_places() if sum(leaf >> cell & 1 for cell in own) >= 3]
    if near and len(own) < 35:
        for cell in cells_of(rng.choice(near)):
            if cell not in standing or not standing[cell].is_seed:
                standing[cell] = Piece(cell, player, False)


def _at_rest(rng: random.Random, standing: dict[int, Piece], players: list[str]) -> Pieces:
    while True:
        pieces = Pieces.of(standing.values())
        wrong = [cell for line in standing_lines(pieces.codes) for cell in line.cells]
        if wrong:
            del standing[rng.choice(wrong)]
            continue
        dead = isolated_at_rest(pieces)
        full = saturated_columns(pieces.occupied)
        gone = [cell for cell in standing if dead >> cell & 1 or (full and cell // RING == full[0])]
        if not gone:
            return pieces
        for cell in gone if dead else [rng.choice(gone)]:
            standing.pop(cell, None)


def _reserve(rng: random.Random, pieces: Pieces, player: str) -> Reserve:
    seeds, sprouts = pieces.count(NUMBERS[player])
    lost = rng.randint(0, 3 - seeds) if rng.random() < 0.5 else 0
    return Reserve(3 - seeds - lost, 50 - sprouts if rng.random() < 0.9 else rng.randint(0, 1))


def any_action(rng: random.Random, game: PalanqueeTurn) -> str:
    """An action that may well be refused, near to what stands on the board."""
    position = game.position
    own = [piece.cell for piece in position.pieces if piece.colour == position.to_move]
    cells = [piece.cell for piece in position.pieces]
    near = sorted({n for cell in own or range(CELLS) for n in NEIGHBOURS[cell]})

    def some() -> str:
        if rng.random() < 0.02:
            return rng.choice(["B17", "C17", "T1", "A0", "c5", "H", "C05", "R17"])
        pool = rng.choice([own, near, near, cells, range(CELLS)]) or range(CELLS)
        return cell_name(rng.choice(list(pool)))

    kind = rng.choice(["grow", "grow", "grow seed", "move", "move", "harvest", "prune", "hatch"])
    kind = rng.choice([kind, kind, kind, "sow", "jump"]) if rng.random() < 0.2 else kind
    if kind == "grow seed":
        return f"grow {some()} seed"
    if kind in ("move", "hatch"):
        return f"{kind} {some()} {some()}"
    return f"{kind} {some()}"


def chosen_action(
    rng: random.Random, actions: list[PalanqueeAction], game: PalanqueeTurn
) -> PalanqueeAction:
    """A legal action; hatching, harvest, sowing and captures come more often than by chance."""
    by_kind: dict[ActionKind, list[PalanqueeAction]] = {}
    for action in actions:
        by_kind.setdefault(action.kind, []).append(action)
    weights = {
        ActionKind.GROW: 8, ActionKind.MOVE: 5, ActionKind.HATCH: 5, ActionKind.SOW: 2,
        ActionKind.HARVEST: 1,
    }  # fmt: skip
    kinds = list(by_kind)
    for _ in range(4):
        kind = rng.choices(kinds, [weights.get(one, 1) for one in kinds])[0]
        action = rng.choice(by_kind[kind])
        found = game.attempt(action)
        if getattr(getattr(found, "consequences", None), "captured", 0):
            break
    return action


def random_turn(rng: random.Random, game: PalanqueeTurn) -> Iterator[PalanqueeTurn]:
    """The moments of a turn that is played by chance to its end."""
    while True:
        actions = game.legal_actions()
        if not actions:
            return
        game = game.play(chosen_action(rng, actions, game))
        yield game
