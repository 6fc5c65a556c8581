"""Seats of knock-out pods that are chosen: the better seed first, each in time, one after the other."""

from __future__ import annotations

import pytest

from nurselog.api.tournament.v1 import round_pb2, tournament_pb2
from nurselog.chassis.errors import FailedPrecondition, InvalidArgument, NotFound, PermissionDenied
from nurselog.tournament import show
from nurselog.tournament.acts import Close, GiveUp, KeepSeats, Open, Wait, next_act
from nurselog.tournament.book import Book
from nurselog.tournament.choosing import choose, kept, turn_of
from nurselog.tournament.course import orders_of
from nurselog.tournament.names import PairingName
from nurselog.tournament.values import EntrantId, Pairing
from tests.support.books import ORGANIZER, START_MS, commit, decided, play, running_book, settings

FOUR = ("ann", "bob", "cyd", "dan")
MINUTE = 60_000
CUP = tournament_pb2.Stage(elimination=tournament_pb2.Elimination(advance=2, choose_seats=True))


def pod(*, choose_s: int = 0, deadline_ms: int = 0, per_turn_ms: int = 0) -> Book:
    """A pod with the seats dan, cyd, bob, ann; ann chooses first."""
    wanted = settings(CUP, seats=(4,))
    wanted.schedule.choose_s = choose_s
    if per_turn_ms:
        wanted.tables.clock.per_turn.time_ms = per_turn_ms
    ids = tuple(EntrantId(one) for one in FOUR)
    pairing = Pairing(id="p1", seats=tuple(reversed(ids)), choosers=ids)
    return play(running_book(*FOUR, wanted=wanted), pairing, opened=False, deadline_ms=deadline_ms)


def pick(book: Book, who: str, seat: int, *, at_ms: int = START_MS, caller: str = "") -> Book:
    where = PairingName(book.id, 1, "p1")
    return decided(book, lambda b: choose(b, where, who, seat, caller or f"players/{who}"), time_ms=at_ms)


def seats(book: Book) -> tuple[str, ...]:
    return book.rounds[0].pairings["p1"].pairing.seats


def act(book: Book, now_ms: int) -> object:
    return next_act(book, now_ms, orders_of(book), lambda: False)


def shown(book: Book) -> round_pb2.Pairing:
    return show.pairing(book, book.rounds[0], book.rounds[0].pairings["p1"])


def test_the_better_seed_takes_a_seat_and_whoever_had_it_gets_the_other_one() -> None:
    book = pick(pod(), "ann", 1)

    assert seats(book) == ("dan", "ann", "bob", "cyd")
    turn = turn_of(book, book.rounds[0], book.rounds[0].pairings["p1"])
    assert turn == ("bob", START_MS + MINUTE, (0, 2, 3), ("cyd", "dan"))


def test_a_choice_says_so_in_the_reasons() -> None:
    told = shown(pick(pod(), "ann", 1))

    assert [(one.kind, one.value, one.entrant.rpartition("/")[2]) for one in told.reasons] == [
        ("seat_chosen", 1, "ann")
    ]
    assert told.seat_choice.entrant.endswith("/bob")
    assert list(told.seat_choice.free_seats) == [0, 2, 3]
    assert [one.rpartition("/")[2] for one in told.seat_choice.following] == ["cyd", "dan"]
    assert told.seat_choice.deadline.ToMilliseconds() == START_MS + MINUTE


def test_no_table_is_opened_before_all_have_chosen_and_the_last_one_has_no_choice() -> None:
    book = pod()
    for number, (who, seat) in enumerate([("ann", 0), ("bob", 1), ("cyd", 2)]):
        assert act(book, START_MS + number) == Wait(START_MS + number + MINUTE - (1 if number else 0))
        pick(book, who, seat, at_ms=START_MS + number)

    opening = act(book, START_MS + 10)

    assert isinstance(opening, Open)
    assert opening.orders[0].table.seats == FOUR
    assert not shown(book).HasField("seat_choice")


