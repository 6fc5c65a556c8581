from __future__ import annotations

import pytest

from nurselog.chassis.errors import Unauthenticated
from nurselog.gateway.grpc_face import _host
from nurselog.gateway.sessions import Sessions
from nurselog.gateway.visitors import Proxies, Visitor, request_id_of, visitor_of

SESSIONS = Sessions(["k" * 32], 30)


def visitor(**headers: str) -> Visitor:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return visitor_of(named, "1.2.3.4", SESSIONS, request_id="r")


def test_a_stranger_has_an_address() -> None:
    stranger = visitor(nurselog_player="players/root")
    assert (stranger.player, stranger.key) == (None, "1.2.3.4")
    assert dict(stranger.metadata) == {"nurselog-request-id": "r"}


def test_a_player_is_who_its_token_says() -> None:
    session, token = SESSIONS.open("Ann Ö")
    known = visitor(authorization=f"Bearer {token}", nurselog_invite="abc")
    assert known.key == session.player
    assert dict(known.metadata) == {
        "nurselog-request-id": "r",
        "nurselog-player": session.player,
        "nurselog-player-name": "Ann%20%C3%96",
        "nurselog-invite": "abc",
    }


def test_a_bad_token_is_never_ignored() -> None:
    with pytest.raises(Unauthenticated):
        visitor(authorization="Bearer nonsense")


@pytest.mark.parametrize("invite", ["a b", "\u00e9", "x" * 65])
def test_an_invite_that_is_none_is_left_behind(invite: str) -> None:
    assert visitor(nurselog_invite=invite).invite is None


@pytest.mark.parametrize("wished", ["", "a b", "x" * 65, "\u00e9", "a\nb", "ok\n"])
def test_a_request_id_that_cannot_be_logged_is_made_anew(wished: str) -> None:
    made = request_id_of({"x-request-id": wished})
    assert made != wished
    assert len(made) == 16


@pytest.mark.parametrize(
    ("trusted", "peer", "told", "expected"),
    [
        ("", "9.9.9.9", "1.1.1.1", "9.9.9.9"),
        ("9.9.9.9", "9.9.9.9", None, "9.9.9.9"),
        ("9.9.9.9", "9.9.9.9", "1.1.1.1", "1.1.1.1"),
        ("9.9.9.9", "8.8.8.8", "1.1.1.1", "8.8.8.8"),
        ("9.9.9.9,8.8.8.8", "9.9.9.9", "6.6.6.6, 1.1.1.1, 8.8.8.8", "1.1.1.1"),
        ("9.9.9.9", "9.9.9.9", " , ", "9.9.9.9"),
        ("*", "7.7.7.7", "1.1.1.1", "1.1.1.1"),
    ],
)
def test_only_our_own_proxies_are_believed(trusted: str, peer: str, told: str | None, expected: str) -> None:
    assert Proxies(trusted).client(peer, told) == expected


@pytest.mark.parametrize(
    ("peer", "host"),
    [("ipv4:1.2.3.4:5", "1.2.3.4"), ("ipv6:%5B::1%5D:5", "::1"), ("ipv6:[::1]:5", "::1"), ("unix:", "local")],
)
def test_the_address_in_what_grpc_says(peer: str, host: str) -> None:
    assert _host(peer) == host
