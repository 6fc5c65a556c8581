"""Moves as short English sentences."""

from collections.abc import Iterable
from typing import Final

from nurselog.games.salmon_run.components import CLUBS_LOOK
from nurselog.games.salmon_run.moves import (
    Acclimate,
    ChooseStart,
    EndTurn,
    EnterAlone,
    EnterRun,
    Move,
    PutBack,
    PutOnTop,
    UseBonus,
)
from nurselog.games.salmon_run.state import Player, State
from nurselog.rules.api import Seat
from nurselog.rules.cards import TITLE, Card, Cards, Suit

TOP_CARDS: Final = {1: "the top card", 2: "the top two cards", 3: "the top three cards"}
"""What is looked at, by the number of cards there are to look at (rule 6.7)."""


def label(state: State, seat: Seat, move: Move) -> str:  # noqa: C901, PLR0911 - one case per kind
    """What a legal move does."""
    match move:
        case ChooseStart(deck):
            return f"Start with the {listed(state.starts[deck])}"
        case EnterRun((one, other)):
            return f"Put the {TITLE[one]} and the {TITLE[other]} into your run"
        case Acclimate(card, spend):
            return f"Take the {TITLE[card]}, paying {listed(spend) if spend else 'nothing'}"
        case UseBonus(suit, (one, other), boost):
            return f"{TITLE[one]} and {TITLE[other]}: {bonus(state.players[seat], suit, boost)}"
        case PutOnTop(card):
            return (
                "Leave your deck as it is" if card is None else f"Put the {TITLE[card]} on top of your deck"
            )
        case PutBack(removed, order):
            return put_back(removed, order)
        case EnterAlone(card):
            return f"Put the {TITLE[card]} alone into your run and end your turn"
        case EndTurn():
            return "End your turn"


def listed(cards: Iterable[Card]) -> str:
    """`2 of Hearts, 4 of Clubs and 7 of Spades`."""
    *most, last = [TITLE[card] for card in cards]
    return f"{', '.join(most)} and {last}" if most else last


def bonus(player: Player, suit: Suit, boost: Card | None) -> str:
    """What a bonus does."""
    if boost is not None:
        return f"{TITLE[boost]} is worth two more"
    if suit is Suit.HEARTS:
        return "draw and play a card"
    most = 1 if suit is Suit.SPADES else CLUBS_LOOK
    return f"look at {TOP_CARDS[min(most, len(player.deck) + len(player.discard))]} of your deck"


def put_back(removed: Card | None, order: Cards) -> str:
    """`Remove the 4 of Clubs; put back, from the top: 2 of Hearts, 7 of Spades`."""
    back = f"put back{placed(order)}"
    return back[0].upper() + back[1:] if removed is None else f"Remove the {TITLE[removed]}; {back}"


def placed(order: Cards) -> str:
    """The cards as they will lie, the top one first; "then" would leave open which of them is on top."""
    if not order:
        return " nothing"
    cards = ", ".join(TITLE[card] for card in order)
    return f" {cards}" if len(order) == 1 else f", from the top: {cards}"
