"""Chapters 13 and 14: advanced tokens, and Shifting Seasons."""

from typing import Any

import pytest

from nurselog.games.canopy_evergreen import RULES
from nurselog.games.canopy_evergreen.components import CARD_NAMED, SHIFTS
from nurselog.games.canopy_evergreen.forest import Forest
from nurselog.games.canopy_evergreen.scoring import (
    tallest,
    value_now,
)
from nurselog.games.canopy_evergreen.state import Phase, State
from tests.support.canopy_evergreen import FULL_MAT, forest, luck, play, settled, state, texts


def advanced(one: Forest, **parts: Any) -> State:
    return state(one, options={"advanced_tokens": "on"}, **parts)


def test_r13_1_eleven_of_thirteen_tokens_lie_on_the_map() -> None:
    options = RULES.spec.complete({"advanced_tokens": "on"}, 2)
    one = RULES.setup(options, 2, luck()).state.forests[0]
    assert (len(one.path_tokens), len(one.spent)) == (11, 2)


def test_r13_2_refresh_turns_a_token_back_and_leaves() -> None:
    position = advanced(forest(wild="red_fox.a!", tokens="wildlife_refresh"))
    position = play(position, "refresh.red_fox")
    assert "use.red_fox.1" in texts(position)
    assert position.forests[0].tokens == ()


def test_r13_2_forage_feeds_or_replaces_the_mat() -> None:
    position = advanced(
        forest(tokens="wildlife_forage", wild="gray_wolf.a", food=0),
        mat="red_fox.p cougar.p bald_eagle.p",
        wild_deck="red_fox.f cougar.f bald_eagle.f",
    )
    assert play(position, "food").forests[0].food == 1
    replaced = play(position, "market")
    assert set(replaced.market).isdisjoint(position.market)
    assert replaced.wild_known == 3


def test_r13_2_an_empty_mat_is_not_replaced() -> None:
    position = advanced(forest(tokens="wildlife_forage", wild="gray_wolf.a", food=0))
    assert "market" not in texts(position)
    assert "food" in texts(position)


def shifting(shift: str, *forests: Forest, **parts: Any) -> State:
    position = state(*forests, options={"shifting_seasons": "on"}, **parts)
    return position._replace(shifts=(SHIFTS.index(shift),))


def test_r14_1_each_season_turns_up_another_card() -> None:
    options = RULES.spec.complete({"shifting_seasons": "on"}, 2)
    position = play(RULES.setup(options, 2, luck()).state, "grow.a", "grow.a", chance=luck())
    assert len(position.shifts) == 1
    later = settled(position._replace(phase=Phase.SCORING), luck())
    assert len(set(later.shifts)) == 2


def test_r14_2_a_migration_needs_a_mat() -> None:
    position = shifting("migration", forest(wild="red_fox.a"))
    assert "migrate" not in texts(position)
    assert "migrate" in texts(position._replace(market=FULL_MAT))


@pytest.mark.parametrize(
    ("shift", "held", "points"),
    [
        ("long_rains", "sun2 rain2 rain2", 0),
        ("clear_skies", "sun2 rain3", 1),
        ("mushroom_flush", "chanterelle rain2", 1),
        ("moss_season", "cat_tail_moss cat_tail_moss", 1),
    ],
)
def test_r14_2_what_a_season_changes_in_points(shift: str, held: str, points: int) -> None:
    assert value_now(forest(held), shift) - value_now(forest(held), "") == points


def test_r14_2_tall_timber() -> None:
    assert tallest([forest(trees="a4x1"), forest(trees="b4x1")], 2, "tall_timber") == ((0, 3), (1, 3))


def test_r14_2_berry_year_and_mild_summer() -> None:
    berry = shifting("berry_year", piles="huckleberry/sun2/rain2", phase=Phase.LOOK)
    assert play(berry, "keep").forests[0].food == 3
    mild = shifting("mild_summer", forest("salal wildfire"), piles="heatwave/sun2/rain2", phase=Phase.LOOK)
    mild = play(mild, "keep")
    assert mild.gone == (CARD_NAMED["heatwave"],)


def test_r14_2_dry_lightning_and_seed_rain() -> None:
    dry = settled(shifting("dry_lightning", forest("wildfire salal salal trillium"), phase=Phase.THREATS))
    assert dry.demands[0] == 2
    rain = shifting(
        "seed_rain", forest("pine_cone"), piles="//", seeds="salal rain2 sun2 sun3", phase=Phase.BEGIN
    )
    assert len(settled(rain).shown) == 3


def test_r14_2_a_migration_once_for_each_player() -> None:
    position = shifting("migration", mat="red_fox.p", wild_deck="cougar.p bald_eagle.p gray_wolf.p")
    position = play(position._replace(forests=(forest(wild="gray_wolf.a"), forest())), "migrate")
    assert "migrate" not in texts(position)
