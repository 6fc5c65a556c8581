"""Tables that were asked for and not seen: whoever needs them no more has them ended, and nobody else."""

from __future__ import annotations

import pytest

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.api.tournament.v1 import tournament_pb2
from nurselog.chassis.partitions import HOUSE, requested_table_id
from nurselog.tournament import changes
from nurselog.tournament.book import SUPERSEDED, Book, State
from nurselog.tournament.course import asked_for, superseded, unseen
from tests.support.books import commit, open_tables, play, running_book, settings, table_pairing

FOUR = ("ann", "bob", "cyd", "dan")


def ended(game: int, winner: str, loser: str, correction: str = "") -> TournamentChange.TableEnded:
    lines = [
        TournamentChange.EndedSeat(entrant=one, seat=at, place=at + 1, kind="played")
        for at, one in enumerate((winner, loser))
    ]
    return TournamentChange.TableEnded(round=1, pairing="p1", game=game, seats=lines, correction=correction)


def best_of_three(*results: tuple[str, str]) -> Book:
    """Two pairings; so many tables of the first have ended, and its next one was asked for."""
    stage = tournament_pb2.Stage(
        swiss=tournament_pb2.Swiss(rounds=1), series=tournament_pb2.Series(best_of=3)
    )
    pairings = (table_pairing("p1", "ann", "bob"), table_pairing("p2", "cyd", "dan"))
    book = play(running_book(*FOUR, wanted=settings(stage)), *pairings)
    for game, (winner, loser) in enumerate(results, 1):
        if game > 1:
            open_tables(book, 1)
        commit(book, TournamentChange(table_ended=ended(game, winner, loser)))
    return book


def name_of(book: Book, game: int) -> str:
    """As an engine calls the table."""
    request_id = f"tournaments/{book.id}/rounds/1/pairings/p1/games/{game}"
    return f"games/forest_sky/tables/{requested_table_id('forest_sky', HOUSE, request_id)}"


def corrected(winner: str, loser: str, game: int) -> TournamentChange.TableEnded:
    return ended(game, winner, loser, correction="The other way round.")


def test_the_name_of_a_table_is_known_before_an_engine_answers() -> None:
    book = best_of_three(("ann", "bob"), ("bob", "ann"))

    assert asked_for(book) == [name_of(book, 3)]


def test_a_correction_that_decides_a_series_ends_the_table_that_was_to_decide_it() -> None:
    book = best_of_three(("ann", "bob"), ("bob", "ann"))

    assert superseded(book, corrected("ann", "bob", 2)) == [changes.tables_unwanted([name_of(book, 3)])]


def test_a_correction_that_decides_a_series_makes_the_table_void_that_runs_for_it() -> None:
    book = best_of_three(("ann", "bob"), ("bob", "ann"))
    open_tables(book, 1)
    right, third = corrected("ann", "bob", 2), book.rounds[0].pairings["p1"].tables[-1].table

    commit(book, TournamentChange(corrected=right), *superseded(book, right))

    pairing = book.rounds[0].pairings["p1"]
    assert [one.void for one in pairing.tables] == ["", "", SUPERSEDED]
    assert not pairing.running
    assert book.stopping == [third]


@pytest.mark.parametrize(("winner", "loser"), [("ann", "bob"), ("bob", "ann")])
def test_a_correction_that_leaves_a_series_open_lets_its_running_table_count(winner: str, loser: str) -> None:
    book = best_of_three(("ann", "bob"))
    open_tables(book, 1)

    assert superseded(book, corrected(winner, loser, 1)) == []
    assert [one.game for one in book.rounds[0].pairings["p1"].running] == [2]


@pytest.mark.parametrize(("winner", "loser"), [("ann", "bob"), ("bob", "ann")])
def test_a_correction_that_leaves_a_series_open_leaves_its_next_table_alone(winner: str, loser: str) -> None:
    book = best_of_three(("ann", "bob"))

    assert asked_for(book) == [name_of(book, 2)]
    assert superseded(book, corrected(winner, loser, 1)) == []
    assert book.find(1, "p1") is not None
    assert [one.correction for one in book.rounds[0].pairings["p1"].tables] == [""]


def test_unwanted_tables_are_ended_unless_they_were_seen_meanwhile() -> None:
    book = best_of_three(("ann", "bob"), ("bob", "ann"))
    seen = next(iter(book.tables))

    commit(book, *unseen(book), changes.tables_unwanted([seen]))

    assert book.stopping == [name_of(book, 3)]


def test_nothing_is_asked_for_where_no_round_is_played() -> None:
    book = running_book(*FOUR)
    assert unseen(book) == []

    commit(book, changes.round_paired(1, [table_pairing("p1", "ann", "bob")], (1, "")))
    assert unseen(book) == []

    commit(book, changes.round_published(1, 0))
    assert asked_for(book) == [name_of(book, 1)]

    commit(book, *unseen(book), changes.moved(State.TOURNAMENT_STATE_CANCELLED, "Fire."))
    assert book.stopping == [name_of(book, 1)]
