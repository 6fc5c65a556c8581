"""Chapter 7: placing; and what may be taken back (20.4)."""

import pytest

from nurselog.games.cascadia.events import (
    CellChosen,
    TilePlaced,
    TokenPlaced,
    TokenReturned,
)
from nurselog.games.cascadia.state import Phase, State
from nurselog.rules.api import Chance, Event
from nurselog.rules.chance import SeededChance
from nurselog.rules.hexes import names
from tests.support.cascadia import (
    board,
    cell,
    display,
    draws,
    play,
    rejected,
    seat,
    starter,
    state,
    texts,
    tile,
    tokens,
)

KEYSTONE = "m-e:bear pr-es:elk wr-sf:salmon fp-ef:hawk"


def luck(number: int = 0) -> Chance:
    return SeededChance(b"turns", "test", number)


def taken(position: State | None = None, text: str = "d.1") -> State:
    return play(position or state(), text).state


def starts(position: State, letter: str) -> list[str]:
    return [text for text in texts(position) if text.startswith(letter)]


# --- 7. Placing


@pytest.mark.parametrize(
    "moves", [("p.+1+0", "r.3", "t.+0+0"), ("t.+0+0", "p.+1+0", "r.3"), ("p.+1+0", "r.3", "x")]
)
def test_r7_1_tile_and_token_in_either_order(moves: tuple[str, ...]) -> None:
    after = play(taken(), *moves, luck=luck()).state

    assert after.active == 1
    assert after.phase is Phase.MARKET
    assert after.boards[0].tiles[3] == tile("mf-bh")


def test_r7_1_nothing_is_placed_twice() -> None:
    with_tile = play(taken(), "p.+1+0", "r.3").state
    with_token = play(taken(), "t.+0+0").state

    assert rejected(with_tile, "p.+1-1") == ("tile_placed", "7.1")
    assert rejected(with_token, "t.+0+0") == ("token_placed", "7.1")
    assert rejected(with_token, "x") == ("token_placed", "7.1")
    assert starts(with_tile, "p") == starts(with_token, "t") == []


def test_r7_2_a_tile_touches_the_board() -> None:
    position = taken()

    assert starts(position, "p") == [f"p.{name}" for name in names(position.boards[0].open)]
    assert len(starts(position, "p")) == 9
    assert rejected(position, "p.+3+0") == ("not_open", "7.2")


def test_r7_2_a_tile_never_goes_on_a_tile() -> None:
    assert rejected(taken(), "p.+0+0") == ("not_open", "7.2")


def test_r7_2_the_land_need_not_match() -> None:
    after = play(taken(), "p.+1-1", "r.0").state

    assert after.boards[0].cells[3] == cell("+1-1")


def test_r7_2_the_tile_must_be_placed() -> None:
    position = play(taken(), "x").state

    assert position.active == 0
    assert all(text.startswith("p") for text in texts(position))


def test_r7_3_the_tile_is_turned_on_its_cell() -> None:
    chosen = play(taken(), "p.+1+0")
    turned = play(chosen.state, "r.3")

    assert chosen.events == (Event(CellChosen(seat(0), tile("mf-bh"), cell("+1+0"))),)
    assert texts(chosen.state) == ["r.0", "r.1", "r.2", "r.3", "r.4", "r.5"]
    assert turned.events == (Event(TilePlaced(seat(0), tile("mf-bh"), cell("+1+0"), 3)),)
    assert turned.state.boards[0].turns == (0, 0, 0, 3)


@pytest.mark.parametrize("text", ["p.+1-1", "t.+0+0", "x", "d.1"])
def test_r7_3_before_anything_else(text: str) -> None:
    assert rejected(play(taken(), "p.+1+0").state, text) == ("turn_first", "7.3")


def test_r7_3_a_keystone_is_not_turned() -> None:
    step = play(taken(state(display=KEYSTONE)), "p.+1+0")

    assert step.events == (Event(TilePlaced(seat(0), tile("m-e"), cell("+1+0"), 0)),)
    assert step.state.phase is Phase.PLACE


def test_r7_3_there_is_nothing_to_turn_before_and_after() -> None:
    assert rejected(taken(), "r.1") == ("nothing_to_turn", "7.3")
    assert rejected(play(taken(), "p.+1+0", "r.0").state, "r.1") == ("nothing_to_turn", "7.3")


