"""What the documentation says of tournaments: requests that people can copy, and what may be refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

NAMES: Mapping[str, str] = {
    "tournament": "e0-5n2x8rqt",
    "entrant": "g-3f9k2m7q0tzx",
    "round": "1",
    "pairing": "p1",
    "export": "standings.csv",
}

_ENTRANTS = [
    "tournaments/e0-5n2x8rqt/entrants/g-3f9k2m7q0tzx",
    "tournaments/e0-5n2x8rqt/entrants/g-8x1v5c2n9wqk",
]

BODIES: Mapping[str, Any] = {
    "CreateTournament": {
        "tournament": {
            "title": "Club evening",
            "tables": {"game": "games/forest_sky"},
            "stages": [{"swiss": {"rounds": 5}}],
        },
        "open": True,
        "requestId": "a-number-of-yours",
    },
    "UpdateTournament": {"tournament": {"title": "Club evening, late"}, "updateMask": "title"},
    "OpenTournament": {},
    "StartTournament": {},
    "CancelTournament": {"reason": "The hall is closed."},
    "EnterTournament": {"club": "Larks", "requestId": "another-number-of-yours"},
    "WithdrawEntrant": {"reason": "A train to catch."},
    "PauseEntrant": {},
    "ResumeEntrant": {},
    "DisqualifyEntrant": {"reason": "Two accounts."},
    "RequestBye": {"round": 3},
    "SetLineup": {"players": ["players/g-3f9k2m7q0tzx", "players/g-8x1v5c2n9wqk"], "reason": "Cyd is ill."},
    "ChooseSeat": {"seat": 2},
    "AddBlock": {"block": {"entrants": _ENTRANTS, "reason": "One family."}},
    "PairRound": {},
    "PublishRound": {},
    "RepairRound": {"reason": "A late entry."},
    "ExtendRound": {"seconds": 600},
    "CorrectResult": {
        "seats": [{"entrant": _ENTRANTS[0], "place": 1}, {"entrant": _ENTRANTS[1], "place": 2}],
        "reason": "Noted the wrong way round.",
    },
    "SignalPresence": {},
}

_CALLER = ("SESSION_REQUIRED",)
_ORGANIZER = (*_CALLER, "NOT_OWNER", "CONFLICT")
_SETTINGS = (
    "TOURNAMENT_SETTING_INVALID", "GAME_NOT_FOUND", "SEAT_COUNT_INVALID", "OPTION_UNKNOWN", "OPTION_INVALID",
)  # fmt: skip
_STATE = ("TOURNAMENT_STATE_WRONG",)
_ENTRANT = (*_ORGANIZER, "ENTRANT_NOT_FOUND", *_STATE)
_ROUND = (*_ORGANIZER, "ROUND_NOT_FOUND", "ROUND_STATE_WRONG", *_STATE)

OF_TOURNAMENTS = ("TOURNAMENT_NOT_FOUND",)

REASONS: Mapping[str, tuple[str, ...]] = {
    "CreateTournament": (*_CALLER, "CONFLICT", *_SETTINGS),
    "GetTournament": (),
    "ListTournaments": (),
    "UpdateTournament": (*_ORGANIZER, *_STATE, *_SETTINGS),
    "OpenTournament": (*_ORGANIZER, *_STATE, *_SETTINGS),
    "StartTournament": (*_ORGANIZER, *_STATE, "ENTRANTS_TOO_FEW", *_SETTINGS),
    "CancelTournament": (*_ORGANIZER, *_STATE),
    "EnterTournament": (
        *_ORGANIZER,
        "ENTRANT_DUPLICATE",
        "ENTRY_CLOSED",
        "TOURNAMENT_FULL",
        "ENTRANT_STATE_WRONG",
    ),
    "GetEntrant": (*_CALLER, "ENTRANT_NOT_FOUND"),
    "ListEntrants": (),
    "WithdrawEntrant": (*_ENTRANT, "ENTRANT_STATE_WRONG"),
    "PauseEntrant": (*_ENTRANT, "ENTRANT_STATE_WRONG"),
    "ResumeEntrant": (*_ENTRANT, "ENTRANT_STATE_WRONG", "ENTRANT_DUPLICATE"),
    "DisqualifyEntrant": (*_ENTRANT, "ENTRANT_STATE_WRONG"),
    "RequestBye": (*_ENTRANT, "BYE_NOT_ALLOWED"),
    "SetLineup": (*_ENTRANT, "LINEUP_INVALID"),
    "ChooseSeat": (
        *_ENTRANT,
        "ROUND_NOT_FOUND",
        "ROUND_STATE_WRONG",
        "PAIRING_NOT_FOUND",
        "SEAT_CHOICE_CLOSED",
        "SEAT_TAKEN",
        "SEAT_UNKNOWN",
    ),
    "AddBlock": _ENTRANT,
    "PairRound": (*_ORGANIZER, *_STATE, "ROUND_STATE_WRONG", "PAIRING_IMPOSSIBLE"),
    "PublishRound": _ROUND,
    "RepairRound": (*_ROUND, "PAIRING_IMPOSSIBLE"),
    "ExtendRound": _ROUND,
    "GetRound": ("ROUND_NOT_FOUND",),
    "ListRounds": (),
    "ListPairings": ("ROUND_NOT_FOUND",),
    "GetPairing": ("ROUND_NOT_FOUND", "PAIRING_NOT_FOUND"),
    "GetPairingInputs": ("ROUND_NOT_FOUND",),
    "CorrectResult": (*_ORGANIZER, *_STATE, "PAIRING_NOT_FOUND", "RESULT_INVALID"),
    "ListMyTables": _CALLER,
    "ListStandings": (),
    "GetExport": ("EXPORT_NOT_FOUND",),
    "SignalPresence": _CALLER,
    "WatchTournament": _CALLER,
}
