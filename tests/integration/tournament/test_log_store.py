"""The log of a tournament in the store: one version after the other, each change and its mark once."""

from __future__ import annotations

import asyncio

from nurselog.api.log.v1.tournament_pb2 import TournamentCommit
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import key, new_table_id, tag_of
from nurselog.tournament import changes
from nurselog.tournament.log_store import Committed, Draft, Fenced, LogStore, Stale

LONG_MS = 60_000


def named(text: str) -> str:
    return new_table_id(text.encode())


def draft(after: int, **more: object) -> Draft:
    return Draft(commit=TournamentCommit(changes=[changes.trouble(f"v{after}")]), after=after, **more)  # type: ignore[arg-type]


async def test_versions_follow_each_other_without_a_gap(logs: LogStore) -> None:
    name = named("gap")

    answers = [await logs.commit(name, draft(after)) for after in range(3)]

    assert [one.version for one in answers if isinstance(one, Committed)] == [1, 2, 3]
    assert [one.version for one in await logs.read(name)] == [1, 2, 3]
    assert [one.commit.changes[0].trouble for one in await logs.read(name, after=1)] == ["v1", "v2"]
    assert [one.version for one in await logs.read(name, upto=2)] == [1, 2]


async def test_who_is_behind_or_ahead_is_stale(logs: LogStore) -> None:
    name = named("stale")
    await logs.commit(name, draft(0))

    assert await logs.commit(name, draft(0)) == Stale(1)
    assert await logs.commit(name, draft(7)) == Stale(1)


async def test_of_many_at_once_one_wins(logs: LogStore) -> None:
    name = named("race")

    answers = await asyncio.gather(*(logs.commit(name, draft(0)) for _ in range(20)))

    assert sum(isinstance(one, Committed) for one in answers) == 1
    assert len(await logs.read(name)) == 1


async def test_a_director_whose_lease_was_taken_over_changes_nothing(
    logs: LogStore, entrance: Gatherer
) -> None:
    name = named("lease")
    first = await logs.lease(name, "one", LONG_MS)
    assert await logs.lease(name, "two", LONG_MS) == 0
    assert await logs.lease(name, "one", LONG_MS) == first
    await logs.release(name, "one")
    second = await logs.lease(name, "two", LONG_MS)

    assert second > first
    assert await logs.commit(name, draft(0, token=first)) == Fenced()
    assert isinstance(await logs.commit(name, draft(0, token=second)), Committed)
    where = key(tag_of(name), "tournament", name, "lease")
    await entrance.call("DEL", where, key=where)
    assert await logs.commit(name, draft(1, token=second)) == Fenced()


async def test_every_commit_wakes_the_director_until_it_says_that_nothing_is_left(logs: LogStore) -> None:
    name = named("due")
    await logs.commit(name, draft(0))
    now_ms, due = await logs.due(10)
    assert due == [name]

    assert await logs.settle(name, 1, None)
    assert (await logs.due(10))[1] == []
    await logs.commit(name, draft(1))
    assert not await logs.settle(name, 1, None)
    assert (await logs.due(10))[1] == [name]
    assert await logs.settle(name, 2, now_ms + LONG_MS)
    assert (await logs.due(10))[1] == []


async def test_facts_are_told_with_the_commit_or_not_at_all(logs: LogStore, entrance: Gatherer) -> None:
    name = named("facts")
    where = key(tag_of(name), "outbox")
    await logs.commit(name, draft(0, facts=[("round_published", b"one")]))
    await logs.commit(name, draft(0, facts=[("round_published", b"two")]))

    told = await entrance.call("XRANGE", where, "-", "+", key=where)

    assert [fields for _, fields in told] == [[b"kind", b"round_published", b"fact", b"one"]]


async def test_pages_go_through_all_partitions_the_newest_first(logs: LogStore) -> None:
    names = [named(f"page {number}") for number in range(30)]
    for name in names:
        await logs.commit(name, draft(0))

    found: list[tuple[int, str]] = []
    while page := await logs.page(7, found[-1] if found else None):
        found += page

    assert sorted(name for _, name in found) == sorted(names)
    assert found == sorted(found, reverse=True)


async def test_presence_counts_for_a_while_and_remembers_since_when(
    logs: LogStore, entrance: Gatherer
) -> None:
    name = named("present")
    await logs.present(name, "players/ann", LONG_MS)
    first = await logs.who(name)
    await logs.present(name, "players/ann", LONG_MS)

    assert await logs.who(name) == first
    where = key(tag_of(name), "tournament", name, "present")
    await entrance.call("ZADD", where, 1, "players/ann", key=where)
    assert await logs.who(name) == {}
