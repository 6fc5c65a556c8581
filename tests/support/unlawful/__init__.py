"""Games that break one law each, under the name of the law that must find it."""

from tests.support.unlawful import information, moves, steps
from tests.support.unlawful.book import UNLAWFUL
from tests.support.unlawful.information import ITERATES_A_SET

__all__ = ["ITERATES_A_SET", "UNLAWFUL", "information", "moves", "steps"]
