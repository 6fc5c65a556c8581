"""Chapter 22, and what moves are called."""

import pytest

from nurselog.games.cascadia import RULES
from nurselog.games.cascadia.moves import CELLS, FARTHEST, MOVES
from nurselog.games.cascadia.state import State
from nurselog.rules.api import Unreadable
from nurselog.rules.hexes import ORIGIN, distance
from tests.support.cascadia import play, starter, state

THREE = "mf-bh:elk pr-es:elk wr-sf:salmon fp-ef:elk"
RICH = state(starter(1, 3), starter(2), display=THREE)


def test_r22_every_move_has_a_text_of_its_own_that_reads_back() -> None:
    texts = [RULES.notation.format(move) for move in MOVES]

    assert len(set(texts)) == len(MOVES) == 4 + 16 + 1 + 1 + 15 + 2 * len(CELLS) + 6 + 1
    assert [RULES.notation.parse(text) for text in texts] == list(MOVES)


def test_r22_moves_name_every_cell_that_an_environment_can_reach() -> None:
    """Twenty tiles in a row, from the hex of the starter that is farthest from its top."""
    assert max(distance(ORIGIN, cell) for cell in starter(1).cells) + 20 == FARTHEST
    assert all(distance(ORIGIN, cell) <= FARTHEST for cell in CELLS)


@pytest.mark.parametrize("text", [text for text, _ in RULES.spec.notation])
def test_r22_the_examples_are_readable(text: str) -> None:
    assert RULES.notation.format(RULES.notation.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "D.1", "d", "d.0", "d.5", "d.1.5", "d.1.2.3", "w.1", "n.", "n.0", "n.11", "n.21", "n.5"),
        *("p.1-2", "p.+1-2.4", "p.+01-2", "p.+22+0", "t.0", "r.6", "r.-1", "x.1", "!undo", "p.-0+0"),
    ],
)
def test_r22_anything_else_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        RULES.notation.parse(text)


@pytest.mark.parametrize(
    ("moves", "text", "label"),
    [
        ((), "d.1", "Take the mountain-forest tile (bear, hawk) and the elk token of place 1"),
        ((), "w", "Replace the three elk tokens"),
        ((), "n", "Spend a nature token to pick a tile and a token of any two places"),
        ((), "n.3", "Spend a nature token to replace the token salmon 3"),
        ((), "n.134", "Spend a nature token to replace the tokens elk 1, salmon 3 and elk 4"),
        (
            ("n",),
            "d.1.3",
            "Take the mountain-forest tile (bear, hawk) of place 1 and the salmon token of place 3",
        ),
        (("d.1",), "p.+1+0", "Put the mountain-forest tile on cell +1+0"),
        (
            ("d.1", "p.+1+0"),
            "r.0",
            "Turn the tile: mountain to NE, E and SE, forest to the rest",
        ),
        (
            ("d.1", "p.+1+0"),
            "r.5",
            "Turn the tile: mountain to NE, E and NW, forest to the rest",
        ),
        (("d.1",), "t.-1+1", "Put the elk on the forest-wetland tile at -1+1"),
        (("d.1",), "x", "Return the elk to the bag"),
    ],
)
def test_labels_are_understood_without_the_notation(moves: tuple[str, ...], text: str, label: str) -> None:
    position: State = play(RICH, *moves).state

    assert RULES.label(position, position.active, RULES.notation.parse(text)) == label
