"""What a ticket wishes beside its pool: where, with whom not, and from when on with bots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import orjson


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The same for the whole party."""

    regions: Mapping[str, int] = field(default_factory=dict)
    """Latency in ms; empty: any will do."""
    blocks: tuple[str, ...] = ()
    bots_after_s: int | None = None
    one_team: bool = True

    def encode(self) -> bytes:
        """As the store keeps it."""
        return orjson.dumps([dict(self.regions), self.blocks, self.bots_after_s, self.one_team])

    @classmethod
    def decode(cls, data: bytes) -> Wish:
        """The inverse of `encode`."""
        regions, blocks, bots, one_team = orjson.loads(data)
        return cls(regions=regions, blocks=tuple(blocks), bots_after_s=bots, one_team=one_team)


ANYTHING = Wish()
