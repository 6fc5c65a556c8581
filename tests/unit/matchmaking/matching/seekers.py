"""Tickets for tests of matching: by hand, and any."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from nurselog.matchmaking.matching.seekers import Seeker

NOW_MS = 10_000_000


def seeker(name: str, rating: float = 1500.0, waited_s: float = 0.0, **more: Any) -> Seeker:
    """`players/<name>` alone, unless `players` says otherwise."""
    return Seeker(
        id=name,
        players=more.pop("players", (f"players/{name}",)),
        since_ms=round(NOW_MS - 1000 * waited_s),
        rating=rating,
        **more,
    )


REGIONS = ("eu", "us", "asia", "oceania")


@st.composite
def crowds(draw: st.DrawFn, most: int = 16, largest_party: int = 1, width: int = 400) -> list[Seeker]:
    """Tickets that wait together, some of whom avoid each other, some far away."""
    count = draw(st.integers(0, most))
    names = [f"t{number:02}" for number in range(count)]
    everybody = [f"players/{name}-{one}" for name in names for one in range(largest_party)]
    some = st.frozensets(st.sampled_from(everybody), max_size=2) if everybody else st.just(frozenset[str]())
    return [
        Seeker(
            id=name,
            players=tuple(f"players/{name}-{one}" for one in range(draw(st.integers(1, largest_party)))),
            since_ms=NOW_MS - draw(st.integers(0, 200_000)),
            rating=1500.0 + draw(st.integers(0, width)),
            regions=draw(st.dictionaries(st.sampled_from(REGIONS), st.integers(20, 500), max_size=3)),
            blocks=draw(some),
            recent=draw(some),
        )
        for name in names
    ]
