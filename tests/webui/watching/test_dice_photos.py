"""Photos of Palagonia after each turn with the dice in them: what is missing, doubled, unlawful."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from further_cases import further
from palago.engine.following.shots import UNOBEYED
from palago.engine.palagonia.actions import Lay, PalagoniaAction, apply
from palago.engine.palagonia.at_table.dice_follower import AGAIN
from palago.engine.palagonia.at_table.shots_with_dice import FinderWithDice
from palago.engine.palagonia.dice import DieFace, Roll
from palago.engine.palagonia.game import GameError, PalagoniaGame
from palago.engine.palagonia.legal import random_action
from palago.engine.palagonia.turn import TurnPhase
from palago.engine.tiles.board import Board
from palago.engine.tiles.observation import Observation
from palago.engine.values import value_of
from palago.vision.readings.dice import DieReading
from palago.webui.digitising.answering import _in_words
from palago.webui.digitising.digitise import Digitised, digitise, follow
from palago.webui.digitising.questions import questions_of
from palago.webui.digitising.record import digitised_record
from palago.webui.digitising.settling import Settled
from palago.webui.games.kept.records import game_of_record
from palago.webui.tables.choice import table_page
from palago.webui.tables.shots import CameraShot

PLAYERS = ("Anna", "Ben", "Cleo")
TURNS = 6


@dataclass(frozen=True)
class Series:
    """A game and one photo after each of its turns, the first of the empty table."""

    game: PalagoniaGame
    shots: tuple[CameraShot, ...]
    starts: int


def series(seed: int, tries: int = 1) -> Series:
    rng = random.Random(seed)
    game = PalagoniaGame.new(PLAYERS)
    shots: list[CameraShot] = []

    def photo(faces: tuple[DieFace, ...], board: Board) -> None:
        number = len(shots)
        dice = tuple(
            DieReading(face.value, (100.0 * k, 9.0), 0.99, 20.0, "lying",
                       (9.0 + 3.1 * (number % 7), 3.0 * k), 0.6)
            for k, face in enumerate(faces)
        )  # fmt: skip
        seen = Observation(board) if len(board) else None
        shots.append(CameraShot(60.0 * number, f"{number:02}.jpg", seen, dice=dice))

    while game.phase is TurnPhase.START:
        faces = [rng.choice(list(DieFace)) for _ in game.contenders]
        for face in faces:
            photo((face,), Board())
        game = game.roll_for_start(faces)
    starts = len(shots)
    while len(game.history) < TURNS:
        faces_now: tuple[DieFace, ...] = ()
        if game.phase is TurnPhase.ROLL:
            roll = Roll.thrown(rng)
            game, faces_now = game.throw(roll), roll.faces
        if game.phase is TurnPhase.ACT:
            some = [game.random_action(rng) for _ in range(tries)]
            action = max(some, key=lambda one: game.play(one).history[-1].points)
            board = apply(game.board, action)
            game = game.play(action)
            photo(faces_now, board)
    return Series(game, tuple(shots), starts)


def followed(shots: tuple[CameraShot, ...]) -> Digitised:
    return digitise(FinderWithDice(is_film=False, players=PLAYERS), shots)


def counted(found: Digitised) -> Any:
    """The game with its points."""
    assert found.counted is not None, [entry.sentences for entry in found.to_check]
    return found.counted.game


def is_named_or_ends_a_turn(found: Digitised, shots: tuple[CameraShot, ...]) -> bool:
    known = {*(step.source for step in found.steps), *found.named, *found.repeats}
    return {shot.source for shot in shots if shot.seen is not None} <= known


@pytest.mark.parametrize("seed", range(4))
def test_a_photo_after_each_turn_counts_the_game(seed: int) -> None:
    played = series(seed)
    found = followed(played.shots)
    assert counted(found).events == played.game.events
    assert not found.to_check and is_named_or_ends_a_turn(found, played.shots)


def against_the_rules(
    what: str, boards: list[Board], faces: list[DieFace], rng: random.Random
) -> Board:
    """What lies after a turn that these dice do not allow; ``boards`` are all until then."""
    *_, earlier, board = boards
    if what == "taken back":
        return earlier
    other = next(face for face in DieFace if face.number and face not in faces)
    allowed = next((face for face in faces if face.number), other)
    lay = random_action(board, other if what == "number" else allowed, rng)
    assert isinstance(lay, Lay)
    if what == "one tile":
        return board.place(lay.tiles[0])
    if what == "moved":
        return board.remove(max(board.cells)).place(lay.tiles[0])
    after = apply(board, lay)
    if what == "match":
        return after.turn(lay.tiles[-1].cell, (lay.tiles[-1].rotation + 1) % 6)
    if what == "two turns":
        return apply(after, some_action(after, [other], rng))
    return after if what == "number" else apply(board, some_action(board, [DieFace.REMOVE], rng))


def some_action(board: Board, faces: Sequence[DieFace], rng: random.Random) -> PalagoniaAction:
    found = (random_action(board, face, rng) for face in rng.sample(faces, len(faces)))
    return next(action for action in found if action is not None)


def staged(what: str, seed: int) -> tuple[tuple[CameraShot, ...], int]:
    """A game with a photo missing or a turn against the rules, and the number of the photo that
    shows it."""
    rng, played = random.Random(f"{what} {seed}"), series(seed)
    shots, at = list(played.shots), played.starts + 2
    if what == "missing":
        return (*shots[:at], *shots[at + 1 :]), at
    boards = [shot.seen.board for shot in shots[played.starts : at]]
    for number, shot in enumerate(shots[at:], start=at):
        faces = [DieFace(die.face) for die in shot.dice or ()]
        if number == at:
            board = against_the_rules(what, boards, faces, rng)
        else:
            board = apply(board, some_action(board, faces, rng))
        shots[number] = replace(shot, seen=Observation(board))
    return tuple(shots), at


@pytest.mark.parametrize("dice", ["read", "none seen", *further(["one not read"])])
@pytest.mark.parametrize(
    ("what", "seed"),
    [("missing", 0), ("missing", 3), ("number", 5), ("number", 9), ("remove", 5), ("match", 3),
     ("one tile", 4), ("two turns", 9), ("moved", 7), ("taken back", 11)],
)  # fmt: skip
def test_whether_a_turn_was_unlawful_or_a_photo_is_missing_is_asked(
    what: str, seed: int, dice: str
) -> None:
    shots, at = staged(what, seed)
    seen = shots[at].dice or ()
    read = {"one not read": (replace(seen[0], face=None), seen[1]), "none seen": ()}.get(dice, seen)
    shots = (*shots[:at], replace(shots[at], dice=read), *shots[at + 1 :])
    found = followed(shots)
    assert is_named_or_ends_a_turn(found, shots)
    if (what, dice) == ("taken back", "none seen"):
        assert shots[at - 1].source in found.named and shots[at].source in found.repeats
        return  # no other dice lay there: the turn before was taken back
    asked = next(q for q in questions_of(found) if q["source"] == shots[at].source)
    said = [one["answer"].get("missing") for one in asked["answers"]]
    assert {True, False} <= set(said)


@pytest.mark.parametrize("seed", [0, 21, *further([3, 8, 33])])
def test_two_turns_in_one_photo_are_told_apart_by_their_pictures(seed: int) -> None:
    played = series(seed, tries=12)
    at = played.starts + 2
    shots = (*played.shots[:at], *played.shots[at + 1 :])
    asked = next(q for q in questions_of(followed(shots)) if q["source"] == shots[at].source)
    offered = [one for one in asked["answers"] if one["say"] == "two_turns"]
    turns = [str(step.action) for step in played.game.history[2:4]]
    if not offered:  # a tile was laid and taken away again: no photo shows it
        assert seed == 21 and turns[1].startswith("remove") and turns[1].split()[1] in turns[0]
        return
    right = next(
        one for one in offered
        if [sorted(words.split()) for words in one["answer"]["actions"]]
        == [sorted(words.split()) for words in turns]
    )  # fmt: skip
    assert len(right["numbers"].split()) == 2
    mover = played.game.players[played.game.history[2].mover]
    assert (right["mover"], right["turn"]) == (mover, 3)
    told = {"source": asked["source"], **right["answer"]}
    found = settled(shots, told)
    if questions_of(found):  # points hang on the roll that no photo shows, or whose turn it is
        (asked,) = questions_of(found)
        faces = sorted(str(die.face) for die in played.shots[at].dice or ())
        known = faces, PLAYERS[played.game.mover]
        answers = [one["answer"] for one in asked["answers"]]
        answer = next(
            one for one in answers if (sorted(one.get("faces", ())) or one.get("player")) in known
        )
        found = settled(shots, told, {"source": asked["source"], **answer})
    assert not questions_of(found)
    assert found.counted is not None and found.counted.is_whole
    assert counted(found).points == played.game.points
    assert digitised_record(found, "", None).players == PLAYERS


def misread(played: Series) -> tuple[CameraShot, ...]:
    """The photos of a game, in the third action's one the dice as nobody rolled them."""
    number = played.starts + 2
    shot = played.shots[number]
    owed = played.game.history[2].action.face
    others = [face for face in DieFace if face is not owed]
    dice = tuple(
        replace(die, face=face.value) for die, face in zip(shot.dice or (), others, strict=False)
    )
    return (*played.shots[:number], replace(shot, dice=dice), *played.shots[number + 1 :])


