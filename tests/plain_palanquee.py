"""Palanquée once more, as plainly as the text of its rules: the actions, rule by rule in the order
in which the text names them. Positions and answers are the JSON of the command line.
"""

from typing import Any

from plain_palanquee_board import (
    ALL,
    AROUND,
    LEAVES,
    LETTERS,
    SEED,
    SPROUT,
    Board,
    Cell,
    Refused,
    cell,
    consequences,
    distances,
    groups,
    has_seed,
    living_groups,
    name,
    would_be_captured,
)


class Turn:
    """A turn as it is played: the position, what entitles to actions, and what has been done."""

    def __init__(self, position: dict[str, Any]) -> None:
        self.players: list[str] = position["players"]
        self.me: str = position["to_move"]
        self.turns: dict[str, int] = position["turns"]
        self.board: Board = {
            cell(one["cell"]): (one["colour"], one["kind"]) for one in position["pieces"]
        }
        before = position.get("before_capture")
        self.before = (
            None
            if before is None
            else {cell(one["cell"]): (one["colour"], one["kind"]) for one in before}
        )
        seedless = [cells for cells in groups(self.board) if not has_seed(self.board, cells)]
        named = position.get("parasites")
        self.parasites = {
            at
            for cells in seedless
            if named is None or any(cell(one) in cells for one in named)
            for at in cells
        }
        self.reserve = {}
        for player in self.players:
            given = position.get("reserve", {}).get(player, {})
            kinds = [kind for colour, kind in self.board.values() if colour == player]
            self.reserve[player] = {
                "seeds": given.get("seeds", 3 - kinds.count(SEED)),
                "sprouts": given.get("sprouts", 50 - kinds.count(SPROUT)),
            }
        #: Each entitlement: what it is, of which group, and where it lies now.
        self.store: list[dict[str, Any]] = []
        for number, cells in enumerate(groups(self.board, self.me)):
            seeds = [at for at in cells if self.board[at][1] == SEED]
            if not seeds and not cells & self.parasites:
                continue
            for at in seeds:
                self.store.append({"what": SEED, "group": number, "at": {at}})
            if not seeds:
                self.store.append({"what": "parasite", "group": number, "at": set(cells)})
            for leaf in LEAVES:
                if leaf <= cells and not any(at in leaf for at in seeds):
                    self.store.append({"what": "leaf", "group": number, "at": set(leaf)})
        self.must_sow = not any(colour == self.me for colour, _ in self.board.values())
        #: For each action played: who could have paid, by number, and which leaves it touched.
        self.history: list[tuple[list[int], set[int]]] = []
        self.hatched: set[Cell] = set()
        self.look()

    def look(self) -> None:
        """Find what does not change while actions are only tried."""
        self.all_own = groups(self.board, self.me)
        self.own = [
            cells for cells in self.all_own if has_seed(self.board, cells) or cells & self.parasites
        ]
        self.enemies = [one for one in self.board if self.board[one][0] != self.me]
        living = living_groups(self.board, self.parasites)
        self.alive = {one for cells in living for one in cells}

    # -- accounts

    def payable(self, history: list[tuple[list[int], set[int]]]) -> bool:
        """Whether every action of a history can be paid by another entitlement."""
        touched = set().union(*(leaves for _, leaves in history)) if history else set()

        def search(number: int, used: list[int]) -> bool:
            if number == len(history):
                return True
            for payer in history[number][0]:
                if payer in used:
                    continue
                is_leaf = payer >= 0 and self.store[payer]["what"] == "leaf"
                if is_leaf and (payer in touched or not self.fits(payer, used)):
                    continue
                if search(number + 1, [*used, payer]):
                    return True
            return False

        return search(0, [])

    def fits(self, leaf: int, used: list[int]) -> bool:
        others = [
            other
            for other in used
            if other >= 0
            and self.store[other]["what"] == "leaf"
            and self.store[other]["group"] == self.store[leaf]["group"]
        ]
        return len(others) < 2 and not any(
            self.store[other]["at"] & self.store[leaf]["at"] for other in others
        )

    # -- one action

    def play(self, text: str, only_try: bool = False) -> dict[str, Any]:
        """Play an action. Raises Refused with the first rule in the order of the text."""
        words = text.split()
        try:
            kind, cells = words[0], [cell(word) for word in words[1:] if word != "seed"]
            shape = (kind, len(words) - 1, "seed" in words[1:])
            if shape not in SHAPES or ("seed" in words and words[-1] != "seed"):
                raise ValueError(text)
        except (ValueError, IndexError):
            raise Refused("format") from None
        at, to = cells[0], cells[-1]
        me, board = self.me, self.board
        lays = kind in ("grow", "move", "hatch", "sow")
        lays_seed = kind == "sow" or shape[2]
        # piece
        if kind in ("move", "prune", "hatch") and board.get(at) != (me, SPROUT):
            raise Refused("piece")
        if kind == "harvest" and board.get(at) != (me, SEED):
            raise Refused("piece")
        # cell
        if lays and to in board:
            raise Refused("cell")
        # reserve
        needed = "seeds" if lays_seed else "sprouts"
        if kind in ("grow", "sow") and not self.reserve[me][needed]:
            raise Refused("reserve")
        # touch
        lifts = kind in ("move", "prune", "hatch", "harvest")
        acting = [cells for cells in self.all_own if at in cells] if lifts else []
        enemies = self.enemies
        if kind == "grow":
            acting = [
                cells
                for cells in self.own
                if any(other in cells for other in AROUND[to])
                and (has_seed(board, cells) or not lays_seed)
            ]
            if not acting:
                raise Refused("touch")
        if kind == "move":
            rest = acting[0] - {at}
            if rest:
                fine = any(other in rest for other in AROUND[to])
            else:
                fine = to in AROUND[at] and any(other in enemies for other in AROUND[to])
            if not fine:
                raise Refused("touch")
        # first turns
        if lays and self.turns[me] < 3 and any(distances(to)[enemy] < 3 for enemy in enemies):
            raise Refused("first turns")
        # harvest
        if kind == "harvest":
            without = {one: piece for one, piece in board.items() if one != at}
            if sum(board[one][1] == SEED for one in acting[0]) < 2:
                raise Refused("harvest")
            if consequences(without, self.parasites, None)[0]["isolated"]:
                raise Refused("harvest")
        # hatch
        if kind == "hatch":
            ring = AROUND[at]
            button = len(ring) == 6 and all(board.get(one) == (me, SPROUT) for one in ring)
            if not button or distances(at)[to] > 5:
                raise Refused("hatch")
            if any(other in board and board[other][0] == me for other in AROUND[to]):
                raise Refused("hatch")
            if not any(one in self.alive and board[one][0] != me for one in AROUND[to]):
                raise Refused("hatch")
            if acting[0] & self.hatched:
                raise Refused("hatch")
        # actions
        there = set().union(*acting) if acting else set()
        takes_seed = lays_seed or kind == "harvest"
        payers = [
            number
            for number, one in enumerate(self.store)
            if (one["at"] & there or (kind == "sow" and one["at"]))
            and (one["what"] == SEED or not takes_seed)
        ]
        if self.must_sow and kind == "sow":
            payers = [-1]
        if not self.payable([*self.history, (payers, set())]):
            raise Refused("actions")
        # what it causes
        after, marks = dict(board), set(self.parasites)
        if kind in ("move", "prune", "hatch", "harvest"):
            del after[at]
            marks.discard(at)
        if lays:
            after[to] = (me, SEED if lays_seed else SPROUT)
            if kind == "hatch" or (kind == "move" and at in self.parasites):
                marks.add(to)
        found, settled, end = consequences(after, marks, to if lays else None)
        # leaf
        left = {one for one in board if board[one][0] == me} - {
            one
            for one in board
            if (one == at and one not in after) or one in found["isolated"] or one in found["gone"]
        }
        touched = {
            number
            for number, one in enumerate(self.store)
            if one["what"] == "leaf" and one["at"] - left
        }
        history = [*self.history, (payers, touched)]
        if not self.payable(history):
            raise Refused("leaf")
        # precedence, repetition, over
        if lays and to in settled and would_be_captured(settled, to):
            raise Refused("precedence")
        if found["captured"] and self.before is not None and settled == self.before:
            raise Refused("repetition")
        if self.over():
            raise Refused("over")
        if only_try:
            return {}
        self.store_moves(kind, at, to, acting, left, end)
        self.give_back(kind, lays_seed, after, found)
        self.history = history
        self.board = end
        self.parasites = {one for cells in groups(end) if not has_seed(end, cells) for one in cells}
        self.look()
        return {
            "captured": sorted(map(name, found["captured"])),
            "isolated": sorted(map(name, found["isolated"])),
            "saturated": sorted(LETTERS[column] for column in found["saturated"]),
        }

    def store_moves(
        self,
        kind: str,
        at: Cell,
        to: Cell,
        acting: list[frozenset[Cell]],
        left: set[Cell],
        end: Board,
    ) -> None:
        """Where the entitlements, and the pieces of plants that have hatched, lie afterwards."""
        laid = {to} & set(end) if kind in ("grow", "move") else set()
        tainted = any(cells & self.hatched for cells in acting)
        self.hatched &= left
        if kind == "hatch":
            self.hatched |= acting[0] & left
        elif tainted:
            self.hatched |= laid
        for one in self.store:
            was = one["at"]
            one["at"] = was & left
            if one["what"] == "leaf" and one["at"] != was:
                one["at"] = set()
            if one["what"] == "parasite":
                grown = any(cells & was and not has_seed(self.board, cells) for cells in acting)
                if grown or (kind == "move" and at in was):
                    one["at"] = one["at"] | laid

    def give_back(self, kind: str, lays_seed: bool, after: Board, found: dict[str, Any]) -> None:
        own = self.reserve[self.me]
        if kind in ("grow", "sow"):
            own["seeds" if lays_seed else "sprouts"] -= 1
        if kind == "prune":
            own["sprouts"] += 1
        if kind == "harvest":
            own["seeds"] += 1
        for at in found["captured"] | found["isolated"] | found["gone"]:
            colour, what = after[at]
            if what == SPROUT:
                self.reserve[colour]["sprouts"] += 1

    def over(self) -> bool:
        return len(self.still_in()) <= 1

    def still_in(self) -> list[str]:
        return [
            player
            for player in self.players
            if self.reserve[player]["seeds"]
            or any(colour == player for colour, _ in self.board.values())
        ]


