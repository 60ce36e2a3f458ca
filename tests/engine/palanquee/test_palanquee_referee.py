"""Two boards of Palanquée one after the other: what was played, or what is wrong."""

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.engine.palanquee.judging import referee
from palago.engine.palanquee.judging.referee import PalanqueeVerdict
from palago.engine.palanquee.judging.referee import judge as judge_match
from palago.engine.palanquee.play.actions import ActionKind
from palago.engine.palanquee.play.game import PalanqueeTurn, PlayedAction
from palago.engine.palanquee.play.match import PalanqueeMatch
from palago.engine.palanquee.play.rules import PalanqueeRefusal
from palago.engine.palanquee.table.board import cell_from_name, cell_name, cells_of, names_of
from palago.engine.palanquee.table.pieces import NUMBERS, SEED, Pieces
from palago.engine.palanquee.table.seen import SeenBoard
from palanquee_positions import chosen_action, crowded_position, game, random_turn

SEEDS = st.integers(0, 1 << 32)


def with_code(pieces: Pieces, cell: int, code: int) -> Pieces:
    """The same with another piece, or nothing (0), on a cell."""
    codes = bytearray(pieces.codes)
    codes[cell] = code
    return Pieces(bytes(codes), pieces.parasites)


def changed(moment: PalanqueeTurn, **cells: str) -> Pieces:
    """The board with some cells as told: ``C5="blue"``, ``C6="blue*"`` or ``C7=""``."""
    pieces = moment.position.pieces
    for name, word in cells.items():
        colour = word.rstrip("*")
        code = NUMBERS[colour] + SEED * word.endswith("*") if word else 0
        pieces = with_code(pieces, cell_from_name(name), code)
    return pieces


def judge(moment: PalanqueeTurn, seen: Pieces) -> PalanqueeVerdict:
    """The referee's verdict on a board that was seen beyond doubt."""
    match = PalanqueeMatch(moment, moment.position.players, moment.position)
    return judge_match(match, SeenBoard(seen))


def said(verdict: PalanqueeVerdict) -> str:
    return "\n".join(map(str, verdict.sentences))


def is_roundabout(start: PalanqueeTurn, end: PalanqueeTurn) -> bool:
    """Whether a piece laid in a turn did not stay, or the place of a lifted one was taken anew.

    A board shows little of such a turn, and the search for it is bounded.
    """
    codes = end.position.pieces.codes
    own = {cell for cell, code in enumerate(codes) if code % SEED == start.position.colour}
    moved = [action for action in end.actions if action.to is not None]
    laid = {action.to for action in moved}
    laid |= {
        action.cell for action in end.actions if action.kind in (ActionKind.GROW, ActionKind.SOW)
    }
    lifted = {action.cell for action in moved}
    return bool(laid - own or lifted & own)


@given(SEEDS)
@settings(max_examples=12)
def test_every_turn_is_found_again(seed: int) -> None:
    rng = random.Random(seed)
    start = PalanqueeTurn.at(crowded_position(rng, most=16))
    end = start
    for end in random_turn(rng, start):
        if len(end.actions) == 3:
            break
    verdict = judge(start, end.position.pieces)
    if not verdict.legal:  # about 1 turn of 1,500 that are played by chance
        assert is_roundabout(start, end)
        return
    assert len(verdict.actions) <= len(end.actions)
    for way in verdict.ways:
        again = start.play_all(way.actions)
        assert again.position.pieces.codes == end.position.pieces.codes
    reserves = [way.game.position.reserve for way in verdict.ways]
    assert end.position.reserve in reserves and len(set(reserves)) == len(reserves)


@pytest.mark.parametrize("seed", [397, 2008, 2560])
def test_roundabout_turns_are_found(seed: int) -> None:
    """A piece moved on from where it was laid, one in the place of another, one that dies."""
    rng = random.Random(seed)
    start = PalanqueeTurn.at(crowded_position(rng, most=16))
    *_, end = (moment for moment in random_turn(rng, start) if len(moment.actions) <= 3)
    assert judge(start, end.position.pieces).legal


