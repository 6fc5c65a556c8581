"""Tables over days that run out one after the other: the first counts, the rest do not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from nurselog.api.common.v1.score_pb2 import EndedBy, Result
from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.chassis import outbox
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import key, tag_of
from nurselog.chassis.redis import RedisClient, load_functions
from nurselog.scoring.app import GROUP
from nurselog.scoring.board_store import BoardStore
from nurselog.scoring.copy_store import CopyStore
from nurselog.scoring.ladder_store import LadderStore
from nurselog.scoring.library import functions
from nurselog.scoring.owed_store import KIND, OwedStore
from nurselog.scoring.results_store import Loss, ResultsStore
from nurselog.scoring.settlement import Settlement
from tests.integration.scoring.conftest import Proof
from tests.support.results import NOON, result

HOUR = 3600
OUT = {1: EndedBy.ENDED_BY_TIMED_OUT}


def lost(number: int, at_s: int, winner: str = "ann", *, game: str = "forest_sky") -> Result:
    """Bob's time runs out."""
    return result(number, [winner, "bob"], [1, 2], ends=OUT, correspondence=True, ended_at_s=at_s, game=game)


async def reasons(settlement: Settlement, *finished: Result) -> list[str]:
    return [(await settlement.settle(one)).unrated_reason for one in finished]


async def test_the_first_within_72_hours_is_rated(
    settlement: Settlement, copies: CopyStore, proof: Proof
) -> None:
    tables = [
        lost(1, NOON),
        lost(2, NOON + HOUR, "cat"),
        lost(3, NOON + 72 * HOUR, game="a_game"),
        lost(4, NOON + 72 * HOUR + 1),
        lost(5, NOON + 73 * HOUR),
    ]
    assert await reasons(settlement, *tables) == ["", "serial_loss", "serial_loss", "", "serial_loss"]
    assert (await copies.ratings("forest_sky.duel"))["players/bob"].games == 2
    assert (await proof()).differences == []


async def test_told_again_each_keeps_its_answer(settlement: Settlement, proof: Proof) -> None:
    tables = [lost(1, NOON), lost(2, NOON + HOUR)]
    first = await reasons(settlement, *tables)
    assert await reasons(settlement, *reversed(tables), *tables) == [*reversed(first), *first]
    assert (await proof()).differences == []


def both_lost(number: int, at_s: int, *players: str) -> Result:
    """A winner, and two whose time runs out."""
    ends = {1: EndedBy.ENDED_BY_TIMED_OUT, 2: EndedBy.ENDED_BY_TIMED_OUT}
    return result(number, players, [1, 2, 3], ends=ends, correspondence=True, ended_at_s=at_s)


async def test_a_table_that_is_unrated_for_another_is_the_first_of_nobody(
    settlement: Settlement, proof: Proof
) -> None:
    tables = [
        lost(1, NOON),
        both_lost(2, NOON + HOUR, "ann", "abe", "bob"),  # the second of bob, unrated
        both_lost(3, NOON + 2 * HOUR, "ann", "abe", "cyd"),  # so this is the first of abe
        both_lost(4, NOON + 3 * HOUR, "ann", "dan", "abe"),
    ]
    told = ["", "serial_loss", "", "serial_loss"]

    assert await reasons(settlement, *tables) == told
    assert await reasons(settlement, *tables) == told
    assert (await proof()).differences == []


async def test_of_tables_that_two_lose_at_the_same_time_one_is_rated(
    settlement: Settlement, proof: Proof
) -> None:
    for pair in range(8):
        one, other = f"a{pair}", f"b{pair}"
        tables = [
            both_lost(10 * pair + 1, NOON, "win", one, other),
            both_lost(10 * pair + 2, NOON, "win", other, one),
        ]

        told = await asyncio.gather(*(settlement.settle(one) for one in tables))

        assert sorted(one.unrated_reason for one in told) == ["", "serial_loss"]
    assert (await proof()).differences == []


