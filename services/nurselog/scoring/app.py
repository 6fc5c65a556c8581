"""The scoring service put together: it reads finished tables and answers questions about them."""

from __future__ import annotations

from collections.abc import Mapping

from nurselog.api.common.v1.score_pb2 import Result
from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.api.ratings.v1.ratings_service_pb2_grpc import add_RatingsServiceServicer_to_server
from nurselog.api.scoring.v1.board_service_pb2_grpc import add_BoardServiceServicer_to_server
from nurselog.api.scoring.v1.operator_service_pb2_grpc import add_OperatorServiceServicer_to_server
from nurselog.api.scoring.v1.scoring_service_pb2_grpc import add_ScoringServiceServicer_to_server
from nurselog.chassis import outbox
from nurselog.chassis.app import App
from nurselog.chassis.consumer import Consumer, Group
from nurselog.scoring.board_service import BoardService
from nurselog.scoring.board_store import BoardStore
from nurselog.scoring.calendar import Calendar, Pace
from nurselog.scoring.importing import Importer
from nurselog.scoring.ladder_store import DAY_S, LadderStore
from nurselog.scoring.library import functions
from nurselog.scoring.operator_service import OperatorService
from nurselog.scoring.owed_store import KIND, OwedStore
from nurselog.scoring.packed_store import PackedStore
from nurselog.scoring.ratings_service import RatingsService
from nurselog.scoring.results_store import ResultsStore
from nurselog.scoring.season_store import SeasonStore
from nurselog.scoring.service import ScoringService
from nurselog.scoring.settings import ScoringSettings
from nurselog.scoring.settlement import Settlement
from nurselog.scoring.standing_store import StandingStore
from nurselog.scoring.wishes import policy_of
from nurselog.scoring.worker import Worker

GROUP = "scoring"
KINDS = frozenset({KIND})


def finished(fields: Mapping[bytes, bytes]) -> Result:
    """The result in an entry of the outbox."""
    return Fact.FromString(fields[outbox.FACT]).finished


def _calendar(app: App[ScoringSettings], seasons: SeasonStore) -> Calendar:
    pace = Pace(app.config.scoring_seasons_s, app.config.scoring_board_days * DAY_S)
    return Calendar(seasons, PackedStore(app.gatherer), pace)


async def bind(app: App[ScoringSettings]) -> None:
    """Adds scoring to a process."""
    config, policy = app.config, policy_of(app.config)
    ladders, results = LadderStore(app.gatherer), ResultsStore(app.gatherer)
    seasons, boards = SeasonStore(app.gatherer), BoardStore(app.gatherer)
    worker = Worker(config)
    importer = Importer(ladders, policy.beta)
    settlement = Settlement(ladders, results, boards, policy, owed=OwedStore(app.gatherer, GROUP).results)
    group = Group(GROUP, config.consumer, kinds=KINDS)
    consumer = Consumer(app.gatherer, group, finished, settlement.settle)
    app.libraries.add(outbox.functions(), functions())
    app.add(
        ScoringService(ladders, StandingStore(app.gatherer), results, seasons, policy),
        add_ScoringServiceServicer_to_server,
    )
    app.add(BoardService(boards), add_BoardServiceServicer_to_server)
    app.add(
        OperatorService(worker.annul, (seasons, boards, importer), policy, config.scoring_operators),
        add_OperatorServiceServicer_to_server,
    )
    app.add(RatingsService(ladders, policy), add_RatingsServiceServicer_to_server)
    app.background("results", consumer.run)
    app.background("seasons", _calendar(app, seasons).run)
    app.on_drain(consumer.stop)
    app.on_close(worker.close)
