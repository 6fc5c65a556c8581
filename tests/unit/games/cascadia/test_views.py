"""Chapter 20: what everybody sees, and what is dealt again."""

from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.api.games.cascadia.v1 import cascadia_pb2 as pb
from nurselog.games.cascadia import RULES
from nurselog.games.cascadia.state import Phase, State
from nurselog.games.cascadia.terms import Terms, Variant
from nurselog.rules.api import SPECTATORS, Audience
from nurselog.rules.chance import SeededChance
from nurselog.rules.hexes import names
from tests.support.cascadia import FIRST, RETAIL, board, draws, play, seat, starter, state, terms

THREE = "mf-bh:elk pr-es:elk wr-sf:salmon fp-ef:elk"
OWN = board("+0+0:s1-top=bear -1+1:s1-left +0+1:s1-right +1+0:mf-bh.3=bear", nature=1)
MIDDLE = state(OWN, starter(2), turn=8)


def view(position: State, audience: Audience = SPECTATORS) -> pb.View:
    return cast("pb.View", RULES.view(position, audience))


@pytest.mark.parametrize("position", [MIDDLE, play(MIDDLE, "d.1").state, play(MIDDLE, "d.1", "p.+2+0").state])
def test_r20_1_everybody_sees_the_same(position: State) -> None:
    assert view(position, seat(0)) == view(position, seat(1)) == view(position)


def test_r20_2_the_boards_hex_by_hex() -> None:
    found = view(MIDDLE).environments[0]

    assert [(one.cell, one.tile, one.rotation, one.token) for one in found.hexes] == [
        ("+0+0", "s1-top", 0, "bear"),
        ("-1+1", "s1-left", 0, ""),
        ("+0+1", "s1-right", 0, ""),
        ("+1+0", "mf-bh", 3, "bear"),
    ]
    assert found.hexes[3] == pb.Hex(
        cell="+1+0",
        q=1,
        tile="mf-bh",
        rotation=3,
        edges="fffmmm",
        shows=["bear", "hawk"],
        token="bear",
    )
    assert found.hexes[0].keystone
    assert tuple(found.open_cells) == names(OWN.open)
    assert found.nature_tokens == 1


def test_r20_2_the_display_and_what_is_left() -> None:
    found = view(play(MIDDLE, "d.2").state)

    assert [(one.number, one.tile, one.token) for one in found.display] == [
        (1, "mf-bh", "bear"),
        (2, "", ""),
        (3, "wr-sf", "salmon"),
        (4, "fp-ef", "hawk"),
    ]
    assert list(found.display[0].shows) == ["bear", "hawk"]
    assert found.display[0].edges == "mmmfff"
    assert found.stack_size == len(MIDDLE.market.stack)
    assert [(one.species, one.count) for one in found.bag] == [
        ("bear", 17),
        ("elk", 19),
        ("salmon", 19),
        ("hawk", 19),
        ("fox", 20),
    ]
    assert found.nature_supply == 24


def test_r20_2_who_decides_what() -> None:
    taken = play(MIDDLE, "d.1").state
    put = play(taken, "p.+2+0").state
    over = MIDDLE._replace(phase=Phase.OVER)

    assert [(one.phase, one.active_seat) for one in map(view, (MIDDLE, taken, put, over))] == [
        (pb.PHASE_MARKET, 0),
        (pb.PHASE_PLACE, 0),
        (pb.PHASE_ROTATE, 0),
        (pb.PHASE_OVER, -1),
    ]


def test_r20_2_how_many_turns_are_left() -> None:
    assert (view(MIDDLE).turns_played, view(MIDDLE).turns_left) == (8, 32)


def test_r20_2_what_the_active_seat_holds_and_where_it_goes() -> None:
    taken = view(play(MIDDLE, "d.1").state).turn
    put = view(play(MIDDLE, "d.1", "p.+2+0").state).turn

    assert (taken.tile, taken.tile_edges, taken.token) == ("mf-bh", "mmmfff", "bear")
    assert list(taken.token_cells) == ["+0+1"]
    assert (put.tile, put.tile_cell, list(put.token_cells)) == ("mf-bh", "+2+0", [])
    assert view(MIDDLE).turn == pb.Turn()


def test_r20_2_what_may_be_replaced_and_was_spent() -> None:
    position = state(starter(1, 1), starter(2), display=THREE)
    paid = play(position, "n").state
    wiped = play(position, "w", luck=draws(position, "bear fox hawk")).state

    assert view(position).turn.free_wipe
    assert not view(wiped).turn.free_wipe
    assert (view(paid).turn.independent_pick, view(paid).turn.nature_spent) == (True, True)


def test_r20_2_what_each_board_is_worth_now() -> None:
    own, other = view(MIDDLE).scores

    assert own.animals[0] == pb.Score.Animals(species="bear", points=4, sets=["+0+0.+1+0"], reason="1 pair")
    assert [(one.habitat, one.size, one.bonus) for one in own.corridors] == [
        ("mountain", 2, 2),
        ("forest", 1, 1),
        ("prairie", 1, 1),
        ("wetland", 1, 1),
        ("river", 1, 1),
    ]
    assert list(own.corridors[0].cells) == ["+0+0", "+1+0"]
    assert (own.nature, own.total) == (1, 4 + 6 + 6 + 1)
    assert [one.total for one in (own, other)] == [sheet.total for sheet in RULES.score(MIDDLE)]


def test_r20_2_what_was_agreed() -> None:
    cards = view(state(agreed=terms(RETAIL, "abcda"))).terms
    family = view(state(agreed=Terms(FIRST, Variant.FAMILY, "", habitat_bonus=False))).terms

    assert (cards.edition, cards.variant, cards.habitat_bonus) == ("retail", "cards", True)
    assert [(one.species, one.letter) for one in cards.cards] == [
        ("bear", "a"),
        ("elk", "b"),
        ("salmon", "c"),
        ("hawk", "d"),
        ("fox", "a"),
    ]
    assert cards.cards[1].text == "exact shapes"
    assert (family.variant, family.habitat_bonus, family.cards[0].letter) == ("family", False, "")


def test_r20_2_what_the_last_move_did() -> None:
    position = play(MIDDLE, "d.1", "p.+2+0", "r.1").state
    after = play(position, "x", luck=draws(position, "fox", returned="bear")).state

    assert [one.WhichOneof("what") for one in view(after).last_events] == ["token_returned", "refilled"]
    assert view(position).last_events[0].tile_placed.rotation == 1


# --- Dealing again


def redealt(position: State, luck: int) -> State:
    return RULES.redeal(position, SPECTATORS, SeededChance(luck.to_bytes(4, "big"), "test", 0))


@given(luck=st.integers(0, 2**32 - 1))
def test_r20_3_stack_and_box_are_shuffled_together(luck: int) -> None:
    again = redealt(MIDDLE, luck)

    assert len(again.market.stack) == len(MIDDLE.market.stack)
    assert sorted((*again.market.stack, *again.market.box)) == sorted(
        (*MIDDLE.market.stack, *MIDDLE.market.box)
    )
    assert again._replace(market=MIDDLE.market) == MIDDLE
    assert view(again) == view(MIDDLE)
    assert RULES.components(again) == RULES.components(MIDDLE)


def test_r20_3_every_tile_may_come_next() -> None:
    assert len({redealt(MIDDLE, luck).market.stack[-1] for luck in range(300)}) > 40
