"""Where the contract differs from a rule on purpose: rule -> full name -> the reason."""

from __future__ import annotations

EXCEPTIONS: dict[str, dict[str, str]] = {
    "repeats_are_harmless": {
        "nurselog.api.gateway.v1.CreateSessionRequest": (
            "a guest without a session is nobody yet, for whom a repeat could be recognised; "
            "a session that is never used costs nothing"
        ),
    },
    "fractions_are_for_times_only": {
        f"nurselog.api.ratings.v1.{field}": "a strength is no count, and in the house it keeps all digits"
        for field in ("Strength.mu", "Strength.sigma", "BatchGetRatingsResponse.beta")
    },
}
