"""A table is taken out, and all is as if it had never been played; what comes in meanwhile is not lost."""

from __future__ import annotations

import asyncio
import random

import pytest

from nurselog.api.common.v1.score_pb2 import Result
from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.chassis.errors import Refusal
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import key, tag_of
from nurselog.scoring.annulment import Annulment
from nurselog.scoring.board_store import BoardStore
from nurselog.scoring.copy_store import Change, CopyStore
from nurselog.scoring.ladder_store import LadderStore
from nurselog.scoring.ledger import Cause
from nurselog.scoring.results_store import ResultsStore
from nurselog.scoring.settlement import Settlement
from nurselog.scoring.standing_store import StandingStore
from nurselog.scoring.totals import totals
from tests.integration.scoring.conftest import Proof
from tests.support.results import NOON, result, table_name

DUEL = "forest_sky.duel"
PLAYERS = ["ann", "bob", "cat", "dan", "eve"]


def duels(count: int, seed: int = 1) -> list[Result]:
    luck = random.Random(seed)
    return [
        result(
            number, luck.sample(PLAYERS, 2), luck.choice([[1, 2], [2, 1], [1, 1]]), ended_at_s=NOON + number
        )
        for number in range(count)
    ]


async def facts(store: Gatherer, number: int) -> list[Fact]:
    where = key(tag_of(table_name(number).rpartition("/")[2]), "outbox")
    found = await store.call("XRANGE", where, "-", "+", key=where)
    return [Fact.FromString(dict(zip(words[::2], words[1::2], strict=True))[b"fact"]) for _, words in found]


async def test_afterwards_all_is_as_if_it_had_never_been_played(
    settlement: Settlement, annulment: Annulment, copies: CopyStore, ladders: LadderStore, proof: Proof
) -> None:
    tables = duels(40)
    for one in tables:
        await settlement.settle(one)
    told = await annulment.annul(table_name(7), "The clock stood still.", NOON + 100)
    assert (told.ladder, told.unrated_reason, told.annul_reason) == ("", "annulled", "The clock stood still.")
    assert len(told.changes) == 0
    annulled, board = await copies.ratings(DUEL), await copies.board(DUEL)
    report = await proof()
    assert report.differences == []
    assert (report.annulled, report.rated, report.entries) == (1, 39, 41)
    clean = await played_in_another_ladder(settlement, copies, tables)
    assert {player: one.strength for player, one in annulled.items()} == {
        player: one.strength for player, one in clean.items()
    }
    assert {player: one.games for player, one in annulled.items()} == {
        player: one.games for player, one in clean.items()
    }
    assert board.everyone == {player: one.score for player, one in clean.items()}


async def played_in_another_ladder(settlement: Settlement, copies: CopyStore, tables: list[Result]) -> dict:  # type: ignore[type-arg]
    """The same tables but number 7, as if of another game."""
    for number, one in enumerate(tables):
        if number != 7:
            other = Result()
            other.CopyFrom(one)
            other.game, other.table = "a_game", table_name(number, "a_game")
            await settlement.settle(other)
    return await copies.ratings("a_game.duel")


async def test_players_see_an_entry_with_the_cause(
    settlement: Settlement, annulment: Annulment, ladders: LadderStore
) -> None:
    for number in range(3):
        await settlement.settle(result(number, ["ann", "bob"], [1, 2], ended_at_s=NOON + number))
    await annulment.annul(table_name(1), "Ann used an engine.", NOON + 50)
    newest, *rest = await ladders.history(DUEL, "players/bob", 10, None)
    assert (newest.cause, newest.reason, newest.table) == (Cause.ANNUL, "Ann used an engine.", table_name(1))
    assert newest.line_of("players/bob").before == rest[0].line_of("players/bob").after
    await settlement.settle(result(9, ["ann", "bob"], [1, 2], ended_at_s=NOON + 60))
    [last] = await ladders.history(DUEL, "players/bob", 1, None)
    assert last.line_of("players/bob").before == newest.line_of("players/bob").after


async def test_who_had_no_other_table_is_gone(
    settlement: Settlement, annulment: Annulment, copies: CopyStore, standings: StandingStore
) -> None:
    await settlement.settle(result(1, ["ann", "bob"], [1, 2]))
    await annulment.annul(table_name(1), "A test.", NOON)
    assert await copies.ratings(DUEL) == {}
    assert await standings.sizes(DUEL) == (0, 0)
    assert await standings.standing(DUEL, "players/ann") is None


async def test_an_annulment_counts_once_and_a_redelivery_changes_nothing(
    settlement: Settlement, annulment: Annulment, results: ResultsStore, ladders: LadderStore, proof: Proof
) -> None:
    finished = result(1, ["ann", "bob"], [1, 2])
    await settlement.settle(finished)
    first = await annulment.annul(table_name(1), "A fault.", NOON)
    assert await annulment.annul(table_name(1), "Another reason.", NOON + 9) == first
    again = await settlement.settle(finished)
    assert (again.ladder, again.unrated_reason) == ("", "annulled")
    assert await results.find(table_name(1)) == first
    assert [entry.cause async for entry in ladders.ledger(DUEL)] == [Cause.RESULT, Cause.ANNUL]
    assert (await proof()).differences == []