@pytest.mark.parametrize(
    ("seed", "turn"),
    [
        (153, "grow O11; grow M4; move M4 O1"),
        (161, "grow B5; prune C4; grow B12"),
        (177, "grow B10; move B10 A11; move F3 G1"),
        (343, "move S7 R7; move R7 Q8"),
        (1501, "grow R10; move R10 P9"),
    ],
)
def test_a_whole_turn_that_looks_like_fewer_actions_can_be_said_to_be_over(
    seed: int, turn: str
) -> None:
    rng = random.Random(seed)
    start = PalanqueeTurn.at(crowded_position(rng, most=rng.choice([4, 8, 16])))
    end = start.play_all(turn.split("; "))
    assert not end.owed
    verdict = judge(start, end.position.pieces)
    going_on, over, whole = verdict.answers
    assert going_on.after.game.owed == 1 and over.actions[0].endswith("; end")
    assert whole.after.position == end.end_turn().position
    assert len(whole.actions[0].split("; ")) == len(end.actions)


def test_a_verdict_does_not_wait_for_whole_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are looked for, up to seconds long, only where the answers are asked for."""
    looked = list[object]()
    monkeypatch.setattr(referee, "whole_way", lambda *asked: looked.append(asked))
    start = PalanqueeTurn.at(crowded_position(random.Random(1501), most=8))
    first = start.attempt(start.legal_actions()[0])
    assert isinstance(first, PlayedAction)
    verdict = judge(start, first.game.position.pieces)
    assert verdict.legal and verdict.owed and not looked
    assert len(verdict.answers) == len(verdict.answers) == 2
    assert len(looked) == 1


@given(SEEDS)
@settings(max_examples=12)
def test_pieces_that_were_left_standing_are_named(seed: int) -> None:
    rng = random.Random(seed)
    start = PalanqueeTurn.at(crowded_position(rng, most=16))
    actions = start.legal_actions()
    steps = [start.attempt(chosen_action(rng, actions, start)) for _ in range(6)] if actions else []
    taking = [s for s in steps if isinstance(s, PlayedAction) and s.consequences.lost]
    for step in taking[:1]:
        lost = step.consequences.lost & ~step.consequences.handling.taken
        laid = step.consequences.handling.laid
        if laid is not None and lost >> laid & 1:
            return
        before = start.position.pieces.codes
        enemies = [
            c
            for c in cells_of(lost)
            if before[c] and before[c] & 7 != NUMBERS[start.position.to_move]
        ]
        if not enemies:
            return
        left = rng.choice(enemies)
        seen = with_code(step.game.position.pieces, left, before[left])
        verdict = judge(start, seen)
        if not verdict.legal:  # it may look like another turn, one that takes less
            assert any(found.level == "wrong" for found in verdict.findings)
            assert any(left in found.cells for found in verdict.findings)


def test_a_plain_turn_is_told_with_what_it_took() -> None:
    start = game(blue="M6* L6 M7 L8 K7", green="I5* J6 K6")
    verdict = judge(start, changed(start, J7="blue", K6=""))
    assert verdict.settled and list(verdict.played) == ["grow J7"]
    assert said(verdict) == "Blue played: grow J7.\nCaptured: K6."
    assert verdict.to_json()["position"]["reserve"]["green"] == {"seeds": 1, "sprouts": 49}


def test_what_should_have_been_taken_and_still_stands() -> None:
    start = game(blue="K5* L6 M6 M7 M8 L9 K9 J9 I8 H8", green="I5* H5 J6 I6 J7 K7")
    verdict = judge(start, changed(start, H7="blue", J6=""))
    assert not verdict.legal
    assert "Take it from the board: a sprout grows on H7 and captures I6." in said(verdict)
    assert "Take them from the board: a sprout grows on H7, which isolates J7 and" in said(verdict)
    assert {cell_name(c) for f in verdict.findings for c in f.cells} == {"I6", "J7", "K7"}


def test_a_refused_action_names_its_rule_and_cells() -> None:
    start = game("green", blue="M6* L7 M7 M8 K8 L9", green="J7* K7 J8 J9")
    verdict = judge(start, changed(start, L8="green", K8=""))
    assert not verdict.legal
    found = [found for found in verdict.findings if found.rule == "precedence"]
    assert str(found[0].phrase) == "L8 would stand between L7 and L9."


def test_pieces_that_nothing_took() -> None:
    start = game(blue="C5* C6", green="P9* P10")
    verdict = judge(start, changed(start, C7="blue", P10=""))
    assert not verdict.legal and "Nothing took P10 from the board." in said(verdict)


def test_a_piece_of_another_player() -> None:
    start = game(blue="C5* C6", green="P9* P10")
    verdict = judge(start, changed(start, C7="blue", P11="green"))
    asked = "A piece of Green was added on P11: it is another one's turn. Is a photo missing?"
    assert said(verdict) == asked


def test_many_pieces_of_another_player_are_one_sentence() -> None:
    start = game(blue="C5* C6", green="P9* P10")
    verdict = judge(start, changed(start, C7="blue", P11="green", Q11="green"))
    (found,) = verdict.findings
    assert "2 pieces of Green were added" in said(verdict) and len(found.cells) == 2
    assert "P11" in said(verdict) and "Q11" in said(verdict)
    many = {f"{column}{row}": "red" for column in "KMNO" for row in (3, 5, 7)}
    wrong = judge(start, changed(start, **many))
    assert "12 pieces of Red lie on" in said(wrong) and said(wrong).endswith(" and 6 others")
    assert [len(found.cells) for found in wrong.findings] == [12]


def test_what_is_still_due_and_what_may_be_claimed() -> None:
    start = game(blue="C5* C6* H5*", green="P9*")
    verdict = judge(start, changed(start, C7="blue"))
    assert verdict.legal and not verdict.settled and verdict.owed == 2
    assert "Blue still has 2 actions to play." in said(verdict)
    assert "opponents may claim: C5, C6 and H5" in said(verdict)
    nothing = judge(start, start.position.pieces)
    assert nothing.legal and nothing.owed == 3 and "has not played yet" in said(nothing)


def test_a_detour_that_leaves_only_a_hole() -> None:
    # A sprout that is grown to capture, and then pruned.
    start = game(blue="M6* L6* M7 L8 K7", green="I5* J6 K6")
    end = start.play("grow J7").play("prune J7")
    verdict = judge(start, end.position.pieces)
    assert verdict.legal and list(verdict.played) == ["grow J7", "prune J7"]


def test_too_many_pieces_are_refused() -> None:
    start = game(blue="C5* C6", green="P9*")
    verdict = judge(start, changed(start, C7="blue", C8="blue"))
    assert not verdict.legal
    assert {found.rule for found in verdict.findings} >= {"actions"}


def test_claims_are_found_before_the_turn() -> None:
    moment = game(blue="C5* C6* C7", green="P9*").play("grow C4").end_turn()
    seen = moment.play("claim C6").play("grow P10").position.pieces
    verdict = judge(moment, seen)
    assert verdict.settled and list(verdict.played) == ["claim C6", "grow P10"]


def test_ways_that_differ_in_who_loses_what_are_all_told() -> None:
    # Column O is one piece short of being saturated. Blue's seed on O3 goes with it, or it is
    # harvested first and comes back to the reserve.
    column = " ".join(f"O{n}" for n in (2, 4, 6, 8, 10, 12, 14))
    start = game(blue=f"N1* O3* {column} {' '.join(f'N{n}' for n in range(2, 15))}", green="C5*")
    seen = start.position.pieces
    for cell in cells_of(seen.occupied):
        if cell_name(cell)[0] == "O":
            seen = with_code(seen, cell, 0)
    verdict = judge(start, seen)
    assert {len(way.actions) for way in verdict.ways} == {1, 2} and verdict.after is None
    assert not verdict.settled and "differ in who loses what" in said(verdict)


@pytest.mark.parametrize("seed", range(3))
def test_the_verdict_is_plain_json(seed: int) -> None:
    rng = random.Random(seed)
    start = PalanqueeTurn.at(replace(crowded_position(rng), forgotten=()))
    actions = start.legal_actions()
    found = start.attempt(rng.choice(actions))
    assert not isinstance(found, PalanqueeRefusal)
    shown = json.loads(json.dumps(judge(start, found.game.position.pieces).to_json()))
    assert shown["legal"] and shown["mover"] == start.position.to_move
    assert names_of(found.game.position.pieces.occupied) == sorted(
        piece["cell"] for piece in shown["position"]["pieces"]
    )


def test_a_doubtful_piece_is_taken_for_what_makes_a_turn_of_it() -> None:
    start = game(blue="M6* L6 M7 L8 K7", green="I5* J6 K6")
    grown = start.play("grow N7").position.pieces
    as_seed = with_code(grown, cell_from_name("N7"), grown.codes[cell_from_name("M6")])
    read = with_code(as_seed, cell_from_name("A1"), grown.codes[cell_from_name("J6")])
    doubts = {cell_from_name("N7"): 0.5, cell_from_name("A1"): 0.4}
    found = judge_match(PalanqueeMatch.at(start.position), SeenBoard(read, doubts))
    assert found.legal and not found.settled and found.probably is not None
    assert found.played in (("grow N7",), ("grow N7 seed",))
    sure = judge_match(
        PalanqueeMatch.at(start.position), SeenBoard(read, {cell_from_name("N7"): 0.5})
    )
    assert not sure.legal  # nobody of green may have laid a piece


@pytest.mark.parametrize(("told", "actions"), [({}, ()), ({NUMBERS["blue"]: 0.4}, ("grow N7",))])
def test_a_piece_may_be_the_mover_s_where_the_reading_takes_its_colour_for_possible(
    told: dict[int, float], actions: tuple[str, ...]
) -> None:
    start = game(blue="M6* L6 M7 L8 K7", green="I5* J6 K6")
    cell = cell_from_name("N7")
    read = with_code(start.position.pieces, cell, NUMBERS["green"])
    seen = SeenBoard(read, {cell: 0.5}, others={cell: told} if told else {})
    found = judge_match(PalanqueeMatch.at(start.position), seen)
    assert found.actions == actions and not found.settled


@pytest.mark.parametrize("likelier", ["grow N7", "grow N7 seed"])
def test_of_two_turns_the_likelier_one_is_believed(likelier: str) -> None:
    start = game(blue="M6* L6 M7 L8 K7", green="I5* J6 K6")
    cell, sprout = cell_from_name("N7"), NUMBERS["blue"]
    chances = {"grow N7": 0.1, "grow N7 seed": 0.1} | {likelier: 0.4}
    told = {sprout: chances["grow N7"], sprout + SEED: chances["grow N7 seed"]}
    read = with_code(start.position.pieces, cell, NUMBERS["green"])
    found = judge_match(
        PalanqueeMatch.at(start.position), SeenBoard(read, {cell: 0.5}, others={cell: told})
    )
    assert found.actions == (likelier,) and not found.settled


@pytest.mark.parametrize(("confidence", "is_theirs"), [(0.4, True), (0.99, False)])
def test_an_unsure_piece_of_a_colour_that_nobody_plays_is_one_of_the_players(
    confidence: float, is_theirs: bool
) -> None:
    """A cap turned over shows little of its colour: nobody need hear that it is a yellow one."""
    start = game(blue="M6* L6 M7 L8 K7", green="I5* J6 K6")
    cell, blue_seed = cell_from_name("M6"), NUMBERS["blue"] + SEED
    read = with_code(start.position.pieces, cell, NUMBERS["yellow"] + SEED)
    seen = SeenBoard(read, {cell: confidence}, others={cell: {0: 0.3, blue_seed: 0.2}})
    standing = seen.over(start.position.pieces, ("blue", "green"))
    assert (standing.pieces.codes[cell] == blue_seed) is is_theirs
    assert standing.is_unsure(cell) is is_theirs, "it is looked at all the same"
    grown = seen.with_board(with_code(read, cell_from_name("A1"), NUMBERS["green"]))
    found = judge_match(PalanqueeMatch.at(start.position), grown)
    assert not found.legal, "green is not on turn"
    said = " ".join(str(finding.phrase) for finding in found.findings)
    assert ("nobody plays Yellow" in said) is not is_theirs, said