def test_r7_4_a_token_goes_on_a_tile_that_shows_it() -> None:
    position = taken()

    assert starts(position, "t") == ["t.+0+0", "t.+0+1"]
    assert rejected(position, "t.-1+1") == ("not_shown", "7.4")


def test_r7_4_not_on_a_tile_with_a_token() -> None:
    own = board("+0+0:s1-top=bear -1+1:s1-left +0+1:s1-right")
    position = taken(state(own, starter(2)))

    assert rejected(position, "t.+0+0") == ("token_there", "7.4")
    assert starts(position, "t") == ["t.+0+1"]


def test_r7_4_not_beside_the_board() -> None:
    assert rejected(taken(), "t.+1-1") == ("no_tile_there", "7.4")


def test_r7_4_on_the_tile_just_placed() -> None:
    position = play(taken(), "p.+1+0", "r.0").state
    luck_of = draws(position, "fox")

    step = play(position, "t.+1+0", luck=luck_of)

    assert step.events[0] == Event(TokenPlaced(seat(0), tokens("bear")[0], cell("+1+0"), earned=False))
    assert step.state.boards[0].tokens == (None, None, None, tokens("bear")[0])


def test_r7_5_a_token_may_be_returned_though_it_could_be_placed() -> None:
    position = play(taken(), "p.+1+0", "r.0").state

    step = play(position, "x", luck=draws(position, "bear", returned="bear"))

    assert step.events[0] == Event(TokenReturned(seat(0), tokens("bear")[0]))
    assert step.state.boards[0].tokens == (None,) * 4


def test_r7_5_it_is_in_the_bag_before_the_display_is_refilled() -> None:
    position = play(taken(state(bag="")), "p.+1+0", "r.0").state

    after = play(position, "x", luck=luck()).state

    assert display(after).split()[0].endswith(":bear")
    assert after.market.bag == (0, 0, 0, 0, 0)


def test_r7_5_a_token_that_fits_nowhere_is_returned() -> None:
    own = board("+0+0:s1-top=bear -1+1:s1-left=elk +0+1:s1-right=salmon")
    position = play(state(own, starter(2), display=KEYSTONE), "d.1", "p.+1+0").state

    assert texts(position) == ["x"]


def test_r7_6_a_token_on_a_keystone_earns_a_nature_token() -> None:
    step = play(taken(), "t.+0+0")

    assert step.events == (Event(TokenPlaced(seat(0), tokens("bear")[0], cell("+0+0"), earned=True)),)
    assert (step.state.boards[0].nature, step.state.market.nature) == (1, 24)


def test_r7_6_elsewhere_it_earns_none() -> None:
    assert play(taken(), "t.+0+1").state.boards[0].nature == 0


def test_r5_6_from_an_empty_supply_nothing_is_earned() -> None:
    position = taken(state(starter(1), starter(2, 25)))

    step = play(position, "t.+0+0")

    assert step.state.boards[0].nature == 0
    assert step.state.market.nature == 0
    assert step.events == (Event(TokenPlaced(seat(0), tokens("bear")[0], cell("+0+0"), earned=False)),)


# --- 20.4 Taking back


def test_r20_4_what_showed_nothing_may_be_taken_back() -> None:
    position = state(starter(1, 1), starter(2))

    for moves in (
        ("n",),
        ("n", "d.1.1"),
        ("d.1",),
        ("d.1", "p.+1+0"),
        ("d.1", "p.+1+0", "r.0"),
        ("d.1", "x"),
    ):
        assert play(position, *moves).undoable, moves
    assert play(position, "d.1", "t.+0+0").undoable


def test_r20_4_what_replaced_tokens_or_ended_the_turn_may_not() -> None:
    position = state(starter(1, 1), starter(2), display="mf-bh:elk pr-es:elk wr-sf:elk fp-ef:hawk")

    assert not play(position, "w", luck=luck()).undoable
    assert not play(position, "n.1", luck=luck()).undoable
    assert not play(position, "d.1", "p.+1+0", "r.0", "x", luck=luck()).undoable
    assert not play(position, "d.1", "t.-1+1", "p.+1+0", "r.0", luck=luck()).undoable
