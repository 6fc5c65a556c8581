"""The smallest games that have everything the kernel must carry. No game of the house; not registered."""

from tests.support.stones import STONES, Stones
from tests.support.tidepools import TIDEPOOLS, Tidepools

__all__ = ["STONES", "TIDEPOOLS", "TOYS", "Stones", "Tidepools"]

TOYS = (STONES, TIDEPOOLS)
