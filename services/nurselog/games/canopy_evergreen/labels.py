"""Moves as short English sentences."""

from typing import Final

from nurselog.games.canopy_evergreen.components import (
    BEAVER,
    COST,
    NURSE_LOG,
    OWL,
    SPACE_NAME,
    SPECIES_TITLE,
    TITLE,
    TYPE,
    TYPE_TITLE,
    VALUE,
    WILD_TITLE,
    Card,
    Space,
)
from nurselog.games.canopy_evergreen.forest import is_ready
from nurselog.games.canopy_evergreen.moves import (
    Add,
    Attract,
    Choose,
    Grow,
    Lose,
    LoseWildlife,
    Move,
    Refresh,
    Say,
    Use,
    Word,
)
from nurselog.games.canopy_evergreen.state import ORDER, Phase, Pile, State, asked, blind, card_of
from nurselog.rules.api import Seat

_WORDS: Final = {
    Word.LOOK: "Look at your first pile",
    Word.KEEP: "Keep the pile",
    Word.PASS: "Pass the pile; it gets another card",
    Word.DRAW: "Draw the top card of the Season deck",
    Word.DROP: "Discard the drawn card",
    Word.NO: "Keep no more of the Seed cards",
    Word.END: "End the turn",
    Word.SUN: "Count the sun/rain token as a sun",
    Word.RAIN: "Count the sun/rain token as a rain",
    Word.FOOD: "Spend the forage token for 1 food",
    Word.MARKET: "Spend the forage token to replace the wildlife on the mat",
    Word.MIGRATE: "Migration: replace the wildlife on the mat",
}
_NO: Final = {
    Phase.BEE: "Leave the Bee's pile to its keeper",
    Phase.RAVEN: "Swap no piles",
    Phase.GROW: "Discard the tree card without using it",
}


def label(state: State, seat: Seat, move: Move) -> str:
    """What a legal move does."""
    phase = asked(state)[1]
    match move:
        case Say(word):
            return word_label(state, phase, word)
        case Grow(space):
            return grow_label(state, seat, space)
        case Add(card):
            return add_label(state, phase, card)
        case Choose(pile):
            return pile_label(state, pile)
        case Use():
            return use_label(move)
        case _:
            return plain_label(move)


def plain_label(move: Attract | Lose | LoseWildlife | Refresh) -> str:
    """What means the same everywhere."""
    match move:
        case Attract(wild):
            return f"Attract the {WILD_TITLE[wild]} for {COST[wild]} food"
        case Lose(card):
            return f"Discard your {TITLE[card]}"
        case LoseWildlife(wild):
            return f"Discard your {WILD_TITLE[wild]}"
        case Refresh(species):
            return f"Spend the refresh token to turn your {SPECIES_TITLE[species]} back"


def word_label(state: State, phase: Phase, word: Word) -> str:
    """A plain answer, in its place."""
    match word:
        case Word.NO:
            return _NO.get(phase, _WORDS[word])
        case Word.KEEP if phase is Phase.DRAWN:
            return "Keep the drawn card"
        case Word.PASS if not state.deck:
            return "Pass the pile; no card is left for it"
        case Word.END if phase is Phase.ALL_PASSED:
            return "Take nothing; no card is left to draw"
        case Word.LOOK if blind(first_pile(state), state.active):
            return "Go to your first pile, which the Fox hides from you"
        case _:
            return _WORDS[word]


def first_pile(state: State) -> Pile:
    """The first pile of the active seat's order that has cards."""
    order = ORDER[state.setting.seats, state.active]
    return next(state.piles[number] for number in order if state.piles[number].cards)


def grow_label(state: State, seat: Seat, space: Space) -> str:
    """What a tree card would do there."""
    name = SPACE_NAME[space].upper()
    height = state.forests[seat].heights[space]
    if not height:
        return f"Place a Root on space {name}"
    if TYPE[state.pending] == "canopy":
        points = (height + 1) * VALUE[state.pending]
        return f"Complete the tree on {name} for {points} points"
    trunks = "two Trunks" if state.pending == NURSE_LOG else "a Trunk"
    return f"Add {trunks} to the tree on {name}, now {height} high"


def add_label(state: State, phase: Phase, card: Card) -> str:
    """A card that is named, in its place."""
    title = TITLE[card]
    match phase:
        case Phase.BEE:
            return f"Pay 1 food and take the {title}"
        case Phase.ELK:
            return f"Keep the {title} that was called"
        case Phase.SEEDS if state.kept == state.quota:
            by = "the Beaver" if is_ready(state.forests[state.actor], BEAVER) else "the Otter, as a Beaver"
            return f"Keep the {title}, thanks to {by}"
        case Phase.SEEDS:
            return f"Keep the {title} of the Seed cards"
        case _:
            return f"Add the {title}"


def pile_label(state: State, pile: int) -> str:
    """A pile, named inside an ability."""
    match state.half:
        case Phase.EAGLE:
            return f"Let the Eagle look at pile {pile + 1}"
        case Phase.EAGLE_KEEP:
            return f"Keep pile {pile + 1}"
        case Phase.RAVEN:
            return f"Swap pile {state.eyed[0] + 1} with pile {pile + 1}"
        case _:
            return f"Put the {TITLE[card_of(state.shown[0])]} on pile {pile + 1}"


def use_label(move: Use) -> str:
    """An ability with its target."""
    who = f"{SPECIES_TITLE[move.species]}" + (" (by the Otter)" if move.copied else "")
    if move.name is not None:
        return f"{who}: draw six cards and keep one {TYPE_TITLE[move.name]}"
    if move.card is not None:
        return f"{who}: discard your {TITLE[move.card]} for 2 food"
    if move.wild is not None:
        return f"{who}: drive the {WILD_TITLE[move.wild]} off the mat for 1 food and 1 point"
    if move.pile is not None:
        return f"{who}: {_ON_PILE.get(SPECIES_TITLE[move.species], 'put the token on')} pile {move.pile + 1}"
    return f"{who}: {'put cards on two piles' if move.species == OWL else 'discard one card fewer'}"


_ON_PILE: Final = {"Bald Eagle": "look at", "Common Raven": "look at", "Coho Salmon": "keep"}
