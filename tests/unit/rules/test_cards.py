import pytest

from nurselog.rules.api import Unreadable
from nurselog.rules.cards import (
    ACE,
    CARD_NAMED,
    CARD_OR_JOKER_NAMED,
    DECK,
    DECK_WITH_JOKERS,
    JOKERS,
    KING,
    NAME,
    RANK,
    SUIT,
    TITLE,
    Suit,
    names,
    read_card,
    read_card_or_joker,
)


def test_the_pack_has_each_rank_of_each_suit_once() -> None:
    assert len({(RANK[card], SUIT[card]) for card in DECK}) == len(DECK) == 52
    assert {RANK[card] for card in DECK} == set(range(ACE, KING + 1))
    assert {SUIT[card] for card in DECK} == set(Suit)


def test_each_card_has_a_name_of_its_own() -> None:
    assert [CARD_NAMED[name] for name in names(DECK)] == list(DECK)
    assert len(set(TITLE)) == len(NAME) == 54


def test_jokers_stand_apart_from_the_pack() -> None:
    assert names(JOKERS) == ("jk1", "jk2")
    assert [TITLE[card] for card in JOKERS] == ["Joker 1", "Joker 2"]
    assert set(DECK_WITH_JOKERS) - set(DECK) == set(JOKERS)
    assert set(CARD_OR_JOKER_NAMED) - set(CARD_NAMED) == {"jk1", "jk2"}


@pytest.mark.parametrize(
    ("name", "title"),
    [("ac", "Ace of Clubs"), ("th", "10 of Hearts"), ("qd", "Queen of Diamonds"), ("2s", "2 of Spades")],
)
def test_names_and_titles(name: str, title: str) -> None:
    assert TITLE[CARD_NAMED[name]] == title
    assert NAME[CARD_NAMED[name]] == name


def test_cards_are_read_by_their_names() -> None:
    assert [read_card(NAME[card]) for card in DECK] == list(DECK)
    assert [read_card_or_joker(NAME[card]) for card in DECK_WITH_JOKERS] == list(DECK_WITH_JOKERS)


def test_only_games_with_jokers_read_them() -> None:
    with pytest.raises(Unreadable, match="'jk1' is no card"):
        read_card("jk1")
