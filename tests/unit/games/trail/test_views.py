"""Chapter 8: who sees what, and what stays where it is when the rest is dealt again."""

from collections.abc import Callable
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.api.games.trail.v1 import trail_pb2 as pb
from nurselog.games.trail import RULES
from nurselog.games.trail.components import PACKED
from nurselog.games.trail.state import Phase, State, deciding
from nurselog.rules.api import SPECTATORS, Audience
from nurselog.rules.cards import Cards
from nurselog.rules.chance import SeededChance
from tests.support.trail import by, cards, dealt, names_of, packed, play, seat, trek


def view(position: State, audience: Audience) -> pb.View:
    return cast("pb.View", RULES.view(position, audience))


def picked(position: State, rounds: int) -> State:
    """The position after so many choices of every seat, each of the first card it has."""
    for _ in range(rounds):
        for who in range(len(position.hands)):
            position = by(position, who, f"d.{names_of(position.hands[who])[0]}").state
    return position


def test_r8_1_what_a_seat_chooses_from_is_shown_to_it_only() -> None:
    position = dealt(3)

    own, others = view(position, seat(0)), view(position, SPECTATORS)
    assert list(own.players[0].hand) == names_of(position.hands[0])
    assert [list(one.hand) for one in own.players[1:]] == [[], []]
    assert [(list(one.hand), one.hand_count) for one in others.players] == [([], 7)] * 3
    assert (own.phase, list(own.deciding), own.pick) == (pb.PHASE_PACK, [0, 1, 2], 1)


def test_r8_2_all_see_who_has_chosen_and_the_seat_what() -> None:
    position = dealt(3)
    chosen = names_of(position.hands[1])[2]
    after = by(position, 1, f"d.{chosen}").state

    assert [one.picked for one in view(after, seat(0)).players] == [False, True, False]
    assert view(after, seat(1)).players[1].pick == chosen
    assert view(after, seat(0)).players[1].pick == ""
    assert list(view(after, seat(0)).deciding) == [0, 2]


def test_r8_1_a_pack_is_shown_to_its_owner_only() -> None:
    position = picked(dealt(3), 3)

    assert list(view(position, seat(2)).players[2].pack) == names_of(position.packs[2])
    assert [(list(one.pack), one.pack_count) for one in view(position, seat(0)).players][1:] == [([], 3)] * 2
    assert view(position, seat(0)).pick == 4


def test_r8_1_the_aces_left_are_shown_to_the_seat_that_takes_one() -> None:
    position = play(packed(3), "k.as").state

    assert list(view(position, seat(1)).aces) == ["ac", "ad", "ah"]
    assert [list(view(position, Audience(who)).aces) for who in (0, 2, -1)] == [[], [], []]
    assert view(position, SPECTATORS).ace_count == 3
    assert view(position, SPECTATORS).phase == pb.PHASE_ACES


MIDDLE = trek(
    "9c 9h 4d / 2d 5d 8s / 5s 6s 7s",
    at="53 43 / 52 / ",
    trail="53=9d 52=8c 43=jh 33=tc",
    gone="6h",
    pool="7h",
    round=3,
    back="2",
)


def test_r8_2_the_trail_is_shown_where_it_lies_open() -> None:
    found = {spot.name: spot for spot in view(MIDDLE, SPECTATORS).trail}

    assert len(found) == 19
    assert found["53"] == pb.Spot(name="53", card="9d")
    assert found["43"] == pb.Spot(name="43", card="jh", landmark=True)
    assert found["33"] == pb.Spot(name="33")
    assert found["13"] == pb.Spot(name="13", landmark=True)


def test_r8_2_treks_discards_and_order_are_shown() -> None:
    found = view(MIDDLE, SPECTATORS)

    assert [list(one.trek) for one in found.players] == [["53", "43"], ["52"], []]
    assert [list(one.ahead) for one in found.players] == [["32", "33", "34"], ["41", "43"], []]
    assert [one.turned_back for one in found.players] == [False, False, True]
    assert [one.points for one in found.players] == [10 + 1 + 3, 5 + 3, 3]
    assert (list(found.discarded), list(found.gone)) == (["7h"], ["6h"])
    assert (found.round, list(found.order), found.first_player) == (3, [0, 1], 0)
    assert (found.phase, list(found.deciding)) == (pb.PHASE_TREK, [0])


def test_r8_2_the_card_to_be_paid_for_and_the_trailblazers_are_shown() -> None:
    blazing = play(MIDDLE, "a.33").state
    paid = play(blazing, "p.9c.4d.9h").state

    assert (view(blazing, SPECTATORS).target, view(blazing, SPECTATORS).phase) == ("33", pb.PHASE_PAY)
    assert (view(paid, SPECTATORS).target, list(view(paid, SPECTATORS).trailblazers)) == ("", [0])
    assert [one.WhichOneof("what") for one in view(blazing, SPECTATORS).last_events] == ["blazed"]


