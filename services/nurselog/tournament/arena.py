"""The course of an arena: one round that grows while it lasts. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nurselog.tournament.book import Book, RoundBook
from nurselog.tournament.clocks import initial_ms
from nurselog.tournament.formats.arena import grace_ms
from nurselog.tournament.values import EntrantId, EntrantState, Waiting


@dataclass(frozen=True, slots=True)
class PairMore:
    """Those who wait are to be paired."""

    round: int


@dataclass(frozen=True, slots=True)
class Look:
    """When an arena was looked at last, and how often it should be (ms)."""

    last_ms: int
    every_ms: int


def is_arena(book: Book) -> bool:
    """Whether the current stage is one."""
    number = len(book.stages)
    return number > 0 and book.settings.stages[number - 1].WhichOneof("format") == "arena"


def arena_act(book: Book, here: RoundBook, now_ms: int, look: Look) -> PairMore | int | None:
    """What is to be done for those who wait: pair now, or look again at this time; None after the end."""
    assert book.stage is not None
    if now_ms >= book.stage.ends_at_ms:
        return None
    again_ms = look.last_ms + look.every_ms
    return PairMore(here.number) if now_ms >= again_ms else min(again_ms, book.stage.ends_at_ms)


def ends_at(book: Book, stage: int, now_ms: int) -> int:
    """When a stage that begins now ends by the clock; 0 if it is no arena."""
    wanted = book.settings.stages[stage - 1]
    return now_ms + wanted.arena.duration_s * 1000 if wanted.WhichOneof("format") == "arena" else 0


def last_moment(book: Book) -> int:
    """Until when running tables of the arena count."""
    assert book.stage is not None
    return book.stage.ends_at_ms + grace_ms(initial_ms(book.settings.tables.clock))


def waiting(book: Book, here: RoundBook, present: Mapping[str, int]) -> list[Waiting]:
    """Who is present, active and without a table, since when; the longest first."""
    busy: set[str] = set()
    free_since: dict[str, int] = {}
    for pairing in here.pairings.values():
        for entrant in pairing.pairing.seats:
            if pairing.running or not pairing.tables:
                busy.add(entrant)
            else:
                free_since[entrant] = max(free_since.get(entrant, 0), pairing.tables[-1].ended_ms)
    found = {}
    for player, since_ms in present.items():
        entrant = book.player_of.get(player, EntrantId(""))
        entry = book.entrants.get(entrant)
        if entry is not None and entry.state is EntrantState.ACTIVE and entrant not in busy:
            found[entrant] = Waiting(entrant, max(since_ms, free_since.get(entrant, 0)))
    return sorted(found.values(), key=lambda one: (one.since_ms, one.entrant))
