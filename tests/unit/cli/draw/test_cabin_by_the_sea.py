from google.protobuf.json_format import MessageToDict
from rich.console import Console

from nurselog.cli.draw import Scene, draw
from nurselog.games.cabin_by_the_sea import RULES
from nurselog.games.cabin_by_the_sea.state import PLAYER, State
from tests.support.cabin_by_the_sea import play, state

MIDDLE = state(
    stacks="2d 6d / th qh", sea_card="5h", sea="2h 3h", supply="ah 9d", beach="kd qd", tide="7c 3c", lost="ac"
)


def picture(position: State) -> list[str]:
    view = MessageToDict(RULES.view(position, PLAYER))
    console = Console(width=100)
    with console.capture() as captured:
        console.print(draw("cabin_by_the_sea", view, Scene(0, ("ann",))))
    return [" ".join(line.split()) for line in captured.get().splitlines()]


def test_stacks_stand_side_by_side() -> None:
    shown = picture(MIDDLE)

    assert "1 2 3 4 5 6 7 8" in shown
    assert "2♦ 10♥" in shown
    assert "6♦ Q♥" in shown


def test_the_piles_are_shown_with_what_may_be_seen() -> None:
    shown = picture(MIDDLE)

    assert "sea 2 face down turned up 5♥" in shown
    assert "supply 2 face down" in shown
    assert "beach K♦ Q♦" in shown
    assert "tide 7♣ 3♣" in shown
    assert "lost 3 points A♣" in shown


def test_the_card_to_build_is_shown() -> None:
    assert "to build Q♦" in picture(play(MIDDLE, "u.beach").state)


def test_a_murky_tide_is_only_counted() -> None:
    assert "tide 2 face down" in picture(state(tide="7c 3c", tide_face_down=True, murky_depths=True))


def test_an_empty_table_can_be_drawn() -> None:
    assert "lost 0 points -" in picture(state(supply="ah"))
