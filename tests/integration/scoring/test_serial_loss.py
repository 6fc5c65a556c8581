"""Tables over days that run out one after the other: the first counts, the rest do not."""

from __future__ import annotations

import pytest

from nurselog.api.common.v1.score_pb2 import EndedBy, Result
from nurselog.scoring.copy_store import CopyStore
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
