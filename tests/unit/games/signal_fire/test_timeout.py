"""Rule 10.6: what is played for an absent seat."""

import pytest

from nurselog.games.signal_fire import RULES
from nurselog.games.signal_fire.state import State
from nurselog.rules.chance import SeededChance
from tests.support.signal_fire import bidding, fires, play, seat, state, trick


def absent(position: State, *, by: int | None = None) -> str:
    who = position.asked[0] if by is None else seat(by)
    return RULES.notation.format(RULES.timeout_move(position, who))


def test_r10_6_the_absent_bid_their_lowest_card() -> None:
    assert absent(bidding("7c 9d / ac 3h / 3s ac / 8d 9c"), by=1) == "b.3h"


def test_r10_6_the_absent_start_on_the_first_open_corner() -> None:
    position = play(bidding("7c / kc / 3s / 8d"), "b.7c", "b.kc", "b.3s", "b.8d", "t.a1").state

    assert absent(position) == "t.a3"


def test_r10_6_the_absent_play_the_lowest_card_that_may_be_face_up() -> None:
    assert absent(state("kd 4d 2c / 9s / jd / 3h")) == "p.4d"
    assert absent(state("6d / 9s td 3d / jd / 3h", trick="6d")) == "p.3d"


def test_r10_6_with_trumps_only_the_absent_lead_the_lowest_face_down() -> None:
    assert absent(state("kc 4c / 9s / jd / 3h")) == "d.4c"


def test_r10_6_with_quickflint_the_absent_stay_where_a_card_face_down_lets_them() -> None:
    assert absent(state("kc jc / 9s / jd / 3h", quickflint=True)) == "d.jc.c2"


def test_r10_6_the_absent_light_where_their_team_has_fewer_fires() -> None:
    won = trick(state("6d / 9s / jd / 3h"), "6d 9s jd -3h").state

    assert absent(won) == "l.r"
    assert absent(won._replace(fires=fires("010 000"))) == "l.v"


def test_r10_6_the_absent_light_themselves() -> None:
    on_ties = "2h 3d 8s 4s 5h 6c th ac 9h"
    position = state("9d / 3c / 9s / 2c", map=on_ties, tokens="a2 a1 a3 a1", leader=3)

    assert absent(trick(position, "2c 9d 3c 9s").state) == "c.0"


def test_r10_6_the_absent_stay_where_they_may() -> None:
    position = play(trick(state("6d / 9s / jd / 3h"), "6d 9s jd -3h").state, "l.r").state

    assert absent(position) == "m.a1"


def test_r10_6_else_they_take_the_first_way() -> None:
    position = play(trick(state("6d / 9s / 5d / 3h", tokens="c2 b2 b2 b1"), "-6d -9s 5d -3h").state, "l.r")

    assert absent(position.state) == "m.b1"


@pytest.mark.parametrize("quickflint", ["off", "on"])
def test_r10_6_a_table_of_absent_seats_comes_to_an_end(quickflint: str) -> None:
    luck = SeededChance(b"absent", quickflint, 4)
    options = RULES.spec.complete({"quickflint": quickflint, "target": "10"}, 4)
    position = RULES.setup(options, 4, luck).state

    while decisions := RULES.decisions(position):
        who = decisions[0].seat
        position = RULES.apply(position, who, RULES.timeout_move(position, who), luck).state

    assert RULES.outcome(position) is not None
