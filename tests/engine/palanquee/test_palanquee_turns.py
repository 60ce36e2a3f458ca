"""Who may act how often: seeds, parasites and leaves; what is owed, forgotten and claimed."""

import pytest
from palago.engine.palanquee.play.game import PalanqueeTurn, PlayedAction
from palago.engine.palanquee.play.rules import IllegalPalanqueeAction, PalanqueeRule
from palago.engine.palanquee.position import PalanqueeOutcome, Reserve
from palago.engine.palanquee.table.board import names_of
from palanquee_positions import LEAF, game


def refused(moment: PalanqueeTurn, action: str) -> PalanqueeRule:
    with pytest.raises(IllegalPalanqueeAction) as caught:
        moment.play(action)
    assert action not in map(str, moment.legal_actions())
    return caught.value.refusal.rule


# -- the source's examples of accounts


def test_a_plant_acts_once_for_each_seed() -> None:
    start = game(blue="C5* C6 C7*", green="P9*")
    assert start.owed == 2
    once = start.play("grow C8")
    assert once.owed == 1
    twice = once.play("prune C6")
    assert twice.owed == 0 and refused(twice, "grow C9") is PalanqueeRule.ACTIONS


def test_after_a_separation_the_second_action_is_for_either_part() -> None:
    start = game(blue="C5* C6 C7*", green="P9*").play("prune C6")
    assert start.owed == 1
    for action in ("grow C4", "grow C8"):
        assert start.play(action).owed == 0


def test_after_a_fusion_the_second_action_is_anywhere_on_the_plant() -> None:
    start = game(blue="C5* C7*", green="P9*")
    assert start.owed == 2 and start.play("grow C4").play("grow C8").owed == 0
    # One plant may not use the other's action, but once they are one it may.
    assert refused(start.play("grow C4"), "grow C3") is PalanqueeRule.ACTIONS
    assert start.play("grow C6").play("grow C4").owed == 0


def test_three_seeds_that_come_apart() -> None:
    start = game(blue="C4* C5 C6* C7*", green="P9*").play("prune C5")
    assert start.owed == 2
    assert start.play("grow C3").owed == 1
    assert refused(start.play("grow C3"), "grow C2") is PalanqueeRule.ACTIONS
    assert start.play("grow C3").play("grow C8").owed == 0
    assert start.play("grow C8").play("grow C9").owed == 0
    assert refused(start.play("grow C8").play("grow C9"), "grow C3") is PalanqueeRule.ACTIONS


def test_three_plants_that_merge_pool_what_is_left() -> None:
    start = game(blue="C4* D6* B6*", green="P9*").play("grow C5")
    assert start.owed == 2
    assert start.play("grow C3").play("grow C2").owed == 0


def test_pooling_renews_nothing() -> None:
    start = game(blue="C5* C8*", green="P9*")
    both = start.play("grow C6").play("grow C7")  # each by its own plant; now they are one
    assert both.owed == 0 and refused(both, "grow C9") is PalanqueeRule.ACTIONS


def test_seeds_of_this_turn_give_no_action() -> None:
    sown = game(blue="C5*", green="P9*").play("sow H5")
    assert sown.owed == 0 and refused(sown, "grow H6") is PalanqueeRule.ACTIONS
    grown = game(blue="C5*", green="P9*").play("grow C6 seed")
    assert refused(grown, "grow C7") is PalanqueeRule.ACTIONS


def test_a_harvested_seed_takes_its_unused_action_along() -> None:
    start = game(blue="C5* C6* C7*", green="P9*")
    once = start.play("harvest C7")
    assert once.owed == 2  # its own action paid for its harvest
    assert once.play("grow C4").play("grow C3").owed == 0
    moved_on = start.play("grow D5").play("harvest C7")
    assert moved_on.owed == 1 and moved_on.play("grow C4").owed == 0


def test_a_harvested_seed_that_acted_already_is_not_paid_back() -> None:
    start = game(blue="C5* C6*", green="P9*", seeds=0)
    sown_again = start.play("harvest C6").play("grow C6 seed")
    assert sown_again.owed == 0


# -- nothing on the board, parasites alone


