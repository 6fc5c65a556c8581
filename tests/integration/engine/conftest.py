"""Engines of toy games as they run: on a real store, behind real gRPC, in the test's own loop."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from nurselog.chassis.app import App
from nurselog.chassis.config import Settings
from nurselog.engine import app as engine_app
from nurselog.engine.settings import EngineSettings
from nurselog.rules.api import AnyRules
from tests.support.engine_client import Client
from tests.support.toy_games import TOYS

StartEngine: TypeAlias = Callable[[Settings], Awaitable[Client]]


def load_toy(name: str) -> AnyRules:
    return {toy.spec.name: toy for toy in TOYS}[name]


@pytest.fixture
async def start_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[StartEngine]:
    monkeypatch.setattr(engine_app, "load_rules", load_toy)
    apps: list[App[Any]] = []
    clients: list[Client] = []

    async def start(settings: Settings) -> Client:
        config = EngineSettings(
            redis_url=settings.redis_url,
            redis_cluster=settings.redis_cluster,
            games="stones,tidepools",
            archive_dir=str(tmp_path / "archive"),
            drain_s=0.5,
            check_s=0.2,
        )
        app = App(config, "engine")
        apps.append(app)
        await engine_app.bind(app)
        await app.start()
        await app.readiness.wait()
        clients.append(Client(app.address))
        return clients[-1]

    yield start
    for client in clients:
        await client.close()
    for app in apps:
        await app.stop()


@pytest.fixture
async def engine(start_engine: StartEngine, store_settings: Settings) -> Client:
    return await start_engine(store_settings)
