"""Who goes on from a knock-out match stands fast once the next round is published. Pure."""

from __future__ import annotations

from typing import Final

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.chassis.errors import InvalidArgument
from nurselog.tournament.book import Book, RoundBook, RoundState
from nurselog.tournament.course import as_corrected
from nurselog.tournament.events import event_of, stage_terms
from nurselog.tournament.formats.knock_out import ranking
from nurselog.tournament.formats.terms import FormatName
from nurselog.tournament.values import EntrantId, PlayedPairing

KNOCK_OUTS: Final = frozenset({FormatName.SINGLE, FormatName.DOUBLE})


def check_going_on(book: Book, ended: TournamentChange.TableEnded) -> None:
    """Refuses (RESULT_INVALID) a correction by which others would have gone on to a round that is published.

    Later corrections change standings and not pairings; here the pairings are what the standings are made of.
    """
    here = book.rounds[ended.round - 1]
    if stage_terms(book, here.stage).format not in KNOCK_OUTS or not _went_on(book, here):
        return
    if _advancing(book, ended) != _advancing(as_corrected(book, ended), ended):
        raise InvalidArgument(
            "RESULT_INVALID",
            "The next round is published: who went on from this match cannot change any more.",
            field="seats",
        )


def _went_on(book: Book, here: RoundBook) -> bool:
    later = (one for one in book.rounds_of(here.stage) if one.number > here.number)
    return any(one.state != RoundState.ROUND_STATE_PAIRING for one in later)


def _advancing(book: Book, ended: TournamentChange.TableEnded) -> tuple[EntrantId, ...] | None:
    """Who goes on by the results of the match, best first; None while it is undecided."""
    here = book.rounds[ended.round - 1]
    terms, event = stage_terms(book, here.stage), event_of(book, book.stages[here.stage - 1])
    one = here.pairings[ended.pairing]
    played = PlayedPairing(pairing=one.pairing, tables=one.results)
    numbers = {entrant.id: entrant.number for entrant in event.entrants}
    order = ranking(terms, played, numbers, terms.advance)
    return None if order is None else order[: terms.advance]