def settled(shots: tuple[CameraShot, ...], *answers: dict[str, Any]) -> Digitised:
    """The game after a person has answered."""
    known = Settled()
    for answer in answers:
        known = known.with_answer(answer, follow(shots, known, "palagonia", False, PLAYERS))
        known = value_of(Settled, known.to_json())
    return follow(shots, known, "palagonia", False, PLAYERS)


def test_a_turn_against_its_roll_is_asked_about_for_a_photo_may_be_missing() -> None:
    found = followed(misread(series(2)))
    said = [str(text) for entry in found.to_check for text in entry.said]
    assert any("against the rules, or is a photo missing" in text for text in said)
    assert not any("rolls for the start" in text for text in said)
    assert found.counted is not None and not found.counted.is_whole


def test_who_is_asked_what_was_rolled_can_say_it() -> None:
    played = series(2)
    shots, right = misread(played), played.shots[played.starts + 2].dice or ()
    asked = next(q for q in questions_of(followed(shots)) if q["source"])
    faces = sorted(str(die.face) for die in right)
    answers = [one["answer"] for one in asked["answers"]]
    answer = next(one for one in answers if sorted(one.get("faces", ())) == faces)
    found = settled(shots, {"source": asked["source"], **answer})
    assert counted(found).events == played.game.events
    assert not found.to_check


