"""What the organiser does to rounds is refused by state; the same again while it can be is no refusal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.chassis.errors import FailedPrecondition
from nurselog.tournament import changes, rounds
from nurselog.tournament.book import Book, State
from nurselog.tournament.choosing import choose
from nurselog.tournament.names import PairingName
from tests.support.books import START_MS, commit, play, running_book, table_pairing

Act = Callable[[Book], Sequence[TournamentChange]]
HOUR = 3_600_000


def played() -> Book:
    return play(running_book("ann", "bob"), table_pairing("p1", "ann", "bob"), deadline_ms=START_MS + HOUR)


def pick(book: Book) -> Sequence[TournamentChange]:
    return choose(book, PairingName(book.id, 1, "p1"), "ann", 0, "players/ann")


def repair(book: Book) -> Sequence[TournamentChange]:
    rounds.check_repairable(book, 1)
    return []


ACTS: dict[str, Act] = {
    "publish": lambda book: rounds.publish(book, 1, START_MS),
    "extend": lambda book: rounds.extend(book, 1, 60, START_MS),
    "repair": repair,
    "choose": pick,
}


@pytest.mark.parametrize("over", [State.TOURNAMENT_STATE_CANCELLED, State.TOURNAMENT_STATE_FINISHED])
@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS.keys())
def test_nothing_is_done_to_a_round_once_the_tournament_is_over(act: Act, over: State.ValueType) -> None:
    book = commit(played(), changes.moved(over))

    with pytest.raises(FailedPrecondition) as refused:
        act(book)

    assert (refused.value.reason, refused.value.field) == ("TOURNAMENT_STATE_WRONG", "name")
    assert refused.value.metadata["state"] in ("cancelled", "finished")


def test_publishing_again_changes_nothing_while_the_round_is_played() -> None:
    assert rounds.publish(played(), 1, START_MS) == []


def test_a_closed_round_is_not_published_again() -> None:
    book = commit(played(), changes.round_closed(1))

    with pytest.raises(FailedPrecondition, match="ROUND_STATE_WRONG"):
        rounds.publish(book, 1, START_MS)
