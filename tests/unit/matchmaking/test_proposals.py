from __future__ import annotations

from dataclasses import replace

from nurselog.api.engine.v1.engine_service_pb2 import SubstituteSeatRequest
from nurselog.api.game.v1.table_pb2 import LEAVER_POLICY_BOT
from nurselog.matchmaking.answers import Proposal
from nurselog.matchmaking.matching.table_plan import TablePlan
from nurselog.matchmaking.pools import Pace, Pool
from nurselog.matchmaking.proposals import Patience, request_of, table_request_of

PROPOSAL = Proposal(
    id="p1",
    token=1,
    attempts=0,
    age_ms=0,
    pool=Pool(game="forest_sky", seats=(2,), options=(("expert", "on"),), pace=Pace.FAST, rated=True),
    plan=TablePlan(
        seats=("players/bob", "players/ann", "bots/random"), rated=True, spread=0, fairness_permille=0
    ),
    names={"players/bob": "Bob", "players/ann": "Ann"},
)


def test_the_engine_is_asked_for_the_pool_s_table_with_everybody_in_place() -> None:
    request = table_request_of(PROPOSAL)
    assert request == request_of(PROPOSAL)
    assert (request.parent, request.request_id, request.rated) == ("games/forest_sky", "proposals/p1", True)
    assert dict(request.options) == {"expert": "on"}
    assert request.clock.reserve.initial_ms == 120_000
    assert [(one.player, one.display_name) for one in request.occupants] == [
        ("players/bob", "Bob"),
        ("players/ann", "Ann"),
        ("bots/random", "Bot random"),
    ]


def test_silence_is_asked_again_ever_more_slowly() -> None:
    patience = Patience(first_ms=250, longest_ms=5_000)
    assert [patience.delay_ms(attempts) for attempts in (0, 1, 2, 10, 1000)] == [250, 500, 1000, 5000, 5000]


def test_an_unrated_table_of_three_or_more_has_bots_for_who_leaves() -> None:
    pool = Pool(game="forest_sky", seats=(2, 3))
    three = replace(PROPOSAL, pool=pool)
    assert table_request_of(three).leaver_policy == LEAVER_POLICY_BOT
    two = replace(three, plan=replace(PROPOSAL.plan, seats=("players/bob", "players/ann")))
    assert table_request_of(two).leaver_policy == 0
    assert table_request_of(PROPOSAL).leaver_policy == 0
    assert not Pool(game="forest_sky", seats=(3,), pace=Pace.ASYNC).backfills


def test_for_a_vacant_seat_the_engine_is_asked_for_a_substitution() -> None:
    table = "games/forest_sky/tables/e0-k3v9q2ma"
    request = request_of(replace(PROPOSAL, plan=replace(PROPOSAL.plan, vacancy=(table, 1, 7))))
    assert isinstance(request, SubstituteSeatRequest)
    assert (request.name, request.seat, request.left_at_version) == (table, 1, 7)
    assert (request.occupant.player, request.occupant.display_name) == ("players/ann", "Ann")
