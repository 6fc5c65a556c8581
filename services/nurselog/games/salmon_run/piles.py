"""Drawing and shuffling: what happens to the cards of one player, and to the acclimation row."""

from typing import NamedTuple

from nurselog.games.salmon_run.components import HAND_SIZE, ROW_SIZE
from nurselog.games.salmon_run.state import Player
from nurselog.rules.api import Chance
from nurselog.rules.cards import Cards
from nurselog.rules.chance import shuffle


def reshuffled(player: Player, chance: Chance) -> Player:
    """The discard pile is shuffled under what is left of the deck (rule 3.5)."""
    return player._replace(deck=shuffle(chance, player.discard) + player.deck, discard=())


def with_deck_of(player: Player, count: int, chance: Chance) -> Player:
    """The player, with the discard pile shuffled under the deck if the deck has fewer cards."""
    short = len(player.deck) < count and player.discard
    return reshuffled(player, chance) if short else player


def hand_drawn(player: Player, chance: Chance) -> Player:
    """All in play is discarded; three cards, or what there is, become the hand (rules 7.1, 7.2 and 7.6)."""
    deck, discard, shown = player.deck, player.discard + player.in_play, player.shown
    if len(deck) < HAND_SIZE and discard:
        shown = tuple(sorted({*shown, *deck}))  # everybody sees that these were all drawn
        deck, discard = shuffle(chance, discard) + deck, ()
    hand, seen = tuple(sorted(deck[-HAND_SIZE:])), max(player.seen - HAND_SIZE, 0)
    return Player(deck[:-HAND_SIZE], hand, (), player.run, discard, player.removed, seen, shown)


class Row(NamedTuple):
    """The common piles after the row was refilled."""

    cards: Cards
    deck: Cards
    discard: Cards
    reshuffled: bool


def refilled(row: Cards, deck: Cards, discard: Cards, chance: Chance) -> Row:
    """The row with new cards from the deck, as many as there are (rules 2.4 and 7.3)."""
    missing = ROW_SIZE - len(row)
    again = len(deck) < missing and bool(discard)
    if again:
        deck, discard = shuffle(chance, discard) + deck, ()
    new = deck[-missing:][::-1] if missing else ()
    return Row(row + new, deck[: len(deck) - len(new)], discard, again)