def test_a_player_with_nothing_sows_and_that_is_the_turn() -> None:
    start = PalanqueeTurn.start(("blue", "green"))
    assert start.owed == 1 and {str(a).split()[0] for a in start.legal_actions()} == {"sow"}
    assert len(start.legal_actions()) == 304
    sown = start.play("sow C5")
    assert sown.owed == 0 and refused(sown, "grow C6") is PalanqueeRule.ACTIONS
    second = sown.end_turn()
    assert second.position.to_move == "green" and second.position.turns == (1, 0)
    assert refused(second, "sow C7") is PalanqueeRule.FIRST_TURNS
    assert second.play("sow C8").owed == 0  # a distance of 3 is allowed


def test_a_player_with_parasites_alone_cannot_sow() -> None:
    start = game(blue="C6", green="C5* C4", seeds=2)
    assert start.owed == 1 and refused(start, "sow P9") is PalanqueeRule.ACTIONS
    assert refused(start, "grow C7 seed") is PalanqueeRule.TOUCH
    assert start.play("move C6 D6").owed == 0


@pytest.mark.parametrize(
    ("moment", "action", "said"),
    [
        (game(turns=1, blue="", green="J8*"), "grow K8", "the turn is to sow a seed"),
        (game(turns=1, blue="", green="J8*"), "grow K8 seed", "the turn is to sow a seed"),
        (game(blue="C6", green="C5* C4"), "sow P9", "Blue has only parasites"),
        (game(blue="C6", green="C5* C4"), "grow P9 seed", "no plant and no parasite"),
        (game(blue="C6", green="C5* C4"), "grow C7 seed", "a parasite grows sprouts only"),
        (game(blue="C6", green="C5* C4"), "harvest C6", "only seeds are harvested"),
        (game(blue="C6*", green="P9*"), "move C6 C7", "only sprouts are moved"),
        (game(blue="C6*", green="P9*"), "sow D9", None),
        (game(blue="C6*", green="P9*").play("grow C7"), "sow D9", "action left in place of which"),
    ],
)
def test_the_true_reason_is_said(moment: PalanqueeTurn, action: str, said: str | None) -> None:
    found = moment.attempt(action)
    assert (said is None) if isinstance(found, PlayedAction) else str(said) in str(found.why)


def test_a_parasite_of_one_sprout_goes_step_by_step() -> None:
    start = game(blue="C6", green="C5* C4 D5")
    moves = {str(a) for a in start.legal_actions() if str(a).startswith("move")}
    assert moves == {"move C6 B6", "move C6 D6"}
    assert refused(start, "move C6 C7") is PalanqueeRule.TOUCH


# -- hatching


BUTTONS = "H8 H7 H9 I7 I8 G7 G8 K8 K7 K9 L8 L9 J8 J9"


def test_a_plant_hatches_once_a_turn() -> None:
    start = game(blue=f"{BUTTONS} J7* I9*", green="P9* O9 C9* D9")
    assert start.play("hatch H8 E9").owed == 1
    hatched = start.play("hatch K8 N9")
    assert names_of(hatched.position.pieces.parasites) == ["N9"] and hatched.owed == 1
    assert refused(hatched, "hatch H8 E9") is PalanqueeRule.HATCH
    # A parasite of this turn has no action yet; it has one in the owner's next turn.
    assert refused(hatched, "grow N10") is PalanqueeRule.ACTIONS
    assert hatched.end_turn().end_turn().play("grow N10").owed == 2


def test_where_a_parasite_may_land() -> None:
    start = game(blue=f"{BUTTONS} J7* I9*", green="P9* O9 C9* D9")
    for far in ("O10", "M9", "K13"):
        assert refused(start, f"hatch H8 {far}") is PalanqueeRule.HATCH
    assert refused(start, "hatch J8 N9") is PalanqueeRule.HATCH  # no button
    assert refused(start, "hatch K8 O9") is PalanqueeRule.CELL
    early = game(blue=f"{BUTTONS} J7* I9*", green="P9* O9", turns=1)
    assert refused(early, "hatch K8 N9") is PalanqueeRule.FIRST_TURNS


# -- leaves


def leafy(extra: str = "", seeds: int = 1) -> PalanqueeTurn:
    return game(blue=f"{LEAF} N4* {extra}", green="C9*", seeds=seeds)


