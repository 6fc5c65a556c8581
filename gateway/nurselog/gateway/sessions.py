"""Who a caller is: signed tokens that no store needs to remember.

A token is a JWT (HS256, RFC 7519). Its first key signs; all keys are believed, so a key is changed by
putting the new one in front and dropping the old one when its last token has ended.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import jwt

from nurselog.chassis.errors import Unauthenticated
from nurselog.chassis.partitions import ALPHABET
from nurselog.gateway.settings import GatewaySettings

ALGORITHM = "HS256"
ISSUER = "nurselog"
KEY_CHARACTERS = 32
"""The shortest key that is not weaker than the hash (RFC 7518, section 3.2)."""

DAY_S = 86_400


class SessionKeyMissing(Exception):
    """The gateway cannot sign sessions; the message says how it could."""


@dataclass(frozen=True, slots=True)
class Session:
    """A caller with a valid token."""

    player: str
    name: str
    expires_at: float


class Sessions:
    """Signs and verifies tokens."""

    def __init__(self, keys: Sequence[str], days: float, now: Callable[[], float] = time.time) -> None:
        self._signing = keys[0]
        self._keys = {key_id(key): key for key in keys}
        self._life_s = days * DAY_S
        self._now = now
        # A signature is verified once per token, not once per call.
        self._known = lru_cache(maxsize=16_384)(self._read)

    def open(self, name: str) -> tuple[Session, str]:
        """A session for a new player, and its token."""
        player = f"players/g-{''.join(secrets.choice(ALPHABET) for _ in range(12))}"
        return self.issue(player, name or f"Guest {player[-4:]}")

    def issue(self, player: str, name: str) -> tuple[Session, str]:
        """A fresh token for a player."""
        now = self._now()
        session = Session(player, name, now + self._life_s)
        claims = {"iss": ISSUER, "sub": player, "name": name, "iat": int(now), "exp": int(session.expires_at)}
        return session, jwt.encode(
            claims, self._signing, algorithm=ALGORITHM, headers={"kid": key_id(self._signing)}
        )

    def verify(self, token: str) -> Session:
        """The session of a token; Unauthenticated if it is not ours or too old."""
        session = self._known(token)
        if session.expires_at <= self._now():
            raise expired()
        return session

    def _read(self, token: str) -> Session:
        try:
            key = self._keys[jwt.get_unverified_header(token)["kid"]]
            claims = jwt.decode(
                token,
                key,
                algorithms=[ALGORITHM],
                issuer=ISSUER,
                options={"require": ["sub", "exp", "name"], "verify_exp": False, "verify_iat": False},
            )
            return Session(str(claims["sub"]), str(claims["name"]), float(claims["exp"]))
        except (jwt.InvalidTokenError, KeyError, TypeError, ValueError):
            raise Unauthenticated(
                "SESSION_INVALID", "The session token is broken or not signed by us: open a new session."
            ) from None


def expired() -> Unauthenticated:
    """The refusal of a token that was good once."""
    return Unauthenticated("SESSION_EXPIRED", "The session token is too old: open a new session.")


def bearer(header: str | None) -> str | None:
    """The token of an `authorization` header; None without one, refused if it is of another kind."""
    if not header:
        return None
    scheme, _, token = header.strip().partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthenticated("SESSION_INVALID", "The header is: Authorization: Bearer <session token>.")
    return token.strip()


def key_id(key: str) -> str:
    """How a token names its key without telling it."""
    return hashlib.sha256(key.encode()).hexdigest()[:8]


def load_keys(settings: GatewaySettings) -> list[str]:
    """The keys of the settings; `SessionKeyMissing` with a sentence that helps if there are none."""
    text = settings.session_key.get_secret_value().replace(",", "\n")
    if not text.strip() and settings.session_key_file is not None:
        text = _read_or_make(settings.session_key_file)
    keys = text.split()
    if not keys:
        raise SessionKeyMissing(
            "Set NURSELOG_SESSION_KEY to a long random text (for example of `openssl rand -hex 32`), or"
            " NURSELOG_SESSION_KEY_FILE to a file with one: without a key nobody could open a session."
        )
    if short := next((key for key in keys if len(key) < KEY_CHARACTERS), None):
        raise SessionKeyMissing(
            f"A session key has {len(short)} characters and needs at least {KEY_CHARACTERS}:"
            " take the output of `openssl rand -hex 32`."
        )
    return keys


def _read_or_make(path: Path) -> str:
    """The keys in a file, which is made if it is missing; of two processes that make it one wins."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(secrets.token_hex(32) + "\n", encoding="utf-8")
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text(encoding="utf-8")