def test_what_a_person_says_of_a_roll_stays_where_the_next_photo_shows_no_dice() -> None:
    played = series(2)
    shots, number = misread(played), played.starts + 2
    shots = (*shots[: number + 1], replace(shots[number + 1], dice=()), *shots[number + 2 :])
    asked = next(q for q in questions_of(settled(shots)) if q["source"] == shots[number].source)
    answer = next(one["answer"] for one in asked["answers"] if one["say"] == "rolled")
    assert asked["source"] not in settled(shots, {"source": asked["source"], **answer}).named


def test_a_heap_of_tiles_on_an_emptied_table_ends_what_is_counted() -> None:
    boards = "0,0b 0,-1b", "0,0b", "", "-1,1c -1,2a 0,0a 0,1a 0,2b 1,0a 1,1b"
    seen = [Observation(Board.from_text(tiles)) for tiles in boards]
    found = settled(tuple(CameraShot(9.0 * n, f"{n}.jpg", one) for n, one in enumerate(seen)))
    assert found.counted is not None and not found.counted.is_whole


@pytest.mark.parametrize("missing", [False, True])
def test_what_a_person_says_of_a_gap_stays_in_the_record(missing: bool) -> None:
    shots = misread(series(2))
    asked = next(q for q in questions_of(followed(shots)) if q["source"])
    answer = {"what": "gap", "missing": missing}
    assert answer in [one["answer"] for one in asked["answers"]]
    assert {"what": "fine"} not in [one["answer"] for one in asked["answers"]]
    found = settled(shots, {"source": asked["source"], **answer})
    assert asked["source"] not in found.named
    assert digitised_record(found, "", None).extra["gaps"] == {asked["source"]: missing}


def test_a_tile_that_was_not_seen_well_asks_for_no_roll() -> None:
    shots = series(2).shots
    cell = next(iter(shots[-1].seen.board.cells - shots[-2].seen.board.cells))
    dim = replace(shots[-1], seen=Observation(shots[-1].seen.board, {cell: 0.6}))
    (asked,) = questions_of(followed((*shots[:-1], dim)))
    assert {one["answer"]["what"] for one in asked["answers"]} == {"tile", "fine", "skip"}


def test_who_began_can_be_said_where_the_start_was_not_seen() -> None:
    played = series(2, tries=30)
    assert any(played.game.points)
    shots = played.shots[played.starts :]
    asked = questions_of(followed(shots))[-1]
    beginner = PLAYERS[played.game.history[0].mover]
    assert [one.get("words") for one in asked["answers"][: len(PLAYERS)]] == list(PLAYERS)
    found = settled(shots, {"source": "", "what": "began", "player": beginner})
    assert counted(found).points == played.game.points
    assert not any(entry.beginners for entry in found.to_check)


