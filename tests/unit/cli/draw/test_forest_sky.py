from google.protobuf.json_format import MessageToDict
from rich.console import Console

from nurselog.cli.draw import Scene, draw
from nurselog.games.forest_sky import RULES
from nurselog.games.forest_sky.state import State
from nurselog.rules.api import SPECTATORS, Audience
from tests.support.forest_sky import seat, state

MIDDLE = state("c4 o5 e9 / h3 h4 h5", a="h7 c2 c3", b="c5", locked="a1", discard="e8", idle_turns=3)


def picture(position: State, audience: Audience) -> str:
    view = MessageToDict(RULES.view(position, audience))
    console = Console(width=100)
    with console.capture() as captured:
        console.print(draw("forest_sky", view, Scene(audience, ("ann", "bob"))))
    return captured.get()


def test_own_cards_are_shown_with_their_rules() -> None:
    shown = picture(MIDDLE, seat(0))

    assert "you: C4 O5 E9" in shown
    assert "Crow 4   10  feather  a straight of six" in shown
    assert "the value of one of the other two cards in the hand" in shown


def test_cards_of_others_are_only_counted() -> None:
    shown = picture(MIDDLE, seat(0))

    assert "bob: 3 cards" in shown
    assert "H3" not in shown


def test_who_is_to_move_is_marked() -> None:
    assert "▶ ann: 3 cards" in picture(MIDDLE, SPECTATORS)
    assert "▶ bob: 3 cards" not in picture(MIDDLE, SPECTATORS)


def test_forests_locks_and_piles_are_shown() -> None:
    shown = picture(MIDDLE, SPECTATORS)

    assert "forest a" in shown
    assert "┃ H7 " in shown
    assert "locked" in shown
    assert "deck 7   discard 1 with E8 on top   locks 1 of 5   turns without a lock 3 of 40" in shown


def test_a_card_of_tomorrow_does_not_stop_the_picture() -> None:
    console = Console(width=100)
    with console.capture() as captured:
        console.print(draw("forest_sky", {"hands": [{"cards": ["z9"], "count": 1}]}, Scene(0, ("ann",))))

    assert "you: Z9" in captured.get()
