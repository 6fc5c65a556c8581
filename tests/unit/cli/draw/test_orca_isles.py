from google.protobuf.json_format import MessageToDict
from rich.console import Console

from nurselog.cli.draw import Scene, draw
from nurselog.games.orca_isles import RULES
from nurselog.games.orca_isles.state import State
from nurselog.rules.api import SPECTATORS, Audience
from tests.support.orca_isles import play, result, seat, state

ROUND = (result(1, "kd", "0:kc 1:3c.jk1", 0),)
MIDDLE = state(
    "8h ks 2c / 3d 9c / 4c", at={1: "1:5d.6d 2:+7d.7h"}, discard="jk2 2h", turn=3, history=(ROUND,)
)


def picture(position: State, audience: Audience) -> str:
    view = MessageToDict(RULES.view(position, audience))
    console = Console(width=110)
    with console.capture() as captured:
        console.print(draw("orca_isles", view, Scene(audience, ("ann", "bob", "cat"))))
    return captured.get()


def test_isles_show_their_orcas_and_what_may_be_seen_of_their_cards() -> None:
    shown = picture(MIDDLE, SPECTATORS)

    assert "│ 8♣ " in shown
    assert "│ bob ▒▒ ▒▒ " in shown
    assert "│ cat 7♦ 7♥ " in shown
    assert "│ you 5♦ 6♦ " in picture(MIDDLE, seat(1))


def test_own_cards_are_shown_and_those_of_others_counted() -> None:
    shown = picture(MIDDLE, seat(0))

    assert "2♣ 8♥ K♠" in shown
    assert "9♣" not in shown
    assert "2 cards" in shown


def test_who_is_to_play_points_and_piles_are_shown() -> None:
    shown = picture(MIDDLE, SPECTATORS)

    assert "▶  ann (first)  3 points" in shown
    assert "discard 2  ★2 2♥" in shown
    assert "ann K♣ pair 1 ★" in shown
    assert "bob 3♣ ★1 no set" not in shown


def test_who_took_a_gather_card_stands_in_its_place() -> None:
    taken = play(state("8h / 3d / 4c"), "g.1", "g.deck").state

    assert "│ ann " in picture(taken, SPECTATORS)
    assert "with bob" in picture(taken, SPECTATORS)


def test_an_orca_that_waits_for_its_cards_is_drawn() -> None:
    assert "│ ann " in picture(play(state("8h / 3d / 4c"), "h.2").state, SPECTATORS)
