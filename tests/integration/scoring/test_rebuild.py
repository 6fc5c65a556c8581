"""Ratings made again from archived results: what differs is told, and mended on demand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from redis.exceptions import ResponseError

from nurselog.api.common.v1.score_pb2 import Result
from nurselog.api.game.v1.table_pb2 import Table
from nurselog.api.log.v1.archive_pb2 import ArchivedTable
from nurselog.chassis.errors import Refusal
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import key
from nurselog.scoring.copy_store import CopyStore
from nurselog.scoring.model import Strength
from nurselog.scoring.settings import ScoringSettings
from nurselog.scoring.settlement import Settlement
from nurselog.scoring.standing_store import StandingStore
from nurselog.scoring.tools import add_season, annul_result, import_bot, rebuilt
from tests.integration.scoring.conftest import Proof
from tests.support.results import NOON, result, table_name

DUEL = "forest_sky.duel"


def archive(root: Path, *results: Result) -> None:
    for one in results:
        table = Table(
            name=one.table,
            seats=one.seats,
            options=one.options,
            rules_version=one.rules_version,
            rated=one.rated,
            outcome=one.outcome,
        )
        _, game, _, table_id = one.table.split("/")
        path = root / game / table_id[:2] / f"{table_id}.table"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(ArchivedTable(table=table).SerializeToString())


@pytest.fixture
async def tables(settlement: Settlement, tmp_path: Path) -> list[Result]:
    """Twelve settled and archived tables of three players."""
    players = ["ann", "bob", "cat"]
    made = [result(n, [players[n % 3], players[(n + 1) % 3]], [1, 2], ended_at_s=NOON + n) for n in range(12)]
    for one in made:
        await settlement.settle(one)
    archive(tmp_path, *made)
    return made


async def test_a_sound_house_is_told_so(tables: list[Result], entrance: Gatherer, tmp_path: Path) -> None:
    report = await rebuilt(entrance, tmp_path, apply=False)
    assert (report.sound, report.archived, report.entries) == (True, len(tables), len(tables))
    assert (await rebuilt(entrance, tmp_path / "nowhere", apply=False)).sound


async def test_an_archived_table_without_its_result_or_with_another_is_told(
    tables: list[Result], entrance: Gatherer, tmp_path: Path
) -> None:
    unknown, other = result(50, ["ann", "bob"], [1, 2]), result(3, ["ann", "bob"], [2, 1])
    archive(tmp_path, unknown, other)
    report = await rebuilt(entrance, tmp_path, apply=False)
    assert report.differences == [
        sentence
        for one, sentence in sorted(
            [
                (unknown.table, f"{unknown.table}: is in the archive, but has no result."),
                (other.table, f"{other.table}: the archive tells another result."),
            ]
        )
    ]


@pytest.mark.usefixtures("tables")
async def test_ratings_and_boards_that_differ_are_made_anew(
    entrance: Gatherer, copies: CopyStore, standings: StandingStore, tmp_path: Path, proof: Proof
) -> None:
    right = await copies.ratings(DUEL)
    where = key(DUEL, "ratings", "0")
    spoiled = replace(right["players/ann"], strength=Strength(99, 1))
    await entrance.call("HSET", where, "players/ann", spoiled.encode(), key=where)
    await entrance.call("ZADD", key(DUEL, "listed", "0", "0"), 1, "players/eve", key=where)
    told = await rebuilt(entrance, tmp_path, apply=False)
    assert (told.sound, told.different, told.mended) == (False, {DUEL}, [])
    mended = await rebuilt(entrance, tmp_path, apply=True)
    assert (mended.sound, mended.mended) == (True, [DUEL])
    assert await copies.ratings(DUEL) == right
    row = await standings.standing(DUEL, "players/ann")
    assert row is not None
    assert row.rating == right["players/ann"]
    assert (await proof()).differences == []


@pytest.mark.usefixtures("tables")
async def test_an_annulment_at_the_terminal(entrance: Gatherer, tmp_path: Path) -> None:
    name = f"results/forest_sky/{table_name(4).rpartition('/')[2]}"
    document = await annul_result(entrance, ScoringSettings(), name, "A fault.", NOON + 99)
    assert document.annul_reason == "A fault."
    report = await rebuilt(entrance, tmp_path, apply=False)
    assert (report.sound, report.annulled) == (True, 1)


async def test_imports_and_seasons_at_the_terminal(entrance: Gatherer) -> None:
    settings = ScoringSettings()
    made = await import_bot(entrance, settings, DUEL, "bots/random", (900, 60), source="a test", name="")
    assert (made.name, made.games) == ("Random", 0)
    season = await add_season(entrance, DUEL, "2037", "", (2_114_380_800, 2_145_916_800))
    assert season.title == "2037"
    with pytest.raises(Refusal) as refused:
        await add_season(entrance, DUEL, "2036", "", (2_145_916_800, 2_114_380_800))
    assert refused.value.field == "season.end_time"
    with pytest.raises(Refusal) as refused:
        await import_bot(entrance, settings, "chess", "bots/random", (900, 60), source="a test", name="")
    assert refused.value.reason == "LADDER_NOT_FOUND"


async def test_a_ladder_s_functions_are_one_library(entrance: Gatherer) -> None:
    with pytest.raises(ResponseError):
        await entrance.fcall("nurselog_no_such_function", [key(DUEL, "meta")])
