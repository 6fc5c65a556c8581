"""Who takes part: entering, leaving, resting, coming back, staying apart. Decisions on a book; pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from nurselog.api.common.v1.seat_pb2 import Occupant
from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.api.tournament.v1 import entrant_pb2
from nurselog.chassis.errors import (
    AlreadyExists,
    FailedPrecondition,
    InvalidArgument,
    NotFound,
    PermissionDenied,
    ResourceExhausted,
)
from nurselog.tournament import changes
from nurselog.tournament.book import Book, Entry, State
from nurselog.tournament.names import entrant_name
from nurselog.tournament.setup import MOST_ENTRANTS
from nurselog.tournament.teams import (
    Entering,
    agree,
    check_back,
    check_free,
    invitation,
    own_name,
    team_id,
    text,
)
from nurselog.tournament.values import EntrantId, EntrantState

_PLAYER = re.compile(r"players/[A-Za-z0-9][A-Za-z0-9._~-]{0,63}")


def enter(book: Book, wish: Entering) -> Sequence[TournamentChange]:
    """The entry of a player, pair or team; who is invited to the team agrees to it.

    Others than the caller are not asked where the organiser enters by hand; in a team of a player they are
    invited, do not count, and are not bound, until they enter with the same team themselves.
    """
    _check_open(book)
    if invited_to := invitation(book, wish):
        return agree(book, wish, invited_to)
    players = _players(book, wish)
    invited = [] if by_hand(book, wish) else [one for one, _ in players if one != wish.caller[0]]
    for player, _ in players:
        check_free(book, player)
    entrant = _id(book, wish, players)
    if len(book.entrants) >= (book.settings.entry.max_entrants or MOST_ENTRANTS):
        raise ResourceExhausted(
            "TOURNAMENT_FULL", "As many have entered as may.", field="name", limit=len(book.entrants)
        )
    late = book.state == State.TOURNAMENT_STATE_RUNNING
    return [
        changes.entered(
            entrant_pb2.Entrant(
                name=entrant,
                display_name=_shown(book, wish, players),
                players=[Occupant(player=player, display_name=name) for player, name in players],
                club=text(wish.club, "club"),
                first_round=len(book.rounds) + 1 if late else 1,
                start_number=len(book.stages[0].entrants) + 1 if late and book.stages else 0,
                rating=1500,
                invited=invited,
                captain=wish.caller[0] if wish.caller[0] in dict(players) else players[0][0],
            )
        )
    ]


def by_hand(book: Book, wish: Entering) -> bool:
    """Whether the organiser enters players who are not asked."""
    return wish.caller[0] == book.organizer and bool(wish.players)


def last_late_round(book: Book) -> int:
    """The last round before which a newcomer may enter; 0 if none."""
    wished = book.settings.entry.late_rounds
    if wished < 0:
        return 0
    planned = book.stages[0].rounds if book.stages else 0
    return wished or planned // 2


def _check_open(book: Book) -> None:
    if book.state == State.TOURNAMENT_STATE_OPEN:
        return
    if book.state == State.TOURNAMENT_STATE_RUNNING and _late_entry(book):
        return
    state = State.Name(book.state).removeprefix("TOURNAMENT_STATE_").lower()
    raise FailedPrecondition(
        "ENTRY_CLOSED", f"Nobody can enter: the tournament is {state}.", field="name", state=state
    )


def _late_entry(book: Book) -> bool:
    """Whether a newcomer may still come into the first stage."""
    if len(book.stages) != 1:
        return False
    match book.settings.stages[0].WhichOneof("format"):
        case "arena":
            last = book.round
            return book.settings.entry.late_rounds >= 0 and not (last and last.closed_ms)
        case "swiss" | "pods":
            return len(book.rounds) + 1 <= last_late_round(book)
    return False


def _players(book: Book, wish: Entering) -> tuple[tuple[str, str], ...]:
    entry = book.settings.entry
    size = entry.boards or entry.partners
    if wish.team and not size:
        raise InvalidArgument("FIELD_INVALID", "Players enter without a team here.", field="team")
    if not size and not wish.players:
        return (wish.caller,)
    _check_players(book, wish, size)
    for player, _ in wish.players:
        if not _PLAYER.fullmatch(player):
            raise InvalidArgument("FIELD_INVALID", "A player is called players/{player}.", field="players")
    return tuple((player, _name(book, wish, player, name)) for player, name in wish.players)


def _name(book: Book, wish: Entering, player: str, told: str) -> str:
    """Players are called what their own session says; only who is entered by hand is called what is told."""
    told = text(told, "players")
    if player == wish.caller[0]:
        return own_name(wish)
    return (told if by_hand(book, wish) else "") or player.partition("/")[2]


def _check_players(book: Book, wish: Entering, size: int) -> None:
    entry = book.settings.entry
    if not size:
        if len(wish.players) > 1:
            raise InvalidArgument("FIELD_INVALID", "Players enter for themselves here.", field="players")
        if wish.players[0][0] != wish.caller[0] and wish.caller[0] != book.organizer:
            raise PermissionDenied("NOT_OWNER", "Only the organiser enters somebody else.", field="players")
    elif not size <= len(wish.players) <= size + entry.substitutes:
        most = size + entry.substitutes
        raise InvalidArgument("FIELD_INVALID", f"A team has {size} to {most} players.", field="players")
    elif wish.caller[0] != book.organizer and wish.caller[0] not in {player for player, _ in wish.players}:
        raise PermissionDenied("NOT_OWNER", "Who enters a team is one of it.", field="players")
    if len({player for player, _ in wish.players}) != len(wish.players):
        raise AlreadyExists("ENTRANT_DUPLICATE", "A player is in the team twice.", field="players")


def _id(book: Book, wish: Entering, players: Sequence[tuple[str, str]]) -> EntrantId:
    if not (book.settings.entry.boards or book.settings.entry.partners):
        return EntrantId(players[0][0].partition("/")[2])
    base = team_id(wish.team) or EntrantId(f"team-{len(book.entrants) + 1}")
    known = book.entrants.get(base)
    may_replace = book.state == State.TOURNAMENT_STATE_OPEN and known is not None and not known.byes
    if known and not (may_replace and known.state is EntrantState.WITHDRAWN):
        raise AlreadyExists("ENTRANT_DUPLICATE", "A team of this name has entered.", field="team")
    return base


def _shown(book: Book, wish: Entering, players: Sequence[tuple[str, str]]) -> str:
    if book.settings.entry.boards or book.settings.entry.partners:
        return text(wish.team, "team") or " & ".join(name for _, name in players)
    return players[0][1]


# What becomes of an entrant ---------------------------------------------------------------------------------

_FROM: Final = {
    EntrantState.WITHDRAWN: {EntrantState.ACTIVE, EntrantState.PAUSED},
    EntrantState.PAUSED: {EntrantState.ACTIVE},
    EntrantState.ACTIVE: {EntrantState.PAUSED, EntrantState.WITHDRAWN},
    EntrantState.DISQUALIFIED: {EntrantState.ACTIVE, EntrantState.PAUSED, EntrantState.WITHDRAWN},
}
"""From which states each state can be reached."""


def turn(
    book: Book, entrant: str, state: EntrantState, caller: str, reason: str = ""
) -> Sequence[TournamentChange]:
    """A new state; asking again for the same changes nothing."""
    leaving = state is EntrantState.WITHDRAWN
    entry = owned(
        book, entrant, caller, organizer_only=state is EntrantState.DISQUALIFIED, or_invited=leaving
    )
    if book.state not in (State.TOURNAMENT_STATE_OPEN, State.TOURNAMENT_STATE_RUNNING):
        raise wrong_state(book)
    if leaving and entry.is_team and caller not in (entry.captain, book.organizer):
        return [changes.left(entrant, caller)]
    if entry.state is state:
        return []
    if entry.state not in _FROM[state]:
        raise FailedPrecondition(
            "ENTRANT_STATE_WRONG",
            f"An entrant who is {entry.state} cannot become {state}.",
            field="name",
            state=entry.state,
        )
    if state is EntrantState.ACTIVE and entry.is_team:
        check_back(book, entry)
    return [changes.turned(entrant, state, text(reason, "reason"))]


def request_bye(book: Book, entrant: str, number: int, caller: str) -> Sequence[TournamentChange]:
    """Half a point for a round to come: once, not in the last round."""
    entry = owned(book, entrant, caller)
    if book.state not in (State.TOURNAMENT_STATE_OPEN, State.TOURNAMENT_STATE_RUNNING):
        raise wrong_state(book)
    if number in entry.byes:
        return []
    if book.settings.entry.no_requested_byes:
        raise _no_bye("This tournament gives no byes that are asked for.")
    if book.settings.stages[0].WhichOneof("format") not in ("swiss", "pods"):
        raise _no_bye("Byes are asked for in swiss and pods only.")
    if entry.byes:
        raise _no_bye("One bye may be asked for.")
    if number <= len(book.rounds):
        raise _no_bye("The round is paired already.")
    planned = book.stages[0].rounds if book.stages else _planned(book)
    if planned and number >= planned:
        raise _no_bye("There is no bye in the last round.")
    request = TournamentChange.ByeRequested(entrant=entrant, round=number)
    return [TournamentChange(bye_requested=request)]


def block(book: Book, wanted: entrant_pb2.Block, entrants: Sequence[str]) -> Sequence[TournamentChange]:
    """Keeps entrants apart from the next round on."""
    if book.is_over:
        raise wrong_state(book)
    if len(set(entrants)) < 2:
        raise InvalidArgument("FIELD_INVALID", "At least two are kept apart.", field="block.entrants")
    for entrant in entrants:
        find(book, entrant, "block.entrants")
    if any(set(members) == set(entrants) for members, _ in book.blocks):
        return []
    kept = entrant_pb2.Block(entrants=entrants, reason=text(wanted.reason, "block.reason"))
    return [TournamentChange(blocked=kept)]


def find(book: Book, entrant: str, field: str = "name") -> Entry:
    """The entry, or a refusal."""
    entry = book.entrants.get(EntrantId(entrant))
    if entry is None:
        name = entrant_name(book.id, entrant)
        raise NotFound("ENTRANT_NOT_FOUND", f"There is no entrant {name[:60]!r}.", field=field, entrant=name)
    return entry


def owned(
    book: Book,
    entrant: str,
    caller: str,
    *,
    organizer_only: bool = False,
    or_invited: bool = False,
    field: str = "name",
) -> Entry:
    """The entry, if the caller may speak for it. Permission before existence."""
    entry = book.entrants.get(EntrantId(entrant))
    own = entry is not None and caller in dict(entry.players if or_invited else entry.members)
    if caller != book.organizer and (organizer_only or not own):
        raise PermissionDenied(
            "NOT_OWNER", "Only the entrant itself or the organiser may do this.", field=field
        )
    return find(book, entrant, field)


def wrong_state(book: Book, more: str = "") -> FailedPrecondition:
    """The tournament is not where it would have to be."""
    state = State.Name(book.state).removeprefix("TOURNAMENT_STATE_").lower()
    sentence = f"The tournament is {state}. {more}".rstrip()
    return FailedPrecondition("TOURNAMENT_STATE_WRONG", sentence, field="name", state=state)


def _planned(book: Book) -> int:
    stage = book.settings.stages[0]
    return stage.swiss.rounds or stage.pods.rounds


def _no_bye(sentence: str) -> FailedPrecondition:
    return FailedPrecondition("BYE_NOT_ALLOWED", sentence, field="round")
