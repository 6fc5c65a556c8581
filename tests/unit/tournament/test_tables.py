"""Which table an engine is asked for: who sits where, under which name, and what happens to leavers."""

from __future__ import annotations

from hashlib import sha256

import pytest

from nurselog.api.game.v1 import table_pb2
from nurselog.tournament.acts import Order
from nurselog.tournament.book import Book
from nurselog.tournament.formats.api import TableOrder
from nurselog.tournament.tables import policy_of, request_of, sittings
from tests.support.books import SEED, entrant, play, running_book, settings, table_pairing

FOUR = ("ann", "bob", "cyd", "dan")


def order(*seats: str, game: int = 1, board: int = 0) -> Order:
    return Order(round=1, pairing="p1", game=game, table=TableOrder(seats=seats, number=1, board=board))


def players(book: Book, wanted: Order) -> list[str]:
    return [one.player for one in sittings(book, wanted)]


def test_the_request_is_named_after_the_game_of_the_pairing() -> None:
    book = play(running_book(*FOUR), table_pairing("p1", "ann", "bob"), opened=False)
    wanted = order("bob", "ann", game=2)

    request = request_of(book, wanted, sittings(book, wanted))

    assert request.request_id == f"tournaments/{book.id}/rounds/1/pairings/p1/games/2"
    assert request.tournament == f"tournaments/{book.id}/rounds/1/pairings/p1"
    assert [one.player for one in request.occupants] == ["players/bob", "players/ann"]
    assert request.rated
    assert not request.HasField("deal")


def test_tables_of_a_deal_are_told_its_seed_and_hash() -> None:
    book = play(running_book(*FOUR), table_pairing("p1", "ann", "bob", deal="s1d1"), opened=False)
    wanted = order("ann", "bob")

    deal = request_of(book, wanted, sittings(book, wanted)).deal

    assert deal.name == f"deals/{book.id}-s1d1"
    assert deal.seed_hash == sha256(deal.seed).hexdigest()
    assert deal.seed != SEED


@pytest.mark.parametrize(
    ("allowed", "away", "seated"),
    [
        ((3, 4), {"cyd"}, ["players/ann", "players/bob", "players/dan"]),
        ((4,), {"cyd"}, ["players/ann", "players/bob", "bots/random", "players/dan"]),
        ((3, 4), {"cyd", "ann"}, ["bots/random", "players/bob", "bots/random", "players/dan"]),
        ((3, 4), set[str](), ["players/ann", "players/bob", "players/cyd", "players/dan"]),
    ],
)
def test_5_1_who_did_not_come_is_left_out_or_a_bot_stands_in(
    allowed: tuple[int, ...], away: set[str], seated: list[str]
) -> None:
    book = play(running_book(*FOUR, wanted=settings(seats=allowed)), table_pairing("p1", *FOUR), opened=False)
    book.rounds[0].pairings["p1"].absent.update(away)

    assert players(book, order(*FOUR)) == seated


def test_partners_sit_across() -> None:
    wanted = settings(seats=(4,))
    wanted.entry.partners = 2
    book = running_book("larks", "owls", wanted=wanted)
    for name, members in (("larks", ("ann", "bob")), ("owls", ("cyd", "dan"))):
        entry = entrant(name, *members)
        book.entrants[next(one for one in book.entrants if one == name)].players = tuple(
            (one.player, one.display_name) for one in entry.players
        )
    play(book, table_pairing("p1", "larks", "owls"), opened=False)

    assert players(book, order("larks", "owls")) == [
        "players/ann",
        "players/cyd",
        "players/bob",
        "players/dan",
    ]


@pytest.mark.parametrize(
    ("seats", "allowed", "policy"),
    [
        (2, (2,), table_pb2.LEAVER_POLICY_RESIGN),
        (4, (3, 4), table_pb2.LEAVER_POLICY_TIMEOUT_MOVES),
        (3, (3, 4), table_pb2.LEAVER_POLICY_BOT),
        (4, (4,), table_pb2.LEAVER_POLICY_BOT),
    ],
)
def test_leavers_are_followed_by_the_house_as_the_table_can_bear(
    seats: int, allowed: tuple[int, ...], policy: int
) -> None:
    tables = settings(seats=allowed).tables

    assert policy_of(tables, seats) == policy
    tables.leaver_policy = table_pb2.LEAVER_POLICY_RESIGN
    assert policy_of(tables, seats) == table_pb2.LEAVER_POLICY_RESIGN
