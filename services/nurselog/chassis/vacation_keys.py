"""Where vacations lie in the store: the clock keeps them, engines say at which tables they might count.

All keys of a player share the hash tag of the name; `todo` is one per partition.
"""

from __future__ import annotations

from nurselog.chassis.partitions import TAGS, key, tag_for


def vacations_key(player: str) -> str:
    """The hash of a player's vacations: beginning -> end and request; `revision` -> how often it changed."""
    return key(tag_for(player), "vacations", player)


def tables_key(player: str) -> str:
    """The set of tables at which the player's vacations may count: all such, and some that are over."""
    return key(tag_for(player), "vacations", player, "tables")


def todo_key(player: str) -> str:
    """The sorted set of `{player} {table}` that do not know of all vacations yet, by their revision."""
    return key(tag_for(player), "vacation_todo")


def todo_keys() -> list[str]:
    """The same for all partitions."""
    return [key(tag, "vacation_todo") for tag in TAGS]


def todo_member(player: str, table: str) -> str:
    """What stands in `todo`."""
    return f"{player} {table}"
