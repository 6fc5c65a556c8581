from __future__ import annotations

from nurselog.matchmaking.answers import Proposal
from nurselog.matchmaking.matching.table_plan import TablePlan
from nurselog.matchmaking.pools import Pace, Pool
from nurselog.matchmaking.proposals import Patience, request_of

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
    request = request_of(PROPOSAL)
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
