from google.protobuf.json_format import MessageToDict
from rich.console import Console

from nurselog.cli.draw import Scene, draw
from nurselog.games.trail import RULES
from nurselog.games.trail.state import State
from nurselog.rules.api import SPECTATORS, Audience
from tests.support.trail import by, dealt, names_of, packed, play, seat, trek

MIDDLE = trek(
    "9c 9h 4d / 2d 5d 8s / 5s 6s 7s",
    at="53 43 / 53 / ",
    trail="53=9d 43=jh 33=tc",
    back="2",
)


def picture(position: State, audience: Audience) -> str:
    view = MessageToDict(RULES.view(position, audience))
    console = Console(width=110)
    with console.capture() as captured:
        console.print(draw("trail", view, Scene(audience, ("ann", "bob", "eve", "joe"))))
    return captured.get()


def test_the_trail_is_a_map_with_hikers_on_it() -> None:
    shown = picture(MIDDLE, SPECTATORS)

    assert "J♥ ①" in shown
    assert "9♦ ②" in shown
    assert "▲ ?" in shown
    assert shown.index("─ 13 ─") < shown.index("─ 21 ─") < shown.index("─ 51 ─")


def test_players_are_shown_with_token_turn_and_points() -> None:
    shown = picture(MIDDLE, seat(0))

    assert "▶ ① you ⚑, 14 points" in shown
    assert "③ eve, 3 points, turned back" in shown
    assert "53 → 43" in shown


def test_a_pack_is_shown_to_its_owner_and_counted_for_others() -> None:
    assert "9♣ 4♦ 9♥" in picture(MIDDLE, seat(0))
    assert "9♣ 4♦ 9♥" not in picture(MIDDLE, seat(1))


def test_packing_is_shown() -> None:
    position = dealt(4)
    chosen = by(position, 1, f"d.{names_of(position.hands[1])[0]}").state

    assert "choice 1 of 7" in picture(position, seat(0))
    assert "chosen          a card" in picture(chosen, seat(0))
    assert "a card" not in picture(chosen, seat(1))


def test_aces_are_shown_to_the_seat_that_takes_one() -> None:
    assert "A♣ A♦ A♥ A♠" in picture(packed(3), seat(0))
    assert "4 left" in picture(packed(3), seat(1))


def test_the_card_to_be_paid_for_is_named() -> None:
    assert "to be paid for  33" in picture(play(MIDDLE, "a.33").state, SPECTATORS)


def test_an_empty_view_does_not_stop_the_picture() -> None:
    console = Console(width=100)
    with console.capture() as captured:
        console.print(draw("trail", {"players": [{}]}, Scene(0, ("ann",))))

    assert "you" in captured.get()
