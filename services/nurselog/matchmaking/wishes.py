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
    substitutes: bool = False
    """Whether the seat of one who left a running table will do as well."""

    def encode(self) -> bytes:
        """As the store keeps it."""
        words = [dict(self.regions), self.blocks, self.bots_after_s, self.one_team, self.substitutes]
        return orjson.dumps(words)

    @classmethod
    def decode(cls, data: bytes) -> Wish:
        """The inverse of `encode`."""
        regions, blocks, bots, one_team, substitutes = orjson.loads(data)
        return cls(
            regions=regions,
            blocks=tuple(blocks),
            bots_after_s=bots,
            one_team=one_team,
            substitutes=substitutes,
        )


ANYTHING = Wish()
