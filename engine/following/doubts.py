"""Why a turn that keeps to the rules may be another one, and which boards no turn explains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ..games.protocols import AnyPlug, Game, Verdict
from ..games.tables import LyingTable, SeenTable
from ..phrases import Phrase
from .steps import FollowedTurn, PassedOver, said_of
from .waiting import Halfway, is_turn

ENDS_NO_TURN = Phrase("ends_no_turn")


def no_turn_ends(verdict: Verdict) -> tuple[Phrase, ...]:
    """That no turn ends with a board, and why. A turn that could be played is none only because of
    the photos after it: what was played there is no reason."""
    return (ENDS_NO_TURN, *(() if is_turn(verdict) else said_of(verdict)))


def doubts_of(
    plug: AnyPlug, start: Game | None, before: Game, after: Game, parts: Sequence[Halfway]
) -> tuple[Phrase, ...]:
    """What is doubtful about the turns from one game to another. ``parts`` are boards on the way
    after which a turn may have been over."""
    found = []
    fewest, most = plug.following.turn_size(before)
    laid = len(before.board) - (0 if start is None else len(start.board))
    if fewest == most and laid % most:
        # It may be that each turn is the end of one and the beginning of another.
        found.append(Phrase("offbeat_turn"))
    for part in parts:
        doubt = _perhaps_two(plug, before, after, part)
        if doubt is not None:
            found.append(doubt)
    return tuple(found)


def _perhaps_two(plug: AnyPlug, before: Game, after: Game, part: Halfway) -> Phrase | None:
    """Whether what seems one turn may have been two, with a pause between them."""
    board = part.verdict.board
    if board in (before.board, after.board):
        return None
    first = plug.judge(before, plug.table.observed(board), aligned=True)
    between = first.after
    if between is None:
        resume = plug.following.resume or plug.accept
        try:
            between = resume(before, board)
        except ValueError:
            return None
    second = plug.judge(between, plug.table.observed(after.board), aligned=True)
    if not is_turn(second):
        return None
    if is_turn(first):
        values = {"first": first.actions[0], "second": second.actions[0]}
        return Phrase("perhaps_two_turns", values)
    why = said_of(first)
    fewest, most = plug.following.turn_size(before)
    if not why or not fewest <= len(board) - len(before.board) <= most:  # it was not meant as one
        return None
    return Phrase("perhaps_a_wrong_turn", {"why": why[0], "second": second.actions[0]})


def passed_over(
    plug: AnyPlug,
    start: Game | None,
    steps: Sequence[FollowedTurn],
    shown: Sequence[Halfway],
    gaps: Mapping[str, bool],
) -> tuple[PassedOver, ...]:
    """The boards shown on purpose though no turn ends there, and what to say of each."""
    lying = plug.following.lying
    boards = [] if start is None else [start.board, *(step.after.board for step in steps)]
    told = Counter(step.source for step in steps)
    # Of two turns in one photo the first may have ended elsewhere.
    alone = (step for step in steps if told[step.source] == 1)
    whole = [step for step in alone if step.verdict is None or gaps.get(step.source or "") is False]
    found = []
    for part in shown:
        seen = part.sighting.seen.moved(part.verdict.alignment)
        as_read = lying(part.verdict.board)
        if any(_shows(seen, as_read, lying(board)) for board in boards):
            continue
        if _is_on_the_way(plug, whole, as_read):
            continue
        said = no_turn_ends(part.verdict)
        found.append(PassedOver(part.sighting.time, part.sighting.source, said, part.gaps))
    return tuple(found)


def _shows(seen: SeenTable, as_read: LyingTable, board: LyingTable) -> bool:
    """Whether a board is what was seen, but for what was not seen well."""
    cells = {piece.cell for piece in set(as_read) ^ set(board)}
    return all(seen.is_unsure(cell) for cell in cells)


def _is_on_the_way(plug: AnyPlug, steps: Sequence[FollowedTurn], board: LyingTable) -> bool:
    """Whether a board shows the beginning of one of these whole turns that can be known for one:
    every turn lays equally many pieces, and these are fewer."""
    for step in steps:
        fewest, most = plug.following.turn_size(step.before)
        is_less = fewest == most and len(board) - len(step.before.board) < most
        if is_less and is_within(plug, step, board):
            return True
    return False


def is_within(plug: AnyPlug, step: FollowedTurn, board: LyingTable) -> bool:
    """Whether a board shows some of what was laid in a turn, and not all of it."""
    lying = plug.following.lying
    return set(lying(step.before.board)) < set(board) < set(lying(step.after.board))
