from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from nurselog.chassis.addresses import parse_engines
from nurselog.cli.plan import Wishes, make_plan

WISHES = Wishes(data=Path("/data"), redis_url="redis://store:1/0", http_port=8080, grpc_port=9090)
GAMES = ("cabin_by_the_sea", "forest_sky")


@pytest.fixture
def free_port() -> Callable[[], int]:
    ports: Iterator[int] = count(7000)
    return lambda: next(ports)


def test_each_service_and_each_game_is_a_process(free_port: Callable[[], int]) -> None:
    plan = make_plan(WISHES, GAMES, free_port)

    names = [process.name for process in plan.processes]
    services = ["matchmaking", "scoring", "tournament", "clock", "bots", "gateway"]
    assert names == ["engine-cabin_by_the_sea", "engine-forest_sky", *services]
    assert len({process.address for process in plan.processes}) == len(names)


def test_every_process_is_told_where_the_others_are(free_port: Callable[[], int]) -> None:
    plan = make_plan(WISHES, GAMES, free_port)
    by_name = {process.name: process for process in plan.processes}

    for process in plan.processes:
        engines = parse_engines(process.env["NURSELOG_ENGINES"])
        assert {game: by_name[f"engine-{game}"].address for game in GAMES} == {
            game: address for game, (address,) in engines.items()
        }
        assert process.env["NURSELOG_MATCHMAKING"] == by_name["matchmaking"].address
        assert process.env["NURSELOG_SCORING"] == by_name["scoring"].address
        assert process.env["NURSELOG_TOURNAMENT"] == by_name["tournament"].address
        assert process.env["NURSELOG_CLOCK"] == by_name["clock"].address
        assert process.env["NURSELOG_CLOCK_GATEWAYS"] == plan.grpc_address
        assert process.env["REDIS_URL"] == "redis://store:1/0"


def test_each_process_listens_where_the_others_expect_it(free_port: Callable[[], int]) -> None:
    plan = make_plan(WISHES, GAMES, free_port)

    for process in plan.processes:
        variable = "NURSELOG_HTTP_PORT" if process.name == "gateway" else "NURSELOG_PORT"
        assert process.address == f"127.0.0.1:{process.env[variable]}"


def test_port_0_takes_a_free_one(free_port: Callable[[], int]) -> None:
    wishes = Wishes(data=Path("/data"), redis_url="redis://store:1/0", http_port=0, grpc_port=0)

    plan = make_plan(wishes, GAMES, free_port)

    assert {plan.http_port, plan.grpc_port} == {7000, 7001}


def test_all_in_one_is_one_process(free_port: Callable[[], int]) -> None:
    wishes = Wishes(data=Path("/data"), redis_url="r", http_port=8080, grpc_port=9090, all_in_one=True)

    (process,) = make_plan(wishes, GAMES, free_port).processes

    assert process.argv[-1] == "nurselog.cli.all_in_one"
    assert set(parse_engines(process.env["NURSELOG_ENGINES"])) == set(GAMES)
