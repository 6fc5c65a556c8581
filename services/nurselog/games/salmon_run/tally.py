"""What a round is worth (chapter 9); sheets and places are in `scoring`."""

from typing import Final

from nurselog.games.salmon_run.components import is_joker
from nurselog.games.salmon_run.state import Player, State, Tally, Terms, owned
from nurselog.rules.api import Seat
from nurselog.rules.cards import SUIT, Cards, Suit

RUN_POINTS: Final = 10
DIAMOND_POINTS: Final = 2
JOKER_POINTS: Final = -10
FACE_POINTS: Final = 10


def tally_of(player: Player) -> Tally:
    """The cards of a seat that count when a round ends now."""
    return tally(player.run, owned(player))


def tally(run: Cards, cards: Cards) -> Tally:
    """What counts of a run and all cards owned, those of the run included."""
    jokers = tuple(sorted(card for card in cards if is_joker(card)))
    diamonds = tuple(sorted(card for card in cards if not is_joker(card) and SUIT[card] is Suit.DIAMONDS))
    return Tally(run, diamonds, jokers)


def run_points(found: Tally) -> int:
    """Ten for each card of the run (rule 9.1)."""
    return RUN_POINTS * len(found.run)


def diamond_points(found: Tally, terms: Terms) -> int:
    """Two for each diamond, none in school (rules 9.2 and 11.3)."""
    return 0 if terms.school else DIAMOND_POINTS * len(found.diamonds)


def joker_points(found: Tally) -> int:
    """Ten less for each joker (rule 9.3)."""
    return JOKER_POINTS * len(found.jokers)


def round_points(found: Tally, terms: Terms) -> int:
    """What a seat scores for a round."""
    return run_points(found) + diamond_points(found, terms) + joker_points(found)


def total_so_far(state: State, seat: Seat) -> int:
    """The points of a seat for all rounds that have ended."""
    return sum(round_points(tallies[seat], state.terms) for tallies in state.tallies)