@pytest.mark.parametrize("seed", range(3))
def test_whose_turn_it_is_is_asked_where_the_start_was_not_seen(seed: int) -> None:
    played = series(seed)
    assert not any(played.game.points), "no points: they are right, whoever began"
    shots, mover = played.shots[played.starts :], PLAYERS[played.game.mover]
    asked = questions_of(followed(shots))[-1]
    told = [one for one in asked["answers"] if one["answer"]["what"] == "on_turn"]
    assert [one["words"] for one in told] == list(PLAYERS)
    right = next(one["answer"] for one in told if one["words"] == mover)
    found = settled(shots, {"source": "", **right})
    assert not any(entry.movers for entry in found.to_check)
    movers = [[turn.mover for turn in game.history] for game in (counted(found), played.game)]
    assert movers[0] == movers[1]


@pytest.mark.parametrize("seed", range(2))
def test_a_photo_taken_twice_changes_nothing(seed: int) -> None:
    played = series(seed)
    twice = played.starts + 2
    again = played.shots[twice]
    copy = replace(again, time=again.time + 1, source="again.jpg")
    shots = (*played.shots[: twice + 1], copy, *played.shots[twice + 1 :])
    found = followed(shots)
    assert counted(found).events == played.game.events
    assert not found.to_check and found.repeats == ("again.jpg",)


def test_rolls_after_which_no_board_was_seen_are_asked_about() -> None:
    *shots, before, last = series(2).shots
    lost = (replace(shot, seen=shots[-1].seen) for shot in (before, last))
    found = followed((*shots, *lost))
    assert any(AGAIN in entry.said for entry in found.to_check)


def test_a_last_roll_after_which_no_action_was_seen_is_asked_about() -> None:
    *shots, last = series(3).shots
    found = followed((*shots, replace(last, seen=shots[-1].seen)))
    assert any(UNOBEYED in entry.said for entry in found.to_check)


def test_a_game_with_a_gap_goes_on_from_where_its_points_are_counted_to() -> None:
    played = series(1)
    gap = played.starts + 2
    found = followed(played.shots[:gap] + played.shots[gap + 1 :])
    assert played.shots[gap + 1].source in [asked["source"] for asked in questions_of(found)]
    assert digitised_record(found, "club night", None).extra["to_check"]
    assert found.counted is not None and not found.counted.is_whole
    with pytest.raises(GameError):
        game_of_record(digitised_record(found, "Club", None))
    first, events = game_of_record(digitised_record(found, "Club", None, to_go_on=True))
    assert first["options"]["players"] == list(PLAYERS)
    moves = [move for kind, data in events if kind == "move_confirmed" for move in data["moves"]]
    assert tuple(moves) == counted(found).events and "lay" in " ".join(moves)


def dim(shots: tuple[CameraShot, ...]) -> tuple[CameraShot, ...]:
    """The same photos, no die of which was seen well."""
    return tuple(
        replace(shot, dice=tuple(replace(die, confidence=0.6) for die in shot.dice or ()))
        for shot in shots
    )


@pytest.mark.parametrize("players", [PLAYERS, ()])
@pytest.mark.parametrize("seed", [2, 0])
def test_each_question_of_dice_has_answers_that_answer_it_and_are_taken(
    seed: int, players: tuple[str, ...]
) -> None:
    played = series(seed)
    *shots, last = played.shots
    gap = played.starts + 2
    for taken in (
        dim(played.shots),
        played.shots[played.starts :],
        (*shots, replace(last, seen=shots[-1].seen)),
        (*played.shots[:gap], *played.shots[gap + 1 :]),
    ):
        game = follow(taken, Settled(), "palagonia", False, players)
        table = table_page(game.follower.plug.table).digitised
        for question, entry in zip(questions_of(game), game.to_check, strict=True):
            offered = [_in_words(one, table) for one in question["answers"]]
            assert len(set(offered)) == len(offered) > 0
            if any("did the dice show" in said for said in entry.sentences):
                assert any(one["answer"]["what"] == "rolled" for one in question["answers"])
            for one in question["answers"]:
                told = {"source": question["source"], **one["answer"]}
                settled = Settled().with_answer(told, game)
                left = follow(taken, settled, "palagonia", False, players)
                after = [(other["source"], other["what"]) for other in questions_of(left)]
                assert (question["source"], question["what"]) not in after


def test_a_game_that_had_begun_before_its_first_photo_begins_there() -> None:
    played = series(2)
    shots = played.shots[played.starts :]
    asked = questions_of(followed(shots))[0]
    told = {one["say"]: one["answer"] for one in asked["answers"]}
    assert told.keys() >= {"first_turn", "had_begun"}
    begun = settled(shots, {"source": asked["source"], **told["had_begun"]})
    whole = settled(shots, {"source": asked["source"], **told["first_turn"]})
    assert len(begun.steps) == len(whole.steps) - 1
    assert begun.follower.start_board == whole.steps[0].after.board
    assert asked["source"] not in begun.named | whole.named
