"""Chapter 3: the draft and the aces."""

import pytest

from nurselog.games.trail import RULES
from nurselog.games.trail.events import AceTaken, Passed, Picked, TrekBegan
from nurselog.games.trail.state import Phase, State, deciding
from nurselog.rules.api import SPECTATORS, Decision
from nurselog.rules.cards import ACE, RANK
from tests.support.plays import PlayedTable
from tests.support.trail import by, dealt, names_of, packed, play, refusal, rejected, seat


def first_of(position: State, who: int) -> str:
    return f"d.{names_of(position.hands[who])[0]}"


def all_pick(position: State) -> State:
    for who in range(len(position.hands)):
        position = by(position, who, first_of(position, who)).state
    return position


@pytest.mark.parametrize("seat_count", [3, 4])
def test_r3_1_all_choose_at_the_same_time(seat_count: int) -> None:
    position = dealt(seat_count)

    assert RULES.decisions(position) == tuple(Decision(seat(who), "pack") for who in range(seat_count))
    after = by(position, 1, first_of(position, 1)).state
    assert [decision.seat for decision in RULES.decisions(after)] == [
        who for who in range(seat_count) if who != 1
    ]


def test_r3_1_a_choice_is_made_once() -> None:
    position = dealt()
    chosen = by(position, 1, first_of(position, 1)).state

    assert rejected(chosen, f"d.{names_of(position.hands[1])[1]}", by=1) == ("already_picked", "3.1")
    assert RULES.legal_moves(chosen, seat(1)) == ()


def test_r3_1_nothing_else_is_done_before() -> None:
    assert rejected(dealt(), "b") == ("pick_first", "3.1")


def test_r3_2_only_own_cards_are_chosen() -> None:
    position = dealt()

    assert rejected(position, first_of(position, 1), by=0) == ("not_in_hand", "3.2")
    assert len(RULES.legal_moves(position, seat(0))) == 7


def test_r3_1_only_the_seat_learns_what_it_chose() -> None:
    position = dealt()
    step = by(position, 1, first_of(position, 1))

    (event,) = step.events
    assert event.seen_by(seat(1)) == Picked(seat(1), position.hands[1][0])
    assert event.seen_by(seat(0)) == event.seen_by(SPECTATORS) == Picked(seat(1))
    assert step.state.packs[1] == ()


@pytest.mark.parametrize("seat_count", [3, 4])
def test_r3_3_when_all_have_chosen_the_rest_goes_to_the_left(seat_count: int) -> None:
    position = dealt(seat_count)
    after = all_pick(position)

    for who in range(seat_count):
        left = (who + 1) % seat_count
        assert after.hands[left] == position.hands[who][1:]
        assert after.packs[who] == position.hands[who][:1]


def test_r3_3_each_seat_learns_the_cards_it_gets() -> None:
    position = dealt()
    before = by(by(position, 0, first_of(position, 0)).state, 1, first_of(position, 1)).state

    step = by(before, 2, first_of(before, 2))

    passed = step.events[1]
    assert passed.seen_by(seat(0)) == Passed(6, position.hands[2][1:])
    assert passed.seen_by(SPECTATORS) == Passed(6)


def test_r3_3_the_seventh_card_goes_into_the_pack_by_itself() -> None:
    position = dealt()
    for _ in range(5):
        position = all_pick(position)
    before = position
    after = all_pick(position)

    assert [len(hand) for hand in before.hands] == [2, 2, 2]
    assert after.phase is Phase.ACES
    assert after.hands == ((), (), ())
    assert [len(pack) for pack in after.packs] == [7, 7, 7]
    assert before.hands[2][1] in after.packs[0]


@pytest.mark.parametrize(("seat_count", "first"), [(3, 1), (4, 3)])
def test_r3_4_from_the_first_player_on_each_seat_takes_an_ace(seat_count: int, first: int) -> None:
    position = packed(seat_count, first=first)
    takers, sizes = [], []

    while position.phase is Phase.ACES:
        (who,) = deciding(position)
        takers.append(who)
        sizes.append(len(RULES.legal_moves(position, who)))
        position = by(position, who, f"k.{names_of(position.aces)[-1]}").state

    assert takers == [(first + turn) % seat_count for turn in range(seat_count)]
    assert sizes == [4, 3, 2, 1][:seat_count]
    assert all(sum(RANK[one] == ACE for one in pack) == 1 for pack in position.packs)


def test_r3_4_with_three_seats_the_last_ace_is_out() -> None:
    position = play(packed(3), "k.as", "k.ac", "k.ah").state

    assert position.aces == ()
    assert [name for name in names_of(position.out) if name[0] == "a"] == ["ad"]
    assert len(RULES.components(position)) == 52


def test_r3_4_an_ace_is_taken_once_and_in_turn() -> None:
    position = play(packed(3), "k.as").state

    assert rejected(position, "k.as") == ("ace_gone", "3.4")
    assert rejected(position, "k.ah", by=0) == ("not_your_turn", "4.2")
    assert rejected(position, "b") == ("take_an_ace", "3.4")


def test_r3_4_only_the_seat_learns_which_ace_it_took() -> None:
    (event,) = play(packed(3), "k.as").events

    assert event.seen_by(seat(0)) == AceTaken(seat(0), 3, play(packed(3), "k.as").state.aces_taken[0])
    assert event.seen_by(seat(1)) == AceTaken(seat(0), 3)


def test_r3_5_after_the_aces_the_trek_begins() -> None:
    step = play(packed(4, first=2), "k.as", "k.ac", "k.ah", "k.ad")

    assert step.events[-1].public == TrekBegan(1, (seat(2), seat(3), seat(0), seat(1)))
    assert [len(pack) for pack in step.state.packs] == [8, 8, 8, 8]
    assert RULES.decisions(step.state) == (Decision(seat(2), "trek"),)


@pytest.mark.parametrize("text", ["d.9c", "k.ad"])
def test_r3_5_then_nothing_is_packed_any_more(text: str) -> None:
    position = play(packed(3), "k.as", "k.ac", "k.ah").state

    assert rejected(position, text) == ("packed", "3.5")


def test_r8_5_a_choice_may_be_taken_back_unless_all_have_chosen() -> None:
    position = dealt()
    first = by(position, 0, first_of(position, 0))
    second = by(first.state, 1, first_of(position, 1))
    last = by(second.state, 2, first_of(position, 2))

    assert [step.undoable for step in (first, second, last)] == [True, True, False]
    assert not play(packed(3), "k.as").undoable
    assert refusal(position, first_of(position, 0), by=0) is None


def test_r8_5_a_choice_is_taken_back_until_another_seat_moves() -> None:
    table = PlayedTable(RULES, 3)
    for who in (0, 1):
        table.does(who, RULES.legal_moves(table.play.state, seat(who))[0])
        assert table.play.can_undo(seat(who))

    assert not table.play.can_undo(seat(0))
    assert table.does(1, "!undo").decision_of(seat(1)) is not None
