import pytest

from nurselog.games.forest_sky import RULES
from nurselog.games.forest_sky.moves import MOVES, Move
from nurselog.rules.api import Unreadable
from tests.support.forest_sky import state


def test_r12_every_move_has_a_text_of_its_own_that_reads_back() -> None:
    texts = [RULES.notation.format(move) for move in MOVES]

    assert len(set(texts)) == len(MOVES) == 2 + 18 * 2 + 18 + 18 * 6 + 6
    assert [RULES.notation.parse(text) for text in texts] == list(MOVES)


@pytest.mark.parametrize("text", [text for text, _ in RULES.spec.notation])
def test_r12_the_examples_are_readable(text: str) -> None:
    assert RULES.notation.format(RULES.notation.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "D", "dd", "p.h7", "p.h9.a", "p.h7.c", "x.h8", "s.h7.b4", "s.h7.b", "l.a0", "l", "!undo"]
)
def test_r12_anything_else_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        RULES.notation.parse(text)


@pytest.mark.parametrize("move", MOVES)
def test_messages_of_moves_read_back(move: Move) -> None:
    assert RULES.wire.move_from_proto(RULES.wire.move_to_proto(move)) == move


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("d", "Draw the top card of the deck"),
        ("t", "Take the Eagle 8 from the discard pile"),
        ("p.h3.a", "Place the Hawk 3 in forest a"),
        ("x.h3", "Discard the Hawk 3"),
        ("s.h4.b2", "Swap your Hawk 4 for the Crow 6 in forest b"),
        ("l.a1", "Lock the Crow 2 in forest a"),
    ],
)
def test_labels_are_understood_without_the_notation(text: str, label: str) -> None:
    position = state("h3 h4 h5 / o5 o6 o7", a="c2 c3 c4", b="c5 c6 c7", discard="e8")

    assert RULES.label(position, position.active, RULES.notation.parse(text)) == label
