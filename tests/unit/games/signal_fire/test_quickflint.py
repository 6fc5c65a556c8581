"""Chapter 11: tokens move with the card."""

from nurselog.games.signal_fire import RULES
from nurselog.games.signal_fire.events import Played, Shown, Won
from nurselog.rules.api import Decision
from tests.support.signal_fire import (
    card,
    cell,
    fires,
    places,
    play,
    public,
    rejected,
    seat,
    seats,
    state,
    texts,
)

QUICK = state("6d 9c / 9s / jd / 3h", quickflint=True)


def test_r11_1_the_move_is_part_of_the_play() -> None:
    step = play(QUICK, "p.6d.b2")

    assert public(step) == [Played(seat(0), card("6d"), face_down=False, to=cell("b2"))]
    assert places(step.state)[0] == "b2"
    assert RULES.decisions(step.state) == (Decision(seat(1), "play"),)


def test_r11_1_a_card_without_a_move_is_refused() -> None:
    assert rejected(QUICK, "p.6d") == ("moves_at_once", "11.1")
    assert rejected(QUICK, "d.6d") == ("moves_at_once", "11.1")


def test_r11_1_face_up_the_card_says_where() -> None:
    assert rejected(QUICK, "p.6d.c1") == ("no_such_step", "8.2")
    assert [text for text in texts(QUICK) if text.startswith("p.6d")] == ["p.6d.b2"]


def test_r11_1_court_cards_stay() -> None:
    position = state("6d / 9s / jd / 3h", quickflint=True, leader=2, tokens="c2 a3 b3 a1")

    assert texts(position)[0] == "p.jd.b3"


def test_r11_1_face_down_the_token_moves_freely() -> None:
    assert [text for text in texts(QUICK) if text.startswith("d.9c")] == [
        "d.9c.b2",
        "d.9c.c1",
        "d.9c.c2",
        "d.9c.c3",
    ]


def test_r11_2_the_suit_led_may_not_be_the_trump_after_the_move() -> None:
    """From the Ace of Clubs a 9 goes to the 10 of Diamonds or a face-down card: clubs may be led."""
    assert [text for text in texts(QUICK) if text.startswith("p.9c")] == ["p.9c.c1", "p.9c.c3"]

    diamonds = state("5d / 9s / jd / 3h", quickflint=True)
    assert [text for text in texts(diamonds) if text.startswith("p")] == ["p.5d.c3"]
    assert rejected(diamonds, "p.5d.c1") == ("leads_trump", "5.3")


def test_r11_2_a_court_card_is_tested_where_it_stays() -> None:
    position = state("kc / 9s / jd / 3h", quickflint=True)

    assert rejected(position, "p.kc.c2") == ("leads_trump", "5.3")


def test_r11_2_followers_follow_as_ever() -> None:
    position = state("6d / 9s 3d / jd / 3h", quickflint=True, trick="6d")

    assert rejected(position, "p.9s.a2") == ("must_follow", "5.5")
    assert texts(position)[0] == "p.3d.a2"


def test_r11_2_trumps_are_read_when_all_have_moved() -> None:
    """The 9 of Spades leaves the spades behind: in the base game it would win."""
    step = play(QUICK, "p.6d.b2", "p.9s.a2", "d.jd.a2", "d.3h.a1")

    assert public(step)[-1] == Won(seat(0), (seats(0),))


def test_r11_2_a_card_may_become_a_trump_by_its_move() -> None:
    position = state("6d / 3s / jd / 3h", quickflint=True, tokens="c2 a2 a2 a1")

    step = play(position, "p.6d.b2", "p.3s.a3", "d.jd.a2", "d.3h.a1")

    assert public(step)[-1] == Won(seat(1), (seats(1),))


def test_r11_3_four_cards_face_down_are_ranked_and_moves_stand() -> None:
    step = play(QUICK, "d.6d.c1", "d.9s.a3", "d.jd.a3", "d.3h.a2")

    assert isinstance(public(step)[-2], Shown)
    assert public(step)[-1] == Won(seat(1), (seats(1),))
    assert places(step.state) == ["c1", "a3", "a3", "a2"]


def test_r11_4_the_fire_is_lit_where_the_token_stands_then() -> None:
    won = play(QUICK, "p.6d.b2", "p.9s.a2", "d.jd.a2", "d.3h.a1").state

    after = play(won, "l.v").state

    assert after.fires == fires("000 010")


def test_r11_4_nobody_moves_after_the_trick() -> None:
    won = play(QUICK, "p.6d.b2", "p.9s.a2", "d.jd.a2", "d.3h.a1").state

    step = play(won, "l.v")

    assert RULES.decisions(step.state) == (Decision(seat(0), "play"),)
    assert isinstance(public(step)[-1], Shown)
    assert not step.undoable
