"""Chapter 13, messages and labels."""

import pytest

from nurselog.api.games.orca_isles.v1 import orca_isles_pb2 as pb
from nurselog.games.orca_isles import RULES
from nurselog.games.orca_isles.moves import MOVES
from nurselog.games.orca_isles.state import State
from nurselog.rules.api import Unreadable
from tests.support.orca_isles import play, state


def test_r13_every_move_has_a_text_of_its_own_that_reads_back() -> None:
    texts = [RULES.notation.format(move) for move in MOVES]

    assert len(set(texts)) == len(MOVES) == 6 + 1 + 5 + 5 + 1 + 54 + 54 * 53 // 2
    assert [RULES.notation.parse(text) for text in texts] == list(MOVES)


@pytest.mark.parametrize("text", [text for text, _ in RULES.spec.notation])
def test_r13_the_examples_are_readable(text: str) -> None:
    assert RULES.notation.format(RULES.notation.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "g", "g.0", "g.7", "h.6", "i.0", "c", "c.8h.8h", "c.ks.8h", "c.2c.3c.4c", "c.jk3", "!undo"]
)
def test_r13_anything_else_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        RULES.notation.parse(text)


def test_messages_of_moves_read_back() -> None:
    for move in MOVES:
        assert RULES.wire.move_from_proto(RULES.wire.move_to_proto(move)) == move


def test_cards_in_a_message_come_in_any_order() -> None:
    message = pb.Move(send_cards=pb.Move.SendCards(cards=["ks", "8h"]))

    assert RULES.wire.move_from_proto(message) == RULES.notation.parse("c.8h.ks")


@pytest.mark.parametrize(
    "message",
    [
        pb.View(),
        pb.Move(),
        pb.Move(gather=pb.Move.Gather()),
        pb.Move(gather=pb.Move.Gather(place=7)),
        pb.Move(hunt=pb.Move.Hunt(isle=6)),
        pb.Move(instinct=pb.Move.Instinct(isle=-1)),
        pb.Move(send_cards=pb.Move.SendCards()),
        pb.Move(send_cards=pb.Move.SendCards(cards=["8h", "8h"])),
        pb.Move(send_cards=pb.Move.SendCards(cards=["2c", "3c", "4c"])),
        pb.Move(send_cards=pb.Move.SendCards(cards=["1c"])),
    ],
)
def test_other_messages_are_unreadable(message: pb.Move) -> None:
    with pytest.raises(Unreadable):
        RULES.wire.move_from_proto(message)


START = state("8h ks jk1 / 3d / 4c", gather="3h jk2 5h", good_instincts=True)


@pytest.mark.parametrize(
    ("position", "text", "label"),
    [
        (START, "g.1", "Gather the 3 of Hearts"),
        (START, "g.2", "Gather Joker 2"),
        (START, "g.deck", "Gather the top card of the deck, unseen"),
        (START, "h.1", "Hunt at isle 1, the 8 of Clubs"),
        (
            START,
            "i.2",
            "Trust your instincts at isle 2, the Queen of Diamonds: the top two cards of the deck",
        ),
        (play(START, "h.1").state, "c.8h", "Hunt with the 8 of Hearts"),
        (play(START, "h.1").state, "c.8h.jk1", "Hunt with the 8 of Hearts and Joker 1"),
        (state(" / 3d / 4c", gather="- - -", deck=""), "pass", "Pass, for nothing can be done"),
    ],
)
def test_labels_are_understood_without_the_notation(position: State, text: str, label: str) -> None:
    assert RULES.label(position, RULES.decisions(position)[0].seat, RULES.notation.parse(text)) == label
