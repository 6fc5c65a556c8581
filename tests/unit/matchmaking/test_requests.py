"""What may not be asked is refused by name and field."""

from __future__ import annotations

import pytest

from nurselog.api.matchmaking.v1 import matchmaking_service_pb2 as pb
from nurselog.chassis.errors import InvalidArgument
from nurselog.matchmaking.pools import Pool
from nurselog.matchmaking.requests import read_party, read_wish
from nurselog.matchmaking.wishes import Wish

ANN = "players/ann"
OPEN = Pool(game="g", seats=(2, 3, 4))
RATED = Pool(game="g", seats=(2, 3, 4), rated=True)
TEAMS = Pool(game="g", seats=(4,), rated=True, team_size=2)


def asking(*party: str, **more: object) -> pb.CreateTicketRequest:
    return pb.CreateTicketRequest(party=[f"players/{name}" for name in party], **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("pool", "party"),
    [
        (OPEN, ()),
        (OPEN, ("bob", "cat")),
        (OPEN, ("bob", "cat", "dan")),
        (RATED, ()),
        (TEAMS, ("bob",)),
        (TEAMS, ("bob", "cat", "dan")),
    ],
)
def test_parties_that_can_play(pool: Pool, party: tuple[str, ...]) -> None:
    assert read_party(asking(*party), ANN, pool) == tuple(f"players/{name}" for name in party)


@pytest.mark.parametrize(
    ("pool", "party"),
    [
        (RATED, ("bob",)),
        (OPEN, ("ann",)),
        (OPEN, ("bob", "bob")),
        (OPEN, ("bob", "cat", "dan", "eve")),
        (TEAMS, ("bob", "cat")),
    ],
)
def test_parties_that_cannot(pool: Pool, party: tuple[str, ...]) -> None:
    with pytest.raises(InvalidArgument, match="PARTY_INVALID") as refusal:
        read_party(asking(*party), ANN, pool)
    assert refusal.value.field == "party"


@pytest.mark.parametrize("name", ["bob", "players/", "bots/random", "players/a/b"])
def test_a_party_is_of_players(name: str) -> None:
    with pytest.raises(InvalidArgument, match="FIELD_INVALID"):
        read_party(pb.CreateTicketRequest(party=[name]), ANN, OPEN)


@pytest.mark.parametrize(
    ("request_", "pool", "field"),
    [
        (asking(regions={"eu": -1}), OPEN, "regions[eu]"),
        (asking(regions={"EU West": 10}), OPEN, "regions[EU West]"),
        (asking(regions={f"r{n}": 1 for n in range(33)}), OPEN, "regions"),
        (asking(blocks=["eve"]), OPEN, "blocks"),
        (asking(blocks=[ANN]), OPEN, "blocks"),
        (asking(blocks=[f"players/p{n}" for n in range(201)]), OPEN, "blocks"),
        (asking(bots_after_seconds=-1), OPEN, "bots_after_seconds"),
        (asking(party_in_one_team=True), OPEN, "party_in_one_team"),
        (asking(accept_substitution=True), RATED, "accept_substitution"),
        (asking(accept_substitution=True), TEAMS, "accept_substitution"),
    ],
)
def test_wishes_that_cannot_be(request_: pb.CreateTicketRequest, pool: Pool, field: str) -> None:
    with pytest.raises(InvalidArgument) as refusal:
        read_wish(request_, ANN, (), pool)
    assert refusal.value.field == field


def test_a_wish_is_read_and_survives_the_store() -> None:
    blocks = ["players/eve", "players/eve"]
    request = asking(regions={"eu": 20}, blocks=blocks, bots_after_seconds=0, party_in_one_team=False)
    wish = read_wish(request, ANN, (), TEAMS)
    assert wish == Wish(regions={"eu": 20}, blocks=("players/eve",), bots_after_s=0, one_team=False)
    assert Wish.decode(wish.encode()) == wish
    assert read_wish(asking(), ANN, (), OPEN) == Wish()
