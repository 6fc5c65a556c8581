"""Chapter 10: who sees what, and what stays where it is when the rest is dealt again."""

from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.api.games.salmon_run.v1 import salmon_run_pb2 as pb
from nurselog.games.salmon_run import RULES
from nurselog.games.salmon_run.state import State, Tally
from nurselog.rules.api import SPECTATORS, Audience
from nurselog.rules.cards import names
from nurselog.rules.chance import SeededChance
from tests.support.salmon_run import cards, chance, play, seat, state

MIDDLE = state(
    "in_play: 4h 7h 8s; run: 2h 9h; deck: 2d 6d td; discard: 5d",
    "hand: 2c 4d 7c; run: ts; deck: 6c 9c; discard: jk2; removed: 5s",
    row="kc 3d jc jk1 qs",
    acc_discard="kd qd",
    turns=7,
)


def view(position: State, audience: Audience) -> pb.View:
    return cast("pb.View", RULES.view(position, audience))


def test_r10_1_all_see_what_lies_open() -> None:
    found = view(MIDDLE, SPECTATORS)

    assert list(found.row) == ["kc", "3d", "jc", "jk1", "qs"]
    assert (list(found.aces), list(found.threes)) == (["ac", "ad", "ah", "as"], ["3c", "3d", "3h", "3s"])
    assert (found.acclimation_deck_size, list(found.acclimation_discard)) == (
        len(MIDDLE.acc_deck),
        ["kd", "qd"],
    )
    first, second = found.players
    assert (list(first.run), list(first.discard), first.deck_size) == (["2h", "9h"], ["5d"], 3)
    assert (second.hand_count, list(second.removed), list(second.run)) == (3, ["5s"], ["ts"])


def test_r10_2_a_hand_is_shown_to_its_owner_only() -> None:
    assert list(view(MIDDLE, seat(1)).players[1].hand) == ["2c", "7c", "4d"]
    assert list(view(MIDDLE, seat(0)).players[1].hand) == []
    assert list(view(MIDDLE, SPECTATORS).players[1].hand) == []


def test_r10_1_the_view_says_who_decides_what_in_which_round() -> None:
    found = view(MIDDLE, SPECTATORS)

    assert (found.phase, found.active_seat, found.may_enter_run) == (pb.PHASE_TURN, 0, True)
    assert (found.round, found.round_count, found.objective, found.run_size) == (1, 3, pb.OBJECTIVE_SEA, 4)
    assert (found.turns, found.max_turns, found.school, found.dogged) == (7, 200, False, False)
    assert not view(play(MIDDLE, "r.4h.7h").state, SPECTATORS).may_enter_run


def test_r10_1_the_cards_of_the_turn_show_what_they_did() -> None:
    position = play(MIDDLE, "a.3d.8s", "h.4h.7h", "r.4h.7h").state

    found = {one.card: one for one in view(position, SPECTATORS).players[0].played}

    assert found["8s"] == pb.PlayedCard(card="8s", worth=8, spent=True)
    assert found["4h"] == pb.PlayedCard(card="4h", worth=4, used=True, in_run=True)
    assert found["td"] == pb.PlayedCard(card="td", worth=10)


def test_r6_6_a_boosted_card_shows_its_worth() -> None:
    position = play(state("in_play: 4d 7d kc"), "d.4d.7d.kc").state

    assert [(one.card, one.worth) for one in view(position, seat(1)).players[0].played] == [
        ("kc", 2),
        ("4d", 4),
        ("7d", 7),
    ]


@pytest.mark.parametrize(
    ("bonus", "phase", "looked"),
    [("s.8s.9s", pb.PHASE_SPADES_CHOICE, ["td"]), ("c.7c.8c", pb.PHASE_CLUBS_CHOICE, ["td", "6d", "2d"])],
)
def test_r10_2_cards_looked_at_are_shown_to_their_owner_while_the_choice_is_open(
    bonus: str, phase: int, looked: list[str]
) -> None:
    position = play(state("in_play: 8s 9s 7c 8c; deck: 5d 2d 6d td"), bonus).state

    own, others = view(position, seat(0)), view(position, seat(1))
    assert own.phase == others.phase == phase
    assert list(own.players[0].looking_at) == looked
    assert (list(others.players[0].looking_at), others.players[0].looking_count) == ([], len(looked))
    closed = play(position, "t" if len(looked) == 1 else "b.td.6d.2d").state
    assert list(view(closed, seat(0)).players[0].looking_at) == []


def test_r10_1_starting_decks_are_shown_while_they_are_chosen() -> None:
    luck = SeededChance(b"s", "test", 0)
    position = RULES.setup(RULES.spec.complete({"first_chooser": "0"}, 2), 2, luck).state
    chosen = play(position, "p.2").state
    begun = play(chosen, "p.1", luck=luck).state

    assert [list(one.cards) for one in view(position, SPECTATORS).starting_decks] == [
        list(names(deck)) for deck in position.starts
    ]
    assert view(chosen, SPECTATORS).phase == pb.PHASE_CHOOSE_START
    assert [len(one.cards) for one in view(chosen, SPECTATORS).starting_decks] == [3, 0, 3, 3]
    assert list(view(begun, SPECTATORS).starting_decks) == []


