import pytest
from google.protobuf.json_format import MessageToDict
from rich.console import Console

from nurselog.cli.draw import Scene, draw
from nurselog.games.canopy_evergreen import RULES
from nurselog.games.canopy_evergreen.state import Phase, State
from nurselog.rules.api import Audience
from tests.support.canopy_evergreen import forest, luck, play, settled, state

OWN = forest(
    "salal salal rain3",
    wild="black_bear.a! red_fox.p",
    trees="a3x2 d2",
    tokens="sun",
    paths="ab:salal de:rain",
    awards="a",
    food=4,
    points=17,
)


def picture(position: State, by: int = 0, *, width: int = 80) -> str:
    view = MessageToDict(RULES.view(position, Audience(by)))
    console = Console(width=width)
    with console.capture() as captured:
        console.print(draw("canopy_evergreen", view, Scene(by, ("ann", "bob"))))
    return captured.get()


def test_a_forest_is_a_map_of_trees_and_tokens() -> None:
    shown = picture(state(OWN))

    assert "> you: 17 points, 4 food" in shown
    assert "A:3x2*" in shown
    assert "D:2" in shown
    assert "Sal" in shown
    assert "2ra" in shown


def test_cards_wildlife_and_what_they_are_worth() -> None:
    shown = picture(state(OWN))

    assert "rain3 salal x2" in shown
    assert "black_bear.a red_fox.p" in shown
    assert "now worth: weather 2, plants 3, wildlife points 3, food 2" in shown


def test_piles_show_what_the_seat_has_seen() -> None:
    position = settled(state(phase=Phase.BEGIN, piles="salal/rain2 sun2/trillium"))

    assert "[1] # salal" in picture(position)
    assert "[1] # salal" not in picture(position, 1)
    assert "[2] ## " in picture(position)


def test_what_a_seat_remembers() -> None:
    position = state(forest(), deck="rain3 sun3 salal trillium")
    dropped = play(position, "look", "pass", "pass", "pass", "drop", chance=luck())

    assert "You saw leave: trillium" in picture(dropped)
    assert "You saw leave" not in picture(dropped, 1)


def test_the_set_of_an_elk() -> None:
    position = state(forest(wild="olympic_elk.a"), deck="rain2 sun2")
    called = play(position, "use.olympic_elk.salal", chance=luck())

    assert "Your Elk's set (2 still in the deck): rain2 sun2" in picture(called)


def test_alone_the_other_is_the_fox_spirit() -> None:
    position = state(OWN, alone=True)
    view = MessageToDict(RULES.view(position, Audience(0)))
    console = Console(width=80)
    with console.capture() as captured:
        console.print(draw("canopy_evergreen", view, Scene(0, ("ann",))))

    assert "Fox Spirit: 3 points" in captured.get()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_fits_80_columns(seats: int) -> None:
    shown = picture(state(*[OWN] * seats, piles="/".join(["salal rain2"] * (seats + 1))))

    assert max(map(len, shown.splitlines())) <= 80
