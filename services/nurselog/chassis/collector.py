"""How often Python looks for cycles: rarely where there are many small values and no cycles among them."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = 20_000
"""New containers between two looks."""


def spare_the_collector(every: int = SELDOM) -> None:
    """What is there stays; looking through all the rest often would find nothing."""
    gc.freeze()
    gc.set_threshold(every, 20, 50)


@contextmanager
def collector_spared(every: int = SELDOM) -> Iterator[None]:
    """The same for a while: measurements run as what they measure does."""
    before = gc.get_threshold()
    spare_the_collector(every)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
