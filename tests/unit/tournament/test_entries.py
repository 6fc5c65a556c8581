"""Who may enter, leave, rest, come back and stay apart."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.api.tournament.v1 import entrant_pb2
from nurselog.chassis.errors import FailedPrecondition, PermissionDenied, Refusal
from nurselog.tournament import entries
from nurselog.tournament.entries import Entering, enter, last_late_round, request_bye, turn
from nurselog.tournament.values import EntrantId, EntrantState
from tests.support.books import ORGANIZER, decided, open_book, play, running_book, settings, table_pairing

FOUR = ("ann", "bob", "cyd", "dan")
STATES = list(EntrantState)
ALLOWED = {
    ("active", "paused"),
    ("active", "withdrawn"),
    ("active", "disqualified"),
    ("paused", "active"),
    ("paused", "withdrawn"),
    ("paused", "disqualified"),
    ("withdrawn", "active"),
    ("withdrawn", "disqualified"),
}


def caller(name: str) -> tuple[str, str]:
    return f"players/{name}", name.title()


def reason_of(call: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refused:
        call()
    return refused.value.reason


@pytest.mark.parametrize("before", STATES)
@pytest.mark.parametrize("after", STATES)
def test_states_of_entrants_change_along_known_ways_only(before: EntrantState, after: EntrantState) -> None:
    book = open_book(*FOUR)
    book.entrants[EntrantId("ann")].state = before

    if before is after:
        assert not turn(book, "ann", after, ORGANIZER, "because")
    elif (before, after) in ALLOWED:
        decided(book, lambda b: turn(b, "ann", after, ORGANIZER, "because"))
        assert book.entrants[EntrantId("ann")].state is after
    else:
        with pytest.raises(FailedPrecondition):
            turn(book, "ann", after, ORGANIZER, "because")


def test_an_entrant_speaks_for_itself_only() -> None:
    book = open_book(*FOUR)

    assert turn(book, "ann", EntrantState.PAUSED, "players/ann")
    with pytest.raises(PermissionDenied):
        turn(book, "ann", EntrantState.PAUSED, "players/bob")
    with pytest.raises(PermissionDenied):
        turn(book, "ann", EntrantState.DISQUALIFIED, "players/ann")


def test_a_team_needs_its_boards_and_at_most_its_substitutes() -> None:
    wanted = settings()
    wanted.entry.boards, wanted.entry.substitutes = 2, 1
    book = open_book(wanted=wanted)

    def team(*names: str, by: str = "ann") -> Entering:
        return Entering(caller=caller(by), players=tuple(caller(one) for one in names), team="The Larks")

    assert reason_of(lambda: enter(book, team("ann"))) == "FIELD_INVALID"
    assert reason_of(lambda: enter(book, team("ann", "bob", "cyd", "dan"))) == "FIELD_INVALID"
    assert reason_of(lambda: enter(book, team("ann", "ann"))) == "ENTRANT_DUPLICATE"
    assert reason_of(lambda: enter(book, team("bob", "cyd"))) == "NOT_OWNER"
    decided(book, lambda b: enter(b, team("ann", "bob", "cyd")))
    assert list(book.entrants) == ["team-the-larks"]
    assert reason_of(lambda: enter(book, team("cyd", "dan", by="dan"))) == "ENTRANT_DUPLICATE"
    assert reason_of(lambda: enter(book, team("eve", "fay", by="eve"))) == "ENTRANT_DUPLICATE"


def test_5_1_late_entries_come_until_half_of_the_rounds() -> None:
    book = running_book(*FOUR, rounds=5)
    assert last_late_round(book) == 2
    play(book, table_pairing("p1", "ann", "bob"))

    decided(book, lambda b: enter(b, Entering(caller=caller("eve"))))

    late = book.entrants[EntrantId("eve")]
    assert (late.first_round, late.number) == (2, 5)
    play(book, table_pairing("p1", "ann", "cyd"))
    assert reason_of(lambda: enter(book, Entering(caller=caller("fay")))) == "ENTRY_CLOSED"


def test_late_entries_can_be_ruled_out() -> None:
    wanted = settings()
    wanted.entry.late_rounds = -1

    assert reason_of(lambda: enter(running_book(*FOUR, wanted=wanted), Entering(caller=caller("eve")))) == (
        "ENTRY_CLOSED"
    )


@pytest.mark.parametrize(
    ("number", "reason"), [(1, ""), (2, ""), (3, "BYE_NOT_ALLOWED"), (4, "BYE_NOT_ALLOWED")]
)
def test_5_1_there_is_no_bye_in_the_last_round(number: int, reason: str) -> None:
    book = running_book(*FOUR, rounds=3)

    if reason:
        assert reason_of(lambda: request_bye(book, "ann", number, "players/ann")) == reason
    else:
        decided(book, lambda b: request_bye(b, "ann", number, "players/ann"))
        assert book.entrants[EntrantId("ann")].byes == {number}
        assert not request_bye(book, "ann", number, "players/ann")


def test_a_bye_is_asked_for_before_the_round_is_paired() -> None:
    book = play(running_book(*FOUR, rounds=3), table_pairing("p1", "ann", "bob"))

    assert reason_of(lambda: request_bye(book, "ann", 1, "players/ann")) == "BYE_NOT_ALLOWED"


def test_a_block_names_two_who_entered_and_the_same_again_changes_nothing() -> None:
    book = open_book(*FOUR)
    wish = entrant_pb2.Block(reason="family")

    assert reason_of(lambda: entries.block(book, wish, ["ann", "ann"])) == "FIELD_INVALID"
    assert reason_of(lambda: entries.block(book, wish, ["ann", "zoe"])) == "ENTRANT_NOT_FOUND"
    decided(book, lambda b: entries.block(b, wish, ["ann", "bob"]))
    assert not entries.block(book, wish, ["bob", "ann"])


@given(st.lists(st.tuples(st.sampled_from(FOUR), st.sampled_from(STATES), st.sampled_from([*FOUR, "olga"]))))
def test_whatever_is_asked_nobody_vanishes_and_disqualified_stay_so(
    asked: list[tuple[str, EntrantState, str]],
) -> None:
    book = open_book(*FOUR)
    sent_away: set[str] = set()
    for name, state, by in asked:
        try:
            decided(book, lambda b: turn(b, name, state, f"players/{by}", "because"))  # noqa: B023 - called at once
        except Refusal:
            continue
        if book.entrants[EntrantId(name)].state is EntrantState.DISQUALIFIED:
            sent_away.add(name)

    assert set(book.entrants) == set(FOUR)
    assert all(book.entrants[EntrantId(one)].state is EntrantState.DISQUALIFIED for one in sent_away)
