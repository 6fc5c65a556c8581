from google.protobuf.json_format import MessageToDict
from rich.console import Console

from nurselog.cli.draw import Scene, draw
from nurselog.games.forage import RULES
from nurselog.games.forage.state import State
from nurselog.rules.api import SPECTATORS, Audience
from tests.support.forage import play, seat, state

LYING = {"r1c4": "2h 3h 4h", "r2c3": "ah", "r3c4": "qs th"}
THREE = "jk1 | 8d 9c ts / as | 2s 3s2 4d / kd | qd 5s 6c"
MIDDLE = state(
    THREE, at="r1c4 / r3c4! / r2c3", lying=LYING, face_up="r2c3", sets="7c+7d+7h 2c+3c+4c+5c", turns=7
)


def picture(position: State, audience: Audience) -> str:
    view = MessageToDict(RULES.view(position, audience))
    console = Console(width=110)
    with console.capture() as captured:
        console.print(draw("forage", view, Scene(audience, ("ann", "bob", "cat"))))
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def test_cells_show_what_lies_face_up_and_how_many_cards_a_pile_has() -> None:
    shown = picture(MIDDLE, SPECTATORS)

    assert "r2c3  r2c4  r2c5\n            A♥    ▒▒    ▒▒" in shown
    assert "▒▒2   ▒▒    ▒▒    ▒▒69  ▒▒    ▒▒    ▒▒2" in shown
    assert "10♥" not in shown
    assert "2♥" not in shown


def test_who_stands_there_sees_what_is_hidden() -> None:
    assert "2♥ 3♥" in picture(MIDDLE, seat(0))
    assert "▒▒75\n" not in picture(MIDDLE, seat(1))
    assert "10♥" in picture(MIDDLE, seat(1))


def test_tokens_stand_on_their_cells() -> None:
    lines = picture(MIDDLE, SPECTATORS).splitlines()

    assert lines[2].strip() == "⓪"
    assert lines[5] == "            ②"
    assert lines[8] == "                  ①"


def test_tokens_of_two_seats_are_numbered() -> None:
    shown = picture(state("7h | 8d 9c js / as | 2s 3s 4d", at="r1c4 r2c3"), SPECTATORS)

    assert "⓪0" in shown
    assert "⓪1" in shown
    assert "①0①1" in shown


def test_own_cards_are_shown_and_those_of_others_counted() -> None:
    shown = picture(MIDDLE, seat(0))

    assert "▶ ⓪  you  3 of 4  open ★1  hidden 8♦ 9♣ 10♠" in shown
    assert "sets 7♣ 7♦ 7♥ | 2♣ 3♣ 4♣ 5♣  2 actions left" in shown
    assert "  ①  bob  0 of 4  open A♠  hidden ▒▒ ▒▒ ▒▒" in shown
    assert "2♠ 3♠² 4♦" in picture(MIDDLE, seat(1))


def test_turns_discarded_jokers_and_an_exchange_are_shown() -> None:
    shown = picture(play(MIDDLE, "j.jk1.as", "g0.9c+8d").state, seat(0))

    assert "turn 8 of 400   discarded ★1   exchange you, 2 cards at r1c4  given 9♣ 8♦" in shown
    assert "1 action left" in shown


def test_partners_are_named_and_the_large_map_has_both_centres() -> None:
    hands = f"{THREE} / kh | qh 5h 6h / ks | qs2 5s2 6s / kc | qc 5c2 6c2"

    shown = picture(state(hands, large=True, teams=True), SPECTATORS)

    assert "ann with nobody" in shown
    assert "r3c10" in shown
    assert "r3c13" in shown
