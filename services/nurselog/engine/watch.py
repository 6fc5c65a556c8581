"""Who watches which table as whom: a full view, then every step in order, or a word that some are left out.

Nothing here knows how frames travel: a `Sink` takes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from nurselog.chassis.errors import Refusal
from nurselog.engine.live import LiveTable
from nurselog.rules.api import Audience

Look: TypeAlias = tuple[Audience, bool]
"""As whom somebody watches, and whether with the legal moves."""


class Sink(Protocol):
    """Where frames go: a stream of one watcher, or a link that carries many."""

    def push(self, watch: Watch, frame: bytes) -> None:
        """Takes a frame; calls `watch.sent()` once it and all before it are on their way."""
        ...

    def end(self, watch: Watch, refusal: Refusal) -> None:
        """The watch cannot go on, for this reason."""
        ...


class Watch:
    """One watcher of one table."""

    __slots__ = ("_limit", "_waiting", "lagging", "look", "over", "sink", "table", "watch_id")

    def __init__(self, table: LiveTable, look: Look, sink: Sink, limit: int, watch_id: int = 0) -> None:
        self.table = table
        self.look = look
        self.sink = sink
        self.watch_id = watch_id
        self.lagging = False
        self.over = False
        """Nothing will follow what was pushed."""
        self._limit = limit
        self._waiting = 0

    def offer(self, frame: bytes) -> None:
        """The next frame; a watcher too slow for it will get a fresh view when it has caught up."""
        if self.lagging or self._waiting >= self._limit:
            self.lagging = True
        else:
            self.push(frame)

    def push(self, frame: bytes) -> None:
        """A frame that goes out however many wait: the answer to a question of the watcher."""
        self._waiting += 1
        self.sink.push(self, frame)

    def sent(self) -> bool:
        """Everything that waited is on its way; True if the watcher must get a fresh view now."""
        self._waiting = 0
        missed, self.lagging = self.lagging, False
        return missed


@dataclass(slots=True)
class Watchers:
    """All watchers of one table, by what they see."""

    groups: dict[Look, list[Watch]] = field(default_factory=dict)
    listening: bool = False
    refreshing: bool = False
    own_steps: int = 0
    """Commits of this process since the last look."""
    heard_at: float = 0.0
    """When anything was last told (steady clock, s)."""
    joining: int = 0
    """Watchers that are about to join: nobody takes the table away from under them."""

    def add(self, watch: Watch) -> None:
        """One more watcher."""
        self.groups.setdefault(watch.look, []).append(watch)

    def remove(self, watch: Watch) -> None:
        """One less; harmless if it is gone."""
        group = self.groups.get(watch.look, [])
        if watch in group:
            group.remove(watch)
        if not group:
            self.groups.pop(watch.look, None)

    @property
    def is_empty(self) -> bool:
        return not self.groups and not self.joining

    def __iter__(self) -> Iterator[Watch]:
        return iter([watch for group in self.groups.values() for watch in group])