def test_who_does_not_choose_in_time_keeps_the_seat_and_the_next_one_chooses() -> None:
    book = pod()
    late = START_MS + MINUTE
    assert act(book, late - 1) == Wait(late)
    assert act(book, late) == KeepSeats(1)

    decided(book, lambda b: kept(b, 1, late), time_ms=late)

    assert seats(book) == ("dan", "cyd", "bob", "ann")
    assert [one.kind for one in shown(book).reasons] == ["seat_kept"]
    turn = turn_of(book, book.rounds[0], book.rounds[0].pairings["p1"])
    assert turn is not None
    assert (turn.entrant, turn.due_ms) == ("bob", late + MINUTE)
    assert kept(book, 1, late) == []


@pytest.mark.parametrize(
    ("book", "due_ms"),
    [
        (pod(choose_s=5), 5_000),
        (pod(per_turn_ms=24 * 3_600_000), 12 * 3_600_000),
        (pod(per_turn_ms=60_000), MINUTE),
    ],
)
def test_how_long_a_choice_may_take(book: Book, due_ms: int) -> None:
    assert act(book, START_MS) == Wait(START_MS + due_ms)


def test_the_deadline_of_the_round_comes_before_that_of_a_choice() -> None:
    book = pod(deadline_ms=START_MS + 10)

    assert act(book, START_MS) == Wait(START_MS + 10)
    assert act(book, START_MS + 10) == GiveUp(1)


def test_the_same_choice_again_changes_nothing_and_another_one_is_refused() -> None:
    book = pick(pod(), "ann", 1)
    where = PairingName(book.id, 1, "p1")

    assert choose(book, where, "ann", 1, "players/ann") == []
    with pytest.raises(FailedPrecondition) as refused:
        choose(book, where, "ann", 2, "players/ann")
    assert refused.value.reason == "SEAT_CHOICE_CLOSED"
    assert refused.value.metadata["entrant"].endswith("/bob")


def test_a_seat_that_is_chosen_is_taken_and_others_are_no_seats() -> None:
    book = pick(pod(), "ann", 1)
    where = PairingName(book.id, 1, "p1")

    with pytest.raises(FailedPrecondition) as taken:
        choose(book, where, "bob", 1, "players/bob")
    assert (taken.value.reason, taken.value.field) == ("SEAT_TAKEN", "seat")
    for seat in (-1, 4):
        with pytest.raises(InvalidArgument) as unknown:
            choose(book, where, "bob", seat, "players/bob")
        assert unknown.value.reason == "SEAT_UNKNOWN"


def test_the_organiser_chooses_for_an_entrant_and_nobody_else_does() -> None:
    assert seats(pick(pod(), "ann", 0, caller=ORGANIZER))[0] == "ann"
    with pytest.raises(PermissionDenied):
        pick(pod(), "ann", 0, caller="players/bob")


def test_nobody_chooses_where_seats_are_drawn_nor_where_no_pairing_is() -> None:
    drawn = Pairing(id="p1", seats=tuple(EntrantId(one) for one in FOUR))
    book = play(running_book(*FOUR, wanted=settings(CUP, seats=(4,))), drawn, opened=False)

    assert isinstance(act(book, START_MS), Open)
    with pytest.raises(FailedPrecondition) as closed:
        pick(book, "ann", 0)
    assert closed.value.reason == "SEAT_CHOICE_CLOSED"
    with pytest.raises(NotFound):
        choose(book, PairingName(book.id, 1, "p9"), "ann", 0, "players/ann")
    with pytest.raises(NotFound):
        choose(book, PairingName(book.id, 9, "p1"), "ann", 0, "players/ann")


def test_a_pod_whose_result_is_set_by_hand_has_no_choice_left() -> None:
    from nurselog.api.log.v1.tournament_pb2 import TournamentChange

    lines = [
        TournamentChange.EndedSeat(entrant=one, seat=at, place=at + 1, kind="played")
        for at, one in enumerate(FOUR)
    ]
    ended = TournamentChange.TableEnded(round=1, pairing="p1", game=1, seats=lines, correction="On paper.")
    book = commit(pod(), TournamentChange(corrected=ended))

    assert act(book, START_MS + MINUTE) == Close(1)
