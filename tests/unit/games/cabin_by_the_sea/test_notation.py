import pytest
from google.protobuf.message import Message

from nurselog.api.games.cabin_by_the_sea.v1 import cabin_by_the_sea_pb2 as pb
from nurselog.games.cabin_by_the_sea import RULES
from nurselog.games.cabin_by_the_sea.moves import MOVES, Move
from nurselog.games.cabin_by_the_sea.state import PLAYER
from nurselog.rules.api import Unreadable
from tests.support.cabin_by_the_sea import play, state


def test_r10_every_move_has_a_text_of_its_own_that_reads_back() -> None:
    texts = [RULES.notation.format(move) for move in MOVES]

    assert len(set(texts)) == len(MOVES) == 4 + 1 + 9 + 1
    assert [RULES.notation.parse(text) for text in texts] == list(MOVES)


@pytest.mark.parametrize("text", [text for text, _ in RULES.spec.notation])
def test_r10_the_examples_are_readable(text: str) -> None:
    assert RULES.notation.format(RULES.notation.parse(text)) == text


@pytest.mark.parametrize("text", ["", "u", "u.lost", "U.sea", "p", "p.0", "p.10", "p.New", "s.1", "!undo"])
def test_r10_anything_else_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        RULES.notation.parse(text)


@pytest.mark.parametrize("move", MOVES)
def test_messages_of_moves_read_back(move: Move) -> None:
    assert RULES.wire.move_from_proto(RULES.wire.move_to_proto(move)) == move


@pytest.mark.parametrize(
    "message",
    [
        pb.Move(),
        pb.Move(use=pb.Move.Use()),
        pb.Move(place=pb.Move.Place(stack=-1)),
        pb.Move(place=pb.Move.Place(stack=10)),
        pb.View(),
    ],
)
def test_a_message_that_is_no_move_is_unreadable(message: Message) -> None:
    with pytest.raises(Unreadable):
        RULES.wire.move_from_proto(message)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("u.sea", "Use the 5 of Hearts from the sea"),
        ("u.supply", "Use the unseen top card of the supply; the 5 of Hearts goes to the tide"),
        ("u.beach", "Use the King of Diamonds from the beach; the 5 of Hearts goes to the tide"),
        ("s", "Put the 5 of Hearts from the sea on the beach"),
    ],
)
def test_labels_of_choices(text: str, label: str) -> None:
    position = state(sea_card="5h", supply="2c", beach="kd", stockpiling=True)

    assert RULES.label(position, PLAYER, RULES.notation.parse(text)) == label


@pytest.mark.parametrize(
    ("text", "label"),
    [("p.1", "Put the 5 of Hearts on the 2 of Hearts"), ("p.new", "Open a new stack with the 5 of Hearts")],
)
def test_labels_of_places(text: str, label: str) -> None:
    position = play(state(stacks="2h", sea_card="5h"), "u.sea").state

    assert RULES.label(position, PLAYER, RULES.notation.parse(text)) == label


def test_label_of_the_tide() -> None:
    position = state(tide="2c 3c", beach="kd")

    assert RULES.label(position, PLAYER, RULES.notation.parse("u.tide")) == "Use the 3 of Clubs from the tide"
