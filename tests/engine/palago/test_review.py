"""A review names the wins that were missed, and invents none: held against plain trial of moves."""

import random
import re
from dataclasses import replace

import pytest
from further_cases import further
from games_by_chance import any_move, random_game
from palago.engine.games.reviewing import Effort
from palago.engine.palago.game import PalagoGame
from palago.engine.palago.move import Move
from palago.engine.palago.threats import immediate_wins
from palago.engine.palagonia.game import PalagoniaGame
from palago.engine.palagonia.plug import roll
from palago.engine.phrases import render
from palago.engine.records.files import parse_record
from palago.engine.records.record import Record, RecordedTurn
from palago.engine.records.replay import replay
from palago.engine.records.reviewed import NoReview, annotated, review
from palago.engine.records.sgf import write_sgf


def half_blind_record(seed: int) -> Record:
    """A game at random in which every other win in one move is seen, for sixteen moves at most."""

    def choose(rng: random.Random, game: PalagoGame) -> Move:
        wins = immediate_wins(game.board, game.to_move) if len(game.board) else ()
        return Move(wins[0].tiles) if wins and rng.random() < 0.5 else any_move(rng, game)

    return random_game(seed, 16, choose=choose).to_record()


def wins_at_once(game: PalagoGame) -> bool:
    """By trying every legal move with the plain rules."""
    return any(game.play(move).result == game.on_turn for move in game.legal_actions())


def wins_after_any_reply(game: PalagoGame) -> bool:
    """Whether whoever is not on turn wins at once after every reply."""
    winner = game.to_move.other
    replies = (game.play(move) for move in game.legal_actions())
    return not game.over and all(
        reply.result == winner.value if reply.over else bool(immediate_wins(reply.board, winner))
        for reply in replies
    )


@pytest.mark.parametrize("seed", [0, *further([1, 2, 3])])
def test_wins_in_one_are_found_and_none_is_invented(seed: int) -> None:
    record = half_blind_record(seed)
    played = replay(record)
    positions = [played.start, *(step.position for step in played.steps)]
    found = review(record, Effort(moves=1, seconds=20))
    assert len(found.remarks) == len(record.moves)
    for remark in found.remarks[1:]:
        before, after = positions[remark.number - 1], positions[remark.number]
        assert isinstance(before, PalagoGame) and isinstance(after, PalagoGame)
        could = wins_at_once(before)
        kept = after.result == before.on_turn or wins_after_any_reply(after)
        assert ("missed_win" in remark.marks) == (could and not kept)
        if not after.over:
            lost = {"loses", "threat_not_seen", "lost_already"} & set(remark.marks)
            assert bool(lost) == wins_at_once(after)
        for words in remark.better[:1]:
            if "missed_win" in remark.marks:
                assert "after it (moves searched: 1)." in str(remark.phrases[0])
                assert before.play(words).result == before.on_turn


def test_a_win_that_was_put_off_is_told() -> None:
    played = "0,0c 0,1a / 0,2a 1,2a / 2,2b 2,3a / 2,4b 3,3a / 0,-1c -1,-1c / 1,-2b 1,-1c"
    record = Record(moves=tuple(map(RecordedTurn, played.split(" / "))))
    remark = review(record, Effort(moves=2, seconds=20)).remarks[4]
    assert remark.marks == ("slower_win",) and remark.details["after"]["result"] == "loss"
    [said] = map(render, remark.phrases)
    assert said == "White could have won at once; this way it takes 3 moves."
    position = replay(replace(record, moves=record.moves[:4])).position
    assert isinstance(position, PalagoGame) and position.play(remark.better[0]).result == "white"


def test_who_had_lost_already_does_not_turn_the_game() -> None:
    lost_at_five = (
        "0,0a -1,1b", "0,1a 0,2a", "0,-1b 1,-2a", "-2,2a -3,3b", "-2,3c -1,2c", "-4,3c -3,2c",
        "-4,2c -3,1a",
    )  # fmt: skip
    found = review(
        Record(moves=tuple(map(RecordedTurn, lost_at_five))), Effort(moves=1, seconds=20)
    )
    assert "closes a creature of Blue and loses" in str(found.remarks[-1].phrases[0])
    assert found.remarks[-1].marks == ("lost_already",) and found.turning_point == 5


def test_the_notes_come_with_the_record() -> None:
    record = next(record for record in map(half_blind_record, range(40)) if replay(record).result)
    found = review(record, Effort(moves=2, seconds=10))
    noted = annotated(record, found)
    assert [turn.move for turn in noted.moves] == [turn.move for turn in record.moves]
    assert any(turn.comment for turn in noted.moves)
    assert not replay(noted).problems  # better lines are legal as well
    again = parse_record(write_sgf(noted))
    assert [turn.comment for turn in again.moves] == [turn.comment for turn in noted.moves]
    assert found.to_json()["moves"][-1]["sentences"]


def test_palagonia_is_reviewed_by_points() -> None:
    rng = random.Random(5)
    game = PalagoniaGame.new(("Ann", "Ben", "Cleo"))
    while not game.over and len(game.history) < 5:
        if game.roll is None:
            game = game.play(roll(game, None))
        else:
            game = game.play(game.random_action(rng))
    found = review(game.to_record(), Effort(seconds=0.1))
    assert len(found.remarks) == 5
    for remark in found.remarks:
        assert remark.details["points"] <= remark.details["best_points"] or remark.number == 1
        said = " ".join(map(render, remark.phrases))
        assert "lay " not in said and not re.search(r"\d,-?\d", said), "a picture shows the tiles"


def test_a_record_that_goes_wrong_is_refused() -> None:
    record = half_blind_record(1)
    broken = replace(record, moves=(*record.moves[:2], record.moves[1]))
    with pytest.raises(NoReview, match="goes wrong"):
        review(broken)
