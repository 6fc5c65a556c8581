"""Chapter 12, the rarer cases: what the Fox Spirit foresees of a Seed card, and where its own card goes."""

from typing import Any

import pytest

from nurselog.games.canopy_evergreen.components import CARD_NAMED, SHIFTS, WILD_NAMED
from nurselog.games.canopy_evergreen.forest import Forest
from nurselog.games.canopy_evergreen.state import Phase, State
from tests.support.canopy_evergreen import forest, luck, play, seen, settled, state

HEATWAVE = CARD_NAMED["heatwave"]


def ending(human: Forest, fox: Forest, seeds: str, **parts: Any) -> State:
    """A Season's end whose Seed cards lie from the top; the human draws first."""
    return state(
        human, fox, alone=True, piles="//", deck="", seeds=seeds, phase=Phase.BEGIN, options=OPTIONS, **parts
    )


OPTIONS = {"fox_spirit": "easy", "shifting_seasons": "on"}
CHOOSES = forest("wildfire wildfire trillium salal")
"""A human whom the fire asks, so that the position stops after step 1."""


@pytest.mark.parametrize(("shift", "kept"), [("berry_year", 1), ("mild_summer", 0)])
def test_r12_4_it_keeps_a_heatwave_only_where_that_lifts_its_points(shift: str, kept: int) -> None:
    fox = forest("pine_cone wildfire rain2", wild="cougar.f red_fox.p")
    position = ending(CHOOSES, fox, "heatwave heatwave heatwave")
    position = settled(position._replace(shifts=(SHIFTS.index(shift),)), luck())

    assert position.forests[1].cards[HEATWAVE] == kept
    assert len(position.unseen) == 3 - kept
    assert len(position.forests[1].wild) == 2, "the Pine Cone was given"


def test_r12_2_what_comes_to_the_mat_lies_where_the_other_lay() -> None:
    fox = forest(food=2)
    position = state(
        forest(), fox, alone=True, mat="red_fox.a bald_eagle.p gray_wolf.p", wild_deck="cougar.p", deck=""
    )
    position = settled(position._replace(active=1, phase=Phase.BEGIN))

    assert [*map(WILD_NAMED.__getitem__, ("red_fox.a", "cougar.p", "gray_wolf.p"))] == [*position.market]


def test_r12_5_kept_of_the_seed_cards_its_card_is_an_open_discard() -> None:
    human = forest("pine_cone wildfire wildfire trillium salal")
    position = settled(ending(human, forest(), "fox_spirit sun2", mat="cougar.p"))
    position = play(position, "add.fox_spirit")

    assert "fox_spirit" in seen(position, 0).discard
    assert not position.forests[1].wild
