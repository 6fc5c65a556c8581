"""The book in which unlawful games are filed, each under the law that must find it."""

from dataclasses import replace
from typing import Any, Final

from nurselog.rules.api import (
    AnyRules,
    Audience,
    Seat,
)

SEAT_0: Final = Seat(Audience(0))

UNLAWFUL: Final[dict[str, list[AnyRules]]] = {}


def breaks(law: str) -> Any:
    """Files the game under the law it breaks."""

    def file(game: type[Any]) -> type[Any]:
        UNLAWFUL.setdefault(law, []).append(game())
        return game

    return file


def declared(base: type[Any], law: str, **spec: Any) -> None:
    """Files a game that declares something wrong."""
    breaks(law)(type("Misdeclared", (base,), {"spec": replace(base.spec, **spec)}))
