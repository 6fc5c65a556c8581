from dataclasses import replace

import pytest

from nurselog.tournament.formats.terms import FormatName, Preset, Terms
from nurselog.tournament.standings.book import book
from nurselog.tournament.standings.history import histories
from nurselog.tournament.standings.verdicts import Way, verdicts
from nurselog.tournament.values import (
    Event,
    Pairing,
    PairingKind,
    PlayedPairing,
    SeatKind,
    SeatResult,
    TableResult,
)
from tests.support.tournaments import DUELS, bye, duel, eid, event, pod, rounds, table

PODS = Terms(format=FormatName.PODS, seats=(3, 4))


def _points(terms: Terms, now: Event) -> list[int]:
    opened = book(terms, now)
    return [opened.points[one.id] for one in now.entrants]


def test_byes_are_worth_what_they_should() -> None:
    now = event(3, *rounds([bye(1), bye(2, PairingKind.REQUESTED_BYE)]))
    assert _points(DUELS, now) == [840, 420, 0]
    assert _points(replace(DUELS, points=Preset.TCG), now) == [2520, 840, 0]
    assert _points(PODS, now) == [630, 420, 0]


def test_late_entrants_have_nothing_for_missed_rounds_or_one_half() -> None:
    now = event(4, *rounds([duel(1, 2, "=")], [duel(1, 2, "=")], [duel(1, 2, "="), duel(3, 4, "=")]))
    late = tuple(replace(one, entered=3) if one.number > 2 else one for one in now.entrants)
    assert _points(DUELS, replace(now, entrants=late)) == [1260, 1260, 420, 420]
    half = replace(DUELS, late_half=True)
    assert _points(half, replace(now, entrants=late)) == [1260, 1260, 840, 840]
    ways = [line.way for line in histories(half, replace(now, entrants=late))[eid(3)]]
    assert ways == [Way.ABSENT, Way.LATE_BYE, Way.PLAYED]


def test_an_undecided_pairing_says_nothing_yet() -> None:
    running = PlayedPairing(pairing=Pairing(id="p1", seats=(eid(1), eid(2))))
    now = event(3, *rounds([running]))
    assert histories(DUELS, now)[eid(1)] == ()
    assert histories(DUELS, now)[eid(3)][0].way is Way.ABSENT


def test_a_seat_taken_out_scores_nothing_and_the_rest_share() -> None:
    seats = (
        SeatResult(entrant=eid(1), seat=0, placement=1),
        SeatResult(entrant=eid(2), seat=1, placement=2),
        SeatResult(entrant=eid(3), seat=2, placement=3),
        SeatResult(entrant=eid(4), seat=3, placement=4, kind=SeatKind.FORFEIT_LOSS),
    )
    played = PlayedPairing(
        pairing=Pairing(id="p", seats=tuple(eid(number) for number in (1, 2, 3, 4))),
        tables=(TableResult(seats=seats),),
    )
    found = verdicts(PODS, played)
    assert found is not None
    assert [one.points for one in found] == [840, 420, 0, 0]
    assert found[3].way is Way.FORFEIT_LOSS


def test_a_house_bot_counts_as_an_opponent_without_a_line() -> None:
    seats = tuple(SeatResult(entrant=eid(number), seat=number - 1, placement=number + 1) for number in (1, 2))
    played = PlayedPairing(
        pairing=Pairing(id="p", seats=(eid(1), eid(2))), tables=(TableResult(seats=seats, house=(1,)),)
    )
    found = verdicts(replace(PODS, seats=(3,)), played)
    assert found is not None
    assert [one.points for one in found] == [420, 0]


@pytest.mark.parametrize(
    ("results", "points"),
    [
        ([(1, 2), (1, 2)], [840, 0]),
        ([(1, 2), (2, 1), (1, 1)], [420, 420]),
        ([(1, 2), (2, 1), (2, 1)], [0, 840]),
    ],
)
def test_best_of_three_gives_one_match_result_and_keeps_game_points(
    results: list[tuple[int, int]], points: list[int]
) -> None:
    terms = replace(DUELS, best_of=3)
    members = (eid(1), eid(2))
    played = PlayedPairing(
        pairing=Pairing(id="p", seats=members), tables=tuple(table(members, places) for places in results)
    )
    found = verdicts(terms, played)
    assert found is not None
    assert [one.points for one in found] == points
    assert sum(one.game_points for one in found) == 840 * len(results)


def test_a_series_is_undecided_until_the_lead_cannot_be_caught() -> None:
    members = (eid(1), eid(2))
    one = PlayedPairing(pairing=Pairing(id="p", seats=members), tables=(table(members, (1, 2)),))
    assert verdicts(replace(DUELS, best_of=3), one) is None
    assert verdicts(replace(DUELS, games=2), one) is None
    assert verdicts(DUELS, one) is not None


def test_two_wins_in_a_row_set_an_arena_player_on_fire() -> None:
    terms = Terms(format=FormatName.ARENA, duration_ms=1000)
    results = ["1-0", "1-0", "1-0", "=", "1-0", "0-1"]
    games = [duel(1, 2, result) for result in results]
    now = event(2, *rounds(games))
    counted = [line.points // 840 for line in histories(terms, now)[eid(1)]]
    assert counted == [2, 2, 4, 2, 2, 0]
    assert [line.points // 840 for line in histories(terms, now)[eid(2)]] == [0, 0, 0, 1, 0, 2]


def _deal(*totals: list[int], full: bool = True) -> list[PlayedPairing]:
    pairings = []
    for index, some in enumerate(totals):
        numbers = range(index * len(some) + 1, (index + 1) * len(some) + 1)
        ranks = [1 + sum(other > total for other in some) for total in some]
        one = pod(*numbers, placements=ranks, totals=some)
        pairings.append(replace(one, pairing=replace(one.pairing, deal="d1")))
    if not full:
        last = pairings[-1].tables[0]
        left = replace(last.seats[0], full=False)
        pairings[-1] = replace(pairings[-1], tables=(replace(last, seats=(left, *last.seats[1:])),))
    return pairings


DUPLICATE = Terms(format=FormatName.DUPLICATE, seats=(2,), points=Preset.SHARE)


def test_seats_of_a_deal_are_compared_with_the_same_seat_of_all_tables() -> None:
    now = event(6, *rounds(_deal([10, 5], [20, 5], [15, 9])))
    assert _points(DUPLICATE, now) == [0, 210, 840, 210, 420, 840]


def test_a_table_without_full_play_is_left_out_and_who_caused_it_has_nothing() -> None:
    now = event(6, *rounds(_deal([10, 5], [20, 5], [15, 9], full=False)))
    assert _points(DUPLICATE, now) == [0, 420, 840, 420, 0, 0]
    innocent = histories(DUPLICATE, now)[eid(6)]
    assert len(innocent) == 1


def test_the_score_of_an_event_is_the_mean_over_its_deals() -> None:
    first = _deal([10, 5], [20, 6])
    second = _deal([10, 5], [9, 6])
    now = event(4, *rounds(first, second))
    assert _points(DUPLICATE, now) == [420, 0, 420, 840]
