"""Field masks: what a path names becomes what was sent, and everything beside it stays."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from google.protobuf.descriptor import Descriptor

from nurselog.api.tournament.v1 import tournament_pb2 as pb
from nurselog.tournament.masks import assign, leads

BEFORE = pb.Tournament(
    title="Club evening",
    description="At noon.",
    tables=pb.TableTerms(game="games/forest_sky", seat_counts=[2, 3], options={"expert": "on"}),
    stages=[pb.Stage(swiss=pb.Swiss(rounds=5), title="Swiss")],
    entry=pb.EntryTerms(max_entrants=8, separate_clubs=True),
    schedule=pb.Schedule(manual=True, round_s=60, break_s=5),
)
BEFORE.tables.clock.reserve.initial_ms = 300_000
BEFORE.schedule.start_time.FromSeconds(1_900_000_000)
AFTER = pb.Tournament(
    title="Finals",
    tables=pb.TableTerms(game="games/orca_isles", seat_counts=[4], options={"goal": "9"}),
    stages=[pb.Stage(arena=pb.Arena(duration_s=60))],
    entry=pb.EntryTerms(late_rounds=1),
    schedule=pb.Schedule(round_s=90),
)
AFTER.tables.clock.per_turn.time_ms = 7


def paths(message: Descriptor = pb.Tournament.DESCRIPTOR, above: str = "", depth: int = 4) -> Iterator[str]:
    for field in message.fields:
        here = f"{above}{field.name}"
        yield here
        if depth and field.message_type is not None and not field.is_repeated:
            yield from paths(field.message_type, f"{here}.", depth - 1)


def at(message: object, path: str) -> object:
    for name in path.split("."):
        message = getattr(message, name)
    return message


def changed(path: str) -> pb.Tournament:
    result = pb.Tournament()
    result.CopyFrom(BEFORE)
    assign(result, AFTER, path)
    return result


def apart(one: str, other: str) -> bool:
    return not f"{one}.".startswith(f"{other}.") and not f"{other}.".startswith(f"{one}.")


@pytest.mark.parametrize("path", sorted(paths()))
def test_what_a_path_names_changes_and_nothing_beside_it(path: str) -> None:
    result = changed(path)

    assert leads(pb.Tournament.DESCRIPTOR, path)
    assert at(result, path) == at(AFTER, path)
    kind = ("tables.clock.",)  # one kind of clock excludes the others
    beside = [
        one for one in paths() if apart(one, path) and not (one.startswith(kind) and path.startswith(kind))
    ]
    assert [one for one in beside if at(result, one) != at(BEFORE, one)] == []


def test_a_path_into_a_message_leaves_the_rest_of_it() -> None:
    schedule = changed("schedule.round_s").schedule

    assert (schedule.manual, schedule.round_s, schedule.break_s) == (True, 90, 5)
    assert schedule.start_time.seconds == 1_900_000_000


def test_a_whole_message_replaces_the_whole() -> None:
    assert changed("schedule").schedule == pb.Schedule(round_s=90)


def test_what_is_named_and_not_set_is_cleared() -> None:
    assert not changed("schedule.start_time").schedule.HasField("start_time")
    assert changed("description").description == ""
    assert changed("schedule.break_s").schedule.break_s == 0


def test_one_kind_takes_the_place_of_another() -> None:
    assert changed("tables.clock.per_turn").tables.clock.WhichOneof("kind") == "per_turn"


def test_a_message_of_which_nothing_is_set_is_there_all_the_same() -> None:
    target, source = pb.Tournament(), pb.Tournament()
    source.tables.clock.per_turn.SetInParent()

    assign(target, source, "tables.clock.per_turn")

    assert target.tables.clock.WhichOneof("kind") == "per_turn"


@pytest.mark.parametrize(
    "path",
    ["", "nothing", "schedule.", ".schedule", "schedule.nothing", "title.x", "stages.swiss", "stages.0",
     "tables.options.expert", "schedule.roundS"],
)  # fmt: skip
def test_a_path_that_leads_nowhere(path: str) -> None:
    assert not leads(pb.Tournament.DESCRIPTOR, path)
