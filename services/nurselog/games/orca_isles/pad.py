"""The score pad: sheets and places for the end of a play at a real table (chapter 12)."""

from itertools import combinations_with_replacement
from typing import Any, Final

from google.protobuf.message import Message

from nurselog.games.orca_isles.components import FEWEST_SEATS, MOST_IN_HAND, MOST_SEATS, ORCAS, ROUNDS, WIN
from nurselog.games.orca_isles.scoring import Tallies, Tally, placements, sheet
from nurselog.games.orca_isles.sets import POINTS
from nurselog.games.orca_isles.wire import WIRE
from nurselog.rules.api import Placement, PositionImpossible, ScoreSheet, seats
from nurselog.rules.cards import Card, Cards, read_card_or_joker
from nurselog.rules.notation import read_once

SET_SUMS: Final = frozenset(sum(two) for two in combinations_with_replacement(POINTS, ORCAS))
"""What two orcas can get for their sets."""
MOST_WINS: Final = WIN * ORCAS


def score_position(position: Message) -> tuple[ScoreSheet, ...]:
    """The sheets in seat order. Raises `PositionImpossible`."""
    found = read_position(position)
    return tuple(
        sheet(seat, tallies, hand) for seat, (tallies, hand) in zip(seats(len(found)), found, strict=True)
    )


def place_position(position: Message) -> tuple[Placement, ...]:
    """Who came where. Raises `PositionImpossible`."""
    return placements(score_position(position))


def read_position(message: Any) -> tuple[tuple[Tallies, Cards], ...]:
    """For each seat what it got in the rounds, and its hand. Raises `PositionImpossible`."""
    if not isinstance(message, WIRE.position_type):
        raise PositionImpossible("", f"A {message.DESCRIPTOR.full_name} is no position of Orca Isles.")
    there: Any = message
    if not FEWEST_SEATS <= len(there.seats) <= MOST_SEATS:
        raise PositionImpossible("seats", f"There are three to six seats, not {len(there.seats)}.")
    met: dict[Card, str] = {}
    found = tuple(read_seat(seat, f"seats[{at}]", met) for at, seat in enumerate(there.seats))
    for number in range(ROUNDS):
        check_round(number, tuple(tallies[number] for tallies, _ in found))
    return found


def read_seat(seat: Any, path: str, met: dict[Card, str]) -> tuple[Tallies, Cards]:
    """The rounds and the hand of a seat. Raises `PositionImpossible`."""
    if len(seat.rounds) != ROUNDS:
        raise PositionImpossible(f"{path}.rounds", f"There are {ROUNDS} rounds, not {len(seat.rounds)}.")
    tallies = tuple(read_tally(one, f"{path}.rounds[{at}]") for at, one in enumerate(seat.rounds))
    if len(seat.hand) > MOST_IN_HAND:
        raise PositionImpossible(
            f"{path}.hand", f"A hand has at most {MOST_IN_HAND} cards, not {len(seat.hand)}."
        )
    hand = [
        read_once(f"{path}.hand[{at}]", read_card_or_joker, name, met) for at, name in enumerate(seat.hand)
    ]
    return tallies, tuple(sorted(hand))


def read_tally(one: Any, path: str) -> Tally:
    """What a seat got in a round. Raises `PositionImpossible`."""
    if one.sets not in SET_SUMS:
        raise PositionImpossible(f"{path}.sets", f"Two orcas cannot get {one.sets} points for sets.")
    if not 0 <= one.wins <= MOST_WINS:
        raise PositionImpossible(f"{path}.wins", f"Isles give 0 to {MOST_WINS} points, not {one.wins}.")
    return Tally(one.sets, one.wins)


def check_round(number: int, tallies: Tallies) -> None:
    """Each isle where somebody hunted gives two points, to one or shared. Raises `PositionImpossible`."""
    wins, most = sum(one.wins for one in tallies), WIN * (len(tallies) - 1)
    path = f"seats[].rounds[{number}].wins"
    if wins % WIN or wins > most:
        raise PositionImpossible(path, f"Isles give {WIN} points each, at most {most} in all, not {wins}.")
    if not wins and any(one.sets for one in tallies):
        raise PositionImpossible(path, "Where a set scores, somebody wins the isle.")
