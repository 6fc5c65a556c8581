"""Chapter 12: alone against the Fox Spirit."""

from typing import Any

import pytest

from nurselog.games.canopy_evergreen import RULES, solo
from nurselog.games.canopy_evergreen.components import CARD_NAMED
from nurselog.games.canopy_evergreen.forest import Forest
from nurselog.games.canopy_evergreen.scoring import (
    value_now,
)
from nurselog.games.canopy_evergreen.state import Phase, State
from nurselog.rules.api import OptionProblem
from tests.support.canopy_evergreen import cards, forest, luck, play, settled, state

SOLO = {"fox_spirit": "easy"}


def alone(human: Forest, fox: Forest, **parts: Any) -> State:
    return state(human, fox, alone=True, options=SOLO, **parts)


def test_r12_1_the_fox_spirit_starts_with_its_points() -> None:
    for level, points in (("easy", 3), ("normal", 10), ("hard", 20)):
        options = RULES.spec.complete({"fox_spirit": level}, 1)
        assert RULES.setup(options, 1, luck()).state.forests[1].points == points


def test_r12_2_the_fox_spirit_takes_the_largest_pile_and_lower_ones_grow() -> None:
    position = alone(
        forest(), forest(food=0), piles="salal/sun2/rain2 trillium", deck="wildfire sun3 sun4 rain4"
    )
    position = settled(position._replace(active=1, phase=Phase.BEGIN))
    assert [len(pile.cards) for pile in position.piles] == [2, 2, 2]
    assert position.forests[1].cards[CARD_NAMED["trillium"]] == 1


def test_r12_2_it_buys_the_dearest_it_can_pay() -> None:
    position = alone(forest(), forest(food=2), mat="red_fox.a bald_eagle.p gray_wolf.p", wild_deck="cougar.p")
    position = settled(position._replace(active=1, phase=Phase.BEGIN))
    assert len(position.forests[1].wild) == 1
    assert position.forests[1].wild[0] // 3 == 0


@pytest.mark.parametrize(
    ("trees", "card", "space"),
    [
        ("a1 b2", "root_trunk", 1),
        ("a3 b4", "root_trunk", 2),
        ("a3 b4", "canopy2", 1),
        ("", "canopy2", -1),
        ("a3 b4 c5 d3 e3 f3 g3 h3", "nurse_log", 2),
    ],
)
def test_r12_3_where_it_grows(trees: str, card: str, space: int) -> None:
    assert solo.space_for(forest(trees=trees), CARD_NAMED[card]) == space


def test_r12_3_the_order_in_which_it_adds() -> None:
    held = cards("canopy1 canopy3 root_trunk salal wildfire heatwave fox_spirit")
    order = sorted(held, key=solo.adding_rank)
    assert order == [*map(CARD_NAMED.__getitem__, ORDER)]


ORDER = ("fox_spirit", "heatwave", "wildfire", "salal", "root_trunk", "canopy3", "canopy1")


def test_r12_4_it_gives_what_it_misses_least() -> None:
    fox = forest("salal salal trillium trillium")
    position = alone(forest(), fox, piles="salal/sun2/heatwave rain2", deck="")
    position = settled(position._replace(active=1, phase=Phase.BEGIN))
    assert position.forests[1].cards[CARD_NAMED["salal"]] == 1
    assert value_now(position.forests[1], "") == 1 + 4


def test_r12_5_the_fox_spirit_card_brings_it_a_wildlife() -> None:
    position = alone(forest(), forest(), piles="fox_spirit/sun2/rain2", mat="cougar.p", wild_deck="red_fox.p")
    position = play(position._replace(phase=Phase.LOOK), "keep")
    assert len(position.forests[1].wild) >= 1
    assert position.outside == (CARD_NAMED["fox_spirit"],)


def test_r12_6_the_human_needs_more_points() -> None:
    for points, reason in ((30, "fox_spirit_beaten"), (20, "fox_spirit_wins")):
        position = alone(forest(points=points, food=0), forest(points=20, food=0))
        outcome = RULES.outcome(settled(position._replace(phase=Phase.SCORING, season=3)))
        assert outcome is not None
        assert outcome.reason == reason


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_r12_1_who_does_not_play_alone_meets_no_fox_spirit(seat_count: int) -> None:
    with pytest.raises(OptionProblem) as caught:
        RULES.spec.complete({"fox_spirit": "hard"}, seat_count)
    assert caught.value.option == "fox_spirit"
    assert RULES.spec.complete({"fox_spirit": "normal"}, seat_count)["fox_spirit"] == "normal"
