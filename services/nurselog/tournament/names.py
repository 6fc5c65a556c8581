"""Resource names of tournaments: written and read here only."""

from __future__ import annotations

import re
from dataclasses import dataclass

from nurselog.chassis.errors import InvalidArgument, NotFound
from nurselog.chassis.partitions import tag_of

LONGEST_REQUEST_ID = 64

_PART = r"[A-Za-z0-9][A-Za-z0-9._~-]{0,63}"
_ENTRANT = re.compile(rf"tournaments/([^/]+)/entrants/({_PART})")
_ROUND = re.compile(r"tournaments/([^/]+)/rounds/([1-9][0-9]{0,5})")
_PAIRING = re.compile(rf"tournaments/([^/]+)/rounds/([1-9][0-9]{{0,5}})/pairings/({_PART})")
_EXPORT = re.compile(r"tournaments/([^/]+)/exports/([^/]+)")


@dataclass(frozen=True, slots=True)
class PairingName:
    """The parts of `tournaments/{tournament}/rounds/{round}/pairings/{pairing}`."""

    tournament: str
    round: int
    pairing: str


def tournament_name(tournament: str) -> str:
    return f"tournaments/{tournament}"


def entrant_name(tournament: str, entrant: str) -> str:
    return f"tournaments/{tournament}/entrants/{entrant}"


def round_name(tournament: str, number: int) -> str:
    return f"tournaments/{tournament}/rounds/{number}"


def pairing_name(tournament: str, number: int, pairing: str) -> str:
    return f"{round_name(tournament, number)}/pairings/{pairing}"


def read_tournament(name: str, field: str = "name") -> str:
    """The id in `tournaments/{tournament}`; refuses what cannot be one."""
    collection, _, tournament = name.partition("/")
    if collection != "tournaments" or not tournament or "/" in tournament:
        raise InvalidArgument(
            "FIELD_INVALID", "A tournament is called tournaments/{tournament}.", field=field
        )
    return checked(tournament, field)


def checked(tournament: str, field: str = "name") -> str:
    """A tournament's id; NotFound for what no tournament of ours can be called."""
    try:
        tag_of(tournament)
    except ValueError:
        raise no_tournament(tournament, field) from None
    return tournament


def no_tournament(tournament: str, field: str = "name") -> NotFound:
    """Nobody made a tournament of this name."""
    name = tournament_name(tournament[:60])
    sentence = f"There is no tournament {name[:60]!r}."
    return NotFound("TOURNAMENT_NOT_FOUND", sentence, field=field, tournament=name)


def read_entrant(name: str, field: str = "name") -> tuple[str, str]:
    """Tournament and entrant."""
    tournament, entrant = _read(_ENTRANT, name, field, "tournaments/{tournament}/entrants/{entrant}")
    return checked(tournament, field), entrant


def read_round(name: str, field: str = "name") -> tuple[str, int]:
    """Tournament and number of the round."""
    tournament, number = _read(_ROUND, name, field, "tournaments/{tournament}/rounds/{round}")
    return checked(tournament, field), int(number)


def read_pairing(name: str, field: str = "name") -> PairingName:
    """The parts of a pairing's name."""
    form = "tournaments/{tournament}/rounds/{round}/pairings/{pairing}"
    tournament, number, pairing = _read(_PAIRING, name, field, form)
    return PairingName(checked(tournament, field), int(number), pairing)


def read_export(name: str) -> tuple[str, str]:
    """Tournament and which export."""
    tournament, export = _read(_EXPORT, name, "name", "tournaments/{tournament}/exports/{export}")
    return checked(tournament), export


def _read(pattern: re.Pattern[str], name: str, field: str, form: str) -> tuple[str, ...]:
    match = pattern.fullmatch(name)
    if match is None:
        raise InvalidArgument("FIELD_INVALID", f"{name[:80]!r} is not of the form {form}.", field=field)
    return match.groups()


def request_key(request_id: str) -> str:
    """The request id, if it can be one."""
    if len(request_id) > LONGEST_REQUEST_ID:
        raise InvalidArgument(
            "FIELD_INVALID",
            f"A request id has at most {LONGEST_REQUEST_ID} characters.",
            field="request_id",
            limit=LONGEST_REQUEST_ID,
        )
    return request_id
