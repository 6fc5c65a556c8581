"""A book in the eyes of its formats: what decides the next round, what each pairing needs. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.tournament import changes, table_folds
from nurselog.tournament.acts import to_open
from nurselog.tournament.arena import is_arena
from nurselog.tournament.book import SUPERSEDED, Book, PairingBook, RoundState
from nurselog.tournament.events import event_of, stage_terms
from nurselog.tournament.formats.api import TableOrder
from nurselog.tournament.formats.terms import FormatName, Terms
from nurselog.tournament.luck import numbered
from nurselog.tournament.pure import format_named
from nurselog.tournament.tables import table_of
from nurselog.tournament.values import Entrant, EntrantId, Event, Pairing, PlayedPairing


def inputs(book: Book) -> tuple[Terms, Event]:
    """All that decides the pairings of the round that comes (or is paired again)."""
    assert book.stage is not None
    if book.inputs is None or book.inputs[0] != book.basis:
        book.inputs = book.basis, event_of(book, book.stage)
    return stage_terms(book), book.inputs[1]


def orders_of(book: Book) -> Callable[[PairingBook], Sequence[TableOrder]]:
    """What each pairing of the current stage needs, by its format."""
    if book.stage is None:
        return lambda pairing: ()  # noqa: ARG005 - nothing is paired yet
    terms, event = inputs(book)
    form = format_named(terms.format)

    def orders(pairing: PairingBook) -> Sequence[TableOrder]:
        # The boards of a match are ordered all at once, whatever ended: `rounds.to_open` knows which exist.
        tables = () if terms.boards else pairing.results
        return form.orders(terms, event, PlayedPairing(pairing=pairing.pairing, tables=tables))

    return orders


def asked_for(book: Book, pairing: str = "") -> list[str]:
    """The tables that are to be opened now, for one pairing or for all; some may be open unknown to us."""
    here = book.round
    if here is None or here.state != RoundState.ROUND_STATE_PLAYING:
        return []
    orders = to_open(here, orders_of(book))
    return [table_of(book, order) for order in orders if pairing in ("", order.pairing)]


def unseen(book: Book) -> list[TournamentChange]:
    """What ends the tables that the round asks for now and that are not seen yet.

    An engine may have opened one and its answer may have been lost. So whoever decides that they are not
    needed any more adds this.
    """
    return _unwanted(asked_for(book))


def superseded(book: Book, ended: TournamentChange.TableEnded) -> list[TournamentChange]:
    """What ends the tables, seen or not, that a pairing needs no more once a result is set."""
    here = book.round
    if here is None or here.number != ended.round:
        return []
    after = as_corrected(book, ended)
    still = set(asked_for(after, ended.pairing))
    unseen_ones = _unwanted([one for one in asked_for(book, ended.pairing) if one not in still])
    return [*_needless(after, ended), *unseen_ones]


def _needless(after: Book, ended: TournamentChange.TableEnded) -> list[TournamentChange]:
    """What makes void the tables that still run though the pairing is decided without them."""
    pairing = after.rounds[ended.round - 1].pairings[ended.pairing]
    if not pairing.running or orders_of(after)(pairing):
        return []
    return [changes.table_void(ended.round, ended.pairing, one.game, SUPERSEDED) for one in pairing.running]


def _unwanted(tables: Sequence[str]) -> list[TournamentChange]:
    return [changes.tables_unwanted(tables)] if tables else []


def as_corrected(book: Book, ended: TournamentChange.TableEnded) -> Book:
    """A book for trying out what a correction leads to; the real one stays as it is."""
    here = book.rounds[ended.round - 1]
    pairing = here.pairings[ended.pairing]
    tables = [replace(one) for one in pairing.tables]
    tried = replace(
        here, pairings={ended.pairing: replace(pairing, tables=tables, absent=set(pairing.absent))}
    )
    rounds = [tried if one is here else one for one in book.rounds]
    after = replace(book, rounds=rounds, happenings=[], stopping=[])
    table_folds.corrected(after, ended, 0)
    return after


def stage_is_played(book: Book) -> bool:
    """Whether the current stage has no further round; an arena has one, which the clock ends."""
    if is_arena(book):
        return True
    terms, event = inputs(book)
    return format_named(terms.format).finished(terms, event)


def start_order(book: Book, ratings: Mapping[EntrantId, int]) -> list[EntrantId]:
    """Start numbers: by rating, then by the seed; in a round robin by the seed alone."""
    by_rating = stage_terms(book, 1).format is not FormatName.ROUND_ROBIN
    entrants = [Entrant(id=name, number=0, rating=ratings[name]) for name in book.entrants]
    return [one.id for one in numbered(entrants, book.seed, by_rating=by_rating)]


def renamed(pairings: Sequence[Pairing], attempt: int) -> list[Pairing]:
    """Pairings of a round that is paired again have names of their own, so that their tables have, too."""
    if attempt == 1:
        return list(pairings)
    return [replace(one, id=f"{one.id}~{attempt}") for one in pairings]
