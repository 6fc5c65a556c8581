from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.integration.deploy.containers import Containers, services
from tests.unit.deploy.house import games


@pytest.fixture
def containers(tmp_path: Path) -> Iterator[Containers]:
    stack = Containers(tmp_path, services())
    try:
        yield stack
    finally:
        stack.kill()


def test_the_stack_runs_with_exactly_what_the_files_tell_it(containers: Containers) -> None:
    containers.up()

    gateway = f"http://127.0.0.1:{containers.port('gateway', '8080')}"
    assert httpx.get(f"{gateway}/readyz").status_code == 200
    served = httpx.get(f"{gateway}/v1/games").json()["games"]
    assert [game["name"] for game in served] == [f"games/{game}" for game in games()]

    for name in containers.services.keys() - {"store"}:
        metrics = httpx.get(f"http://127.0.0.1:{containers.port(name, '9100')}/metrics").text
        assert f'nurselog_ready{{service="{name.partition("-")[0]}"}} 1.0' in metrics

    assert containers.down() == dict.fromkeys(containers.services, 0)
