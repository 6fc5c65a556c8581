"""The scoring service put together: it reads finished tables and answers questions about them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from nurselog.api.common.v1.score_pb2 import Result
from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.api.ratings.v1.ratings_service_pb2_grpc import add_RatingsServiceServicer_to_server
from nurselog.api.scoring.v1.scoring_service_pb2_grpc import add_ScoringServiceServicer_to_server
from nurselog.chassis import outbox
from nurselog.chassis.app import App
from nurselog.chassis.consumer import Consumer, Group
from nurselog.scoring.ladder_store import LadderStore
from nurselog.scoring.ratings_service import RatingsService
from nurselog.scoring.results_store import ResultsStore
from nurselog.scoring.service import ScoringService
from nurselog.scoring.settings import ScoringSettings
from nurselog.scoring.settlement import Settlement

GROUP = "scoring"
KINDS = frozenset({"finished"})


@cache
def functions() -> str:
    """The function library of scoring, for `Libraries.add`."""
    return files("nurselog.scoring").joinpath("results.lua").read_text()


def finished(fields: Mapping[bytes, bytes]) -> Result:
    """The result in an entry of the outbox."""
    return Fact.FromString(fields[outbox.FACT]).finished


async def bind(app: App[ScoringSettings]) -> None:
    """Adds scoring to a process."""
    config = app.config
    ladders, results = LadderStore(app.gatherer), ResultsStore(app.gatherer)
    settlement = Settlement(ladders, results, config.scoring_betas)
    group = Group(GROUP, config.consumer, kinds=KINDS)
    consumer = Consumer(app.gatherer, group, finished, settlement.settle)
    app.libraries.add(outbox.functions(), functions())
    app.add(
        ScoringService(ladders, results, config.scoring_betas),
        add_ScoringServiceServicer_to_server,
        "nurselog.api.scoring.v1.ScoringService",
    )
    app.add(
        RatingsService(ladders, config.scoring_betas),
        add_RatingsServiceServicer_to_server,
        "nurselog.api.ratings.v1.RatingsService",
    )
    app.background("results", consumer.run)
    app.on_drain(consumer.stop)
