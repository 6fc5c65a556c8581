"""The past of a table as a fold of its log.

One `Moment` per version, with the play, the clocks and what was learned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from nurselog.engine import clocks as clock_fold
from nurselog.engine.clocks import Clocks
from nurselog.engine.commits import unpack
from nurselog.engine.log import Logged
from nurselog.engine.terms import Terms
from nurselog.rules.api import AnyRules, Event, Seat
from nurselog.rules.fold import Advance, Entry, Play, ReplayMismatch, follow, replay


class Moment(NamedTuple):
    """A table at one version."""

    play: Play[Any]
    clocks: Clocks
    at_ms: int
    entry: Entry
    events: tuple[Event[Any], ...]

    @property
    def version(self) -> int:
        return self.play.version

    @property
    def mover(self) -> Seat:
        """The seat that moved, or for which the house did; `HOUSE` for the rest."""
        return self.entry.seat

    @property
    def house_move(self) -> str:
        """The house's own move, if it was one; a player's move may be secret and is never told."""
        return self.entry.move if self.entry.move.startswith("!") else ""


def next_moment(terms: Terms, before: Moment | None, made: Advance[Any], at_ms: int) -> Moment:
    """The moment after a commit."""
    play, entry = made.play, made.entry
    if before is None:
        clocks = clock_fold.start(terms.rule, terms.seat_count, play.decisions, at_ms)
    else:
        clocks = clock_fold.after_commit(before.clocks, entry.seat, entry.move, play.decisions, at_ms)
    return Moment(play, clocks, at_ms, entry, made.events)


def retell(
    rules: AnyRules, terms: Terms, entries: Sequence[Logged], before: Moment | None = None
) -> Iterator[tuple[Moment, str]]:
    """The moments of a log with the requests they answer, from the start or after a known moment.

    Raises `ReplayMismatch`.
    """
    commits = [unpack(entry.commit) for entry in entries]
    _check_versions(entries, before)
    for logged, (_, request_id), made in zip(
        entries, commits, _advances(rules, terms, [entry for entry, _ in commits], before), strict=True
    ):
        before = next_moment(terms, before, made, logged.at_ms)
        yield before, request_id


def _advances(
    rules: AnyRules, terms: Terms, entries: Iterable[Entry], before: Moment | None
) -> Iterator[Advance[Any]]:
    if before is None:
        return replay(rules, terms.options, terms.seat_count, entries, policy=terms.policy)
    return follow(rules, before.play, entries, policy=terms.policy)


def _check_versions(entries: Sequence[Logged], before: Moment | None) -> None:
    first = 0 if before is None else before.version + 1
    for version, entry in enumerate(entries, start=first):
        if entry.version != version:
            raise ReplayMismatch(version, f"the log has version {entry.version} where {version} belongs")
