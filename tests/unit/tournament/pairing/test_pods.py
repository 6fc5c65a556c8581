from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nurselog.tournament.formats.registry import FORMATS
from nurselog.tournament.formats.terms import FormatName, Terms
from nurselog.tournament.pairing.seats import SCALE, SeatPast, assigned, seat_cost, seat_past
from nurselog.tournament.pairing.strangers import strangers
from nurselog.tournament.standings.history import histories
from nurselog.tournament.values import Event, PairingKind, ReasonKind, Refused
from tests.support.tournaments import SEED, eid, entrants, event, played_out

THREE_OR_FOUR = Terms(format=FormatName.PODS, seats=(3, 4))
PODS = FORMATS[FormatName.PODS]


@pytest.mark.parametrize(
    ("seats", "count"), [((3, 4), 16), ((3, 4), 27), ((3, 4), 40), ((3,), 63), ((3,), 150), ((5, 6), 40)]
)
def test_everybodys_mean_seat_is_near_the_middle_after_four_rounds(
    seats: tuple[int, ...], count: int
) -> None:
    terms = replace(THREE_OR_FOUR, seats=seats, rounds=4)
    for lines in histories(terms, played_out(terms, event(count))).values():
        past = seat_past(lines)
        assert abs(past.total / SCALE / past.rounds - 0.5) <= 0.2


@pytest.mark.parametrize("count", [23, 26, 31, 40, 65])
def test_nobody_meets_twice_from_23_entrants_on(count: int) -> None:
    now = played_out(THREE_OR_FOUR, event(count))
    assert len(now.rounds) == PODS.rounds(THREE_OR_FOUR, count)
    assert not any(
        reason.kind is ReasonKind.MEETINGS
        for number in now.rounds
        for one in number.pairings
        for reason in one.pairing.reasons
    )


@settings(max_examples=30, deadline=None)
@given(count=st.integers(3, 60), seed=st.binary(min_size=1, max_size=8))
def test_everybody_sits_once_or_has_a_bye(count: int, seed: bytes) -> None:
    pairings = PODS.pair(THREE_OR_FOUR, event(count, seed=seed))
    assert Counter(one for pairing in pairings for one in pairing.seats) == Counter(
        one.id for one in entrants(count)
    )
    assert {len(one.seats) for one in pairings if one.kind is PairingKind.TABLE} <= {3, 4}


@settings(max_examples=60, deadline=None)
@given(
    pasts=st.lists(
        st.builds(
            SeatPast,
            st.integers(0, 4 * SCALE),
            st.integers(0, 4),
            st.dictionaries(st.integers(0, 4), st.integers(1, 3)),
        ),
        min_size=2,
        max_size=5,
    )
)
def test_seats_are_assigned_at_the_least_cost(pasts: list[SeatPast]) -> None:
    order, cost = assigned(pasts)
    costs = [
        sum(seat_cost(pasts[one], seat, len(pasts)) for seat, one in enumerate(some))
        for some in permutations(range(len(pasts)))
    ]
    assert sorted(order) == list(range(len(pasts)))
    assert cost == min(costs)


def test_the_lowest_without_a_bye_gets_it() -> None:
    terms = replace(THREE_OR_FOUR, avoid_meetings=False, rounds=3)
    now = played_out(terms, event(5))
    byes = [
        one.pairing.seats[0]
        for number in now.rounds
        for one in number.pairings
        if len(one.pairing.seats) == 1
    ]
    assert byes[0] == eid(5)
    assert len(set(byes)) == 3


def test_blocked_entrants_never_share_a_pod() -> None:
    family = tuple(replace(one, blocks=("family",) if one.number in {1, 2} else ()) for one in entrants(8))
    pairings = PODS.pair(THREE_OR_FOUR, Event(entrants=family, seed=SEED))
    assert not any({eid(1), eid(2)} <= set(one.seats) for one in pairings)


def test_blocks_that_no_pods_can_keep_are_refused() -> None:
    family = tuple(replace(one, blocks=("family",)) for one in entrants(4))
    with pytest.raises(Refused) as refused:
        PODS.pair(THREE_OR_FOUR, Event(entrants=family, seed=SEED))
    assert (refused.value.reason, refused.value.field) == ("PAIRING_IMPOSSIBLE", "blocks")


def test_partners_rotate() -> None:
    terms = Terms(format=FormatName.PODS, seats=(4,), rotating_partners=True, rounds=3, avoid_meetings=False)
    now = played_out(terms, event(4))
    partners = Counter(
        frozenset((seats[at], seats[at + 2]))
        for number in now.rounds
        for one in number.pairings
        for seats in [one.pairing.seats]
        for at in (0, 1)
    )
    assert len(partners) == 6
    for lines in histories(terms, now).values():
        assert len({partner for line in lines for partner in line.partners}) == 3


def test_strangers_are_found_wherever_there_are_any() -> None:
    """Twelve who sat in rows 0-3, 4-7, 8-11 can sit in columns of three."""
    met = [[other for other in range(12) if other // 4 == one // 4 and other != one] for one in range(12)]
    found = strangers(met, [3, 3, 3, 3])
    assert found is not None
    assert all(len({member // 4 for member in pod}) == 3 for pod in found)
    assert strangers(met, [4, 4, 4]) is None