async def test_the_house_is_told_once(
    settlement: Settlement, annulment: Annulment, entrance: Gatherer
) -> None:
    finished = result(1, ["ann", "bob"], [1, 2])
    for _ in range(3):
        await settlement.settle(finished)
    for _ in range(3):
        await annulment.annul(table_name(1), "A fault.", NOON)
    rated, annulled = await facts(entrance, 1)
    assert (rated.rated.ladder, rated.rated.annul_reason) == (f"ladders/{DUEL}", "")
    assert [(one.player, one.rating_after) for one in rated.rated.changes] == [
        ("players/ann", 1639),
        ("players/bob", 1361),
    ]
    assert (annulled.rated.ladder, annulled.rated.annul_reason) == (f"ladders/{DUEL}", "A fault.")


async def test_results_that_come_in_meanwhile_are_kept(
    settlement: Settlement, annulment: Annulment, proof: Proof
) -> None:
    tables = duels(120, seed=2)
    for one in tables[:60]:
        await settlement.settle(one)
    await asyncio.gather(
        annulment.annul(table_name(3), "A fault.", NOON), *(settlement.settle(one) for one in tables[60:])
    )
    report = await proof()
    assert report.differences == []
    assert (report.results, report.rated, report.annulled) == (120, 119, 1)


async def test_two_at_a_time_do_not_spoil_each_other(
    settlement: Settlement, annulment: Annulment, proof: Proof
) -> None:
    for one in duels(30, seed=3):
        await settlement.settle(one)
    numbers = (1, 2, 3)
    answers = await asyncio.gather(
        *(annulment.annul(table_name(number), "A fault.", NOON) for number in numbers), return_exceptions=True
    )
    assert {type(one).__name__ for one in answers} <= {"TableResult", "Aborted"}
    for number in numbers:
        await annulment.annul(table_name(number), "A fault.", NOON)
    report = await proof()
    assert report.differences == []
    assert report.annulled == 3


async def test_one_that_died_behind_the_switch_is_finished_by_asking_again(
    settlement: Settlement,
    ladders: LadderStore,
    copies: CopyStore,
    entrance: Gatherer,
    annulment: Annulment,
    proof: Proof,
) -> None:
    await settlement.settle(result(1, ["ann", "bob"], [1, 2]))

    class Dying(ResultsStore):
        async def amend(self, *_: object) -> bool:
            raise ConnectionResetError

    dying = Annulment(ladders, copies, Dying(entrance), BoardStore(entrance), ())
    with pytest.raises(ConnectionResetError):
        await dying.annul(table_name(1), "A fault.", NOON)
    assert not (await proof()).sound
    await annulment.annul(table_name(1), "A fault.", NOON)
    assert (await proof()).differences == []


async def test_a_copy_that_is_behind_or_overtaken_is_not_taken(
    settlement: Settlement, copies: CopyStore
) -> None:
    await settlement.settle(result(1, ["ann", "bob"], [1, 2]))
    change = Change(DUEL, 0, await copies.draft(DUEL))
    assert repr(await copies.switch(change, 0, (), None)) == "Behind()"
    assert repr(await copies.switch(Change(DUEL, 5, 6), 1, (), None)) == "Overtaken()"
    assert len(await copies.ratings(DUEL)) == 2


@pytest.mark.parametrize(
    ("finished", "table", "reason"),
    [
        (result(1, ["ann", "bob"], [1, 2]), table_name(2), "RESULT_NOT_FOUND"),
        (result(1, ["ann", "bob"], [1, 2], rated=False), table_name(1), "RESULT_NOT_RATED"),
        (result(1, ["ann", "bob"], [1, 2]), "games/forest_sky/tables/nope", "RESULT_NOT_FOUND"),
    ],
)
async def test_what_cannot_be_annulled(
    finished: Result, table: str, reason: str, settlement: Settlement, annulment: Annulment
) -> None:
    await settlement.settle(finished)
    with pytest.raises(Refusal) as refused:
        await annulment.annul(table, "A fault.", NOON)
    assert refused.value.reason == reason


async def test_a_solo_table_leaves_its_boards(
    settlement: Settlement, annulment: Annulment, boards: BoardStore
) -> None:
    played = [result(number, ["ann"], [1], totals=[points]) for number, points in enumerate([30, 50, 40])]
    for one in played:
        await settlement.settle(one)
    board = next(about for about, _ in totals(played[0])).id
    await annulment.annul(table_name(1), "A fault.", NOON)
    page = await boards.page(board, 0, 10)
    assert page is not None
    assert [place.total.value for place in page.places] == [40]
    await settlement.settle(played[1])
    for number in (0, 2):
        await annulment.annul(table_name(number), "A fault.", NOON)
    page = await boards.page(board, 0, 10)
    assert page is not None
    assert page.places == ()
