"""What all formats promise, and what each adds."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nurselog.tournament.formats.registry import FORMATS
from nurselog.tournament.formats.terms import FormatName, LevelMatch, SeatChoice, Terms
from nurselog.tournament.values import (
    Entrant,
    EntrantState,
    Event,
    Pairing,
    PairingKind,
    PlayedPairing,
    Refused,
    Round,
    Waiting,
)
from tests.support.tournaments import SEED, duel, eid, entrants, event, played_out, rounds, table

SOME = [
    Terms(format=FormatName.SWISS),
    Terms(format=FormatName.SWISS, best_of=3),
    Terms(format=FormatName.PODS, seats=(3, 4)),
    Terms(format=FormatName.ROUND_ROBIN),
    Terms(format=FormatName.ROUND_ROBIN, cycles=2, groups=2),
    Terms(format=FormatName.SINGLE),
    Terms(format=FormatName.SINGLE, third_place=True, best_of=3),
    Terms(format=FormatName.DOUBLE),
    Terms(format=FormatName.DOUBLE, single_final=True),
    Terms(format=FormatName.SINGLE, seats=(3, 4)),
    Terms(format=FormatName.SINGLE, seats=(3, 4), advance=2),
    Terms(format=FormatName.DUPLICATE, seats=(3,), rounds=2),
]


@pytest.mark.parametrize("terms", SOME, ids=lambda terms: f"{terms.format}")
@pytest.mark.parametrize("count", [6, 11, 16])
def test_an_event_ends_and_ranks_everybody(terms: Terms, count: int) -> None:
    form = FORMATS[terms.format]
    form.check(terms, count)
    now = played_out(terms, event(count))
    assert form.finished(terms, now)
    assert len(now.rounds) <= form.rounds(terms, count) + 1
    rows = form.standings(terms, now).rows
    assert sorted(row.entrant for row in rows) == sorted(one.id for one in now.entrants)
    assert all(pairing.pairing.reasons for number in now.rounds for pairing in number.pairings)


@pytest.mark.parametrize("terms", SOME, ids=lambda terms: f"{terms.format}")
def test_standings_exist_before_the_first_round(terms: Terms) -> None:
    rows = FORMATS[terms.format].standings(terms, event(8)).rows
    assert len(rows) == 8
    assert {row.rank for row in rows if row.group < 2} == {1}


@settings(max_examples=25, deadline=None)
@given(
    count=st.integers(3, 20),
    gone=st.lists(st.tuples(st.integers(1, 20), st.integers(1, 6)), max_size=6),
    twice=st.booleans(),
)
def test_drop_outs_leave_a_walkover_never_a_hole(
    count: int,
    gone: list[tuple[int, int]],
    twice: bool,  # noqa: FBT001
) -> None:
    terms = Terms(format=FormatName.DOUBLE if twice else FormatName.SINGLE)
    form, now = FORMATS[terms.format], event(count)
    for _ in range(40):
        if form.finished(terms, now):
            break
        leaving = {number for number, after in gone if after == now.next_round}
        people = tuple(
            replace(one, state=EntrantState.WITHDRAWN) if one.number in leaving else one
            for one in now.entrants
        )
        now = _one_round(terms, replace(now, entrants=people))
    assert form.finished(terms, now)
    assert sum(row.rank == 1 for row in form.standings(terms, now).rows) == 1
    assert sum(row.rank == 2 for row in form.standings(terms, now).rows) == 1


def _one_round(terms: Terms, now: Event) -> Event:
    pairings = FORMATS[terms.format].pair(terms, now)
    done = tuple(
        PlayedPairing(pairing=one, tables=(table(one.seats, range(1, len(one.seats) + 1)),))
        if one.kind is PairingKind.TABLE
        else PlayedPairing(pairing=one)
        for one in pairings
    )
    return replace(now, rounds=(*now.rounds, Round(number=now.next_round, pairings=done)))


def test_places_beyond_are_shared_by_round_of_exit() -> None:
    now = played_out(Terms(format=FormatName.SINGLE), event(8))
    rows = FORMATS[FormatName.SINGLE].standings(Terms(format=FormatName.SINGLE), now).rows
    assert sorted(row.rank for row in rows) == [1, 2, 3, 3, 5, 5, 5, 5]
    third = Terms(format=FormatName.SINGLE, third_place=True)
    rows = FORMATS[FormatName.SINGLE].standings(third, played_out(third, event(8))).rows
    assert sorted(row.rank for row in rows) == [1, 2, 3, 4, 5, 5, 5, 5]


def _final(terms: Terms, *results: tuple[int, int]) -> tuple[PlayedPairing, Event]:
    members = (eid(2), eid(1))
    tables = tuple(
        table(members if at % 2 == 0 else members[::-1], places if at % 2 == 0 else places[::-1])
        for at, places in enumerate(results)
    )
    played = PlayedPairing(pairing=Pairing(id="p1", seats=members, slot="u1.1"), tables=tables)
    return played, event(2, *rounds([played]))


def test_a_level_match_is_replayed_with_seats_exchanged() -> None:
    terms = Terms(format=FormatName.SINGLE)
    played, now = _final(terms, (1, 1))
    (order,) = FORMATS[FormatName.SINGLE].orders(terms, now, played)
    assert (order.seats, order.number, order.replay) == ((eid(1), eid(2)), 2, True)
    assert not FORMATS[FormatName.SINGLE].finished(terms, now)


@pytest.mark.parametrize(
    ("rule", "champion"), [(LevelMatch.LATER_SEAT, eid(1)), (LevelMatch.BETTER_SEED, eid(1))]
)
def test_after_two_replays_the_rule_decides(rule: LevelMatch, champion: str) -> None:
    terms = Terms(format=FormatName.SINGLE, level_match=rule)
    played, now = _final(terms, (1, 1), (1, 1), (1, 1))
    form = FORMATS[FormatName.SINGLE]
    assert form.orders(terms, now, played) == ()
    assert form.standings(terms, now).rows[0].entrant == champion


def test_without_replays_the_later_seat_or_the_better_seed_advances() -> None:
    form = FORMATS[FormatName.SINGLE]
    later = Terms(format=FormatName.SINGLE, max_replays=0)
    members = (eid(1), eid(2))
    pairing = Pairing(id="p1", seats=members, slot="u1.1")
    now = event(2, *rounds([PlayedPairing(pairing=pairing, tables=(table(members, (1, 1)),))]))
    assert form.standings(later, now).rows[0].entrant == eid(2)
    better = replace(later, level_match=LevelMatch.BETTER_SEED)
    assert form.standings(better, now).rows[0].entrant == eid(1)


def test_the_unbeaten_needs_one_win_in_the_grand_final_the_other_two() -> None:
    terms, form = Terms(format=FormatName.DOUBLE), FORMATS[FormatName.DOUBLE]
    now = event(2)
    for _ in range(3):
        (pairing,) = form.pair(terms, now)
        places = [1 if one == eid(2) else 2 for one in pairing.seats] if now.next_round == 2 else None
        places = places or [1 if one == eid(1) else 2 for one in pairing.seats]
        played = PlayedPairing(pairing=pairing, tables=(table(pairing.seats, places),))
        now = replace(now, rounds=(*now.rounds, Round(number=now.next_round, pairings=(played,))))
    assert [number.pairings[0].pairing.slot for number in now.rounds] == ["u1.1", "f1", "f2"]
    assert form.standings(terms, now).rows[0].entrant == eid(1)
    single = replace(terms, single_final=True)
    assert form.finished(single, replace(now, rounds=now.rounds[:2]))


def test_sixteen_meet_in_pods_by_columns_and_the_winners_in_one() -> None:
    terms, form = Terms(format=FormatName.SINGLE, seats=(4,)), FORMATS[FormatName.SINGLE]
    pods = [{int(one[1:]) for one in pairing.seats} for pairing in form.pair(terms, event(16))]
    assert pods == [{1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15}, {4, 8, 12, 16}]
    after = _one_round(terms, event(16))
    (final,) = form.pair(terms, after)
    assert set(final.seats) == {number.pairing.seats[0] for number in after.rounds[0].pairings}


def test_the_better_seed_chooses_the_seat() -> None:
    terms = Terms(format=FormatName.SINGLE, seats=(4,), seat_choice=SeatChoice.CHOOSE)
    first = FORMATS[FormatName.SINGLE].pair(terms, event(8))[0]
    assert list(first.choosers) == sorted(first.seats, key=lambda one: int(one[1:]))


def test_who_left_a_round_robin_leaves_a_walkover() -> None:
    terms = Terms(format=FormatName.ROUND_ROBIN)
    people = tuple(
        replace(one, state=EntrantState.WITHDRAWN) if one.number == 3 else one for one in entrants(4)
    )
    pairings = FORMATS[FormatName.ROUND_ROBIN].pair(terms, Event(entrants=people, seed=SEED))
    assert sorted(one.kind for one in pairings) == [PairingKind.TABLE, PairingKind.WALKOVER]


def test_groups_have_standings_of_their_own() -> None:
    terms = Terms(format=FormatName.ROUND_ROBIN, groups=2)
    rows = FORMATS[FormatName.ROUND_ROBIN].standings(terms, played_out(terms, event(8))).rows
    assert [row.group for row in rows] == [1] * 4 + [2] * 4
    assert rows[0].rank == rows[4].rank == 1


ARENA = Terms(format=FormatName.ARENA, duration_ms=60_000)


def _waiting(*numbers: int) -> tuple[Waiting, ...]:
    return tuple(Waiting(eid(number), since) for since, number in enumerate(numbers))


def test_an_arena_pairs_neighbours_and_the_latest_of_an_odd_number_waits() -> None:
    now = replace(event(10), waiting=_waiting(1, 2, 9, 10, 5))
    pairings = FORMATS[FormatName.ARENA].pair(ARENA, now)
    assert {frozenset(one.seats) for one in pairings} == {
        frozenset((eid(1), eid(2))),
        frozenset((eid(9), eid(10))),
    }


def test_an_arena_avoids_the_last_opponent_unless_only_two_wait() -> None:
    past = rounds([duel(1, 2, "="), duel(3, 4, "=")])
    four = replace(event(4, *past), waiting=_waiting(1, 2, 3, 4))
    pairs = {frozenset(one.seats) for one in FORMATS[FormatName.ARENA].pair(ARENA, four)}
    assert frozenset((eid(1), eid(2))) not in pairs
    assert len(pairs) == 2
    two = replace(four, waiting=_waiting(1, 2))
    assert len(FORMATS[FormatName.ARENA].pair(ARENA, two)) == 1


def test_ids_of_arena_pairings_go_on() -> None:
    now = replace(event(4, *rounds([duel(1, 2, "=")])), waiting=_waiting(3, 4))
    assert [one.id for one in FORMATS[FormatName.ARENA].pair(ARENA, now)] == ["p2"]


def _team(number: int, players: int) -> Entrant:
    lineup = tuple(f"t{number}.{board}" for board in range(1, players + 1))
    return Entrant(id=eid(number), number=number, lineup=lineup)


def test_first_seats_alternate_by_board() -> None:
    terms = Terms(format=FormatName.SWISS, boards=3)
    now = Event(entrants=(_team(1, 3), _team(2, 4)), seed=SEED)
    (match,) = FORMATS[FormatName.SWISS].pair(terms, now)
    orders = FORMATS[FormatName.SWISS].orders(terms, now, PlayedPairing(pairing=match))
    home = [order.seats[0].startswith(f"t{match.seats[0][1:]}.") for order in orders]
    assert home == [True, False, True]
    assert [order.board for order in orders] == [1, 2, 3]


@pytest.mark.parametrize(("players", "boards", "points"), [(4, 4, None), (3, 3, 2), (2, 2, 2), (1, 0, 2)])
def test_missing_players_forfeit_the_last_boards_and_too_few_the_match(
    players: int, boards: int, points: int | None
) -> None:
    """All boards that are played end level, so every forfeited board decides."""
    terms, form = Terms(format=FormatName.SWISS, boards=4, rounds=1), FORMATS[FormatName.SWISS]
    now = played_out(
        terms, Event(entrants=(_team(1, 4), _team(2, players)), seed=SEED), lambda some, _: [1] * len(some)
    )
    assert len(now.rounds[0].pairings[0].tables) == boards
    row = next(row for row in form.standings(terms, now).rows if row.entrant == eid(1))
    assert row.points == 840 * (points or 1)


def test_fewer_than_two_cannot_be_paired() -> None:
    with pytest.raises(Refused) as refused:
        FORMATS[FormatName.SWISS].pair(Terms(format=FormatName.SWISS), event(1))
    assert refused.value.reason == "ENTRANTS_TOO_FEW"


def test_late_entries_do_not_make_an_event_longer() -> None:
    terms, form = Terms(format=FormatName.SWISS), FORMATS[FormatName.SWISS]
    late = tuple(replace(one, entered=2) if one.number > 8 else one for one in entrants(17))
    now = played_out(terms, Event(entrants=late, seed=SEED))
    assert len(now.rounds) == form.rounds(terms, 8) == 3


def test_who_never_moved_stands_last_in_a_bracket() -> None:
    """The first seed has a bye and leaves: the five who played stand before."""
    terms, form = Terms(format=FormatName.SINGLE), FORMATS[FormatName.SINGLE]
    now = _one_round(terms, event(6))
    people = (replace(now.entrants[0], state=EntrantState.WITHDRAWN), *now.entrants[1:])
    now = replace(now, entrants=people)
    while not form.finished(terms, now):
        now = _one_round(terms, now)
    assert form.standings(terms, now).rows[-1].entrant == eid(1)


def test_a_pod_bracket_ends_when_all_but_one_have_left() -> None:
    terms, form = Terms(format=FormatName.SINGLE, seats=(4,)), FORMATS[FormatName.SINGLE]
    now = _one_round(terms, event(8))
    first = now.rounds[0].pairings[0].pairing.seats[0]
    assert not form.finished(terms, now)
    people = tuple(
        one if one.id == first else replace(one, state=EntrantState.WITHDRAWN) for one in now.entrants
    )
    now = replace(now, entrants=people)
    assert form.finished(terms, now)
    assert form.standings(terms, now).rows[0].entrant == first
