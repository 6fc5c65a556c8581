"""Dealing again what an audience cannot know (rule 10.4): for the leak test and for bots that search."""

from nurselog.games.salmon_run.state import SEATS, Player, State
from nurselog.rules.api import Audience, Chance
from nurselog.rules.cards import Card, Cards
from nurselog.rules.chance import shuffle


def redeal(state: State, audience: Audience, chance: Chance) -> State:
    """Shuffles the acclimation deck, and of each seat the cards the audience cannot place."""
    first, second = (
        order_again(player, chance) if audience == seat else deal_again(player, chance)
        for seat, player in zip(SEATS, state.players, strict=True)
    )
    return state._replace(acc_deck=shuffle(chance, state.acc_deck), players=(first, second))


def order_again(player: Player, chance: Chance) -> Player:
    """For the owner: the deck below what it has seen is in another order."""
    unseen = len(player.deck) - player.seen
    return player._replace(deck=shuffle(chance, player.deck[:unseen]) + player.deck[unseen:])


def deal_again(player: Player, chance: Chance) -> Player:
    """For the others: hand and deck are mixed, but for the cards everybody saw going there."""
    hidden = [card for card in player.deck + player.hand if card not in player.shown]
    pool = list(shuffle(chance, hidden))
    deck = refill(player.deck, player.shown, pool)
    hand = tuple(sorted(refill(player.hand, player.shown, pool)))
    return player._replace(deck=deck, hand=hand)


def refill(cards: Cards, known: Cards, pool: list[Card]) -> Cards:
    """The cards with one of the pool for each unknown one."""
    return tuple([card if card in known else pool.pop() for card in cards])
