"""Chapter 10: Good instincts."""

from nurselog.games.orca_isles.events import Reshuffled, Scored, Sent
from nurselog.games.orca_isles.state import active_seat
from nurselog.rules.chance import ScriptedChance
from tests.support.orca_isles import (
    cards,
    parties,
    play,
    public,
    rejected,
    result,
    seat,
    state,
    texts,
)

HANDS = "8h ks 2c / 3d / 4c"
TRUSTING = state(HANDS, deck="6d 9d 7d", good_instincts=True)


def test_r10_1_the_top_two_cards_lie_face_up_under_the_orca() -> None:
    step = play(TRUSTING, "i.1")

    assert public(step) == [Sent(seat(0), 0, 2, cards("7d 9d"), face_up=True)]  # type: ignore[arg-type]
    assert step.state.parties[0] == parties("0:+7d.9d")
    assert step.state.hands == TRUSTING.hands
    assert step.state.deck == cards("6d")
    assert active_seat(step.state) == 1


def test_r10_1_they_are_listed_after_the_hunts() -> None:
    assert texts(TRUSTING)[-4:] == ["h.1", "h.2", "i.1", "i.2"]


def test_r10_1_without_the_option_there_is_no_instinct() -> None:
    assert rejected(state(HANDS), "i.1") == ("no_instincts", "10.1")


def test_r10_1_an_empty_hand_does_not_matter() -> None:
    assert texts(state(" / 3d / 4c", gather="- - -", deck="6d 7d", good_instincts=True)) == [
        "g.deck",
        "i.1",
        "i.2",
    ]


def test_r10_2_deck_and_discard_pile_must_hold_two_cards() -> None:
    position = state(HANDS, deck="6d", good_instincts=True)

    assert rejected(position, "i.1") == ("deck_too_small", "10.2")
    assert not [text for text in texts(position) if text.startswith("i")]


def test_r10_2_they_may_come_from_the_discard_pile() -> None:
    position = state(HANDS, deck="6d", discard="7d 9d", good_instincts=True)

    step = play(position, "i.1", chance=ScriptedChance(shuffles=[cards("7d 9d")]))

    assert public(step)[0] == Reshuffled(2)
    assert step.state.parties[0] == parties("0:+6d.9d")
    assert step.state.deck == cards("7d")


def test_r5_2_a_full_isle_takes_no_instinct() -> None:
    position = state(HANDS, at={1: "1:9c 2:9h"}, deck="6d 7d", good_instincts=True)

    assert rejected(position, "i.1") == ("isle_full", "5.2")
    assert rejected(position, "i.3") == ("no_such_isle", "5.1")


def test_r10_3_they_score_like_other_cards_and_are_discarded() -> None:
    position = state(HANDS + " 5c 6c 7c", at={1: "0:+7d.9d"}, turn=5, good_instincts=True)

    step = play(position, "g.1")

    assert Scored(result(1, "8c", "0:+7d.9d", 0)) in public(step)
    assert step.state.discard == cards("7d 9d")


def test_r11_5_an_instinct_is_not_taken_back() -> None:
    assert not play(TRUSTING, "i.1").undoable
