"""Only those without a single move stand behind all who played, whatever decided their tables."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace

import pytest

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.api.tournament.v1 import tournament_pb2
from nurselog.tournament import changes, corrections, results
from nurselog.tournament.book import Book
from nurselog.tournament.events import event_of, inputs_json, stage_terms
from nurselog.tournament.formats.api import Row
from nurselog.tournament.formats.stages import qualified
from nurselog.tournament.formats.terms import Cut
from nurselog.tournament.names import PairingName
from nurselog.tournament.pure import format_named
from nurselog.tournament.values import Pairing
from tests.support.books import decided, play, running_book, settings, table_name, table_pairing
from tests.unit.tournament.test_corrections import LOSS, WIN, seat
from tests.unit.tournament.test_results import FOUR, result

FORMATS = {
    "swiss": tournament_pb2.Stage(swiss=tournament_pb2.Swiss(rounds=1)),
    "round_robin": tournament_pb2.Stage(round_robin=tournament_pb2.RoundRobin()),
    "arena": tournament_pb2.Stage(arena=tournament_pb2.Arena(duration_s=60)),
    "duplicate": tournament_pb2.Stage(duplicate=tournament_pb2.Duplicate(deals=1)),
    "elimination": tournament_pb2.Stage(elimination=tournament_pb2.Elimination()),
}


def stage(name: str) -> Book:
    """A stage of four, with one round of ann against bob and cyd against dan."""
    first = Pairing(id="p1", seats=table_pairing("p1", "ann", "bob").seats, slot="u1.1", deal="d")
    second = Pairing(id="p2", seats=table_pairing("p2", "cyd", "dan").seats, slot="u1.2", deal="d")
    return play(running_book(*FOUR, wanted=settings(FORMATS[name])), first, second)


def played(book: Book) -> None:
    """Ann wins against bob."""
    where = PairingName(book.id, 1, "p1")
    decided(book, lambda b: results.table_ended(b, result(where, [1, 2], moved=[0, 1]), where))


def overdue(book: Book, moved: Iterable[int]) -> None:
    """The deadline comes; dan is to move."""
    seen = results.Overdue(to_move=frozenset({1}), moved=frozenset(moved))
    decided(book, lambda b: results.given_up(b, 1, {table_name(1, "p2"): seen}))


def rows(book: Book) -> dict[str, Row]:
    """The rows of the standings, in order."""
    assert book.stage is not None
    terms, event = stage_terms(book), event_of(book, book.stage)
    return {row.entrant: row for row in format_named(terms.format).standings(terms, event).rows}


def test_who_moved_before_the_deadline_stands_where_points_say() -> None:
    book = stage("swiss")
    played(book)
    overdue(book, [0, 1])

    found = rows(book)

    assert [row.points for row in found.values()] == [840, 840, 0, 0]
    assert set(list(found)[:2]) == {"ann", "cyd"}
    assert all(row.moved for row in found.values())


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_knows_who_moved_before_the_deadline(name: str) -> None:
    book = stage(name)
    played(book)
    overdue(book, [0])

    found = rows(book)

    assert [entrant for entrant, row in found.items() if not row.moved] == ["dan"]
    assert list(found)[-1] == "dan"


def test_who_never_moved_stands_behind_the_losers_by_points() -> None:
    book = stage("swiss")
    played(book)
    overdue(book, [])

    assert [(name, row.points) for name, row in rows(book).items()] == [
        ("ann", 840),
        ("bob", 0),
        ("cyd", 840),
        ("dan", 0),
    ]


def test_who_waited_for_one_who_never_came_has_moved() -> None:
    book, where = stage("swiss"), PairingName("e0-00000001", 1, "p2")
    played(book)
    decided(
        book,
        lambda b: results.table_ended(b, result(where, [1, 1], aborted=True, no_shows=[1], moved=[0]), where),
    )
    decided(book, lambda _: [changes.round_closed(1)])

    assert [row.points for row in rows(book).values()] == [840, 840, 0, 0]
    assert [(name, row.moved) for name, row in rows(book).items()][2:] == [("bob", True), ("dan", False)]


def test_a_correction_does_not_unmake_moves() -> None:
    book, where = stage("swiss"), PairingName("e0-00000001", 1, "p1")
    played(book)
    overdue(book, [0, 1])
    forfeit = [seat(book, "ann", 2, LOSS), seat(book, "bob", 1, WIN)]
    decided(book, lambda b: corrections.corrected(b, where, 0, forfeit, "help from outside"))

    found = rows(book)

    assert [row.points for row in found.values()] == [840, 840, 0, 0]
    assert all(row.moved for row in found.values())


def test_a_move_of_an_earlier_stage_counts() -> None:
    second = tournament_pb2.Stage(swiss=tournament_pb2.Swiss(rounds=1), qualifiers=4)
    book = stage("swiss")
    book.settings.stages.append(second)
    played(book)
    overdue(book, [0])
    begun = TournamentChange.StageBegun(stage=2, entrants=FOUR, rounds=1)
    decided(book, lambda _: [TournamentChange(stage_begun=begun)])
    play(book, table_pairing("p1", "ann", "cyd"), table_pairing("p2", "bob", "dan"), opened=False)
    decided(book, lambda _: [changes.round_closed(2)])

    assert {entrant for entrant, row in rows(book).items() if not row.moved} == {"dan"}


def test_who_qualifies_follows_the_standings() -> None:
    book = stage("swiss")
    played(book)
    overdue(book, [0, 1])
    assert book.stage is not None
    terms, event = stage_terms(book), event_of(book, book.stage)
    sheet = format_named(terms.format).standings(terms, event)

    going = qualified(replace(terms, cut=Cut(rank=2)), event, sheet)

    assert {entrant for entrant, _ in going} == {"ann", "cyd"}


@pytest.mark.parametrize(("name", "shown"), [("swiss", False), ("arena", True)])
def test_who_moved_is_an_input_only_where_places_pair(name: str, *, shown: bool) -> None:
    book = stage(name)
    played(book)
    assert book.stage is not None

    text = inputs_json(stage_terms(book), event_of(book, book.stage, running=True))

    assert ("moved" in json.loads(text)["event"]) is shown
