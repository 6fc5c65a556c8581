"""Chapter 3: bidding for the start."""

from nurselog.games.signal_fire import RULES
from nurselog.games.signal_fire.events import BidsShown, CardBid
from nurselog.games.signal_fire.state import Phase, State
from nurselog.rules.api import SPECTATORS, Decision
from nurselog.rules.chance import ScriptedChance
from tests.support.plays import PlayedTable
from tests.support.signal_fire import bidding, card, cards, play, public, rejected, seat, seats, texts

HANDS = "7c 9d / kc 9h / 3s ac / 8d 9c"


def bid(*names: str, hands: str = HANDS, recent: tuple[int, ...] = (), luck: tuple[int, ...] = ()) -> State:
    """After these bids of seats 0 to 3."""
    moves = [f"b.{name}" for name in names]
    return play(bidding(hands, recent=seats(*recent)), *moves, chance=ScriptedChance(below=luck)).state


def test_r3_1_any_card_of_the_hand_may_be_bid() -> None:
    assert texts(bidding(HANDS), by=2) == ["b.3s", "b.ac"]


def test_r3_1_seats_bid_in_any_order() -> None:
    position = bidding(HANDS)

    after = RULES.apply(position, seat(2), RULES.notation.parse("b.ac"), ScriptedChance()).state

    assert RULES.decisions(after) == tuple(Decision(seat(one), "bid") for one in (0, 1, 3))
    assert rejected(after, "b.3s", by=2) == ("not_asked", "1.5")


def test_r3_1_a_bid_is_unseen_by_the_others() -> None:
    (event,) = play(bidding(HANDS), "b.7c").events

    assert event.seen_by(seat(0)) == CardBid(seat(0), card("7c"))
    assert event.seen_by(seat(2)) == event.seen_by(SPECTATORS) == CardBid(seat(0))


def test_r3_2_all_bids_are_turned_up_together_and_lie_out_of_play() -> None:
    step = play(bidding(HANDS), "b.7c", "b.kc", "b.3s", "b.8d")

    assert public(step)[-1] == BidsShown(cards("7c kc 3s 8d"), seat(1), seats(1, 3, 0, 2))
    assert step.state.bids == cards("7c kc 3s 8d")
    assert step.state.hands == (cards("9d"), cards("9h"), cards("ac"), cards("9c"))


def test_r3_3_the_highest_bid_leads() -> None:
    assert bid("7c", "kc", "ac", "8d").leader == seat(2)


def test_r3_3_of_tied_bids_the_one_who_lit_a_fire_last_leads() -> None:
    assert bid("9d", "9h", "3s", "9c", recent=(2, 3, 0)).leader == seat(3)


def test_r3_3_who_never_lit_a_fire_comes_after_those_who_did() -> None:
    assert bid("9d", "9h", "3s", "9c", recent=(1,)).leader == seat(1)


def test_r3_3_if_none_of_them_ever_lit_a_fire_luck_decides() -> None:
    assert bid("9d", "9h", "3s", "9c", recent=(2,), luck=(1,)).leader == seat(1)
    assert bid("9d", "9h", "3s", "9c", luck=(2,)).leader == seat(3)


def test_r3_4_tokens_are_placed_from_the_highest_bid_to_the_lowest() -> None:
    position = bid("7c", "kc", "3s", "8d")

    assert position.phase is Phase.PLACE
    assert position.asked == seats(1, 3, 0, 2)


def test_r3_4_of_equal_bids_the_leader_is_first_then_clockwise() -> None:
    assert bid("9d", "9h", "3s", "9c", luck=(1,)).asked == seats(1, 3, 0, 2)


def test_r3_4_lower_equal_bids_follow_clockwise_from_the_leader() -> None:
    assert bid("9d", "kc", "3s", "9c").asked == seats(1, 3, 0, 2)


def test_r3_5_tokens_start_on_corners() -> None:
    position = bid("7c", "kc", "3s", "8d")

    assert texts(position) == ["t.a1", "t.a3", "t.c1", "t.c3"]
    assert rejected(position, "t.b2") == ("not_a_corner", "3.5")


def test_r3_6_a_corner_of_another_bid_is_taken() -> None:
    position = play(bid("7c", "kc", "3s", "8d"), "t.a1").state

    assert texts(position) == ["t.a3", "t.c1", "t.c3"]
    assert rejected(position, "t.a1") == ("corner_taken", "3.6")


def test_r3_6_equal_bids_may_share_a_corner() -> None:
    position = play(bid("9d", "9h", "3s", "9c", luck=(0,)), "t.a1", "t.a1").state

    assert texts(position) == ["t.a1", "t.a3", "t.c1", "t.c3"]
    assert texts(play(position, "t.c3").state) == ["t.a3", "t.c1"]


def test_r3_4_when_all_tokens_are_placed_the_leader_plays() -> None:
    position = play(bid("7c", "kc", "3s", "8d"), "t.a1", "t.a3", "t.c1", "t.c3").state

    assert RULES.decisions(position) == (Decision(seat(1), "play"),)
    assert position.asked == seats(1, 2, 3, 0)


def test_r12_5_a_bid_may_be_taken_back_but_the_last_one_may_not() -> None:
    position = bidding(HANDS)

    assert play(position, "b.7c", "b.kc", "b.3s").undoable
    assert not play(position, "b.7c", "b.kc", "b.3s", "b.8d").undoable


def test_r12_5_a_bid_is_taken_back_until_another_seat_bids() -> None:
    table = PlayedTable(RULES, 4)
    for who in (0, 1):
        table.does(who, RULES.legal_moves(table.play.state, seat(who))[0])
        assert table.play.can_undo(seat(who))

    assert not table.play.can_undo(seat(0))
    assert table.does(1, "!undo").decision_of(seat(1)) is not None


def test_r12_5_a_placement_may_be_taken_back() -> None:
    assert play(bid("7c", "kc", "3s", "8d"), "t.a1").undoable
