from __future__ import annotations

import pytest

from nurselog.matchmaking.unwanted import Sitting, Unwanted

TABLE = "games/forest_sky/tables/e0-k3v9q2ma"


@pytest.mark.parametrize("thing", [Unwanted(TABLE), Unwanted(TABLE, Sitting(1, 7, "players/eve"))])
def test_what_is_unwanted_is_kept_as_text(thing: Unwanted) -> None:
    assert Unwanted.decode(thing.encode()) == thing


def test_a_table_is_kept_by_its_name_alone() -> None:
    assert Unwanted(TABLE).encode() == TABLE
