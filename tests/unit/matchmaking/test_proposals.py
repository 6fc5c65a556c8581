from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from nurselog.matchmaking.answers import Proposal
from nurselog.matchmaking.pools import Pace, Pool
from nurselog.matchmaking.proposals import Patience, request_of, seat_order

PROPOSAL = Proposal(
    id="p1",
    token=1,
    attempts=0,
    age_ms=0,
    pool=Pool(game="forest_sky", seats=(2,), options=(("expert", "on"),), pace=Pace.FAST, rated=True),
    players=(("players/bob", "Bob"), ("players/ann", "Ann")),
)


def test_the_engine_is_asked_for_the_pool_s_table_with_everybody_in_place() -> None:
    request = request_of(PROPOSAL)
    assert (request.parent, request.request_id, request.rated) == ("games/forest_sky", "proposals/p1", True)
    assert dict(request.options) == {"expert": "on"}
    assert request.clock.reserve.initial_ms == 120_000
    assert [(one.player, one.display_name) for one in request.occupants] == [
        ("players/bob", "Bob"),
        ("players/ann", "Ann"),
    ]


tickets = st.lists(st.text("abc", min_size=1, max_size=4), min_size=1, max_size=8, unique=True)


@given(group=tickets, data=st.data())
def test_the_seats_depend_on_the_proposal_alone(group: list[str], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(group))
    assert seat_order("p", group) == seat_order("p", shuffled)
    assert sorted(seat_order("p", group)) == sorted(group)


def test_nobody_is_first_more_often_than_by_chance() -> None:
    first = Counter(seat_order(f"p{number}", ["a", "b", "c", "d"])[0] for number in range(4000))
    assert all(900 < count < 1100 for count in first.values())


def test_silence_is_asked_again_ever_more_slowly() -> None:
    patience = Patience(first_ms=250, longest_ms=5_000)
    assert [patience.delay_ms(attempts) for attempts in (0, 1, 2, 10, 1000)] == [250, 500, 1000, 5000, 5000]
