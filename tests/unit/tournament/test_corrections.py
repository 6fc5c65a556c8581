"""What an organiser may make of a result."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from nurselog.api.tournament.v1 import round_pb2
from nurselog.chassis.errors import InvalidArgument, NotFound
from nurselog.tournament import corrections, results, teams
from nurselog.tournament.book import Book
from nurselog.tournament.names import PairingName, entrant_name
from nurselog.tournament.values import SeatKind
from tests.support.books import bye, decided, play, running_book, settings, table_pairing
from tests.unit.tournament.test_results import FOUR, duel, lines, pod, result

PLAYED = round_pb2.SEAT_RESULT_KIND_PLAYED
WIN = round_pb2.SEAT_RESULT_KIND_FORFEIT_WIN
LOSS = round_pb2.SEAT_RESULT_KIND_FORFEIT_LOSS


def seat(
    book: Book,
    entrant: str,
    place: int,
    kind: round_pb2.SeatResultKind.ValueType = PLAYED,
    total: int | None = None,
    at: int = 0,
) -> round_pb2.SeatResult:
    return round_pb2.SeatResult(
        entrant=entrant_name(book.id, entrant), place=place, kind=kind, total=total, seat=at
    )


def refused(book: Book, where: PairingName, seats: Sequence[round_pb2.SeatResult]) -> str:
    """The field of the refusal."""
    with pytest.raises(InvalidArgument) as refusal:
        corrections.corrected(book, where, 0, seats, "because")
    assert refusal.value.reason == "RESULT_INVALID"
    return str(refusal.value.field)


def ended() -> tuple[Book, PairingName]:
    """A duel that ann won, 49 to 48."""
    book, where = duel()
    return decided(book, lambda b: results.table_ended(b, result(where, [1, 2]), where)), where


def test_a_correction_keeps_totals_and_seats() -> None:
    book, where = ended()
    turned = [seat(book, "bob", 1), seat(book, "ann", 2)]

    decided(book, lambda b: corrections.corrected(b, where, 0, turned, "wrong way round"))

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
    by_hand = [seat(book, "ann", 1, at=1), seat(book, "bob", 2, at=0)]

    decided(book, lambda b: corrections.corrected(b, where, 0, by_hand, "by hand"))

    pairing = book.find(1, "p1")
    assert pairing is not None
    assert [(one.entrant, one.seat, one.placement) for one in pairing.results[0].seats] == [
        ("bob", 0, 2),
        ("ann", 1, 1),
    ]


@pytest.mark.parametrize(
    ("entrants", "places", "field"),
    [
        (("ann",), (1,), "seats"),
        (("ann", "cyd"), (1, 2), "seats[1].entrant"),
        (("ann", "ann"), (1, 2), "seats[1].entrant"),
        (("ann", "bob"), (1, 3), "seats[1].place"),
        (("ann", "bob"), (2, 2), "seats[0].place"),
        (("ann", "bob"), (0, 1), "seats[0].place"),
    ],
)
def test_entrants_and_places_are_refused_by_field(
    entrants: Sequence[str], places: Sequence[int], field: str
) -> None:
    book, where = duel()
    wrong = [seat(book, entrant, place) for entrant, place in zip(entrants, places, strict=True)]

    assert refused(book, where, wrong) == field


@pytest.mark.parametrize(
    ("kinds", "places", "field"),
    [
        ((WIN, WIN), (1, 1), "seats[0].kind"),
        ((WIN, PLAYED), (1, 2), "seats[0].kind"),
        ((PLAYED, WIN), (2, 1), "seats[1].kind"),
        ((LOSS, WIN), (1, 2), "seats[0].place"),
        ((WIN, LOSS), (1, 1), "seats[1].place"),
        ((PLAYED, 9), (1, 2), "seats[1].kind"),
    ],
)
def test_kinds_that_contradict_each_other_are_refused(
    kinds: Sequence[round_pb2.SeatResultKind.ValueType], places: Sequence[int], field: str
) -> None:
    book, where = duel()
    wrong = [
        seat(book, name, place, kind) for name, place, kind in zip(("ann", "bob"), places, kinds, strict=True)
    ]

    assert refused(book, where, wrong) == field


@pytest.mark.parametrize(
    ("kinds", "places"), [((WIN, LOSS), (1, 2)), ((LOSS, WIN), (2, 1)), ((LOSS, LOSS), (1, 1))]
)
def test_a_forfeit_has_one_winner_or_none(
    kinds: Sequence[round_pb2.SeatResultKind.ValueType], places: Sequence[int]
) -> None:
    book, where = duel()
    said = [
        seat(book, name, place, kind) for name, place, kind in zip(("ann", "bob"), places, kinds, strict=True)
    ]

    decided(book, lambda b: corrections.corrected(b, where, 0, said, "by hand"))

    found = [SeatKind(name) for name in ("forfeit_win", "forfeit_loss")]
    assert [kind for _, kind in lines(book, where).values()] == [found[kind - WIN] for kind in kinds]


def test_in_a_pod_several_win_against_one_who_did_not_come() -> None:
    book, where = pod(*FOUR)
    said = [seat(book, name, 1, WIN) for name in FOUR[:3]] + [seat(book, "dan", 4, LOSS)]

    decided(book, lambda b: corrections.corrected(b, where, 0, said, "by hand"))

    assert lines(book, where)["dan"] == (4, SeatKind.FORFEIT_LOSS)
    said[0].kind = PLAYED
    assert refused(book, where, said) == "seats[1].kind"


@pytest.mark.parametrize(
    ("totals", "places", "field"),
    [
        ((-2147483648, 3), (1, 2), "seats[0].total"),
        ((2, 3), (1, 2), "seats[0].total"),
        ((3, 2), (2, 1), "seats[0].total"),
        ((3, 2), (1, 1), "seats[0].total"),
        ((None, 50), (1, 2), "seats[1].total"),
        ((40, None), (1, 2), "seats[0].total"),
    ],
)
def test_totals_that_contradict_the_places_are_refused(
    totals: Sequence[int | None], places: Sequence[int], field: str
) -> None:
    book, where = ended()
    wrong = [
        seat(book, name, place, total=total)
        for name, place, total in zip(("ann", "bob"), places, totals, strict=True)
    ]

    assert refused(book, where, wrong) == field


@pytest.mark.parametrize("lower", [False, True])
def test_the_game_says_which_total_is_better(*, lower: bool) -> None:
    wanted = settings()
    wanted.tables.lower_is_better = lower
    book = play(running_book(*FOUR, wanted=wanted), table_pairing("p1", "ann", "bob"))
    where = PairingName(book.id, 1, "p1")
    first, second = (seat(book, name, 1 + at, total=30 - at) for at, name in enumerate(("ann", "bob")))

    if lower:
        assert refused(book, where, [first, second]) == "seats[0].total"
    else:
        assert corrections.corrected(book, where, 0, [first, second], "by hand")


def test_level_totals_may_have_two_places_and_who_left_stands_behind() -> None:
    book, where = duel()
    decided(book, lambda b: results.table_ended(b, result(where, [1, 2], left=[1]), where))

    for totals in ((30, 30), (30, 60)):
        said = [seat(book, "ann", 1, total=totals[0]), seat(book, "bob", 2, total=totals[1])]
        assert corrections.corrected(book, where, 0, said, "by hand")


@pytest.mark.parametrize(
    ("seats", "field"), [((0, 7), "seats[1].seat"), ((1, 0), "seats[0].seat"), ((1, 1), "seats[0].seat")]
)
def test_seats_are_those_of_the_table(seats: Sequence[int], field: str) -> None:
    book, where = ended()
    wrong = [seat(book, name, 1 + at, at=seats[at]) for at, name in enumerate(("ann", "bob"))]

    assert refused(book, where, wrong) == field
    assert corrections.corrected(
        book, where, 0, [seat(book, "ann", 1, at=0), seat(book, "bob", 2, at=1)], "as shown"
    )


@pytest.mark.parametrize(("seats", "field"), [((0, 7), "seats[1].seat"), ((1, 1), "seats[1].seat")])
def test_without_a_table_seats_are_different_ones(seats: Sequence[int], field: str) -> None:
    book = play(running_book(*FOUR), table_pairing("p1", "ann", "bob"), opened=False)
    wrong = [seat(book, name, 1 + at, at=seats[at]) for at, name in enumerate(("ann", "bob"))]

    assert refused(book, PairingName(book.id, 1, "p1"), wrong) == field


def test_a_bye_has_no_result_to_correct() -> None:
    book = play(running_book(*FOUR[:3]), table_pairing("p1", "ann", "bob"), bye("p2", "cyd"))

    with pytest.raises(NotFound):
        corrections.corrected(book, PairingName(book.id, 1, "p2"), 0, [seat(book, "cyd", 1)], "because")


@pytest.mark.parametrize("reason", ["", " \n", "\x00", "\x1b[2J", "x" * 501])
def test_a_reason_says_something(reason: str) -> None:
    with pytest.raises(InvalidArgument) as refusal:
        teams.reason(reason)
    assert refusal.value.field == "reason"


def test_a_reason_is_one_line() -> None:
    assert teams.reason(" both\nagreed  to it ") == "both agreed to it"
