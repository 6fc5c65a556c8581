from __future__ import annotations

import stat
from pathlib import Path

import jwt
import pytest
from pydantic import SecretStr

from nurselog.chassis.errors import Unauthenticated
from nurselog.gateway.sessions import SessionKeyMissing, Sessions, bearer, key_id, load_keys
from nurselog.gateway.settings import GatewaySettings

OLD, NEW = "o" * 32, "n" * 32
NOW = 1_700_000_000.0


def sessions(*keys: str, now: float = NOW, days: float = 30) -> Sessions:
    return Sessions(keys or (NEW,), days, lambda: now)


def refused(sessions_: Sessions, token: str) -> str:
    with pytest.raises(Unauthenticated) as refusal:
        sessions_.verify(token)
    return refusal.value.reason


def test_a_token_says_who_it_is() -> None:
    session, token = sessions().open("Ann")
    assert sessions().verify(token) == session
    assert session.player.startswith("players/g-")
    assert len(session.player) == len("players/g-") + 12


def test_no_two_guests_are_one() -> None:
    assert len({sessions().open("")[0].player for _ in range(100)}) == 100


def test_a_token_ends() -> None:
    _, token = sessions(days=1).open("Ann")
    sessions(now=NOW + 86_399).verify(token)
    assert refused(sessions(now=NOW + 86_400), token) == "SESSION_EXPIRED"


def test_a_token_that_was_read_once_ends_too() -> None:
    clock = [NOW]
    living = Sessions((NEW,), 1, lambda: clock[0])
    _, token = living.open("Ann")
    living.verify(token)
    clock[0] += 86_400
    assert refused(living, token) == "SESSION_EXPIRED"


def test_keys_rotate() -> None:
    _, token = sessions(OLD).open("Ann")
    both = sessions(NEW, OLD)
    both.verify(token)
    _, fresh = both.open("Bob")
    sessions(NEW).verify(fresh)
    assert refused(sessions(NEW), token) == "SESSION_INVALID"


def forged(key: str = NEW, algorithm: str = "HS256", **claims: object) -> str:
    whole = {"iss": "nurselog", "sub": "players/g-1", "name": "Ann", "exp": int(NOW) + 60} | claims
    return jwt.encode(whole, key, algorithm=algorithm, headers={"kid": key_id(NEW)})


def test_what_we_did_not_sign_is_refused() -> None:
    sessions().verify(forged())
    for token in (
        forged(key=OLD),
        forged(iss="somebody"),
        forged(key=NEW * 2, algorithm="HS512"),
        forged()[:-2],
        jwt.encode({"sub": "players/root"}, None, algorithm="none", headers={"kid": key_id(NEW)}),
        jwt.encode({"iss": "nurselog", "exp": int(NOW) + 60}, NEW, headers={"kid": key_id(NEW)}),
        jwt.encode({"sub": "x"}, NEW),
        "",
        "a.b.c",
        "\N{SNOWMAN}",
    ):
        assert refused(sessions(), token) == "SESSION_INVALID"


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Basic abc", "abc"])
def test_another_kind_of_header_is_refused(header: str) -> None:
    with pytest.raises(Unauthenticated):
        bearer(header)


def test_the_header() -> None:
    assert bearer("bearer  abc ") == "abc"
    assert bearer(None) is None
    assert bearer("") is None


# --- Keys --------------------------------------------------------------------------------------------------


def test_without_a_key_nothing_starts() -> None:
    with pytest.raises(SessionKeyMissing, match="NURSELOG_SESSION_KEY"):
        load_keys(GatewaySettings(session_key=SecretStr("")))


def test_a_short_key_is_refused() -> None:
    with pytest.raises(SessionKeyMissing, match="32"):
        load_keys(GatewaySettings(session_key=SecretStr(f"{NEW},short")))


def test_keys_are_listed_newest_first() -> None:
    assert load_keys(GatewaySettings(session_key=SecretStr(f"{NEW}, {OLD}"))) == [NEW, OLD]


def test_a_key_file_is_made_once_and_read_by_nobody_else(tmp_path: Path) -> None:
    settings = GatewaySettings(session_key=SecretStr(""), session_key_file=tmp_path / "data" / "session.key")
    keys = load_keys(settings)
    assert load_keys(settings) == keys
    assert settings.session_key_file is not None
    assert stat.S_IMODE(settings.session_key_file.stat().st_mode) == 0o600
    assert len(list(settings.session_key_file.parent.iterdir())) == 1


def test_a_key_file_may_hold_several(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_text(f"{NEW}\n{OLD}\n")
    assert load_keys(GatewaySettings(session_key=SecretStr(""), session_key_file=path)) == [NEW, OLD]
