"""Every answer of `commit`, on every adapter."""

from __future__ import annotations

import struct
import time

import pytest

from nurselog.engine.address import Status
from nurselog.engine.log import (
    Ahead,
    Amendment,
    Committed,
    Draft,
    Due,
    Fenced,
    Late,
    Logged,
    Missing,
    Replayed,
    Stale,
    Tale,
    Told,
    TurnFact,
)
from tests.support.log_bench import Bench, draft, fresh_address, opening


async def test_ok_appends_at_the_next_version_with_server_time(bench: Bench) -> None:
    table = fresh_address()
    await bench.log.create(table, opening())
    before = time.time() * 1000
    first = await bench.log.commit(table, draft(-1))
    second = await bench.log.commit(table, draft(0))
    assert isinstance(first, Committed)
    assert isinstance(second, Committed)
    assert (first.version, second.version) == (0, 1)
    assert before - 1000 < first.at_ms <= second.at_ms < before + 10_000
    tale = await bench.log.read(table)
    assert isinstance(tale, Tale)
    assert tale.version == 1
    assert tale.entries == (Logged(0, first.at_ms, b"move 0"), Logged(1, second.at_ms, b"move 1"))


async def test_replayed_gives_the_first_answer_again(bench: Bench) -> None:
    table = fresh_address()
    await bench.log.create(table, opening())
    await bench.log.commit(table, draft(-1))
    first = await bench.log.commit(table, draft(0, "req a", seat=1))
    again = await bench.log.commit(table, draft(0, "req a", seat=1))
    assert isinstance(first, Committed)
    assert again == Replayed(1, first.at_ms)
    assert isinstance(await bench.log.commit(table, draft(1, "req a", seat=0)), Committed)


async def test_replayed_wins_over_stale_and_late(bench: Bench) -> None:
    table = fresh_address()
    await bench.log.create(table, opening())
    await bench.log.commit(table, draft(-1, "a"))
    await bench.log.commit(table, draft(0, "b", seat=1))
    late = Draft(epoch="e1", after=-1, commit=b"x", seat=0, request="a", not_after_ms=1)
    assert isinstance(await bench.log.commit(table, late), Replayed)


async def test_stale_tells_how_far_the_log_is_and_changes_nothing(bench: Bench) -> None:
    table = fresh_address()
    await bench.log.create(table, opening())
    await bench.log.commit(table, draft(-1))
    await bench.log.commit(table, draft(0))
    assert await bench.log.commit(table, draft(-1, "other")) == Stale(1)
    tale = await bench.log.read(table)
    assert isinstance(tale, Tale)
    assert len(tale.entries) == 2


async def test_ahead_when_the_log_lost_what_the_writer_knows(bench: Bench) -> None:
    table = fresh_address()
    await bench.log.create(table, opening())
    for version in range(4):
        await bench.log.commit(table, draft(version - 1))
    await bench.lose_after(table, 1)
    assert await bench.log.commit(table, draft(3)) == Ahead(1)
    assert isinstance(await bench.log.commit(table, draft(1)), Committed)


async def test_fenced_when_the_epoch_is_another(bench: Bench) -> None:
    table = fresh_address()
    await bench.log.create(table, opening(epoch="e1"))
    assert await bench.log.commit(table, draft(-1, epoch="e0")) == Fenced("e1")


async def test_late_only_after_the_movers_own_deadline(bench: Bench) -> None:
    table = fresh_address()
    await bench.log.create(table, opening())
    await bench.log.commit(table, draft(-1))
    now = int(time.time() * 1000)
    late = Draft(epoch="e1", after=0, commit=b"x", seat=0, not_after_ms=now - 1000)
    answer = await bench.log.commit(table, late)
    assert isinstance(answer, Late)
    assert answer.at_ms >= now - 50
    in_time = Draft(epoch="e1", after=0, commit=b"x", seat=0, not_after_ms=now + 60_000)
    assert isinstance(await bench.log.commit(table, in_time), Committed)


async def test_missing_when_there_is_no_table(bench: Bench) -> None:
    assert await bench.log.commit(fresh_address(), draft(-1)) == Missing()


