"""Requests that people can copy: one for each method that takes something in its body or query."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nurselog.gateway import tournaments_told

NAMES: Mapping[str, str] = {
    **tournaments_told.NAMES,
    "game": "forest_sky",
    "table": "e0-k3v9q2ma",
    "ticket": "e0-7c4mz0xq",
    "player": "g-3f9k2m7q0tzx",
    "ladder": "forest_sky.duel",
    "season": "2027-spring",
    "vacation": "1796079600000",
    "board": "cabin_by_the_sea.solo.0f1e2d3c4b",
}
"""What stands for the placeholders of an address."""

BODIES: Mapping[str, Any] = {
    **tournaments_told.BODIES,
    "CreateSession": {"displayName": "Ann"},
    "RenewSession": {},
    "CreateTable": {"seatCount": 2, "startWhenFull": True, "requestId": "a-number-of-yours"},
    "TakeSeat": {"seat": 1},
    "LeaveSeat": {},
    "AddBot": {"bot": "bots/random"},
    "StartTable": {},
    "SubmitMove": {"decisionId": 1, "notation": "d3", "requestId": "another-number-of-yours"},
    "CreateTicket": {"pool": {"game": "games/forest_sky", "seatCounts": [2], "speed": "SPEED_LIVE"}},
    "CancelTicket": {},
    "JoinTicket": {},
    "AcceptTicket": {},
    "DeclineTicket": {},
    "RankRatings": {"players": ["players/me", "players/g-3f9k2m7q0tzx"]},
    "RankBoardEntries": {"players": ["players/me", "players/g-3f9k2m7q0tzx"], "window": "2026-11"},
    "AnnulResult": {"reason": "The table stood still for an hour."},
    "CreateSeason": {
        "seasonId": "2027-spring",
        "season": {
            "displayName": "Spring 2027",
            "startTime": "2027-03-01T00:00:00Z",
            "endTime": "2027-06-01T00:00:00Z",
        },
    },
    "ImportRating": {"bot": "bots/random", "rating": 900, "deviation": 60, "source": "500 tables, May 2026"},
    "ResetBoard": {},
    "CreateVacation": {
        "startTime": "2026-12-24T00:00:00Z",
        "endTime": "2026-12-27T00:00:00Z",
        "requestId": "one-more-number-of-yours",
    },
    "CancelVacation": {},
}
"""Bodies, by method."""
