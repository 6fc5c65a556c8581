"""Who has gone on in a knock-out stays there, whatever is corrected later."""

from __future__ import annotations

import pytest

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.api.tournament.v1 import tournament_pb2
from nurselog.chassis.errors import InvalidArgument
from nurselog.tournament import changes, corrections, results
from nurselog.tournament.book import Book
from nurselog.tournament.going_on import check_going_on
from nurselog.tournament.names import PairingName
from nurselog.tournament.values import EntrantId, Pairing
from tests.support.books import decided, play, running_book, settings
from tests.unit.tournament.test_corrections import seat
from tests.unit.tournament.test_results import FOUR, result

STAGES = {
    "single": tournament_pb2.Stage(elimination=tournament_pb2.Elimination()),
    "double": tournament_pb2.Stage(elimination=tournament_pb2.Elimination(double=True)),
    "swiss": tournament_pb2.Stage(swiss=tournament_pb2.Swiss(rounds=2)),
}


def match(name: str, slot: str, *seats: str) -> Pairing:
    return Pairing(id=name, seats=tuple(map(EntrantId, seats)), slot=slot)


def won_by_the_first(book: Book, number: int, *names: str) -> Book:
    for name in names:
        where = PairingName(book.id, number, name)
        told = result(where, [1, 2])
        book = decided(book, lambda b: results.table_ended(b, told, where))  # noqa: B023 - called at once
    return book


def semifinals(stage: str) -> Book:
    """Ann beats bob, cyd beats dan."""
    first, second = match("p1", "u1.1", "ann", "bob"), match("p2", "u1.2", "cyd", "dan")
    book = play(running_book(*FOUR, wanted=settings(STAGES[stage])), first, second)
    return decided(won_by_the_first(book, 1, "p1", "p2"), lambda _: [changes.round_closed(1)])


def final(stage: str) -> Book:
    """Ann plays cyd."""
    return play(semifinals(stage), match("p1", "u2.1", "ann", "cyd"))


def correction(book: Book, number: int, winner: str, loser: str) -> TournamentChange.TableEnded:
    where = PairingName(book.id, number, "p1")
    wanted = [seat(book, winner, 1), seat(book, loser, 2)]
    (made,) = corrections.corrected(book, where, 0, wanted, "because")
    return made.corrected


@pytest.mark.parametrize("stage", ["single", "double"])
def test_a_match_is_not_turned_round_when_its_winner_has_gone_on(stage: str) -> None:
    book = final(stage)

    with pytest.raises(InvalidArgument) as refusal:
        check_going_on(book, correction(book, 1, "bob", "ann"))

    assert (refusal.value.reason, refusal.value.field) == ("RESULT_INVALID", "seats")


def test_what_does_not_change_who_goes_on_may_be_corrected() -> None:
    book = final("single")
    check_going_on(book, correction(book, 1, "ann", "bob"))


def test_before_the_next_round_and_in_the_last_one_everything_may_be_corrected() -> None:
    book = semifinals("single")
    check_going_on(book, correction(book, 1, "bob", "ann"))
    book = won_by_the_first(final("single"), 2, "p1")
    check_going_on(book, correction(book, 2, "cyd", "ann"))


def test_elsewhere_a_correction_changes_standings_and_no_pairing() -> None:
    book = final("swiss")
    check_going_on(book, correction(book, 1, "bob", "ann"))
