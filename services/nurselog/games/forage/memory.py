"""Who knows where a card lies (rule 12.5): what an attentive player remembers, no more.

An audience knows a card's place when it saw the card there, or saw it go there. It loses track when some of
the cards that lie together, but not all, leave unseen. Open cards are known to all. Nothing here is ever
shown: it is what `redeal` leaves in place.
"""

from collections.abc import Iterable

from nurselog.games.forage.components import SEATS, Card, Cards
from nurselog.games.forage.events import News
from nurselog.games.forage.layout import Cell
from nurselog.games.forage.state import State, together
from nurselog.rules.api import Audience, Event, Seat

Known = list[int]
"""For each card the audiences that know where it lies, a bit for each."""


def bit(audience: Audience, seat_count: int) -> int:
    """The bit of a seat, or of the spectators."""
    return 1 << (audience if audience >= 0 else seat_count)


def everybody(state: State) -> int:
    """All seats and the spectators."""
    return (2 << len(state.hands)) - 1


def holders(state: State, seat: Seat) -> int:
    """Who sees the hidden cards of a seat: itself, and a partner on the same cell (rule 11.9)."""
    partner = together(state, seat) if state.teams else None
    return 1 << seat if partner is None else 1 << seat | 1 << partner


def lookers(state: State, cell: Cell) -> int:
    """Whose tokens stand on a cell; on a cache they see all its cards (rule 12.3)."""
    return sum(
        [
            1 << seat
            for seat, tokens in zip(SEATS, state.tokens, strict=False)
            if cell in [token.cell for token in tokens]
        ]
    )


def learn(known: Known, cards: Iterable[Card], who: int) -> None:
    """These audiences see where the cards are."""
    for card in cards:
        known[card] |= who


def lose_track(known: Known, together_with: Cards, leaving: int, who: int) -> None:
    """So many of the cards that lie together leave; only these audiences see which."""
    if 0 < leaving < len(together_with):
        for card in together_with:
            known[card] &= who


def known_to(state: State, cards: Iterable[Card], who: int) -> tuple[int, ...]:
    """What is known once these audiences have seen where the cards are."""
    known = list(state.known)
    learn(known, cards, who)
    return tuple(known)


def told(state: State, who: int, public: News, private: News) -> Event[News]:
    """An event of which these seats are told more than the others."""
    if public == private:
        return Event(public)
    return Event(public, tuple([(seat, private) for seat in SEATS[: len(state.hands)] if who >> seat & 1]))
