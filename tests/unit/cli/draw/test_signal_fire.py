from google.protobuf.json_format import MessageToDict
from rich.console import Console

from nurselog.cli.draw import Scene, draw
from nurselog.games.signal_fire import RULES
from nurselog.games.signal_fire.state import State
from nurselog.rules.api import SPECTATORS, Audience
from tests.support.signal_fire import bidding, fires, play, seat, state, trick

NAMES = ("ann", "bob", "cat", "dan")
MIDDLE = state("6d 2c / 9s 4c / jd 7h / 3h 7s", lit=fires("200 000", "000 001"), tricks_done=3)


def picture(position: State, audience: Audience) -> str:
    view = MessageToDict(RULES.view(position, audience))
    console = Console(width=110)
    with console.capture() as captured:
        console.print(draw("signal_fire", view, Scene(audience, NAMES)))
    return captured.get()


def test_the_map_is_a_map_with_fires_on_its_edges() -> None:
    shown = picture(MIDDLE, SPECTATORS)

    assert "r1 ▲▲" in shown
    assert "vc ▲" in shown
    assert "│ 3♦ " in shown
    assert "│ ▒▒ " in shown
    assert "│ cat " in shown


def test_own_cards_are_shown_and_those_of_others_counted() -> None:
    shown = picture(MIDDLE, seat(0))

    assert "6♦ 2♣" in shown
    assert "9♠" not in shown
    assert "2 cards" in shown


def test_who_decides_is_marked() -> None:
    assert "▶  ann" in picture(MIDDLE, SPECTATORS)
    assert picture(bidding("7c / kc / 3s / 8d"), SPECTATORS).count("▶") == 4


def test_the_trick_hides_what_lies_face_down() -> None:
    won = trick(MIDDLE, "6d 9s jd -3h").state

    assert "dan ▒▒ (face down)" in picture(won, SPECTATORS)
    assert "cat J♦ ★" in picture(won, SPECTATORS)
    assert "you 3♥ (face down)" in picture(won, seat(3))


def test_who_won_is_marked_if_it_is_the_first_seat() -> None:
    won = trick(state("6d / 9s / jh / 3h", tokens="c2 a1 a1 a1"), "6d 9s jh 3h").state

    assert "ann 6♦ ★" in picture(won, SPECTATORS)


def test_four_tokens_on_one_card_are_all_named() -> None:
    crowded = state(tokens="b2 b2 b2 b2")

    assert "ann bob cat dan" in picture(crowded, SPECTATORS)


def test_bids_lie_covered_until_all_have_bid() -> None:
    assert "bid ▒▒" in picture(play(bidding("7c / kc / 3s / 8d"), "b.7c").state, SPECTATORS)