async def test_the_start_is_stale_if_the_seats_changed(bench: Bench) -> None:
    table = fresh_address()
    await bench.log.create(table, opening())
    await bench.log.amend(table, Amendment(epoch="e1", revision=0, seating=b"others"))
    start = Draft(epoch="e1", after=-1, commit=b"@setup", revision=0, status=Status.PLAYING)
    assert await bench.log.commit(table, start) == Stale(-1)


@pytest.mark.parametrize(
    ("due", "expected"),
    [(Due(after_ms=60_000), 60_000), (Due(after_ms=60_000, at_ms=10**15), 60_000), (Due(at_ms=77), None)],
)
async def test_the_deadline_is_set_from_the_time_of_the_commit(
    bench: Bench, due: Due, expected: int | None
) -> None:
    table = fresh_address()
    await bench.log.create(table, opening())
    answer = await bench.log.commit(table, Draft(epoch="e1", after=-1, commit=b"x", due=due))
    assert isinstance(answer, Committed)
    assert answer.due_ms == (77 if expected is None else answer.at_ms + expected)
    assert await bench.deadline(table) == answer.due_ms


async def test_a_commit_without_due_time_clears_the_deadline(bench: Bench) -> None:
    table = fresh_address()
    await bench.log.create(table, opening())
    await bench.log.commit(table, Draft(epoch="e1", after=-1, commit=b"x", due=Due(after_ms=60_000)))
    await bench.log.commit(table, draft(0))
    assert await bench.deadline(table) is None


async def test_mend_corrects_the_deadline_of_that_version_only(bench: Bench) -> None:
    table = fresh_address()
    await bench.log.create(table, opening())
    await bench.log.commit(table, draft(-1))
    await bench.log.mend(table, "e1", 0, 123)
    assert await bench.deadline(table) == 123
    await bench.log.mend(table, "e1", 1, 999)
    await bench.log.mend(table, "e0", 0, 999)
    assert await bench.deadline(table) == 123
    await bench.log.mend(table, "e1", 0, None)
    assert await bench.deadline(table) is None


async def test_finishing_tells_the_result_and_waits_for_the_archive(bench: Bench) -> None:
    table = fresh_address()
    await bench.log.create(table, opening())
    await bench.log.commit(
        table, Draft(epoch="e1", after=-1, commit=b"x", status=Status.PLAYING, due=Due(after_ms=9))
    )
    assert not await bench.waits_for_archive(table)
    result = Told("finished", b"result of " + table.table_id.encode())
    end = await bench.log.commit(
        table, Draft(epoch="e1", after=0, commit=b"y", status=Status.FINISHED, outcome=b"won", facts=[result])
    )
    assert isinstance(end, Committed)
    assert await bench.waits_for_archive(table)
    assert ("finished", result.payload) in await bench.outbox(table)
    assert await bench.deadline(table) is None
    tale = await bench.log.read(table)
    assert isinstance(tale, Tale)
    assert (tale.status, tale.ended_ms, tale.outcome) == (Status.FINISHED, end.at_ms, b"won")


async def test_a_turn_is_told_with_its_due_time_when_the_deadline_is_sooner(bench: Bench) -> None:
    table = fresh_address()
    await bench.log.create(table, opening())
    name = table.table_id.encode()

    async def commit(after: int, due: Due, *, always: bool = False) -> int | None:
        turn = TurnFact(name + b"%d" % (after + 1) + bytes(8), always)
        answer = await bench.log.commit(
            table, Draft(epoch="e1", after=after, commit=b"x", due=due, turn=turn)
        )
        assert isinstance(answer, Committed)
        return answer.due_ms

    first = await commit(-1, Due(after_ms=60_000))
    await commit(0, Due(after_ms=90_000))
    sooner = await commit(1, Due(after_ms=10_000))
    always = await commit(2, Due(after_ms=20_000), always=True)
    turns = [
        payload for kind, payload in await bench.outbox(table) if kind == "turn" and payload.startswith(name)
    ]
    wanted = [(0, first), (2, sooner), (3, always)]
    assert turns == [name + b"%d" % version + struct.pack("<d", due) for version, due in wanted]


@pytest.mark.parametrize("ack", ["memory", "disk"])
async def test_acks_that_one_server_can_give(bench: Bench, ack: str) -> None:
    table = fresh_address()
    await bench.log.create(table, opening())
    assert isinstance(await bench.log.commit(table, draft(-1), ack), Committed)  # type: ignore[arg-type]
