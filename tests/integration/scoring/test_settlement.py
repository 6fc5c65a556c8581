"""One finished table, told once or a thousand times, by one reader or several that die: one effect."""

from __future__ import annotations

import asyncio

import pytest

from nurselog.api.common.v1.score_pb2 import Result
from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.api.scoring.v1.scoring_service_pb2 import TableResult
from nurselog.chassis.gatherer import Gatherer
from nurselog.scoring.board_store import BoardStore
from nurselog.scoring.copy_store import CopyStore
from nurselog.scoring.ladder_store import LadderStore
from nurselog.scoring.ladders import Posting, advance, enter, imported
from nurselog.scoring.model import Strength
from nurselog.scoring.results_store import ResultsStore
from nurselog.scoring.settlement import Settlement
from nurselog.scoring.verdicts import Contest, judge
from tests.integration.scoring.conftest import Proof
from tests.support.results import NOON, result, table_name

DUEL = "forest_sky.duel"


async def test_a_rated_duel_moves_both_and_is_remembered(
    settlement: Settlement, ladders: LadderStore, results: ResultsStore, proof: Proof
) -> None:
    told = await settlement.settle(result(1, ["ann", "bob"], [1, 2]))
    assert (told.ladder, told.unrated_reason) == ("ladders/forest_sky.duel", "")
    assert [(c.player, c.rating_before, c.rating_after) for c in told.changes] == [
        ("players/ann", 1500, 1639),
        ("players/bob", 1500, 1361),
    ]
    assert await results.find(table_name(1)) == told
    assert await ladders.names() == [DUEL]
    assert (await results.history("players/bob", 10, None)).tables == (table_name(1),)
    assert await results.ladders("players/bob") == [DUEL]
    assert (await proof()).sound


async def test_a_thousand_deliveries_equal_one(
    settlement: Settlement, ladders: LadderStore, copies: CopyStore, results: ResultsStore, proof: Proof
) -> None:
    finished = result(1, ["ann", "bob", "cat"], [2, 1, 3])
    told = await asyncio.gather(*(settlement.settle(finished) for _ in range(1000)))
    assert all(one == told[0] for one in told)
    ratings = await copies.ratings("forest_sky.table")
    assert {rating.games for rating in ratings.values()} == {1}
    assert len((await results.history("players/ann", 10, None)).tables) == 1
    report = await proof()
    assert (report.entries, report.results, report.sound) == (1, 1, True)


async def test_many_tables_at_once_are_each_rated_once(
    settlement: Settlement, ladders: LadderStore, copies: CopyStore, proof: Proof
) -> None:
    players = ["ann", "bob", "cat", "dan"]
    tables = [
        result(
            number,
            [players[number % 4], players[(number + 1 + number % 3) % 4]],
            [1, 2],
            ended_at_s=NOON + number,
        )
        for number in range(60)
    ]
    await asyncio.gather(*(settlement.settle(one) for one in [*tables, *reversed(tables)]))
    ratings = await copies.ratings(DUEL)
    assert sum(rating.games for rating in ratings.values()) == 120
    assert [entry.seq async for entry in ladders.ledger(DUEL)] == list(range(1, 61))
    report = await proof()
    assert report.differences == []
    assert (report.rated, report.entries) == (60, 60)


async def test_a_rating_that_moved_since_it_was_read_is_read_again(
    ladders: LadderStore, copies: CopyStore
) -> None:
    first, second = judge(result(1, ["ann", "bob"], [1, 2])), judge(result(2, ["ann", "cat"], [1, 2]))
    assert isinstance(first, Contest)
    assert isinstance(second, Contest)
    stale = enter(second, {})
    entry = enter(first, {})
    await ladders.settle(DUEL, Posting((entry,), advance(entry, {})), {})
    answer = await ladders.settle(DUEL, Posting((stale,), advance(stale, {})), {})
    assert repr(answer) == "Conflict(player='players/ann')"
    assert "players/cat" not in await copies.ratings(DUEL)


@pytest.mark.parametrize("step", [1, 2])
async def test_a_reader_that_died_between_two_effects_is_followed_by_one_that_does_the_rest(
    step: int, settlement: Settlement, ladders: LadderStore, entrance: Gatherer, proof: Proof
) -> None:
    finished = result(1, ["ann", "bob"], [1, 2])
    dying = Settlement(ladders, _Dying(entrance, step), BoardStore(entrance))
    with pytest.raises(ConnectionResetError):
        await dying.settle(finished)
    assert not (await proof()).sound
    await settlement.settle(finished)
    report = await proof()
    assert report.differences == []
    assert report.entries == 1


async def test_a_bot_without_a_rating_makes_the_table_unrated_for_good(
    settlement: Settlement, ladders: LadderStore, proof: Proof
) -> None:
    finished = result(1, ["ann", "bots/random"], [1, 2])
    told = await settlement.settle(finished)
    assert (told.ladder, told.unrated_reason, len(told.changes)) == ("", "bot_without_rating", 0)
    entry = imported("bots/random", "Random", Strength(12, 2), NOON, "calibration 1")
    await ladders.settle(DUEL, Posting((entry,), advance(entry, {})), {})
    assert (await settlement.settle(finished)) == told
    later = await settlement.settle(result(2, ["ann", "bots/random"], [1, 2]))
    assert later.ladder == f"ladders/{DUEL}"
    assert [change.player for change in later.changes] == ["players/ann", "bots/random"]
    report = await proof()
    assert report.differences == []


async def test_an_import_counts_once(ladders: LadderStore) -> None:
    entry = imported("bots/random", "Random", Strength(12, 2), NOON, "calibration 1")
    answers = [await ladders.settle(DUEL, Posting((entry,), advance(entry, {})), {}) for _ in range(3)]
    assert [type(answer).__name__ for answer in answers] == ["Applied", "Replayed", "Replayed"]


@pytest.mark.parametrize(
    ("finished", "reason"),
    [
        (result(1, ["ann", "bob"], [1, 2], rated=False), "not_asked"),
        (result(1, ["ann"], [1], game="cabin_by_the_sea"), "solo"),
        (result(1, ["ann", "bob"], [1, 2], aborted=True), "aborted"),
        (result(1, ["ann", "bob"], [], aborted=True), "aborted"),
    ],
)
async def test_an_unrated_table_is_kept_with_its_reason(
    finished: Result, reason: str, settlement: Settlement, ladders: LadderStore, proof: Proof
) -> None:
    told = await settlement.settle(finished)
    assert (told.ladder, told.unrated_reason) == ("", reason)
    assert await ladders.names() == []
    assert (await proof()).sound


async def test_teams_have_a_ladder_of_their_own(
    settlement: Settlement, ladders: LadderStore, copies: CopyStore
) -> None:
    await settlement.settle(result(1, ["ann", "bob", "cat", "dan"], [1, 2, 1, 2], teams=[[0, 2], [1, 3]]))
    ratings = await copies.ratings("forest_sky.teams")
    assert ratings["players/cat"].strength.mu == pytest.approx(27.038090, abs=1e-6)


class _Dying(ResultsStore):
    """A store whose reader dies before (1) or after (2) the result is kept."""

    def __init__(self, entrance: Gatherer, step: int) -> None:
        super().__init__(entrance)
        self._step = step

    async def keep(self, document: TableResult, fact: Fact | None = None) -> bool:
        if self._step == 1:
            raise ConnectionResetError
        return await super().keep(document, fact)

    async def enter_history(self, player: str, table: str, ended_at_s: int, ladder: str) -> None:
        raise ConnectionResetError
