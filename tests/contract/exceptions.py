"""Where the contract differs from a rule on purpose: rule -> full name -> the reason."""

from __future__ import annotations

EXCEPTIONS: dict[str, dict[str, str]] = {
    "repeats_are_harmless": {
        "nurselog.api.gateway.v1.CreateSessionRequest": (
            "a guest without a session is nobody yet, for whom a repeat could be recognised; "
            "a session that is never used costs nothing"
        ),
    },
}
