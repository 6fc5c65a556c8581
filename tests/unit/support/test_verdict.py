"""The judge of the chaos tests is judged: each broken promise is found."""

from __future__ import annotations

from dataclasses import replace

from nurselog.api.log.v1.commit_pb2 import Commit
from tests.support.clients import Seen
from tests.support.robust import Acked, History
from tests.support.verdict import broken_log, broken_promises

TABLE = "games/forest_sky/tables/e0-k3v9q2ma"
END = {"state": "TABLE_STATE_FINISHED"}
LOG = {
    0: Commit(seat=-1, move="@setup"),
    1: Commit(seat=0, move="d", request_id="r0"),
    2: Commit(seat=0, move="p.h7.a", request_id="r1"),
}
ACKED = Acked(table=TABLE, seat=0, decision=0, request_id="r0", notation="d", version=1)


def history(*kinds: tuple[str, int], acked: tuple[Acked, ...] = (ACKED,)) -> History:
    updates = [Seen(kind, version, "") for kind, version in kinds]
    return History(TABLE, [*updates[:-1], replace(updates[-1], view=END)], list(acked))


KEPT = history(("SNAPSHOT", 0), ("STEP", 1), ("STEP", 2))


def test_kept_promises_are_no_news() -> None:
    assert list(broken_promises(KEPT, LOG)) == []
    assert list(broken_log(TABLE, LOG)) == []


def test_an_acknowledged_move_that_is_lost() -> None:
    problems = list(broken_promises(KEPT, {0: LOG[0]}))

    assert "is not in the log" in problems[0]


def test_an_acknowledged_move_that_became_another() -> None:
    other = {**LOG, 1: Commit(seat=0, move="t", request_id="r0")}

    assert any("is not what stands there" in problem for problem in broken_promises(KEPT, other))


def test_a_move_that_stands_twice() -> None:
    twice = {**LOG, 3: LOG[1]}

    assert any("stands in the log at [1, 3]" in problem for problem in broken_promises(KEPT, twice))
    assert any("was committed 2 times" in problem for problem in broken_log(TABLE, twice))


def test_a_decision_that_was_accepted_twice() -> None:
    again = replace(ACKED, request_id="r1", notation="p.h7.a", version=2)
    doubled = history(("SNAPSHOT", 2), acked=(ACKED, again))

    assert any("was accepted 2 times" in problem for problem in broken_promises(doubled, LOG))


def test_a_watcher_with_a_gap() -> None:
    assert any("1 then STEP 3" in p for p in broken_promises(history(("STEP", 1), ("STEP", 3)), LOG))
    assert list(broken_promises(history(("STEP", 1), ("RESYNC", 3)), LOG)) == []
    assert list(broken_promises(history(("STEP", 1), ("HEARTBEAT", 0), ("STEP", 2)), LOG)) == []


def test_a_table_that_did_not_end() -> None:
    endless = History(TABLE, [Seen("SNAPSHOT", 0, "")])

    assert any("did not see its end" in problem for problem in broken_promises(endless, LOG))


def test_a_log_with_a_hole() -> None:
    assert any("has holes" in problem for problem in broken_log(TABLE, {0: LOG[0], 2: LOG[2]}))
