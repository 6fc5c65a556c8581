"""What finished tables, absences and corrections mean for a pairing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from nurselog.api.common.v1.score_pb2 import EndedBy, Outcome, Placement, Result
from nurselog.api.common.v1.seat_pb2 import Seat
from nurselog.api.tournament.v1 import round_pb2
from nurselog.chassis.errors import InvalidArgument, NotFound, Unavailable
from nurselog.tournament import changes, results
from nurselog.tournament.book import Book
from nurselog.tournament.names import PairingName, entrant_name
from nurselog.tournament.values import EntrantId, EntrantState, SeatKind
from tests.support.books import (
    bye,
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
) -> Result:
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
            ]
        ),
        aborted=aborted,
        no_show_seats=no_shows,
    )


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
        results.table_ended(book, result(where, [1, 2]), where)


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


def test_at_the_deadline_who_is_to_move_loses() -> None:
    book, where = duel()
    late = {table_name(1, "p1"): {1}, table_name(1, "p2"): set[int]()}

    decided(book, lambda b: results.given_up(b, 1, late))

    assert lines(book, where) == {"ann": (1, SeatKind.FORFEIT_WIN), "bob": (2, SeatKind.FORFEIT_LOSS)}
    other = PairingName(book.id, 1, "p2")
    assert lines(book, other) == {"cyd": (1, SeatKind.FORFEIT_WIN), "dan": (1, SeatKind.FORFEIT_WIN)}
    assert book.rounds[0].closed_ms


def seat(book: Book, entrant: str, place: int) -> round_pb2.SeatResult:
    return round_pb2.SeatResult(entrant=entrant_name(book.id, entrant), place=place)


def test_a_correction_keeps_totals_and_seats() -> None:
    book, where = duel()
    decided(book, lambda b: results.table_ended(b, result(where, [1, 2]), where))
    turned = [seat(book, "bob", 1), seat(book, "ann", 2)]

    decided(book, lambda b: results.corrected(b, where, 0, turned, "wrong way round"))

    pairing = book.find(1, "p1")
    assert pairing is not None
    (table,) = pairing.results
    assert [(one.entrant, one.seat, one.placement, one.total) for one in table.seats] == [
        ("ann", 0, 2, 49),
        ("bob", 1, 1, 48),
    ]
    assert pairing.tables[0].correction == "wrong way round"


def test_a_result_can_be_set_where_no_table_was_opened() -> None:
    book = play(running_book(*FOUR), table_pairing("p1", "ann", "bob"), opened=False)
    where = PairingName(book.id, 1, "p1")

    decided(
        book,
        lambda b: results.corrected(b, where, 0, [seat(book, "ann", 1), seat(book, "bob", 2)], "by hand"),
    )

    assert lines(book, where)["ann"][0] == 1


@pytest.mark.parametrize(
    ("entrants", "places"),
    [
        (("ann",), (1,)),
        (("ann", "cyd"), (1, 2)),
        (("ann", "ann"), (1, 2)),
        (("ann", "bob"), (1, 3)),
        (("ann", "bob"), (2, 2)),
        (("ann", "bob"), (0, 1)),
    ],
)
def test_a_result_that_the_pairing_cannot_have_is_refused(
    entrants: Sequence[str], places: Sequence[int]
) -> None:
    book, where = duel()
    wrong = [seat(book, entrant, place) for entrant, place in zip(entrants, places, strict=True)]

    with pytest.raises(InvalidArgument) as refused:
        results.corrected(book, where, 0, wrong, "because")

    assert refused.value.reason == "RESULT_INVALID"


def test_a_bye_has_no_result_to_correct() -> None:
    book = play(running_book(*FOUR[:3]), table_pairing("p1", "ann", "bob"), bye("p2", "cyd"))

    with pytest.raises(NotFound):
        results.corrected(book, PairingName(book.id, 1, "p2"), 0, [seat(book, "cyd", 1)], "because")


def test_a_table_after_a_void_one_counts() -> None:
    book, where = pod(*FOUR)
    decided(book, lambda b: results.table_ended(b, result(where, [1] * 4, aborted=True), where))
    open_tables(book, 1)

    decided(book, lambda b: results.table_ended(b, result(where, [1, 2, 3, 4], game=2), where))

    assert [place for place, _ in lines(book, where).values()] == [1, 2, 3, 4]
