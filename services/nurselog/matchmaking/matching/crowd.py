"""The tickets that wait in a pool, and columns of what a pass needs of them, kept from pass to pass. Pure.

A pass over a hundred thousand tickets has no time to look at each, so a ticket is read once, when it comes.
It keeps its number until so many have left that those who are here are numbered anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nurselog.matchmaking.matching.columns import Columns
from nurselog.matchmaking.matching.foes import Foes, Ints
from nurselog.matchmaking.matching.nearness import ALL_BITS, Near, Nearness
from nurselog.matchmaking.matching.seekers import Seeker, Shape
from nurselog.matchmaking.matching.teams import code_of
from nurselog.matchmaking.matching.terms import Terms

LEFT = Seeker(id="", players=(), since_ms=0)
"""Stands where a ticket was that left."""
ROOM = 1_000
"""So many more may have left than are here before those are numbered anew."""

ROW = np.dtype(
    [
        ("rating", np.float64),
        ("since_ms", np.int64),
        ("size", np.int64),
        ("code", np.int64),
        ("bots_after_s", np.float64),
        ("substitutes", np.bool_),
        ("here", np.bool_),
    ]
)


class Crowd(Mapping[str, Seeker]):
    """One pool: its tickets by their ids."""

    def __init__(self, shape: Shape, terms: Terms, seekers: Sequence[Seeker] = ()) -> None:
        self._shape = shape
        self._terms = terms
        self._numbers: dict[str, int] = {}
        self._seekers: list[Seeker] = []
        self._rows: NDArray[Any] = np.zeros(0, ROW)
        self._foes = Foes()
        self._nearness = Nearness(terms)
        self._ranking: Ints | None = None
        self._now_ms = 0
        self.add(seekers)

    def __getitem__(self, name: str) -> Seeker:
        return self._seekers[self._numbers[name]]

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def add(self, seekers: Sequence[Seeker]) -> None:
        """They wait from now on; none of them does already."""
        if not seekers:
            return
        first = len(self._seekers)
        self._nearness.add(seekers)
        self._numbers.update((one.id, number) for number, one in enumerate(seekers, first))
        self._seekers += seekers
        rows = np.array([_row(one, self._shape.team_size) for one in seekers], ROW)
        self._rows = np.concatenate((self._rows, rows))
        self._foes.add(seekers, first)
        self._foes.part(self._rows["here"])
        self._ranking = None

    def remove(self, names: Iterable[str]) -> None:
        """They do not wait any more, if they did."""
        for name in names:
            number = self._numbers.pop(name, None)
            if number is not None:
                self._seekers[number] = LEFT
                self._rows["here"][number] = False
                self._ranking = None
        if len(self._seekers) > 2 * len(self) + ROOM:
            self._number_anew()

    def rate(self, names: Iterable[str]) -> None:
        """Their ratings are others than before."""
        numbers = [self._numbers[name] for name in names]
        self._rows["rating"][numbers] = [self._seekers[number].rating for number in numbers]
        self._ranking = None

    def columns(self, now_ms: int, absent: Iterable[str] = ()) -> Columns:
        """What a pass looks at, lowest rating first, without those who are absent."""
        ranking = self._ranked()
        away = [self._numbers[name] for name in absent if name in self._numbers]
        if away:
            ranking = ranking[~np.isin(ranking, away)]
        rows = self._rows[ranking]
        places = np.full(len(self._seekers), -1)
        places[ranking] = np.arange(len(ranking))
        foes = np.sort(places[self._foes.pairs], axis=1)
        return Columns(
            shape=self._shape,
            terms=self._terms,
            seekers=self._seekers,
            numbers=ranking,
            ratings=rows["rating"].copy(),
            waits=np.maximum(now_ms - rows["since_ms"], 0) / 1000,
            sizes=rows["size"].copy(),
            codes=rows["code"].copy(),
            regions=self._regions(now_ms).of(ranking),
            bots_after=rows["bots_after_s"],
            substitutes=rows["substitutes"],
            foes=foes[foes[:, 0] >= 0],
        )

    def _ranked(self) -> Ints:
        """The numbers of the tickets by their ratings; of level ones the longest waiting comes first."""
        if self._ranking is None:
            here = np.flatnonzero(self._rows["here"])
            rows = self._rows[here]
            order = np.lexsort((rows["since_ms"], rows["rating"]))
            self._ranking = self._by_id(here[order], rows[order])
        return self._ranking

    def _by_id(self, numbers: Ints, rows: NDArray[Any]) -> Ints:
        """Those that are level in all else are ordered by their ids."""
        level = np.zeros(len(rows) + 1, np.int8)
        level[1:-1] = (np.diff(rows["rating"]) == 0) & (np.diff(rows["since_ms"]) == 0)
        steps = np.diff(level)
        for first, last in zip(np.flatnonzero(steps == 1), np.flatnonzero(steps == -1), strict=True):
            some = numbers[first : last + 1].tolist()
            numbers[first : last + 1] = sorted(some, key=lambda number: self._seekers[number].id)
        return numbers

    def _regions(self, now_ms: int) -> Near:
        if self._shape.is_async:
            return Near(np.full(len(self._seekers), ALL_BITS))
        if now_ms < self._now_ms:
            self._nearness.restart()
        self._now_ms = now_ms
        waits = np.maximum(now_ms - self._rows["since_ms"], 0) / 1000
        return self._nearness.now(waits)

    def _number_anew(self) -> None:
        here = self._rows["here"]
        self._foes.keep(here)
        self._nearness.keep(here)
        self._seekers = [one for one in self._seekers if one is not LEFT]
        self._numbers = {one.id: number for number, one in enumerate(self._seekers)}
        self._rows = self._rows[here]
        self._ranking = None


def _row(one: Seeker, team_size: int) -> tuple[Any, ...]:
    size = len(one.players)
    whole = one.one_team and size <= team_size
    bots = np.inf if one.bots_after_s is None else one.bots_after_s
    return one.rating, one.since_ms, size, code_of(size, whole=whole), bots, one.substitutes, True