SHAPES = {
    ("grow", 1, False), ("grow", 2, True), ("move", 2, False), ("harvest", 1, False),
    ("prune", 1, False), ("hatch", 2, False), ("sow", 1, False),
}  # fmt: skip


def copied(turn: Turn) -> Turn:
    twin = object.__new__(Turn)
    twin.__dict__ = dict(turn.__dict__)
    twin.hatched = set(turn.hatched)
    twin.store = [dict(one) for one in turn.store]
    twin.reserve = {player: dict(one) for player, one in turn.reserve.items()}
    return twin


def is_legal(turn: Turn, text: str) -> bool:
    try:
        turn.play(text, only_try=True)
    except Refused:
        return False
    return True


def legal(turn: Turn) -> list[str]:
    """Every legal next action, found by trying all that could be written down."""
    own = [at for at, (colour, _) in turn.board.items() if colour == turn.me]
    empty = [at for at in ALL if at not in turn.board]
    texts = [f"{word} {name(at)}" for word in ("harvest", "prune") for at in own]
    texts += [f"grow {name(at)}{tail}" for at in empty for tail in ("", " seed")]
    texts += [f"sow {name(at)}" for at in empty]
    texts += [
        f"{word} {name(at)} {name(to)}"
        for at in own
        if turn.board[at][1] == SPROUT
        for to in empty
        for word in ("move", "hatch")
        # a look ahead, only to be done sooner: both need an own or an enemy piece beside them
        if any(other in turn.board for other in AROUND[to])
    ]
    return sorted(text for text in texts if is_legal(turn, text))


def owed(turn: Turn) -> int:
    """How many actions are still due: entitlements left that could pay for a legal action."""
    if turn.over():
        return 0
    live = []
    actions = legal(turn)
    numbers = [-1] if turn.must_sow else list(range(len(turn.store)))
    for number in numbers:
        for text in actions:
            twin = copied(turn)
            twin.play(text)
            payers, touched = twin.history[-1]
            if number in payers and twin.payable([*turn.history, ([number], touched)]):
                live.append(number)
                break

    def most(left: list[int], chosen: list[int]) -> int:
        best = 0
        for place, number in enumerate(left):
            found = [*chosen, number]
            if turn.payable(turn.history + [([one], set()) for one in found]):
                best = max(best, 1 + most(left[place + 1 :], found))
        return best

    return most(live, [])
