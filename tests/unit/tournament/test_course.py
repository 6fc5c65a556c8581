"""What is to be done next, at every point of a tournament's life."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.api.tournament.v1 import tournament_pb2
from nurselog.chassis.errors import FailedPrecondition, NotFound
from nurselog.tournament import changes, rounds
from nurselog.tournament.acts import (
    NEVER,
    Act,
    BeginStage,
    Close,
    Finish,
    GiveUp,
    Open,
    Pair,
    Publish,
    Start,
    Wait,
    next_act,
)
from nurselog.tournament.arena import Look, PairMore, waiting
from nurselog.tournament.book import MOST_VOID, Book, PairingBook, State
from nurselog.tournament.formats.api import TableOrder
from nurselog.tournament.values import EntrantId, EntrantState
from tests.support.books import START_MS, bye, commit, open_book, play, running_book, settings, table_pairing

FOUR = ("ann", "bob", "cyd", "dan")
LATER = START_MS + 1000


def one_table(pairing: PairingBook) -> Sequence[TableOrder]:
    """A pairing needs one table that counts."""
    return () if pairing.results else (TableOrder(seats=pairing.pairing.seats, number=1),)


def act(book: Book, *, played: bool = False, now_ms: int = LATER, look: Look = NEVER) -> Act:
    return next_act(book, now_ms, one_table, lambda: played, look)


def ended(name: str, *entrants: str) -> TournamentChange:
    seats = [
        TournamentChange.EndedSeat(entrant=entrant, seat=seat, place=seat + 1, kind="played")
        for seat, entrant in enumerate(entrants)
    ]
    change = TournamentChange.TableEnded(round=1, pairing=name, game=1, seats=seats)
    return TournamentChange(table_ended=change)


def test_an_open_tournament_waits_for_its_start() -> None:
    assert act(open_book(*FOUR)) == Wait()
    wanted = settings()
    wanted.schedule.start_time.FromMilliseconds(LATER)

    assert act(open_book(*FOUR, wanted=wanted), now_ms=LATER - 1) == Wait(LATER)
    assert act(open_book(*FOUR, wanted=wanted), now_ms=LATER) == Start()


def test_after_the_start_the_first_stage_is_filled_then_a_round_is_paired() -> None:
    book = commit(open_book(*FOUR), changes.moved(State.TOURNAMENT_STATE_RUNNING))
    assert act(book) == BeginStage(1)

    assert act(running_book(*FOUR)) == Pair(1)


def test_a_manual_tournament_waits_for_its_organiser() -> None:
    wanted = settings()
    wanted.schedule.manual = True
    book = running_book(*FOUR, wanted=wanted)
    assert act(book) == Wait()

    commit(book, changes.round_paired(1, [table_pairing("p1", "ann", "bob")], (1, "")))
    assert act(book) == Wait()


def test_a_paired_round_is_published_by_itself() -> None:
    book = commit(running_book(*FOUR), changes.round_paired(1, [table_pairing("p1", "ann", "bob")], (1, "")))

    assert act(book) == Publish(1)


def test_tables_that_are_missing_are_opened_and_only_those() -> None:
    book = play(
        running_book(*FOUR),
        table_pairing("p1", "ann", "bob"),
        table_pairing("p2", "cyd", "dan"),
        opened=False,
    )
    first = TournamentChange.TableOpened(
        round=1, pairing="p1", game=1, table="games/x/tables/1", entrants=["ann", "bob"]
    )
    commit(book, changes.tables_opened([first]))

    found = act(book)

    assert isinstance(found, Open)
    assert [(one.pairing, one.game) for one in found.orders] == [("p2", 1)]


def test_a_round_is_closed_when_all_is_decided() -> None:
    book = play(running_book(*FOUR[:3]), table_pairing("p1", "ann", "bob"), bye("p2", "cyd"))
    assert act(book) == Wait()

    commit(book, ended("p1", "ann", "bob"))
    assert act(book) == Close(1)


def test_at_its_deadline_a_round_is_given_up() -> None:
    book = play(running_book(*FOUR), table_pairing("p1", "ann", "bob"), deadline_ms=LATER)

    assert act(book, now_ms=LATER - 1) == Wait(LATER)
    assert act(book, now_ms=LATER) == GiveUp(1)


def test_after_the_last_round_it_is_finished_or_the_next_stage_begins() -> None:
    book = play(running_book(*FOUR), table_pairing("p1", "ann", "bob"))
    commit(book, ended("p1", "ann", "bob"), changes.round_closed(1))
    assert act(book) == Pair(2)
    assert act(book, played=True) == Finish()

    book.settings.stages.append(tournament_pb2.Stage(elimination=tournament_pb2.Elimination(), qualifiers=2))
    assert act(book, played=True) == BeginStage(2)


def test_between_rounds_there_is_a_break() -> None:
    wanted = settings()
    wanted.schedule.break_s = 60
    book = play(running_book(*FOUR, wanted=wanted), table_pairing("p1", "ann", "bob"))
    commit(book, ended("p1", "ann", "bob"), changes.round_closed(1))

    assert act(book) == Wait(START_MS + 60_000)
    assert act(book, now_ms=START_MS + 60_000) == Pair(2)


def test_who_is_in_trouble_waits_for_help_and_any_help_will_do() -> None:
    book = commit(running_book(*FOUR), changes.trouble("nobody may meet"))
    assert act(book) == Wait()

    commit(book, changes.turned("ann", EntrantState.PAUSED))
    assert act(book) == Pair(1)


def test_after_many_tables_that_do_not_count_a_person_has_to_decide() -> None:
    book = play(running_book(*FOUR), table_pairing("p1", "ann", "bob"))
    for game in range(1, MOST_VOID + 1):
        void = TournamentChange.TableEnded(round=1, pairing="p1", game=game, void_reason="aborted")
        commit(book, TournamentChange(table_ended=void))

    assert act(book) == Wait()


def test_a_cancelled_tournament_does_nothing() -> None:
    book = play(running_book(*FOUR), table_pairing("p1", "ann", "bob"), opened=False)
    commit(book, changes.moved(State.TOURNAMENT_STATE_CANCELLED, "rain"))

    assert act(book) == Wait()


def arena_book() -> Book:
    wanted = settings(tournament_pb2.Stage(arena=tournament_pb2.Arena(duration_s=60)))
    book = running_book(*FOUR, wanted=wanted, rounds=1)
    assert book.stage is not None
    book.stage.ends_at_ms = START_MS + 60_000
    return play(book)


def test_5_7_an_arena_is_looked_at_every_five_seconds_until_its_end() -> None:
    book = arena_book()
    look = Look(START_MS, 5_000)

    assert act(book, now_ms=START_MS + 4_999, look=look) == Wait(START_MS + 5_000)
    assert act(book, now_ms=START_MS + 5_000, look=look) == PairMore(1)
    assert act(book, now_ms=START_MS + 60_000, look=look) == Close(1)


def test_5_7_who_waits_is_present_active_and_free_the_longest_first() -> None:
    book = arena_book()
    commit(book, changes.round_paired(1, [table_pairing("p1", "ann", "bob")], (1, ""), more=True))
    commit(book, changes.turned("dan", EntrantState.PAUSED))
    present = {f"players/{name}": START_MS + index for index, name in enumerate(FOUR)}
    assert [one.entrant for one in waiting(book, book.rounds[0], present)] == ["cyd"]

    table = TournamentChange.TableOpened(round=1, pairing="p1", game=1, table="t", entrants=["ann", "bob"])
    commit(book, changes.tables_opened([table]))
    commit(book, ended("p1", "ann", "bob"), time_ms=START_MS + 9)
    found = waiting(book, book.rounds[0], present)
    assert [(one.entrant, one.since_ms - START_MS) for one in found] == [("cyd", 2), ("ann", 9), ("bob", 9)]


def test_a_round_with_a_result_is_not_paired_again() -> None:
    book = play(running_book(*FOUR), table_pairing("p1", "ann", "bob"), table_pairing("p2", "cyd", "dan"))
    assert rounds.check_repairable(book, 1) is book.rounds[0]
    commit(book, ended("p1", "ann", "bob"))

    with pytest.raises(FailedPrecondition):
        rounds.check_repairable(book, 1)
    with pytest.raises(NotFound):
        rounds.check_repairable(book, 2)


def test_a_round_paired_again_forgets_the_tables_of_the_first_try() -> None:
    book = play(running_book(*FOUR), table_pairing("p1", "ann", "bob"))
    commit(
        book,
        changes.round_paired(1, [table_pairing("p1~2", "cyd", "dan")], (1, ""), attempt=2),
        changes.round_published(1, 0),
    )

    assert not book.tables
    assert (book.rounds[0].pairing_id, list(book.rounds[0].pairings)) == ("1.2", ["p1~2"])
    assert book.entrants[EntrantId("ann")].state is EntrantState.ACTIVE


def test_no_round_is_paired_before_the_first_stage_begins_and_the_refusal_says_so() -> None:
    book = running_book(*FOUR)
    rounds.check_pairable(book, lambda: False)

    book.stages.clear()

    with pytest.raises(FailedPrecondition, match="begins in a moment"):
        rounds.check_pairable(book, lambda: False)


def test_no_round_is_paired_while_one_is_played_nor_after_the_last_one() -> None:
    book = play(running_book(*FOUR), table_pairing("p1", "ann", "bob"))
    with pytest.raises(FailedPrecondition):
        rounds.check_pairable(book, lambda: False)

    commit(book, ended("p1", "ann", "bob"), changes.round_closed(1))

    rounds.check_pairable(book, lambda: False)
    with pytest.raises(FailedPrecondition) as over:
        rounds.check_pairable(book, lambda: True)
    assert over.value.reason == "ROUND_STATE_WRONG"
