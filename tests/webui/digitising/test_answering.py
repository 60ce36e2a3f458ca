"""Answers at the command line: a number means what was printed beside it, whatever else is said."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import permutations
from typing import Any

import pytest
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.observation import Observation
from palago.webui.digitising.answering import (
    AnsweredGame,
    NoSuchAnswer,
    followed_by_answers,
    questions_in_words,
)
from palago.webui.digitising.digitise import Digitised, follow
from palago.webui.digitising.settling import Settled
from palago.webui.tables.shots import CameraShot
from watching.test_dice_photos import PLAYERS, series

FIRST = Board.from_text("0,0a 1,0c")
#: Two tiles that touch nothing, neither of them seen well.
APART = Tile(4, -2, 0), Tile(4, -1, 0)
NAME = "photo 2.jpg"


def following(*seen: Observation) -> Callable[[Settled], Digitised]:
    taken = [CameraShot(float(n), f"photo {n}.jpg", one) for n, one in enumerate(seen, 1)]
    return lambda settled: follow(taken, settled, "palago", is_film=False)


def answered(*told: str) -> AnsweredGame:
    unsure = {tile.cell: 0.6 for tile in APART}
    seen = Observation(FIRST), Observation(Board((*FIRST, *APART)), unsure)
    return followed_by_answers(Settled(), told, following(*seen))


def offered(found: AnsweredGame) -> dict[str, int]:
    """The numbers that are printed, by the words beside them."""
    lines = "\n".join(questions_in_words(found))
    return {words: int(n) for n, words in re.findall(r"^  (\d+) (.+)$", lines, re.MULTILINE)}


def test_of_two_turns_at_once_it_is_said_who_played_which() -> None:
    both = Board.from_text("0,0b 1,0b 1,1b 1,2a -2,2c -1,1b")
    seen = Observation(Board.from_text("0,0b 1,0b")), Observation(both)
    told = "\n".join(
        questions_in_words(followed_by_answers(Settled(), (), following(*seen)), ("Ann", "Ben"))
    )
    assert ", then Ann (White) -1,1b -2,2c\n" in told


def test_answers_to_one_photo_mean_what_was_printed_before_any_of_them() -> None:
    printed = offered(answered())
    told = [
        f"{NAME}={printed[words]}"
        for words in ("As it was read 4,-2a", "As it was read 4,-1a", "One turn, against the rules")
    ]
    assert [word.rpartition("=")[2] for word in told] == ["1", "4", "7"]
    for order in permutations(told):
        game = answered(*order).game
        assert not game.to_check
        assert game.steps[-1].after.board == Board((*FIRST, *APART))


def test_a_turn_against_the_rules_leaves_the_tiles_open_that_were_not_seen_well() -> None:
    left = offered(answered(f"{NAME}=7"))
    assert {"As it was read 4,-2a", "As it was read 4,-1a"} <= left.keys()
    assert not {"One turn, against the rules", "A photo is missing before it"} & left.keys()
    game = answered(f"{NAME}=7", f"{NAME}=1").game
    (asked,) = game.to_check
    assert "4,-1" in str(asked.said[0]) and "4,-2" not in str(asked.said[0])


def test_what_is_still_asked_keeps_its_numbers_and_what_is_new_has_others() -> None:
    printed, left = offered(answered()), offered(answered(f"{NAME}=1"))
    assert "As it was read 4,-2a" not in left
    new = left.keys() - printed.keys()
    assert new == {"No tile lies there 4,-1"}
    assert all(left[words] == printed[words] for words in left.keys() - new)
    assert left["No tile lies there 4,-1"] == max(printed.values()) + 1
    game = answered(f"{NAME}=1", f"{NAME}={left['No tile lies there 4,-1']}").game
    board: Any = game.steps[-1].after.board
    assert board.cells == {*FIRST.cells, APART[0].cell}


@pytest.mark.parametrize(("told", "said"), [
    ((f"{NAME}=1", f"{NAME}=2"), "no longer"), ((f"{NAME}=1", f"{NAME}=1"), "no longer"),
    ((f"{NAME}=9", f"{NAME}=1"), "no longer"), ((f"{NAME}=7", f"{NAME}=8"), "say it before"),
    ((f"{NAME}=10",), "answers 1 to 9"), ((NAME,), f"'{NAME}=1'"), ((f"{NAME}=",), f"'{NAME}=1'"),
    ((f"{NAME}=one",), f"'{NAME}=1'"), (("photo 1.jpg=1",), f"asked about is {NAME}"),
    ((f"{NAME}=9", "photo 1.jpg=1"), "nothing is asked"),
])  # fmt: skip
def test_an_answer_that_cannot_be_given_is_refused_and_never_taken_as_another(
    told: tuple[str, ...], said: str
) -> None:
    with pytest.raises(NoSuchAnswer) as refused:
        answered(*told)
    assert f"--answer '{told[-1]}'" in str(refused.value) and said in str(refused.value)


def test_answers_of_before_the_players_were_named_keep_their_meaning() -> None:
    played = series(2)
    taken = [replace(shot, dice=None) for shot in played.shots[played.starts :: 2]]
    unnamed = partial(follow, taken, kind="palagonia", is_film=False)
    named = partial(unnamed, players=PLAYERS)
    before = followed_by_answers(Settled(), (), unnamed)
    after = followed_by_answers(Settled(), (), named, unnamed)
    for name, printed in before.numbered.items():
        assert printed.items() <= after.numbered[name].items()
    late = taken[1].source
    (wrong,) = (n for n, (say, _) in before.numbered[late].items() if say == "one_turn")
    for asked in ((unnamed,), (named, unnamed)):
        game = followed_by_answers(Settled(), [f"{late}={wrong}"], *asked).game
        assert game.gaps == {late: False}
    two_turns = [n for n, (say, _) in after.numbered[late].items() if say == "two_turns"]
    assert two_turns and min(two_turns) == 101
    game = followed_by_answers(Settled(), [f"{late}={two_turns[0]}"], named, unnamed).game
    assert len([step for step in game.steps if step.source == late]) == 2
    with pytest.raises(NoSuchAnswer, match=r"answers 1 to 3$"):
        followed_by_answers(Settled(), [f"{late}=101"], unnamed)
