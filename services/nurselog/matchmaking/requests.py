"""What a caller may ask of matchmaking: readers of fields, each with its refusal by name."""

from __future__ import annotations

import re

from nurselog.api.matchmaking.v1 import matchmaking_service_pb2 as pb
from nurselog.chassis.errors import InvalidArgument
from nurselog.matchmaking.pools import DAY_MS, Pool
from nurselog.matchmaking.wishes import Wish

LONGEST_TTL_S = 30 * DAY_MS // 1000
LONGEST_REQUEST_ID = 64
MOST_BLOCKS = 200
MOST_REGIONS = 32
LONGEST_LATENCY_MS = 60_000
LONGEST_BOTS_AFTER_S = 7 * DAY_MS // 1000

_PLAYER = re.compile(r"players/[A-Za-z0-9][A-Za-z0-9_-]{0,62}")
_REGION = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")


def read_request_id(text: str) -> str:
    """Short."""
    if len(text) > LONGEST_REQUEST_ID:
        raise invalid("request_id", f"A request id has at most {LONGEST_REQUEST_ID} characters.")
    return text


def read_ttl_ms(seconds: int) -> int:
    """0 means the default."""
    if not 0 <= seconds <= LONGEST_TTL_S:
        raise invalid("ttl_seconds", f"A ticket lives for 1 to {LONGEST_TTL_S} seconds; 0 means the default.")
    return seconds * 1000


def read_party(request: pb.CreateTicketRequest, player: str, pool: Pool) -> tuple[str, ...]:
    """The other players of the party, if this pool has room for them."""
    party = tuple(request.party)
    for one in party:
        if _PLAYER.fullmatch(one) is None:
            raise invalid("party", f"{one[:60]!r} is not of the form players/{{player}}.")
    size = 1 + len(party)
    if len({player, *party}) < size:
        raise _party("A party has each player once, and its founder without being named.")
    if party and pool.rated and not pool.team_size:
        raise _party("In rated pools everybody comes alone, where everybody plays for themselves.")
    if size > max(pool.seats):
        raise _party(f"A party of {size} is too large for a table of {max(pool.seats)}.")
    if pool.team_size and pool.team_size < size and size not in pool.seats:
        raise _party(f"A party is a team of {pool.team_size} or a part of one, or fills the table.")
    return party


def read_wish(request: pb.CreateTicketRequest, player: str, party: tuple[str, ...], pool: Pool) -> Wish:
    """Everything else a ticket wishes."""
    _check_regions(request)
    blocks = tuple(dict.fromkeys(request.blocks))
    if len(blocks) > MOST_BLOCKS:
        raise invalid("blocks", f"A ticket blocks at most {MOST_BLOCKS} players.")
    for one in blocks:
        if _PLAYER.fullmatch(one) is None:
            raise invalid("blocks", f"{one[:60]!r} is not of the form players/{{player}}.")
        if one in (player, *party):
            raise invalid("blocks", "A ticket cannot block a player of its own.")
    bots = request.bots_after_seconds if request.HasField("bots_after_seconds") else None
    if bots is not None and not 0 <= bots <= LONGEST_BOTS_AFTER_S:
        raise invalid("bots_after_seconds", f"Bots come after 0 to {LONGEST_BOTS_AFTER_S} seconds.")
    one_team = not request.HasField("party_in_one_team") or request.party_in_one_team
    if request.HasField("party_in_one_team") and request.party_in_one_team and not pool.team_size:
        raise invalid("party_in_one_team", "There are no teams in this pool.")
    if request.accept_substitution and (party or not pool.backfills):
        raise invalid(
            "accept_substitution",
            "Seats are given away one by one, at live unrated tables of three or more.",
        )
    return Wish(
        regions=dict(request.regions),
        blocks=blocks,
        bots_after_s=bots,
        one_team=one_team,
        substitutes=request.accept_substitution,
    )


def _check_regions(request: pb.CreateTicketRequest) -> None:
    if len(request.regions) > MOST_REGIONS:
        raise invalid("regions", f"A ticket names at most {MOST_REGIONS} regions.")
    for name, latency in request.regions.items():
        where = f"regions[{name}]"
        if _REGION.fullmatch(name) is None:
            raise invalid(where, f"{name[:60]!r} is no name of a region: lower case letters, digits, dashes.")
        if not 0 <= latency <= LONGEST_LATENCY_MS:
            raise invalid(where, f"A latency is 0 to {LONGEST_LATENCY_MS} ms.")


def invalid(field: str, sentence: str) -> InvalidArgument:
    """A field whose value is not allowed."""
    return InvalidArgument("FIELD_INVALID", sentence, field=field)


def _party(sentence: str) -> InvalidArgument:
    return InvalidArgument("PARTY_INVALID", sentence, field="party")
