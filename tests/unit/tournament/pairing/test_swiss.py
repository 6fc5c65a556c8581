from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nurselog.tournament.formats.registry import FORMATS
from nurselog.tournament.formats.terms import FormatName
from nurselog.tournament.pairing.costs import seats_clash
from nurselog.tournament.pairing.records import Record, records
from nurselog.tournament.pairing.swiss import couples
from nurselog.tournament.standings.history import histories
from nurselog.tournament.values import Event, PairingKind, PlayedPairing, ReasonKind, Refused, Units
from tests.support.tournaments import (
    DUELS,
    SEED,
    bye,
    duel,
    eid,
    entrants,
    event,
    played,
    played_out,
    rounds,
)

SWISS = FORMATS[FormatName.SWISS]


@st.composite
def histories_of_some(draw: st.DrawFn, most: int = 8) -> Event:
    """A few entrants after up to three rounds in which anybody may have met anybody new."""
    count = draw(st.integers(2, most))
    met: set[frozenset[int]] = set()
    past: list[list[PlayedPairing]] = []
    for _ in range(draw(st.integers(0, 3))):
        order = draw(st.permutations(range(1, count + 1)))
        pairs = [(order[at], order[at + 1]) for at in range(0, count - 1, 2)]
        fresh = [pair for pair in pairs if frozenset(pair) not in met]
        met |= {frozenset(pair) for pair in fresh}
        results = st.sampled_from(["1-0", "0-1", "="])
        idle = [bye(order[-1])] if count % 2 else []
        past.append([*(duel(one, other, draw(results)) for one, other in fresh), *idle])
    return event(count, *rounds(*past))


def _field(now: Event) -> tuple[Record, ...]:
    return records(now.entrants, histories(DUELS, now))


Division = list[tuple[Record, Record | None]]


def _divisions(field: Sequence[Record]) -> Iterator[Division]:
    """All ways to pair everybody; of an odd field one stays alone."""
    if not field:
        yield []
        return
    first, rest = field[0], field[1:]
    for at, other in enumerate(rest):
        for division in _divisions([*rest[:at], *rest[at + 1 :]]):
            yield [(first, other), *division]
    if len(field) % 2:
        for division in _divisions(rest):
            yield [(first, None), *division]


def _keeps_rules(division: Division) -> bool:
    return all(
        not one.had_bye if other is None else other.place not in one.met and not seats_clash(one, other)
        for one, other in division
    )


def _squares(division: Division, lowest: Units) -> int:
    return sum((one.score - (lowest if other is None else other.score)) ** 2 for one, other in division)


@settings(max_examples=150, deadline=None)
@given(now=histories_of_some())
def test_the_sum_of_squared_differences_is_the_least_of_all_pairings_that_keep_the_rules(now: Event) -> None:
    field = _field(now)
    lawful = [division for division in _divisions(field) if _keeps_rules(division)]
    if lawful:
        found = [(couple.high, couple.low) for couple in couples(field)]
        lowest = field[-1].score
        assert _keeps_rules(found)
        assert _squares(found, lowest) == min(_squares(division, lowest) for division in lawful)


@settings(max_examples=60, deadline=None)
@given(now=histories_of_some(12))
def test_everybody_is_paired_once(now: Event) -> None:
    paired = Counter(one for pairing in SWISS.pair(DUELS, now) for one in pairing.seats)
    assert paired == Counter(one.id for one in now.entrants)


@pytest.mark.parametrize("count", [9, 16, 33, 64])
def test_a_whole_event_has_no_second_meeting_and_no_second_bye(count: int) -> None:
    terms = replace(DUELS, rounds=7)
    now = played_out(terms, event(count))
    pairings = [one.pairing for number in now.rounds for one in number.pairings]
    tables = Counter(frozenset(one.seats) for one in pairings if one.kind is PairingKind.TABLE)
    byes = Counter(one.seats for one in pairings if one.kind is PairingKind.BYE)
    assert set(tables.values()) == {1}
    assert set(byes.values()) <= {1}


@pytest.mark.parametrize("count", [16, 33, 64])
def test_seats_stay_even_and_never_the_same_three_times(count: int) -> None:
    now = played_out(replace(DUELS, rounds=7), event(count))
    for lines in histories(DUELS, now).values():
        seats = [index for line in lines for index, _ in line.seats]
        surplus = [len(seats[:at]) - 2 * sum(seats[:at]) for at in range(len(seats) + 1)]
        assert max(map(abs, surplus)) <= 2
        assert all(len(set(seats[at : at + 3])) > 1 for at in range(len(seats) - 2))


def test_the_first_round_pairs_the_upper_half_with_the_lower() -> None:
    found = [set(pairing.seats) for pairing in SWISS.pair(DUELS, event(8))]
    assert found == [{eid(number), eid(number + 4)} for number in range(1, 5)]


