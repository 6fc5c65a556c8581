"""Who wins a trick, and who of the tied lights (chapter 6)."""

from typing import NamedTuple

from nurselog.games.signal_fire.components import TEAM, VALUE, Seats
from nurselog.games.signal_fire.state import Laid, State, all_face_down, led_suit, trump_of
from nurselog.rules.api import Seat
from nurselog.rules.cards import SUIT, Suit

OWN_TRUMP, LED, OTHER, FACE_DOWN = 3, 2, 1, 0
CLASS_STEP = 16
"""More than any value, so that the class comes first."""


class Verdict(NamedTuple):
    """Who won, and the winning or tied seats of each team that lights, the winner's first."""

    winner: Seat
    sides: tuple[Seats, ...]


def rank(card: Laid, trump: Suit | None, led: Suit | None) -> int:
    """How good a card is that counts as face up: by class, then by value (rules 6.1 and 6.2)."""
    suit = SUIT[card.card]
    kind = OWN_TRUMP if suit is trump else LED if suit is led else OTHER
    return kind * CLASS_STEP + VALUE[card.card]


def judge(state: State) -> Verdict:
    """The verdict on a complete trick."""
    trick = state.trick
    led, down_counts = led_suit(trick), all_face_down(trick)
    ranks = [
        FACE_DOWN if card.face_down and not down_counts else rank(card, trump_of(state, card.seat), led)
        for card in trick
    ]
    best = max(ranks)
    tied = [card for card, found in zip(trick, ranks, strict=True) if found == best]
    winner = official_winner(tied, led)
    return Verdict(winner, sides_of(tuple([card.seat for card in tied]), winner))


def official_winner(tied: list[Laid], led: Suit | None) -> Seat:
    """The one whose card is of the led suit, else the one who played first (rule 6.4)."""
    return next((card.seat for card in tied if SUIT[card.card] is led), tied[0].seat)


def sides_of(tied: Seats, winner: Seat) -> tuple[Seats, ...]:
    """The tied seats by team, in the order of playing; the winner's team first, no empty side."""
    own = TEAM[winner]
    sides = [tuple([seat for seat in tied if TEAM[seat] == team]) for team in (own, 1 - own)]
    return tuple([side for side in sides if side])


def chooser(side: Seats, winner: Seat) -> Seat:
    """Who says which of two teammates lights: the winner, else who played earlier (rule 7.2)."""
    return winner if winner in side else side[0]
