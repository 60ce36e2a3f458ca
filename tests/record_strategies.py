"""Records of all kinds for property tests, and the JSON that a file may hold anywhere."""

from hypothesis import strategies as st
from palago.engine.palago.move import Move
from palago.engine.records.record import Record, RecordedTurn
from palago.engine.tiles.board import Tile
from strategies import boards

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
moves = st.one_of(
    st.lists(st.builds(Tile, *[st.integers(-9, 9)] * 2, st.sampled_from([0, 2, 4])), min_size=1)
    .map(lambda tiles: str(Move(tuple(tiles[:2])))),
    st.sampled_from(["roll 3:5", "start 3 5 remove", "remove 1,0", "lay 0,0a 1,0c", "claim 2"]),
    words,
)  # fmt: skip
anything = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=4,
)
unknown = st.dictionaries(st.sampled_from(["weather", "x-ref", "élan", "zz"]), anything, max_size=2)


def turns(
    lines: st.SearchStrategy[tuple[tuple[RecordedTurn, ...], ...]],
) -> st.SearchStrategy[RecordedTurn]:
    turn = st.builds(
        RecordedTurn,
        move=moves,
        comment=words,
        time=st.sampled_from(["", "2024-05-01T20:14:00Z"]),
        photo=st.sampled_from(["", "ab" * 32]),
        confidence=st.none() | st.floats(0, 1),
        check=st.lists(words, max_size=2).map(tuple),
        extra=unknown,
    )
    return st.builds(lambda turn, found: turn.branching(*found), turn, lines)


def lines_of(
    turn: st.SearchStrategy[RecordedTurn],
) -> st.SearchStrategy[tuple[tuple[RecordedTurn, ...], ...]]:
    return st.lists(st.lists(turn, min_size=1, max_size=2).map(tuple), max_size=2).map(tuple)


any_turn = st.recursive(turns(st.just(())), lambda t: turns(lines_of(t)), max_leaves=4)
records = st.builds(
    Record,
    game=st.sampled_from(["palago", "palagonia", "palagem"]),
    moves=st.lists(any_turn, max_size=3).map(tuple),
    players=st.lists(words, max_size=3).map(tuple),
    options=st.dictionaries(words, anything, max_size=2),
    start=st.none() | boards(most=4),
    to_move=st.sampled_from(["", "white", "blue"]),
    title=words,
    date=words,
    place=words,
    result=words,
    resigned=words,
    comment=words,
    extra=unknown,
)
