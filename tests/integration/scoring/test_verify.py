"""The proof finds what is wrong: each thing that can differ is made to differ."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import key, tag_of
from nurselog.scoring.ladder_store import LadderStore
from nurselog.scoring.ladders import Posting, advance, imported
from nurselog.scoring.ledger import Entry
from nurselog.scoring.model import Strength
from nurselog.scoring.results_store import ResultsStore
from nurselog.scoring.settlement import Settlement
from tests.integration.scoring.conftest import Proof
from tests.support.results import NOON, result, table_name

DUEL = "forest_sky.duel"
TABLE = table_name(1)
TAG = tag_of(TABLE.rpartition("/")[2])
RESULT = key(TAG, "result", TABLE)

Spoil = Callable[[Gatherer], Awaitable[object]]


async def lose_result(store: Gatherer) -> None:
    await store.call("DEL", RESULT, key=RESULT)


async def lose_history(store: Gatherer) -> None:
    where = key("players/ann", "results")
    await store.call("DEL", where, key=where)


async def change_rating(store: Gatherer) -> None:
    where = key(DUEL, "ratings", "0")
    rating = (await LadderStore(store).ratings(DUEL, ["players/ann"]))["players/ann"]
    changed = replace(rating, strength=Strength(rating.strength.mu, rating.strength.sigma + 1e-12))
    await store.call("HSET", where, "players/ann", changed.encode(), key=where)


async def forget_rating(store: Gatherer) -> None:
    where = key(DUEL, "ratings", "0")
    await store.call("HDEL", where, "players/ann", key=where)


async def list_a_provisional_player(store: Gatherer) -> None:
    where = key(DUEL, "listed", "0", "0")
    await store.call("ZADD", where, 1, "players/ann", key=where)


async def change_the_full_board(store: Gatherer) -> None:
    where = key(DUEL, "everyone", "0", "0")
    await store.call("ZADD", where, 1, "players/ann", key=where)


async def change_the_result(store: Gatherer) -> None:
    document = await ResultsStore(store).find(TABLE)
    assert document is not None
    for placement in document.result.outcome.placements:
        placement.place = 3 - placement.place
    await store.call("SET", RESULT, document.SerializeToString(deterministic=True), key=RESULT)


async def enter_the_table_twice(store: Gatherer) -> None:
    where = key(DUEL, "ledger")
    [(_, (_, entry))] = await store.call("XRANGE", where, "1-1", "1-1", key=where)
    await store.call("XADD", where, "9-1", "entry", entry, key=where)


async def forge_an_entry(store: Gatherer) -> None:
    where = key(DUEL, "ledger")
    [(_, (_, data))] = await store.call("XRANGE", where, "1-1", "1-1", key=where)
    entry = Entry.decode(1, data)
    lines = tuple(replace(line, after=Strength(line.after.mu + 1, line.after.sigma)) for line in entry.lines)
    await store.call("DEL", where, key=where)
    await store.call("XADD", where, "1-1", "entry", replace(entry, lines=lines).encode(), key=where)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lose_result, "has no result"),
        (lose_history, "missing in the history of players/ann"),
        (change_rating, "players/ann is not the fold"),
        (forget_rating, "players/ann is not the fold"),
        (list_a_provisional_player, "the board is not the fold"),
        (change_the_full_board, "the full board is not the fold"),
        (change_the_result, "is not what its result says"),
        (enter_the_table_twice, "was entered before"),
        (forge_an_entry, "computes differently now"),
    ],
)
async def test_a_difference_is_found(
    spoil: Spoil, sentence: str, settlement: Settlement, entrance: Gatherer, proof: Proof
) -> None:
    await settlement.settle(result(1, ["ann", "bob"], [1, 2]))
    assert (await proof()).differences == []
    await spoil(entrance)
    report = await proof()
    assert not report.sound
    assert any(sentence in difference for difference in report.differences), report.differences


async def test_a_rated_table_that_no_ladder_knows_is_found(
    settlement: Settlement, entrance: Gatherer, proof: Proof
) -> None:
    await settlement.settle(result(1, ["ann", "bob"], [1, 2]))
    for part in ("ledger", "ratings:0", "listed:0:0", "everyone:0:0"):
        await entrance.call("DEL", key(DUEL, part), key=key(DUEL, part))
    assert "result and ledger disagree" in " ".join((await proof()).differences)


async def test_an_empty_house_and_one_with_imports_are_sound(ladders: LadderStore, proof: Proof) -> None:
    assert (await proof()).sound
    entry = imported("bots/random", "Random", Strength(12, 2), NOON, "calibration 1")
    await ladders.settle(DUEL, Posting((entry,), advance(entry, {})), {})
    report = await proof()
    assert (report.sound, report.entries, report.ratings, report.results) == (True, 1, 1, 0)