def test_without_history_odd_and_even_pairings_alternate() -> None:
    pairings = SWISS.pair(DUELS, event(8))
    high_first = [pairing.seats[0] in {eid(1), eid(2), eid(3), eid(4)} for pairing in pairings]
    assert high_first in ([True, False, True, False], [False, True, False, True])


def test_who_meets_again_is_said_and_the_longest_ago_comes_first() -> None:
    past = rounds(
        [duel(1, 2, "="), duel(3, 4, "=")],
        [duel(4, 1, "="), duel(2, 3, "=")],
        [duel(3, 1, "="), duel(4, 2, "=")],
    )
    pairings = SWISS.pair(DUELS, event(4, *past))
    assert {frozenset(one.seats) for one in pairings} == {
        frozenset((eid(1), eid(2))),
        frozenset((eid(3), eid(4))),
    }
    relaxed = [r.value for one in pairings for r in one.reasons if r.kind is ReasonKind.RELAXED_MEETING]
    assert relaxed == [1, 1]


def test_a_second_bye_comes_before_a_second_meeting() -> None:
    past = rounds([duel(1, 2, "1-0"), bye(3)], [duel(3, 1, "0-1"), bye(2)])
    pairings = SWISS.pair(DUELS, event(3, *past))
    kinds = {reason.kind for one in pairings for reason in one.reasons}
    assert ReasonKind.RELAXED_MEETING not in kinds
    assert ReasonKind.RELAXED_SECOND_BYE not in kinds
    third = rounds([duel(1, 2, "1-0"), bye(3)], [bye(3)], [duel(3, 1, "0-1"), bye(2)], [bye(1)])
    again = SWISS.pair(DUELS, event(3, *third))
    kinds = {reason.kind for one in again for reason in one.reasons}
    assert ReasonKind.RELAXED_SECOND_BYE in kinds
    assert ReasonKind.RELAXED_MEETING not in kinds


def test_forfeits_count_as_never_met() -> None:
    pairings = SWISS.pair(DUELS, event(2, *rounds([duel(1, 2, "+-")])))
    assert set(pairings[0].seats) == {eid(1), eid(2)}
    assert all(reason.kind is not ReasonKind.RELAXED_MEETING for reason in pairings[0].reasons)


def test_blocks_are_never_broken() -> None:
    family = tuple(replace(one, blocks=("family",)) for one in entrants(2))
    with pytest.raises(Refused) as refused:
        SWISS.pair(DUELS, Event(entrants=family, seed=SEED))
    assert (refused.value.reason, refused.value.field) == ("PAIRING_IMPOSSIBLE", "blocks")


def test_a_crowd_of_one_block_is_refused_without_a_graph() -> None:
    crowd = tuple(replace(one, blocks=("club",) if one.number <= 2600 else ()) for one in entrants(5000))
    with pytest.raises(Refused, match="2600 of 5000"):
        SWISS.pair(DUELS, Event(entrants=crowd, seed=SEED))


def test_clubs_are_kept_apart_where_the_terms_say_so() -> None:
    oaks = tuple(replace(one, club="oak" if one.number in {1, 5} else "") for one in entrants(8))
    together = SWISS.pair(DUELS, Event(entrants=oaks, seed=SEED))
    apart = SWISS.pair(replace(DUELS, clubs_apart=True), Event(entrants=oaks, seed=SEED))
    assert {eid(1), eid(5)} in [set(one.seats) for one in together]
    assert {eid(1), eid(5)} not in [set(one.seats) for one in apart]


def test_requested_byes_are_no_pairing() -> None:
    now = replace(event(5), requested_byes=frozenset({eid(2)}))
    pairings = SWISS.pair(DUELS, now)
    rests = [one for one in pairings if one.kind is PairingKind.REQUESTED_BYE]
    assert [one.seats for one in rests] == [(eid(2),)]
    assert sum(one.kind is PairingKind.TABLE for one in pairings) == 2


def test_accelerated_lets_the_upper_half_meet_itself() -> None:
    terms = replace(DUELS, accelerated=True)
    upper = {eid(number) for number in range(1, 5)}
    pairings = SWISS.pair(terms, event(8))
    assert sum(set(one.seats) <= upper for one in pairings) == 2
    assert all(any(r.kind is ReasonKind.ACCELERATED for r in one.reasons) for one in pairings[:2])


def test_large_fields_are_cut_into_islands_without_a_rule_broken() -> None:
    terms = replace(DUELS, rounds=5)
    now = event(1101)
    for _ in range(3):
        now = replace(now, rounds=(*now.rounds, played(terms, now, SWISS.pair(terms, now))))
    kinds = Counter(r.kind for number in now.rounds for one in number.pairings for r in one.pairing.reasons)
    assert not any(kind.startswith("relaxed") for kind in kinds)
    tables = Counter(frozenset(one.pairing.seats) for number in now.rounds for one in number.pairings)
    assert set(tables.values()) == {1}