def test_r6_5_at_the_end_all_packs_are_shown() -> None:
    over = play(trek("2c / 3c / 4c"), "b", "b", "b").state

    assert [list(one.pack) for one in view(over, SPECTATORS).players] == [["2c"], ["3c"], ["4c"]]
    assert (view(over, SPECTATORS).phase, list(view(over, SPECTATORS).deciding)) == (pb.PHASE_OVER, [])


# --- Dealing again


def redealt(position: State, audience: Audience, luck: int) -> State:
    return RULES.redeal(position, audience, SeededChance(luck.to_bytes(4, "big"), "test", 0))


def worlds(position: State, audience: Audience, what: Callable[[State], Cards]) -> set[Cards]:
    return {what(redealt(position, audience, luck)) for luck in range(60)}


@given(
    luck=st.integers(0, 2**32 - 1),
    seat_count=st.sampled_from([3, 4]),
    rounds=st.integers(0, 6),
    who=st.integers(-1, 3),
)
def test_r8_4_what_was_seen_stays_as_it_was_seen(luck: int, seat_count: int, rounds: int, who: int) -> None:
    audience = Audience(who if who < seat_count else -1)
    history = [picked(dealt(seat_count), count) for count in range(rounds + 1)]
    now = history[-1]

    again = redealt(now, audience, luck)

    assert RULES.components(again) == RULES.components(now)
    assert view(again, audience) == view(now, audience)
    if audience != SPECTATORS:
        for turn, then in enumerate(history):
            if turn < PACKED - 1:
                assert held(again, audience, turn) == then.hands[audience]


def held(position: State, audience: Audience, turn: int) -> Cards:
    """What the audience had before it at a turn of the draft, as a position of later remembers it."""
    count, done = len(position.hands), len(position.drafted[0])
    number = (audience - turn) % count
    picks = [position.drafted[(number + later) % count][later] for later in range(turn, done)]
    rest = position.hands[(number + done) % count] if done < PACKED else ()
    return tuple(sorted((*picks, *rest)))


def test_r8_4_what_was_never_seen_moves() -> None:
    position = dealt(3)

    assert len(worlds(position, seat(0), lambda world: world.hands[1])) == 60
    assert len(worlds(position, seat(0), lambda world: world.trail)) == 60
    assert worlds(position, seat(0), lambda world: world.hands[0]) == {position.hands[0]}


def test_r8_3_a_hand_passed_on_goes_one_card_to_each() -> None:
    position = picked(dealt(3), 1)
    passed_on = set(position.hands[1])

    for luck in range(20):
        again = redealt(position, seat(0), luck)
        assert set(again.hands[1]) == passed_on
        assert again.packs[0] == position.packs[0]


def test_r8_3_a_hand_that_comes_back_shows_what_left_it() -> None:
    position = picked(dealt(3), 3)
    gone = {position.drafted[1][1], position.drafted[2][2]}

    found = worlds(position, seat(0), lambda world: (world.drafted[1][1], world.drafted[2][2]))

    assert {frozenset(one) for one in found} == {frozenset(gone)}
    assert len(found) == 2


def test_r8_3_aces_taken_before_and_after_are_known_as_a_whole() -> None:
    position = play(packed(4), "k.as", "k.ac", "k.ah", "k.ad").state

    for luck in range(20):
        again = redealt(position, seat(2), luck)
        assert set(again.aces_taken[:2]) == set(cards("as ac"))
        assert again.aces_taken[2:] == cards("ah ad")
    assert len(worlds(position, SPECTATORS, lambda world: world.aces_taken)) > 15


def test_r8_3_that_is_so_after_the_token_has_gone_on() -> None:
    later = play(packed(3, first=1), "k.as", "k.ac", "k.ah").state._replace(first=seat(2))

    assert worlds(later, seat(1), lambda world: world.aces_taken[:1]) == {cards("as")}


def test_r8_3_who_takes_an_ace_now_knows_those_that_are_gone() -> None:
    position = play(packed(3), "k.as").state

    assert worlds(position, seat(1), lambda world: world.aces_taken) == {cards("as")}
    assert len(worlds(position, seat(2), lambda world: world.aces_taken)) == 4


def test_r8_4_what_became_known_to_all_stays() -> None:
    position = play(packed(3), "k.as", "k.ac", "k.ah").state
    while position.phase is not Phase.RECOVER:
        moves = RULES.legal_moves(position, deciding(position)[0])
        text = RULES.notation.format(moves[min(1, len(moves) - 1)])
        position = play(position, text).state
    position = play(position, f"r.{names_of(position.pool)[0]}").state

    known = {*position.pool, *position.gone, *position.recovered}
    for luck in range(20):
        again = redealt(position, SPECTATORS, luck)
        assert (again.pool, again.gone) == (position.pool, position.gone)
        for one, other in zip(again.packs, position.packs, strict=True):
            assert known & set(one) == known & set(other)


@pytest.mark.parametrize("audience", [0, 1, 2, -1])
def test_r6_5_at_the_end_packs_are_known(audience: int) -> None:
    over = play(packed(3), "k.as", "k.ac", "k.ah", "b", "b", "b").state

    assert redealt(over, Audience(audience), 1).packs == over.packs
