"""Moves as short English sentences."""

from collections.abc import Iterable

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
from nurselog.games.salmon_run.state import State
from nurselog.rules.api import Seat
from nurselog.rules.cards import TITLE, Card, Cards, Suit

BONUS_DOES = {
    Suit.HEARTS: "draw and play a card",
    Suit.SPADES: "look at the top card of your deck",
    Suit.CLUBS: "look at the top three cards of your deck",
}


def label(state: State, seat: Seat, move: Move) -> str:  # noqa: ARG001, C901, PLR0911 - one case per kind
    """What a legal move does."""
    match move:
        case ChooseStart(deck):
            return f"Start with the {listed(state.starts[deck])}"
        case EnterRun((one, other)):
            return f"Put the {TITLE[one]} and the {TITLE[other]} into your run"
        case Acclimate(card, spend):
            return f"Take the {TITLE[card]}, paying {listed(spend) if spend else 'nothing'}"
        case UseBonus(suit, (one, other), boost):
            return f"{TITLE[one]} and {TITLE[other]}: {bonus(suit, boost)}"
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


def bonus(suit: Suit, boost: Card | None) -> str:
    """What a bonus does."""
    return BONUS_DOES[suit] if boost is None else f"{TITLE[boost]} is worth two more"


def put_back(removed: Card | None, order: Cards) -> str:
    """`Remove the 4 of Clubs; put back 2 of Hearts, then 7 of Spades`."""
    back = f"put back {', then '.join(TITLE[card] for card in order)}" if order else "put back nothing"
    return back[0].upper() + back[1:] if removed is None else f"Remove the {TITLE[removed]}; {back}"
