"""Seasons in the store: a calendar without overlaps, boards of their own, boundaries crossed once."""

from __future__ import annotations

import asyncio

import pytest

from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import key, tag_for
from nurselog.scoring.annulment import Annulment
from nurselog.scoring.calendar import Calendar, Pace
from nurselog.scoring.copy_store import CopyStore
from nurselog.scoring.ladder_store import LadderStore, board_keys
from nurselog.scoring.ledger import Cause
from nurselog.scoring.packed_store import PackedStore
from nurselog.scoring.season_store import SeasonStore
from nurselog.scoring.seasons import NO_SEASON, Season
from nurselog.scoring.settlement import Settlement
from nurselog.scoring.standing_store import StandingStore
from tests.integration.scoring.conftest import Proof
from tests.support.results import NOON, result, table_name

DUEL = "forest_sky.duel"
DAY = 86_400
SPRING = Season(id="spring", title="Spring", begins_s=NOON + DAY, ends_s=NOON + 2 * DAY)
SUMMER = Season(id="summer", title="Summer", begins_s=NOON + 2 * DAY, ends_s=NOON + 3 * DAY)


def calendar(store: Gatherer, now: int) -> Calendar:
    return Calendar(SeasonStore(store), PackedStore(store), Pace(1.0, DAY), now=lambda: now)


async def play(settlement: Settlement, number: int, at_s: int) -> None:
    await settlement.settle(result(number, ["ann", "bob"], [1, 2], ended_at_s=at_s))


@pytest.fixture
async def two_seasons(settlement: Settlement, seasons: SeasonStore) -> None:
    """Ten tables before the seasons, two in spring, one in summer."""
    for season in (SPRING, SUMMER):
        await seasons.add(DUEL, season)
    for number in range(10):
        await play(settlement, number, NOON + number)
    await play(settlement, 10, SPRING.begins_s)
    await play(settlement, 11, SPRING.ends_s - 1)
    await play(settlement, 12, SUMMER.begins_s)


async def test_the_calendar_has_no_overlaps(seasons: SeasonStore) -> None:
    def season(name: str, begins: int, ends: int) -> Season:
        return Season(id=name, title=name, begins_s=begins, ends_s=ends)

    assert repr(await seasons.add(DUEL, season("a", 100, 200))) == "Added()"
    assert repr(await seasons.add(DUEL, season("a", 100, 200))) == "Added()"
    assert repr(await seasons.add(DUEL, season("a", 300, 400))) == "Taken()"
    assert repr(await seasons.add(DUEL, season("b", 199, 201))) == "Overlaps(id='a')"
    assert repr(await seasons.add(DUEL, season("b", 200, 300))) == "Added()"
    assert [one.id for one in await seasons.of(DUEL)] == ["a", "b"]
    await seasons.remove(DUEL, season("a", 100, 200))
    assert [one.id for one in await seasons.of(DUEL)] == ["b"]
    assert await seasons.ladders() == [DUEL]


@pytest.mark.usefixtures("two_seasons")
async def test_each_season_has_an_entry_of_its_own_at_first_use(ladders: LadderStore, proof: Proof) -> None:
    causes = [(entry.cause, entry.season) async for entry in ladders.ledger(DUEL)]
    assert causes[10:] == [
        (Cause.SEASON, SPRING.begins_s),
        (Cause.RESULT, SPRING.begins_s),
        (Cause.RESULT, SPRING.begins_s),
        (Cause.SEASON, SUMMER.begins_s),
        (Cause.RESULT, SUMMER.begins_s),
    ]
    assert (await proof()).differences == []


@pytest.mark.usefixtures("two_seasons")
async def test_old_boards_stay_as_they_were(standings: StandingStore, ladders: LadderStore) -> None:
    async def ann(season: int) -> tuple[int, int, float]:
        page = await standings.page(DUEL, 0, 10, season=season, everyone=True)
        assert page is not None
        [row] = [row for row in page.rows if row.rating.player == "players/ann"]
        return row.rating.games, row.rating.season, row.rating.strength.mu

    spring, summer = await ann(SPRING.begins_s), await ann(SUMMER.begins_s)
    assert spring[:2] == (12, SPRING.begins_s)
    assert summer[:2] == (13, SUMMER.begins_s)
    entries = [entry async for entry in ladders.ledger(DUEL)]
    assert spring[2] == entries[12].line_of("players/ann").after.mu
    old = await standings.page(DUEL, 0, 10, season=NO_SEASON, everyone=True)
    assert old is not None
    assert old.total == 2


