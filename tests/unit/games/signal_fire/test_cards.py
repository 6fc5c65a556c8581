"""Chapters 4 and 5: trumps, leading and following. The map is that of the printed example."""

from nurselog.games.signal_fire import RULES
from nurselog.games.signal_fire.events import Played
from nurselog.games.signal_fire.state import trump_of
from nurselog.rules.api import SPECTATORS
from nurselog.rules.cards import Suit
from tests.support.signal_fire import card, play, rejected, seat, seats, state, texts


def test_r4_1_the_card_below_the_token_is_the_trump() -> None:
    position = state(tokens="c2 a3 a2 b1")

    trumps = [trump_of(position, seat(one)) for one in range(4)]
    assert trumps == [Suit.CLUBS, Suit.SPADES, Suit.DIAMONDS, Suit.SPADES]


def test_r4_1_on_a_face_down_card_there_is_no_trump() -> None:
    position = state(tokens="a1 b2 c3 c1")

    assert [trump_of(position, seat(one)) for one in range(4)] == [None, None, None, Suit.DIAMONDS]


def test_r5_1_cards_are_played_clockwise_from_the_leader() -> None:
    position = state("6d / 9s / jd / 3h", leader=2)

    assert position.asked == seats(2, 3, 0, 1)
    assert play(position, "d.jd").state.asked == seats(3, 0, 1)


def test_r5_2_any_card_may_be_played_face_down() -> None:
    leading = state("6d 9c / 9s / jd / 3h")
    following = state("6d / 9s 4d / jd / 3h", trick="6d")

    assert texts(leading) == ["p.6d", "d.6d", "d.9c"]
    assert texts(following) == ["p.4d", "d.9s", "d.4d"]


def test_r5_3_the_own_trump_is_not_led_face_up() -> None:
    assert rejected(state("6d 9c / 9s / jd / 3h"), "p.9c") == ("leads_trump", "5.3")


def test_r5_3_this_holds_in_later_tricks_as_well() -> None:
    assert rejected(state("6d 9c / 9s / jd / 3h", tricks_done=5), "p.9c") == ("leads_trump", "5.3")


def test_r5_3_who_has_only_trumps_leads_face_down() -> None:
    assert texts(state("9c kc / 9s / jd / 3h")) == ["d.9c", "d.kc"]


def test_r5_3_without_a_trump_everything_may_be_led() -> None:
    assert texts(state("9c 2s / 9s / jd / 3h", tokens="a1 a3 a2 a1"))[:2] == ["p.9c", "p.2s"]


def test_r5_4_after_a_face_down_lead_any_suit_may_be_opened_own_trump_included() -> None:
    position = state("6d / 9s 4d / jd / 3h", trick="-6d")

    assert texts(position) == ["p.9s", "p.4d", "d.9s", "d.4d"]


def test_r5_4_the_first_card_face_up_sets_the_led_suit() -> None:
    position = state("6d / 9s / jd 2s / 3h", trick="-6d 9s")

    assert rejected(position, "p.jd") == ("must_follow", "5.5")
    assert texts(position) == ["p.2s", "d.jd", "d.2s"]


def test_r5_5_the_led_suit_is_followed() -> None:
    assert rejected(state("6d / 9s 4d / jd / 3h", trick="6d"), "p.9s") == ("must_follow", "5.5")


def test_r5_5_who_has_no_card_of_the_led_suit_may_play_any_trump_included() -> None:
    assert texts(state("6d / 9s 4c / jd / 3h", trick="6d")) == ["p.9s", "p.4c", "d.9s", "d.4c"]


def test_r5_5_the_own_trump_needs_to_follow_too() -> None:
    position = state("6d / 9s 8d / jd / 3h", trick="6d", tokens="c2 a3 a2 a1")

    assert rejected(position, "p.9s") == ("must_follow", "5.5")


def test_r8_1_in_the_base_game_a_card_is_played_without_a_step() -> None:
    assert rejected(state("6d / 9s / jd / 3h"), "p.6d.b2") == ("moves_later", "8.1")


def test_r12_2_a_card_face_down_is_seen_by_its_owner_only() -> None:
    (event,) = play(state("6d / 9s / jd / 3h"), "d.6d").events

    assert event.seen_by(seat(0)) == Played(seat(0), card("6d"), face_down=True)
    assert event.seen_by(seat(2)) == Played(seat(0), None, face_down=True)
    assert event.seen_by(SPECTATORS) == Played(seat(0), None, face_down=True)


def test_r12_5_a_card_that_was_played_stays_played() -> None:
    position = state("6d / 9s / jd / 3h")

    assert not play(position, "p.6d").undoable
    assert not play(position, "d.6d").undoable


def test_every_card_in_hand_can_be_played() -> None:
    position = state("6d 9c 2c / 9s / jd / 3h")

    played = {text[2:4] for text in texts(position)}
    assert played == {"6d", "9c", "2c"}
    assert all(RULES.reject(position, seat(0), move) is None for move in RULES.legal_moves(position, seat(0)))
