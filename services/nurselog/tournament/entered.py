"""Whether those who entered fit the terms, when these change and at the start. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from nurselog.api.tournament.v1 import tournament_pb2 as pb
from nurselog.tournament.book import Book, Entry
from nurselog.tournament.setup import wrong
from nurselog.tournament.team_folds import INCOMPLETE
from nurselog.tournament.values import EntrantState


def check_entered(book: Book, wanted: pb.Tournament) -> None:
    """Refuses settings that contradict those who entered, by field."""
    if not book.entrants:
        return
    if wanted.tables.game != book.settings.tables.game:
        raise wrong("tables.game", "The game stays: some have entered for it.")
    most = wanted.entry.max_entrants
    if most and most < len(book.entrants):
        raise wrong("entry.max_entrants", f"{len(book.entrants)} have entered already.")
    for entry in _present(book):
        _check_size(entry, wanted.entry)


def _present(book: Book) -> Iterator[Entry]:
    """Those who take part, or may again."""
    gone = (EntrantState.WITHDRAWN, EntrantState.DISQUALIFIED)
    return (one for one in book.entrants.values() if one.state not in gone)


def _check_size(entry: Entry, terms: pb.EntryTerms) -> None:
    field = "entry.partners" if terms.partners else "entry.boards"
    size, count = terms.boards or terms.partners, len(entry.players)
    if bool(size) != entry.is_team:
        raise wrong(field, f"{entry.name} entered as a {'team' if entry.is_team else 'player'}.")
    if not size or entry.state_reason == INCOMPLETE:
        return  # a team that is not complete is not paired
    if count < size:
        raise wrong(field, f"{entry.name} has {count} players, not {size}.")
    if count > size + terms.substitutes:
        raise wrong("entry.substitutes", f"{entry.name} has {count} players, more than may be.")
