"""Labels say what a move does where it is made."""

from nurselog.games.canopy_evergreen import RULES
from nurselog.games.canopy_evergreen.state import Phase, State
from tests.support.canopy_evergreen import forest, mover, settled, state

WOLF = forest(wild="gray_wolf.a", food=0)
"""Somebody who has a choice as long as there is a mat."""


def label(position: State, text: str) -> str:
    return RULES.label(position, mover(position), RULES.notation.parse(text))


def test_a_passed_pile_gets_a_card_only_from_a_deck() -> None:
    passed = state(WOLF, mat="cougar.p", phase=Phase.LOOK)

    assert label(passed, "pass") == "Pass the pile; it gets another card"
    assert label(passed._replace(deck=()), "pass") == "Pass the pile; no card is left for it"


def test_who_goes_to_a_pile_of_the_fox_does_not_look() -> None:
    other = state(WOLF, mat="cougar.p", piles="salal @red_fox:1/sun2/rain2")
    own = state(WOLF, mat="cougar.p", piles="salal @red_fox:0/sun2/rain2")

    assert label(other, "look") == "Go to your first pile, which the Fox hides from you"
    assert label(own, "look") == "Look at your first pile"


def test_after_three_passes_without_a_deck_nothing_is_taken() -> None:
    position = state(WOLF, mat="cougar.p", deck="", phase=Phase.ALL_PASSED)

    assert label(position, "end") == "Take nothing; no card is left to draw"
    assert label(position._replace(phase=Phase.END), "end") == "End the turn"


def test_the_otter_is_named_where_it_stands_in_for_the_beaver() -> None:
    for wild, other, who in (
        ("mountain_beaver.a river_otter.a", "", "the Beaver"),
        ("river_otter.a", "mountain_beaver.a!", "the Otter, as a Beaver"),
    ):
        seeds = settled(
            state(
                forest("pine_cone", wild=wild),
                forest(wild=other),
                piles="//",
                seeds="salal rain2",
                phase=Phase.BEGIN,
            )
        )
        first = RULES.apply(seeds, mover(seeds), RULES.notation.parse("add.salal"), None)  # type: ignore[arg-type]

        assert label(first.state, "add.rain2") == f"Keep the Rain 2, thanks to {who}"
