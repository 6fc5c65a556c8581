"""All laws, in the order in which one wants to hear of their breach."""

from types import ModuleType
from typing import Final

from nurselog.rules.conformance import declarations, ends, information, moves, records, steps
from nurselog.rules.conformance.suite import Law


def _laws_of(module: ModuleType) -> tuple[Law, ...]:
    return tuple(value for value in vars(module).values() if isinstance(value, Law))


LAWS: Final = tuple(
    law for module in (declarations, moves, steps, ends, information, records) for law in _laws_of(module)
)
