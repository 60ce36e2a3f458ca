"""Studies: trees of moves that keep all branches, and are records when they are written."""

import json
from typing import Any

import pytest
from palago.engine.palago.game import IllegalMove
from palago.engine.records.record import Record, RecordedTurn
from palago.engine.records.sgf import read_sgf
from palago.engine.records.study import DEEPEST, Chapter, Study, StudyError

OPENING, FORK, ELSEWHERE = "0,0a 1,0a", "-1,1c -1,2c", "2,-1a 3,-1a"


def branched() -> Chapter:
    chapter, path = Chapter().played((), OPENING)
    chapter, _ = chapter.played(path, FORK)
    chapter, _ = chapter.played(path, ELSEWHERE)
    return chapter


def test_a_second_move_at_the_same_place_becomes_a_branch_and_the_first_one_stays() -> None:
    chapter = branched()
    assert [child.turn.move for child in chapter.at((0,)).children] == [FORK, ELSEWHERE]
    again, path = chapter.played((0,), " ".join(reversed(ELSEWHERE.split())))
    assert again == chapter and path == (0, 1)
    with pytest.raises(IllegalMove):
        chapter.played((0,), "9,9a 9,8a")


def test_what_is_noted_stays_through_json_and_sgf() -> None:
    chapter = branched()
    node = chapter.at((0, 1)).noted(comment="too far", glyph="?!", marks=["0,0", "0,0>1,0"])
    chapter = chapter.with_node((0, 1), node)
    study = Study("Openings", (chapter, Chapter(Record(title="empty"))))
    again = Study.from_json(json.loads(study.dumps()))
    assert again == study
    found = again.chapter(0).at((0, 1))
    assert (found.turn.comment, found.glyph, found.marks) == ("too far", "?!", ("0,0", "0,0>1,0"))
    assert Chapter.from_record(read_sgf(study.to_sgf())) == chapter
    assert not found.noted(glyph="", marks=[]).turn.extra


def test_a_branch_becomes_the_main_line_or_goes() -> None:
    chapter, path = branched().promoted((0, 1))
    assert path == (0, 0)
    assert [child.turn.move for child in chapter.at((0,)).children] == [ELSEWHERE, FORK]
    left = chapter.without((0, 1))
    assert [child.turn.move for child in left.at((0,)).children] == [ELSEWHERE]
    for wrong in ((), (4,), (0, 0, 0)):
        with pytest.raises(StudyError):
            left.without(wrong)


def test_a_position_is_reached_by_the_rules() -> None:
    chapter = branched()
    assert chapter.position((0, 0)).on_turn == "white"
    assert len(chapter.position((0,)).board) == 2
    with pytest.raises(StudyError):
        chapter.position((0, 5))


def test_what_is_too_large_or_no_study_is_refused() -> None:
    long = Record(moves=tuple(RecordedTurn(f"{n},0a {n},1a") for n in range(DEEPEST + 3)))
    with pytest.raises(StudyError):
        Chapter.from_record(long)
    wrong: Any
    for wrong in ([], {"format": "palago-study", "version": 9, "chapters": []}, {"moves": 3}):
        with pytest.raises(StudyError):
            Study.from_json(wrong)
    assert Study.from_json(Record(title="One").to_json()).chapters[0].head.title == "One"
