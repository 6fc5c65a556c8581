from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.chassis.errors import NotFound
from nurselog.matchmaking.matching.table_plan import TablePlan
from nurselog.matchmaking.pools import Pool
from nurselog.matchmaking.tickets import Seated, State, Ticket, is_own, new_ticket_id, read_ticket_name
from nurselog.matchmaking.wishes import Wish

PLAN = TablePlan(
    seats=("players/bob", "players/ann", "players/cat"), rated=True, spread=7, fairness_permille=900
)
players = st.text("abc019-", min_size=1, max_size=8).map("players/{}".format)


@given(player=players, request_id=st.text(max_size=64))
def test_the_owner_reads_the_name(player: str, request_id: str) -> None:
    ticket_id = new_ticket_id(player, request_id)
    assert read_ticket_name(f"tickets/{ticket_id}") == ticket_id
    assert is_own(ticket_id, player)


@given(player=players, stranger=players)
def test_a_ticket_is_nobody_else_s(player: str, stranger: str) -> None:
    assert is_own(new_ticket_id(player, ""), stranger) == (stranger == player)


@given(player=players, other=players, request_id=st.text(min_size=1), other_id=st.text(min_size=1))
def test_the_same_request_of_the_same_player_has_one_ticket(
    player: str, other: str, request_id: str, other_id: str
) -> None:
    same = (player, request_id) == (other, other_id)
    assert (new_ticket_id(player, request_id) == new_ticket_id(other, other_id)) == same


def test_requests_without_an_id_are_all_different() -> None:
    assert new_ticket_id("players/ann", "") != new_ticket_id("players/ann", "")


@pytest.mark.parametrize(
    "name", ["", "tickets/", "tickets/nope", "games/x", f"tickets/{'i' * 16}", "tickets/a/b"]
)
def test_what_is_no_name_is_no_ticket(name: str) -> None:
    with pytest.raises(NotFound, match="TICKET_NOT_FOUND"):
        read_ticket_name(name)


@pytest.mark.parametrize("state", State)
def test_every_state_is_in_the_contract(state: State) -> None:
    kept = Ticket(
        id="t",
        player="players/ann",
        players=("players/ann", "players/cat"),
        names={"players/ann": "Ann"},
        wish=Wish(blocks=("players/eve",), bots_after_s=7),
        pool=Pool(game="forest_sky", seats=(2,)),
        state=state,
        created_ms=1_000,
        since_ms=1_000,
        expires_ms=31_500,
        ttl_ms=30_500,
        assignment=Seated(table="games/forest_sky/tables/e0-k3v9q2ma", plan=PLAN, waits_ms=(5, 7)),
        proposal="p",
    )
    friend, ticket = kept.to_proto("players/cat"), kept.to_proto("players/ann")
    assert ticket.state > 0
    assert (list(ticket.blocks), ticket.bots_after_seconds) == (["players/eve"], 7)
    assert (list(friend.blocks), friend.bots_after_seconds) == ([], 7)
    assert list(ticket.pending_players) == (["players/cat"] if state is State.FORMING else [])
    assert ticket.assignment.fairness_permille == 900
    assert ticket.players[0].display_name == "Ann"
    assert ticket.expire_time.ToMilliseconds() == 31_500
    assert (ticket.assignment.seat, list(ticket.assignment.waits_ms)) == (1, [5, 7])
