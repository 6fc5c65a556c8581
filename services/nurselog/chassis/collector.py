"""How often Python looks for cycles: rarely where there are many small values and no cycles among them."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


def spare_the_collector() -> None:
    """What is there stays; looking through all the rest often would find nothing."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@contextmanager
def collector_spared() -> Iterator[None]:
    """The same for a while: measurements run as engines do."""
    before = gc.get_threshold()
    spare_the_collector()
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