def test_r10_1_points_of_the_rounds_are_shown() -> None:
    tallies = ((Tally(cards("2h 3h 4h 5h"), cards("5d"), cards("jk1")), Tally((), (), ())),)
    found = view(MIDDLE._replace(tallies=tallies, round=1), SPECTATORS)

    assert list(found.players[0].rounds) == [
        pb.RoundScore(objective=pb.OBJECTIVE_SEA, run=40, diamonds=2, jokers=-10)
    ]
    assert [one.points for one in found.players] == [32, 0]


def test_r10_1_the_last_move_is_shown_as_all_saw_it() -> None:
    found = view(play(MIDDLE, "e", luck=chance()).state, seat(0))

    assert [event.WhichOneof("what") for event in found.last_events] == [
        "turn_ended",
        "kept_current",
        "turn_began",
    ]
    assert list(found.last_events[0].turn_ended.hand) == []


def test_r8_4_after_the_end_nobody_decides() -> None:
    over = play(
        state("in_play: 4h", round=2, turns=199)._replace(tallies=((Tally((), (), ()),) * 2,) * 2), "e"
    )

    assert (view(over.state, SPECTATORS).phase, view(over.state, SPECTATORS).active_seat) == (
        pb.PHASE_OVER,
        -1,
    )


# --- Dealing again


def redealt(position: State, audience: Audience, luck: int) -> State:
    return RULES.redeal(position, audience, SeededChance(luck.to_bytes(4, "big"), "test", 0))


@given(luck=st.integers(0, 2**32 - 1), audience=st.sampled_from([0, 1, -1]))
def test_r10_4_what_all_see_stays_where_it_is(luck: int, audience: int) -> None:
    again = redealt(MIDDLE, Audience(audience), luck)

    assert RULES.components(again) == RULES.components(MIDDLE)
    assert view(again, Audience(audience)) == view(MIDDLE, Audience(audience))
    for one, other in zip(again.players, MIDDLE.players, strict=True):
        assert set(one.deck + one.hand) == set(other.deck + other.hand)


def test_r10_4_all_else_moves() -> None:
    position = state("deck: 2d 6d td 5d", "hand: 2c 4d 7c; deck: 6c 9c tc")

    worlds = [redealt(position, seat(0), luck) for luck in range(200)]

    assert len({world.players[0].deck for world in worlds}) == 24
    assert len({world.players[1].hand for world in worlds}) == 20
    assert len({world.acc_deck for world in worlds}) == 200


def test_r10_3_a_seat_knows_what_it_left_on_top() -> None:
    position = play(state("in_play: 7c 8c; deck: 5d 4d 2d 6d td"), "c.7c.8c", "b.6d.td.2d").state

    tops = {redealt(position, seat(0), luck).players[0].deck[-3:] for luck in range(50)}
    seen_by_others = {redealt(position, seat(1), luck).players[0].deck[-3:] for luck in range(50)}

    assert tops == {cards("2d td 6d")}
    assert len(seen_by_others) > 20


def test_r10_3_a_seat_knows_less_once_it_has_removed_or_drawn_cards() -> None:
    looked = play(state("in_play: 7c 8c 9h th; deck: 5d 4d 2d 6d td"), "c.7c.8c", "x.6d.td.2d").state

    assert looked.players[0].seen == 2
    assert play(looked, "h.9h.th").state.players[0].seen == 1
    assert play(looked, "e").state.players[0].seen == 0


def test_r10_3_everybody_knows_a_card_that_went_on_top_openly() -> None:
    position = state("in_play: 7s 8s; deck: 5d 4d 2d 6d; discard: kc")
    topped = play(position, "s.7s.8s", "t.kc").state
    drawn = play(topped, "e").state

    assert {redealt(topped, seat(1), luck).players[0].deck[-1:] for luck in range(50)} == {cards("kc")}
    assert all(cards("kc")[0] in redealt(drawn, seat(1), luck).players[0].hand for luck in range(50))
    assert topped.players[0].seen == 2


def test_r10_3_until_its_owner_reorders_the_cards_with_clubs() -> None:
    position = state("in_play: 7s 8s 7c 8c; deck: 5d 4d 2d 6d; discard: kc")
    topped = play(position, "s.7s.8s", "t.kc", "c.7c.8c", "b.2d.kc.6d").state

    assert topped.players[0].shown == ()


def test_r10_3_the_last_cards_of_a_deck_are_known_to_be_drawn() -> None:
    position = state("in_play: 7s 8h; deck: 5d; discard: kc kd 9c")
    drawn = play(position, "e", luck=SeededChance(b"s", "test", 0)).state

    assert all(cards("5d")[0] in redealt(drawn, seat(1), luck).players[0].hand for luck in range(50))


def test_r10_3_the_first_hand_is_known() -> None:
    luck = SeededChance(b"s", "test", 0)
    options = RULES.spec.complete({"first_chooser": "0"}, 2)
    begun = play(RULES.setup(options, 2, luck).state, "p.1", "p.2", luck=luck).state

    assert redealt(begun, SPECTATORS, 1).players == begun.players
    ended = play(begun, "e", luck=luck).state
    assert ended.players[0].shown == ()
