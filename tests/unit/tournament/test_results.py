"""What finished tables and absences mean for a pairing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from nurselog.api.common.v1.score_pb2 import EndedBy, Outcome, Placement, Result
from nurselog.api.common.v1.seat_pb2 import Seat
from nurselog.api.tournament.v1 import tournament_pb2
from nurselog.chassis.errors import Unavailable
from nurselog.tournament import changes, results
from nurselog.tournament.book import Book
from nurselog.tournament.course import asked_for
from nurselog.tournament.names import PairingName
from nurselog.tournament.values import EntrantId, EntrantState, Pairing, SeatKind
from tests.support.books import (
    decided,
    open_tables,
    play,
    running_book,
    settings,
    table_name,
    table_pairing,
)

FOUR = ("ann", "bob", "cyd", "dan")


def result(
    where: PairingName,
    places: Sequence[int],
    *,
    game: int = 1,
    aborted: bool = False,
    no_shows: Sequence[int] = (),
    left: Sequence[int] = (),
    moved: Sequence[int] = (),
    placed: bool | None = None,
) -> Result:
    """What the engine tells; a table that the house stopped places nobody, unless `placed` says otherwise."""
    return Result(
        table=table_name(where.round, where.pairing, game),
        seats=[Seat(index=index) for index in range(len(places))],
        outcome=Outcome(
            placements=[
                Placement(
                    seat=seat,
                    place=place,
                    total=50 - place,
                    ended_by=EndedBy.ENDED_BY_LEFT if seat in left else EndedBy.ENDED_BY_PLAYED,
                )
                for seat, place in enumerate(places)
                if (not aborted if placed is None else placed)
            ]
        ),
        aborted=aborted,
        no_show_seats=no_shows,
        moved_seats=moved,
    )


def unseen(book: Book, where: PairingName) -> Result:
    """The end of the table that the pairing asks for now, and that an engine has opened already."""
    told = result(where, [1, 2])
    (told.table,) = asked_for(book, where.pairing)
    return told


def duel() -> tuple[Book, PairingName]:
    book = play(running_book(*FOUR), table_pairing("p1", "ann", "bob"), table_pairing("p2", "cyd", "dan"))
    return book, PairingName(book.id, 1, "p1")


def pod(*seats: str, allowed: Sequence[int] = (3, 4)) -> tuple[Book, PairingName]:
    book = play(running_book(*FOUR, wanted=settings(seats=allowed)), table_pairing("p1", *seats))
    return book, PairingName(book.id, 1, "p1")


def lines(book: Book, where: PairingName) -> dict[str, tuple[int, SeatKind]]:
    """Place and kind of each entrant at the last table."""
    pairing = book.find(where.round, where.pairing)
    assert pairing is not None
    last = pairing.tables[-1].result
    assert last is not None
    return {line.entrant: (line.placement, line.kind) for line in last.seats}


def test_places_totals_and_full_play_are_taken_over() -> None:
    book, where = duel()

    decided(book, lambda b: results.table_ended(b, result(where, [2, 1], left=[0]), where))

    pairing = book.find(1, "p1")
    assert pairing is not None
    (table,) = pairing.results
    assert [(line.entrant, line.seat, line.placement, line.total, line.full) for line in table.seats] == [
        ("ann", 0, 2, 48, False),
        ("bob", 1, 1, 49, True),
    ]


@pytest.mark.parametrize("end", [one for one in EndedBy.values() if one != EndedBy.ENDED_BY_PLAYED])
def test_who_did_not_play_to_the_end_played_no_full_play(end: EndedBy.ValueType) -> None:
    book, where = duel()
    told = result(where, [2, 1])
    told.outcome.placements[0].ended_by = end

    decided(book, lambda b: results.table_ended(b, told, where))

    pairing = book.find(1, "p1")
    assert pairing is not None
    assert [line.full for line in pairing.results[0].seats] == [False, True]


def test_a_second_delivery_changes_nothing() -> None:
    book, where = duel()
    told = result(where, [1, 2])
    decided(book, lambda b: results.table_ended(b, told, where))

    assert not results.table_ended(book, told, where)


def test_after_the_round_results_change_nothing() -> None:
    book, where = duel()
    decided(book, lambda _: [changes.round_closed(1)])

    assert not results.table_ended(book, result(where, [1, 2]), where)


def test_a_table_whose_opening_is_not_noted_yet_is_waited_for() -> None:
    book = play(running_book(*FOUR), table_pairing("p1", "ann", "bob"), opened=False)
    where = PairingName(book.id, 1, "p1")

    with pytest.raises(Unavailable):
        results.table_ended(book, unseen(book, where), where)


def test_so_is_the_next_game_of_a_match_that_is_level() -> None:
    cup = tournament_pb2.Stage(elimination=tournament_pb2.Elimination())
    pairing = Pairing(id="p1", seats=table_pairing("p1", "ann", "bob").seats, slot="u1.1")
    book = play(running_book("ann", "bob", wanted=settings(cup)), pairing)
    where = PairingName(book.id, 1, "p1")
    decided(book, lambda b: results.table_ended(b, result(where, [1, 1]), where))

    with pytest.raises(Unavailable):
        results.table_ended(book, unseen(book, where), where)


def test_a_table_of_nobody_is_passed_over() -> None:
    book, where = duel()
    strange = result(where, [1, 2])
    strange.table = "games/forest_sky/tables/strange"

    assert not results.table_ended(book, strange, where)
    assert not results.table_ended(book, strange, PairingName(book.id, 7, "p1"))


def test_5_1_a_no_show_in_a_duel_is_a_forfeit_and_pauses() -> None:
    book, where = duel()

    decided(book, lambda b: results.table_ended(b, result(where, [1, 1], aborted=True, no_shows=[1]), where))

    assert lines(book, where) == {"ann": (1, SeatKind.FORFEIT_WIN), "bob": (2, SeatKind.FORFEIT_LOSS)}
    bob = book.entrants[EntrantId("bob")]
    assert (bob.state, bob.no_shows) == (EntrantState.PAUSED, 1)


def test_5_1_a_second_no_show_withdraws() -> None:
    book, where = duel()
    book.entrants[EntrantId("bob")].no_shows = 1

    decided(book, lambda b: results.table_ended(b, result(where, [1, 1], aborted=True, no_shows=[1]), where))

    assert book.entrants[EntrantId("bob")].state is EntrantState.WITHDRAWN


def test_where_neither_comes_both_lose() -> None:
    book, where = duel()

    decided(
        book, lambda b: results.table_ended(b, result(where, [1, 1], aborted=True, no_shows=[0, 1]), where)
    )

    assert lines(book, where) == {"ann": (1, SeatKind.FORFEIT_LOSS), "bob": (1, SeatKind.FORFEIT_LOSS)}


def test_5_1_a_pod_without_one_is_played_by_the_rest() -> None:
    book, where = pod(*FOUR)
    stopped = result(where, [1, 1, 1, 1], aborted=True, no_shows=[3])

    decided(book, lambda b: results.table_ended(b, stopped, where))

    pairing = book.find(1, "p1")
    assert pairing is not None
    assert pairing.tables[0].void == results.NO_SHOW
    assert pairing.absent == {"dan"}
    assert not pairing.results


def test_who_did_not_come_to_a_pod_stands_last_with_nothing() -> None:
    book, where = pod(*FOUR, allowed=(4,))

    decided(book, lambda b: results.table_ended(b, result(where, [2, 3, 4, 1], no_shows=[3]), where))

    assert lines(book, where) == {
        "ann": (2, SeatKind.PLAYED),
        "bob": (3, SeatKind.PLAYED),
        "cyd": (4, SeatKind.PLAYED),
        "dan": (5, SeatKind.FORFEIT_LOSS),
    }
    pairing = book.find(1, "p1")
    assert pairing is not None
    assert pairing.results[0].house == (1,)


def test_a_table_that_the_house_stopped_does_not_count() -> None:
    book, where = duel()

    decided(book, lambda b: results.table_ended(b, result(where, [1, 1], aborted=True), where))

    pairing = book.find(1, "p1")
    assert pairing is not None
    assert pairing.tables[0].void == results.ABORTED
    assert not pairing.results
    assert all(one.state is EntrantState.ACTIVE for one in book.entrants.values())


def test_who_gives_up_before_the_other_had_a_move_loses() -> None:
    book, where = duel()
    gave_up = result(where, [2, 1], aborted=True, moved=[0], placed=True)

    decided(book, lambda b: results.table_ended(b, gave_up, where))

    assert lines(book, where) == {"bob": (1, SeatKind.PLAYED), "ann": (2, SeatKind.PLAYED)}
    pairing = book.find(1, "p1")
    assert pairing is not None
    assert not pairing.tables[0].void
    assert not pairing.running
    assert all(one.state is EntrantState.ACTIVE for one in book.entrants.values())


def test_who_leaves_a_duel_without_a_move_did_not_come() -> None:
    book, where = duel()
    left = result(where, [2, 1], aborted=True, left=[0], no_shows=[0], moved=[1], placed=True)

    decided(book, lambda b: results.table_ended(b, left, where))

    assert lines(book, where) == {"ann": (2, SeatKind.FORFEIT_LOSS), "bob": (1, SeatKind.FORFEIT_WIN)}
    assert book.entrants[EntrantId("ann")].state is EntrantState.PAUSED


@pytest.mark.parametrize(("no_shows", "last"), [([], SeatKind.PLAYED), ([3], SeatKind.FORFEIT_LOSS)])
def test_a_pod_played_on_without_one_who_never_moved_counts(no_shows: list[int], last: SeatKind) -> None:
    book, where = pod(*FOUR)
    played = result(where, [1, 2, 3, 4], aborted=True, no_shows=no_shows, moved=[0, 1, 2], placed=True)

    decided(book, lambda b: results.table_ended(b, played, where))

    told = lines(book, where)
    assert {who: told[who] for who in FOUR[:3]} == {
        who: (place, SeatKind.PLAYED) for place, who in enumerate(FOUR[:3], 1)
    }
    assert told["dan"][1] is last


def test_at_the_deadline_who_is_to_move_loses() -> None:
    book, where = duel()
    late = {table_name(1, "p1"): results.Overdue(to_move=frozenset({1}))}

    decided(book, lambda b: results.given_up(b, 1, late))

    assert lines(book, where) == {"ann": (1, SeatKind.FORFEIT_WIN), "bob": (2, SeatKind.FORFEIT_LOSS)}
    other = PairingName(book.id, 1, "p2")
    assert lines(book, other) == {"cyd": (1, SeatKind.FORFEIT_WIN), "dan": (1, SeatKind.FORFEIT_WIN)}
    assert book.rounds[0].closed_ms


def test_a_table_after_a_void_one_counts() -> None:
    book, where = pod(*FOUR)
    decided(book, lambda b: results.table_ended(b, result(where, [1] * 4, aborted=True), where))
    open_tables(book, 1)

    decided(book, lambda b: results.table_ended(b, result(where, [1, 2, 3, 4], game=2), where))

    assert [place for place, _ in lines(book, where).values()] == [1, 2, 3, 4]