def test_a_leaf_gives_one_more_action() -> None:
    start = leafy()
    assert start.owed == 2
    done = start.play("grow N5").play("grow N6")
    assert done.owed == 0 and refused(done, "grow N7") is PalanqueeRule.ACTIONS


def test_an_extra_action_is_no_harvest_and_no_sowing() -> None:
    start = leafy(seeds=2).play("grow N3 seed")
    assert start.owed == 1 and refused(start, "sow R9") is PalanqueeRule.ACTIONS
    assert refused(start, "harvest N3") is PalanqueeRule.ACTIONS
    assert start.play("grow N5").owed == 0


def test_a_touched_leaf_loses_its_extra_action() -> None:
    touched = leafy().play("prune J5")
    assert touched.owed == 0 and refused(touched, "grow N5") is PalanqueeRule.ACTIONS


def test_a_leaf_that_was_used_stays_untouched() -> None:
    used = leafy().play("grow N5").play("grow N6")
    assert refused(used, "prune J5") is PalanqueeRule.ACTIONS
    # With another seed the first two may be paid by the seeds: then the leaf may be touched.
    two = leafy("N5*").play("grow N6").play("grow N7")
    assert two.owed == 1
    assert two.play("grow N8").owed == 0
    assert refused(two, "prune J5") is PalanqueeRule.LEAF


def test_a_piece_beside_a_leaf_does_not_touch_it() -> None:
    assert leafy().play("grow I5").owed == 1


def test_of_overlapping_leaves_those_count_that_suit_the_player() -> None:
    # A triangle of five a side holds three leaves, which overlap: one extra action.
    big = f"{LEAF} M2 L3 K3 J4 I4"
    start = game(blue=f"{big} N4*", green="C9*")
    assert len([e for e in start.accounts.entitlements if e.source.value == "leaf"]) == 3
    assert start.owed == 2
    # Touching one of them leaves another.
    assert start.play("prune I4").owed == 1
    assert start.play("prune M2").play("grow N5").owed == 0


# -- forgotten actions


def test_what_was_forgotten_may_be_claimed_once() -> None:
    moment = game(blue="C5* C6* H5*", green="P9*").play("grow C7").end_turn()
    position = moment.position
    assert position.to_move == "green" and position.turns == (6, 5)
    assert sum(one.count for one in position.forgotten) == 2
    assert sorted(map(str, moment.legal_claims())) == ["claim C5", "claim C6", "claim H5"]
    claimed = moment.play("claim C6")
    assert refused(claimed, "claim C5") is PalanqueeRule.ACTIONS
    assert claimed.play("claim H5").position.reserve[0].seeds == 1  # out of the game
    acted = claimed.play("grow P10")
    assert refused(acted, "claim H5") is PalanqueeRule.ACTIONS


def test_a_claim_isolates() -> None:
    moment = game(blue="C5* C6 C7", green="P9*").end_turn().play("claim C5")
    assert not moment.position.pieces.of_colour(1)
    assert moment.position.reserve[0] == Reserve(1, 50)


def test_a_whole_parasite_is_claimed() -> None:
    moment = game(blue="C6 C7", green="C5* C4", red="S5*", to_move="blue").end_turn()
    assert {str(one) for one in moment.legal_claims()} == {"claim C6", "claim C7"}
    assert not moment.play("claim C7").position.pieces.of_colour(1)


def test_nothing_can_be_claimed_for_an_extra_action() -> None:
    assert leafy().play("grow N5").end_turn().legal_claims() == []


# -- the end


def test_the_last_player_who_is_not_out_wins() -> None:
    start = game(blue="M6* L6 M7 L8 K7", green="K6*", seeds=0)
    assert start.outcome is None
    won = start.play("grow J7")
    assert won.outcome == PalanqueeOutcome("blue") and won.owed == 0
    assert won.legal_actions() == []


def test_a_draw_when_parasites_take_the_last_seed() -> None:
    start = game(to_move="green", blue="L7* M6 L6 K5", green="M7 L8 K7", seeds=0)
    done = start.play("grow K6")
    assert done.outcome == PalanqueeOutcome(None) and not len(done.position.pieces)


def test_who_is_out_is_passed_over() -> None:
    moment = game(blue="C5*", green="", red="P9*", seeds=0)
    assert moment.position.still_in == ("blue", "red")
    assert moment.play("grow C6").end_turn().position.to_move == "red"
