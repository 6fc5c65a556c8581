"""Chapter 14, messages and labels."""

import pytest

from nurselog.api.games.signal_fire.v1 import signal_fire_pb2 as pb
from nurselog.games.signal_fire import RULES
from nurselog.games.signal_fire.moves import MOVES
from nurselog.games.signal_fire.state import State
from nurselog.rules.api import Unreadable
from tests.support.signal_fire import bidding, play, state, trick


def test_r14_every_move_has_a_text_of_its_own_that_reads_back() -> None:
    texts = [RULES.notation.format(move) for move in MOVES]

    assert len(set(texts)) == len(MOVES) == 52 + 9 + 2 * 52 + 2 * 52 * 9 + 4 + 2 + 9
    assert [RULES.notation.parse(text) for text in texts] == list(MOVES)


@pytest.mark.parametrize("text", [text for text, _ in RULES.spec.notation])
def test_r14_the_examples_are_readable(text: str) -> None:
    assert RULES.notation.format(RULES.notation.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "b", "b.1h", "b.jk1", "t.a4", "t.d1", "p.6d.", "p.6d.d1", "d.3x", "c.4", "l.x", "m", "!undo"]
)
def test_r14_anything_else_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        RULES.notation.parse(text)


def test_messages_of_moves_read_back() -> None:
    for move in MOVES:
        assert RULES.wire.move_from_proto(RULES.wire.move_to_proto(move)) == move


@pytest.mark.parametrize(
    "message",
    [
        pb.View(),
        pb.Move(),
        pb.Move(bid=pb.Move.Bid(card="1c")),
        pb.Move(bid=pb.Move.Bid(card="jk1")),
        pb.Move(place_token=pb.Move.PlaceToken()),
        pb.Move(play_card=pb.Move.PlayCard(card="6d", to="z9")),
        pb.Move(choose_lighter=pb.Move.ChooseLighter(seat=4)),
        pb.Move(light_fire=pb.Move.LightFire()),
    ],
)
def test_other_messages_are_unreadable(message: pb.Move) -> None:
    with pytest.raises(Unreadable):
        RULES.wire.move_from_proto(message)


WON = trick(state("6d / 9s / jd / 3h"), "6d 9s jd -3h").state
CENTRE = trick(state("6d / 9s / 5d / 3h", tokens="c2 b2 b2 b1"), "-6d -9s 5d -3h").state


@pytest.mark.parametrize(
    ("position", "text", "label"),
    [
        (bidding("7c / kc / 3s / 8d"), "b.7c", "Bid the 7 of Clubs"),
        (state(), "t.a1", "Start at the top left (a1), on a face-down card"),
        (state(), "t.a3", "Start at the top right (a3), on the 8 of Spades"),
        (state("6d / / /"), "p.6d", "Lead the 6 of Diamonds"),
        (state("6d / 9s / /", trick="6d"), "p.9s", "Play the 9 of Spades"),
        (state("6d / 9s / /", trick="6d"), "d.9s", "Play the 9 of Spades face down"),
        (state("6d / / /", quickflint=True), "p.6d.b2", "Lead the 6 of Diamonds and move to the centre (b2)"),
        (state("kd / / /", quickflint=True), "p.kd.c2", "Lead the King of Diamonds and stay where you are"),
        (WON, "l.r", "Light a fire on the ridge, middle column"),
        (WON, "l.v", "Light a fire in the valley, top row"),
        (WON, "c.2", "Light the fire yourself"),
        (WON, "c.0", "Let your partner light the fire"),
        (play(CENTRE, "l.r").state, "m.b1", "Move to the left (b1)"),
        (play(CENTRE, "l.r").state, "m.b2", "Stay where you are"),
    ],
)
def test_labels_are_understood_without_the_notation(position: State, text: str, label: str) -> None:
    assert RULES.label(position, position.asked[0], RULES.notation.parse(text)) == label
