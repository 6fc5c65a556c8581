"""What the lost cards cost (chapter 6)."""

from typing import Final

from nurselog.games.cabin_by_the_sea.components import ACES, FACES, NUMBERS
from nurselog.games.cabin_by_the_sea.state import PLAYER, State, is_over
from nurselog.rules.api import Outcome, Placement, Points, ScoreLine, ScoreSheet
from nurselog.rules.cards import DECK, Card, Cards, names

NUMBER_COST, FACE_COST, ACE_COST = 1, 2, 3

KINDS: Final = (
    ("numeric", "Numbers", NUMBERS, NUMBER_COST),
    ("face", "Jacks, queens, kings", FACES, FACE_COST),
    ("ace", "Aces", ACES, ACE_COST),
)
COST: Final[dict[Card, int]] = {card: cost for *_, cards, cost in KINDS for card in cards}
COST_OF: Final = tuple(COST[card] for card in DECK)


def cost(lost: Cards) -> Points:
    """The points of lost cards (rule 6.2)."""
    return Points(sum([COST_OF[card] for card in lost]))


def sheet(lost: Cards) -> ScoreSheet:
    """A line for each kind of cards."""
    return ScoreSheet(
        PLAYER, tuple(line(kind, title, cards, each, lost) for kind, title, cards, each in KINDS)
    )


def line(kind: str, title: str, cards: Cards, each: int, lost: Cards) -> ScoreLine:
    """What the lost cards of one kind cost."""
    found = tuple(card for card in lost if card in cards)
    return ScoreLine(
        category=kind,
        label=f"{title} lost to the sea",
        points=cost(found),
        evidence=names(found),
        reason=f"{len(found)} at {each}",
    )


def score(state: State) -> tuple[ScoreSheet, ...]:
    """The player's sheet, as it stands."""
    return (sheet(state.lost),)


def placement(lost: Cards) -> Placement:
    """A solitaire has one place."""
    return Placement(PLAYER, 1, cost(lost))


def outcome(state: State) -> Outcome | None:
    """`piles_empty`, once all cards are in the cabin or lost (rule 6.1)."""
    return Outcome("piles_empty", (placement(state.lost),)) if is_over(state) else None