@pytest.mark.usefixtures("two_seasons")
async def test_a_late_result_lands_in_its_season(
    settlement: Settlement, copies: CopyStore, proof: Proof
) -> None:
    await settlement.settle(result(20, ["ann", "cat"], [1, 2], ended_at_s=SPRING.begins_s + 5))
    spring, summer = await copies.board(DUEL, SPRING.begins_s), await copies.board(DUEL, SUMMER.begins_s)
    assert "players/cat" in spring.everyone
    assert "players/cat" not in summer.everyone
    assert (await proof()).differences == []


@pytest.mark.usefixtures("two_seasons")
async def test_an_annulment_reaches_every_season(
    annulment: Annulment, settlement: Settlement, proof: Proof, copies: CopyStore
) -> None:
    before = await copies.board(DUEL, SUMMER.begins_s)
    await annulment.annul(table_name(10), "A fault.", SUMMER.begins_s + 9)
    assert (await proof()).differences == []
    assert (await copies.board(DUEL, SUMMER.begins_s)).everyone != before.everyone
    await play(settlement, 30, SUMMER.begins_s + 10)
    assert (await proof()).differences == []


async def test_boundaries_are_crossed_once_also_after_downtime_and_by_many(
    seasons: SeasonStore, entrance: Gatherer
) -> None:
    for season in (SPRING, SUMMER):
        await seasons.add(DUEL, season)
    assert await calendar(entrance, SPRING.begins_s - 1).look() == 0
    late = [calendar(entrance, SUMMER.begins_s) for _ in range(5)]
    assert sum(await asyncio.gather(*(one.look() for one in late))) == 3
    assert await calendar(entrance, SUMMER.begins_s).look() == 0
    where = key(tag_for(DUEL), "outbox")
    found = await entrance.call("XRANGE", where, "-", "+", key=where)
    told = [Fact.FromString(words[3]).season for _, words in found]
    assert [(one.name.rpartition("/")[2], one.ended, one.at_s) for one in told] == [
        ("spring", False, SPRING.begins_s),
        ("spring", True, SPRING.ends_s),
        ("summer", False, SUMMER.begins_s),
    ]


@pytest.mark.usefixtures("two_seasons")
async def test_a_board_that_was_packed_reads_as_before(
    entrance: Gatherer, standings: StandingStore, settlement: Settlement, proof: Proof
) -> None:
    players = ["players/ann", "players/nobody", "players/bob"]
    for number in range(30):
        places = [1, 2] if number % 3 else [2, 1]
        await settlement.settle(
            result(40 + number, ["cat", "dan"], places, ended_at_s=SPRING.begins_s + number)
        )

    async def shown() -> list[object]:
        spring = SPRING.begins_s
        pages = [
            await standings.page(DUEL, start, size, season=spring, around=around, everyone=everyone)
            for start, size, around in ((0, 10, ""), (1, 2, ""), (0, 1, "players/cat"), (0, 2, "players/eve"))
            for everyone in (False, True)
        ]
        return [*pages, await standings.members(DUEL, [*players, "players/cat"], spring)]

    before = await shown()
    await calendar(entrance, SPRING.ends_s + DAY - 1).look()
    assert await CopyStore(entrance)._scores(board_keys(DUEL, 0, SPRING.begins_s)[2])
    await calendar(entrance, SPRING.ends_s + DAY).look()
    assert not await CopyStore(entrance)._scores(board_keys(DUEL, 0, SPRING.begins_s)[2])
    assert await shown() == before
    assert (await proof()).differences == []
    assert not await PackedStore(entrance).pack(DUEL, SPRING.begins_s)


@pytest.mark.usefixtures("two_seasons")
async def test_an_annulment_reaches_a_packed_season(
    entrance: Gatherer, annulment: Annulment, standings: StandingStore, proof: Proof
) -> None:
    assert await PackedStore(entrance).pack(DUEL, SPRING.begins_s)
    packed = await standings.page(DUEL, 0, 10, season=SPRING.begins_s, everyone=True)
    await annulment.annul(table_name(10), "A fault.", SUMMER.begins_s + 9)
    page = await standings.page(DUEL, 0, 10, season=SPRING.begins_s, everyone=True)
    assert page is not None
    assert page != packed
    assert (await proof()).differences == []


@pytest.mark.usefixtures("two_seasons")
async def test_a_packed_season_whose_only_table_is_annulled_is_empty(
    entrance: Gatherer, annulment: Annulment, settlement: Settlement, standings: StandingStore
) -> None:
    assert await PackedStore(entrance).pack(DUEL, SUMMER.begins_s)
    packed = await standings.page(DUEL, 0, 10, season=SUMMER.begins_s, everyone=True)
    assert packed is not None
    assert packed.total == 2
    await annulment.annul(table_name(12), "A fault.", SUMMER.begins_s + 9)
    page = await standings.page(DUEL, 0, 10, season=SUMMER.begins_s, everyone=True)
    assert page is not None
    assert page.total == 0