class Interrupted(ResultsStore):
    """Something happens just before a player is claimed for a table."""

    def __init__(self, store: Gatherer, player: str, meanwhile: Callable[[], Awaitable[object]]) -> None:
        super().__init__(store)
        self._player = player
        self._meanwhile = meanwhile

    async def lose_by_time(self, player: str, loss: Loss, *, claim: bool) -> bool:
        if claim and player == self._player:
            await self._meanwhile()
        return await super().lose_by_time(player, loss, claim=claim)


async def test_who_was_faster_has_the_claim_and_those_of_the_slower_table_are_taken_back(
    settlement: Settlement, entrance: Gatherer, ladders: LadderStore, boards: BoardStore, proof: Proof
) -> None:
    faster, slower = lost(1, NOON + 1), both_lost(2, NOON, "ann", "abe", "bob")
    store = Interrupted(entrance, "players/bob", lambda: settlement.settle(faster))

    slow = await Settlement(ladders, store, boards).settle(slower)

    assert slow.unrated_reason == "serial_loss"
    later = both_lost(3, NOON + HOUR, "ann", "abe", "cyd")
    assert await reasons(settlement, faster, slower, later) == ["", "serial_loss", ""]
    assert (await proof()).differences == []


async def tell(store: Gatherer, *finished: Result) -> None:
    """Puts results into the outboxes of their tables, as a commit does; nobody reads them yet."""
    for one in finished:
        stream = key(tag_of(one.table.rpartition("/")[2]), "outbox")
        fact = Fact(table=one.table, finished=one).SerializeToString()
        await store.call("XADD", stream, "*", "kind", KIND, "fact", fact, key=stream)


@pytest.fixture
async def looking(
    client: RedisClient, ladders: LadderStore, boards: BoardStore, results: ResultsStore
) -> AsyncIterator[Settlement]:
    """Settles as scoring does: with a look at what it has not been told of."""
    store = Gatherer(client, await load_functions(client, functions(), outbox.functions()))
    yield Settlement(ladders, results, boards, owed=OwedStore(store, GROUP).results)
    await store.aclose()


async def test_the_loss_that_ended_first_is_rated_though_it_is_told_last(
    looking: Settlement, entrance: Gatherer, proof: Proof
) -> None:
    tables = [
        lost(1, NOON),
        lost(2, NOON + 60 * HOUR, "cat"),
        lost(3, NOON + 100 * HOUR, "dan"),  # within 72 hours of the second, not of the first
    ]
    await tell(entrance, lost(4, NOON - HOUR, "eve", game="a_game"), *tables)

    told = await reasons(looking, *reversed(tables))

    assert told == ["", "serial_loss", "serial_loss"]
    assert await reasons(looking, *tables) == ["serial_loss", "serial_loss", ""]
    assert (await looking.settle(lost(4, NOON - HOUR, "eve", game="a_game"))).unrated_reason == ""
    assert (await proof()).differences == []


async def test_losses_of_others_and_later_ones_are_left_alone(
    looking: Settlement, results: ResultsStore, entrance: Gatherer
) -> None:
    other = result(2, ["ann", "bobby"], [1, 2], ends=OUT, correspondence=True, ended_at_s=NOON)
    later, won = lost(3, NOON + 2 * HOUR), result(4, ["bob", "ann"], [1, 2], ended_at_s=NOON)
    await tell(entrance, other, later, won)

    assert await reasons(looking, lost(1, NOON + HOUR)) == [""]

    assert [await results.find(one.table) for one in (other, later, won)] == [None, None, None]


@pytest.mark.parametrize(
    "other",
    [
        result(2, ["ann", "bob"], [1, 2], ends=OUT, ended_at_s=NOON + 1),
        result(2, ["ann", "bob"], [2, 1], correspondence=True, ended_at_s=NOON + 1),
        result(2, ["bob", "ann"], [1, 2], ends=OUT, correspondence=True, ended_at_s=NOON + 1),
    ],
)
async def test_other_tables_of_the_player_are_rated(other: Result, settlement: Settlement) -> None:
    assert await reasons(settlement, lost(1, NOON), other) == ["", ""]
