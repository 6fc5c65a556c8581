from google.protobuf.json_format import MessageToDict
from rich.console import Console

from nurselog.cli.draw import Scene, draw
from nurselog.games.salmon_run import RULES
from nurselog.games.salmon_run.state import State
from nurselog.rules.api import SPECTATORS, Audience
from nurselog.rules.chance import SeededChance
from tests.support.salmon_run import play, seat, state

MIDDLE = state(
    "in_play: 4h 7h 8s; run: 2h 9h; deck: 2d 6d td; discard: 5d",
    "hand: 2c 4d 7c; run: ts; deck: 6c 9c; discard: jk2; removed: 5s",
    row="kc 3d jc jk1 qs",
)


def picture(position: State, audience: Audience) -> str:
    view = MessageToDict(RULES.view(position, audience))
    console = Console(width=110)
    with console.capture() as captured:
        console.print(draw("salmon_run", view, Scene(audience, ("ann", "bob"))))
    return captured.get()


def test_the_round_and_what_is_on_offer_are_shown() -> None:
    shown = picture(MIDDLE, SPECTATORS)

    assert "The Sea: four cards of one suit   round 1 of 3   turn 1 of at most 200" in shown
    assert "K♣ 3♦ J♣ ★1 Q♠" in shown
    assert "A♣ A♦ A♥ A♠" in shown


def test_runs_and_piles_of_the_players_are_shown() -> None:
    shown = picture(MIDDLE, seat(0))

    assert "▶ you, 0 points" in shown
    assert "2♥ 9♥ · ·" in shown
    assert "removed" in shown


def test_what_the_cards_of_the_turn_did_is_shown() -> None:
    shown = picture(play(MIDDLE, "a.3d.8s", "h.4h.7h", "r.4h.7h").state, SPECTATORS)

    assert "8♠ (spent)" in shown
    assert "4♥ (in the run, bonus used)" in shown
    assert "10♦ (pays 10)" in shown


def test_a_hand_is_shown_to_its_owner_and_counted_for_others() -> None:
    assert "2♣ 7♣ 4♦" in picture(MIDDLE, seat(1))
    assert "3 cards" in picture(MIDDLE, seat(0))
    assert "2♣ 7♣ 4♦" not in picture(MIDDLE, seat(0))


def test_cards_looked_at_are_shown_to_their_owner() -> None:
    position = play(state("in_play: 4s 7s; deck: 2c 9d"), "s.4s.7s").state

    assert "looking at  9♦" in picture(position, seat(0))
    assert "looking at  1 cards" in picture(position, seat(1))


def test_starting_decks_are_shown() -> None:
    position = RULES.setup(RULES.spec.complete({}, 2), 2, SeededChance(b"s", "test", 0)).state

    assert "starting deck 4" in picture(position, SPECTATORS)


def test_an_empty_view_does_not_stop_the_picture() -> None:
    console = Console(width=100)
    with console.capture() as captured:
        console.print(draw("salmon_run", {"row": ["z9"], "players": [{}]}, Scene(0, ("ann",))))

    assert "z9" in captured.get()
