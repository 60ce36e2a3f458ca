"""A record in which a person has said that turns are missing, or that one broke the rules."""

from dataclasses import replace

import pytest
from palago.engine.games.reviewing import Effort
from palago.engine.palago.puzzles.generating import PuzzleGame
from palago.engine.records.files import read_record, write_record
from palago.engine.records.record import Record, RecordedTurn
from palago.engine.records.replay import replay
from palago.engine.records.reviewed import NoReview, annotated, review
from palago.engine.records.study import Chapter

MISSING = "Turns are missing here"


def record(is_missing: bool | None, check: tuple[str, ...] = ("one",)) -> Record:
    """White closes a creature of Blue in the last turn where turns are missing in the third, else
    Blue does; None: nobody has said which."""
    moves = ["0,0b 1,-1b", "0,-1b 0,-2a", "-2,0b -1,0c 2,-1a 3,-2c", "1,-3a 2,-4a", "3,-1a 4,-2c",
             "2,-3c 1,-2a"]  # fmt: skip
    turns = [RecordedTurn(move) for move in moves]
    turns[2] = replace(turns[2], check=check, extra={"source": "photo 4.jpg"})
    gaps = {} if is_missing is None else {"photo 4.jpg": is_missing}
    return Record(moves=tuple(turns), result="blue", extra={"gaps": gaps})


@pytest.mark.parametrize("form", ["json", "text", "sgf", "zip"])
def test_a_record_goes_over_turns_that_are_missing(form: str) -> None:
    told = read_record(write_record(record(True), form))
    assert told == record(True)
    found = replay(told)
    assert (len(found.steps), found.problems, found.missing) == (6, (), (3,))
    assert found.result == "blue" and found.steps[3].position.on_turn == "blue"
    assert [replay(record(True, check=())).missing, replay(record(None, ())).missing] == [(3,), ()]


@pytest.mark.parametrize("said", [False, None])
def test_what_was_let_stand_is_told_and_what_follows_is_looked_at(said: bool | None) -> None:
    wrong = record(said)
    after = RecordedTurn("99,99a 99,98b")
    found = replay(replace(wrong, moves=(*wrong.moves[:3], after, *wrong.moves[3:])))
    assert [problem.where for problem in found.problems] == ["turn 3", "turn 4"]
    assert found.stopped is found.problems[1] and len(found.steps) == 3
    (unmarked,) = replay(record(None, check=())).problems
    assert unmarked.where == "turn 3" and not unmarked.let_stand


def test_a_review_goes_over_a_gap_and_says_so() -> None:
    found = review(record(True), Effort(moves=1, seconds=20))
    assert [remark.number for remark in found.remarks] == [1, 2, 3, 4, 5, 6]
    assert [remark.who for remark in found.remarks][1:4] == ["blue", "", "white"]
    gap = found.remarks[2]
    assert gap.marks == ("no_turn",) and str(gap.phrases[0]).startswith(MISSING)
    assert "loses" in found.remarks[5].marks
    noted = read_record(write_record(annotated(record(True), found), "sgf"))
    assert noted.moves[2].comment.startswith(MISSING) and not replay(noted).problems
    against = review(record(False), Effort(moves=1, seconds=20)).remarks
    assert (against[2].who, against[5].marks) == ("white", ("wins",))
    with pytest.raises(NoReview, match="turn 3"):
        review(record(None, check=()))


def test_studies_and_puzzles_go_over_it_too() -> None:
    chapter = Chapter.from_record(record(True))
    assert chapter.position((0,) * 6).result == "blue"
    assert chapter.to_record() == record(True)
    steps = replay(record(True)).steps
    assert len(PuzzleGame.of("club", (step.position for step in steps)).positions) == 5


@pytest.mark.parametrize(("said", "then"), [("", "Cleo"), ("Ann", "Ann")])
def test_a_lay_of_palagonia_with_turns_missing_leads_on_without_its_board(
    said: str, then: str
) -> None:
    moves = ["start 4 2 3", "lay 0,0a 1,0a 2,0a 3,0a", "lay 4,0a 5,0a 6,0a 7,0a 8,0a", "roll 2:3"]
    turns = [RecordedTurn(move) for move in moves]
    extra = {"source": "4.jpg", "to_move": said}
    turns[2] = replace(turns[2], check=("one",), extra=extra)
    names, gaps = ("Ann", "Bob", "Cleo"), {"gaps": {"4.jpg": True}}
    told = Record("palagonia", moves=tuple(turns), players=names, extra=gaps)
    found = replay(read_record(write_record(told, "json")))
    assert (len(found.steps), found.problems, found.missing) == (4, (), (3,))
    last, gap = found.steps[-1].position, found.steps[2].gap
    assert last.on_turn == then and len(last.board) == 9
    assert gap is not None and str(gap.phrase).startswith(MISSING)
    assert ("Cleo is taken to go on" in str(gap.phrase)) is (not said)
    assert review(told, Effort(moves=1, seconds=1)).remarks[1].marks == ("no_turn",)
