"""Chapter 13, and labels."""

import pytest

from nurselog.games.salmon_run import RULES
from nurselog.games.salmon_run.state import Phase, Turn
from nurselog.rules.api import Unreadable
from nurselog.rules.cards import TITLE
from nurselog.rules.chance import ScriptedChance, SeededChance
from tests.support.salmon_run import seat, state


@pytest.mark.parametrize("text", [text for text, _ in RULES.spec.notation])
def test_r13_the_examples_read_back(text: str) -> None:
    assert RULES.notation.format(RULES.notation.parse(text)) == text


@pytest.mark.parametrize("text", [text for text, _ in RULES.spec.notation])
def test_messages_of_moves_read_back(text: str) -> None:
    move = RULES.notation.parse(text)

    assert RULES.wire.move_from_proto(RULES.wire.move_to_proto(move)) == move


@pytest.mark.parametrize(
    "text",
    [
        *("", "p", "p.0", "p.5", "p.1.2", "P.1", "r.4h", "r.7h.4h", "r.4h.4h", "r.4h.7h.8h", "r.4h.1h"),
        *(
            "a",
            "a.5d.8h.7h",
            "a.5d.5d",
            "a.zz",
            "h.8h",
            "h.kh.8h",
            "h.8h.kh.2c",
            "d.2d.7d",
            "d.7d.2d.kc",
            "d.2d.2d.kc",
        ),
        *(
            "t.kc.2c",
            "b",
            "x",
            "x.4s.4s",
            "b.2c.2c",
            "g",
            "g.4h.7h",
            "e.4h",
            "ee",
            "q.4h",
            "r.4h.7h.",
            "!undo",
        ),
        *("r.4H.7h", " e", "e ", "t.", "10h"),
    ],
)
def test_r13_anything_else_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        RULES.notation.parse(text)


def label(position_text: str, move: str) -> str:
    position = state(position_text, row="ks jk1")
    return RULES.label(position, seat(0), RULES.notation.parse(move))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("r.4h.7h", "Put the 4 of Hearts and the 7 of Hearts into your run"),
        ("a.ks.7h.8h", "Take the King of Spades, paying 7 of Hearts and 8 of Hearts"),
        ("a.jk1", "Take the Joker 1, paying nothing"),
        ("h.4h.7h", "4 of Hearts and 7 of Hearts: draw and play a card"),
        ("s.4s.jk1", "4 of Spades and Joker 1: look at the top card of your deck"),
        ("c.4c.7c", "4 of Clubs and 7 of Clubs: look at the top three cards of your deck"),
        ("d.4d.7d.kc", "4 of Diamonds and 7 of Diamonds: King of Clubs is worth two more"),
        ("t", "Leave your deck as it is"),
        ("t.kc", "Put the King of Clubs on top of your deck"),
        ("b.2c.9h.4s", "Put back, from the top: 2 of Clubs, 9 of Hearts, 4 of Spades"),
        ("b.2c", "Put back 2 of Clubs"),
        ("x.4s.2c.9h", "Remove the 4 of Spades; put back, from the top: 2 of Clubs, 9 of Hearts"),
        ("x.4s.2c", "Remove the 4 of Spades; put back 2 of Clubs"),
        ("x.4s", "Remove the 4 of Spades; put back nothing"),
        ("g.4h", "Put the 4 of Hearts alone into your run and end your turn"),
        ("e", "End your turn"),
    ],
)
def test_labels_are_understood_without_the_notation(text: str, expected: str) -> None:
    assert label("in_play: 4h 7h; deck: 9c tc; discard: kc", text) == expected


@pytest.mark.parametrize(
    ("piles", "seen"),
    [
        ("deck: 9c tc kc 2s", "the top three cards"),
        ("deck: 9c; discard: kc", "the top two cards"),
        ("discard: kc", "the top card"),
    ],
)
def test_r6_7_the_label_of_clubs_names_as_many_cards_as_there_are(piles: str, seen: str) -> None:
    assert label(f"in_play: 4c 7c; {piles}", "c.4c.7c").endswith(f"look at {seen} of your deck")


@pytest.mark.parametrize("text", ["b.2c.9h.4s", "x.4s.9h.2c"])
def test_r6_7_the_card_on_top_in_the_label_is_the_one_on_top_of_the_deck(text: str) -> None:
    looking = state("in_play: 4c 7c; deck: 4s 9h 2c", turn=Turn(looking=3))._replace(phase=Phase.CLUBS)
    move = RULES.notation.parse(text)

    _, _, listed = RULES.label(looking, seat(0), move).partition("from the top: ")
    deck = RULES.apply(looking, seat(0), move, ScriptedChance()).state.players[0].deck

    assert listed == ", ".join(TITLE[card] for card in reversed(deck))


def test_labels_of_starting_decks_name_their_cards() -> None:
    options = RULES.spec.complete({"first_chooser": "0"}, 2)
    position = RULES.setup(options, 2, SeededChance(b"s", "test", 0)).state

    labels = [RULES.label(position, seat(0), move) for move in RULES.legal_moves(position, seat(0))]

    assert labels[0].startswith("Start with the 2 of Clubs, 4 of ")
    assert len(set(labels)) == 4
