from __future__ import annotations

import pytest

from nurselog.chassis.addresses import (
    AddressesUnreadable,
    format_engines,
    game_of,
    parse_engines,
    preferred,
)


def test_replicas_of_each_game_are_read_and_written() -> None:
    text = "forest_sky=a:1|b:2,cabin_by_the_sea=c:3"

    assert dict(parse_engines(text)) == {"forest_sky": ("a:1", "b:2"), "cabin_by_the_sea": ("c:3",)}
    assert format_engines(parse_engines(text)) == text
    assert dict(parse_engines(" ")) == {}


@pytest.mark.parametrize("text", ["forest_sky", "=a:1", "forest_sky=", "forest_sky=|"])
def test_unreadable_addresses_are_named(text: str) -> None:
    with pytest.raises(AddressesUnreadable, match=r"game=host:port"):
        parse_engines(text)


def test_losing_a_replica_moves_only_its_tables() -> None:
    replicas = ["a:1", "b:2", "c:3"]
    tables = [f"games/forest_sky/tables/e0-{number:08d}" for number in range(300)]
    before = {table: preferred(table, replicas)[0] for table in tables}

    after = {table: preferred(table, ["a:1", "c:3"])[0] for table in tables}

    assert {before[table] for table in tables} == set(replicas)
    assert all(after[table] == before[table] for table in tables if before[table] != "b:2")


def test_the_game_of_a_table_is_in_its_name() -> None:
    assert game_of("games/forest_sky/tables/e0-k3v9q2ma") == "forest_sky"
    with pytest.raises(ValueError, match="not the name of a table"):
        game_of("players/g-1")
