"""How players come together as a team: a captain names them, and each agrees for itself. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.chassis.errors import AlreadyExists, FailedPrecondition, InvalidArgument
from nurselog.tournament import changes
from nurselog.tournament.book import Book, Entry
from nurselog.tournament.names import entrant_name
from nurselog.tournament.values import EntrantId, EntrantState

LONGEST_NAME: Final = 80
LONGEST_REASON: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Entering:
    """Who wants to enter: the caller, whom for, and as what."""

    caller: tuple[str, str]
    """Resource name and display name."""
    players: tuple[tuple[str, str], ...] = ()
    team: str = ""
    club: str = ""


def invitation(book: Book, wish: Entering) -> Entry | None:
    """The team of this name, if the caller is invited to it."""
    entry = book.entrants.get(team_id(wish.team)) or book.entrants.get(EntrantId(wish.team))
    invited = entry is not None and wish.caller[0] in entry.invited
    return entry if invited else None


def agree(book: Book, wish: Entering, entry: Entry) -> Sequence[TournamentChange]:
    """Who was invited plays for the team from now on."""
    check_free(book, wish.caller[0])
    if entry.state in (EntrantState.WITHDRAWN, EntrantState.DISQUALIFIED):
        raise FailedPrecondition(
            "ENTRANT_STATE_WRONG", f"The team is {entry.state}.", state=entry.state, field="team"
        )
    return [changes.joined(entry.id, wish.caller[0], own_name(wish))]


def check_back(book: Book, entry: Entry) -> None:
    """A team comes back with its players, if none of them plays for another by now."""
    for player, _ in entry.members:
        if book.player_of.get(player, entry.id) != entry.id:
            check_free(book, player)
    if len(entry.members) < book.size:
        raise FailedPrecondition(
            "ENTRANT_STATE_WRONG",
            f"The team has {len(entry.members)} players who agreed, not {book.size}.",
            field="name",
            state=entry.state,
        )


def check_free(book: Book, player: str) -> None:
    """Refuses a player who plays for an entrant already."""
    if player in book.player_of:
        raise AlreadyExists(
            "ENTRANT_DUPLICATE",
            "The player has entered already.",
            field="players",
            player=player,
            entrant=entrant_name(book.id, book.player_of[player]),
        )


def team_id(team: str) -> EntrantId:
    """The id of a team of this name; empty without a name."""
    slug = re.sub(r"[^a-z0-9]+", "-", team.lower()).strip("-")[:40]
    return EntrantId(f"team-{slug}" if slug else "")


def own_name(wish: Entering) -> str:
    """What the own session calls the caller."""
    return text(wish.caller[1][:LONGEST_NAME], "players")


def reason(text: str) -> str:
    """Why an organiser did something, for everybody to read; refuses one that says nothing."""
    said = " ".join(text.split())
    if not 1 <= len(said) <= LONGEST_REASON or not said.isprintable():
        sentence = f"A reason has 1 to {LONGEST_REASON} printable characters."
        raise InvalidArgument("FIELD_INVALID", sentence, field="reason", limit=LONGEST_REASON)
    return said


def text(text: str, field: str) -> str:
    """A short printable text."""
    if len(text) > LONGEST_NAME or not (text.isprintable() or not text):
        raise InvalidArgument(
            "FIELD_INVALID", f"At most {LONGEST_NAME} printable characters.", field=field, limit=LONGEST_NAME
        )
    return text.strip()
