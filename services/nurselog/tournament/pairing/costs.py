"""What an edge of the two-seat pairing graph costs: whole numbers, the same on every machine."""

from typing import Final

from nurselog.tournament.pairing.records import Record
from nurselog.tournament.values import HALF, Units

DIFFERENCE: Final = 10**10
"""Times the square of twice the difference in points."""
SEATS: Final = 5 * 10**11
FLOAT: Final = 10**7
SURPLUS: Final = 10**6
SAME_SEAT: Final = 10**5
PLACE: Final = 10
PLACE_CAP: Final = 99_990
BYE_PLACE: Final = 1_000
SECOND_BYE: Final = 10**15
"""Only where nobody is left who had no bye."""
MEETING: Final = 10**15
"""Only where no pairing without a second meeting is left; one hundredth more per round of the last meeting.
"""


def pair_cost(high: Record, low: Record, middle: int) -> int:
    """The cost of pairing two. `middle` is floor(m/2) of their score group of m (used if they share it)."""
    cost = _seats(high, low)
    if high.score == low.score:
        return cost + min(PLACE * (low.place - high.place - middle) ** 2, PLACE_CAP)
    cost += difference_cost(high.score - low.score)
    return cost + FLOAT * (high.floated_down + low.floated_up)


def difference_cost(difference: Units) -> int:
    """10^10 times (2d)^2."""
    return DIFFERENCE * difference * difference // (HALF * HALF)


def bye_cost(record: Record, lowest: Units, last_place: int) -> int:
    return difference_cost(record.score - lowest) + BYE_PLACE * (last_place - record.place)


def meeting_cost(last_round: int) -> int:
    return MEETING + MEETING // 100 * last_round


def seats_clash(one: Record, other: Record) -> bool:
    """Whether both must have the same seat."""
    return one.due is not None and one.due == other.due


def _seats(one: Record, other: Record) -> int:
    cost = SEATS if seats_clash(one, other) else 0
    if one.surplus * other.surplus > 0:
        cost += SURPLUS * abs(one.surplus + other.surplus)
    if one.last_seat is not None and one.last_seat == other.last_seat:
        cost += SAME_SEAT
    return cost
