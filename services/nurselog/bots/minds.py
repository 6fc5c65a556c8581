"""How a bot chooses: from the legal moves it is shown, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from nurselog.api.game.v1.table_pb2 import LegalMove

Mind = Callable[[Sequence[LegalMove], str], LegalMove]
"""Chooses among legal moves. The text names the decision: asked again, it is answered the same way."""


def choose_at_random(moves: Sequence[LegalMove], decision: str) -> LegalMove:
    """Any move, each equally likely over all decisions."""
    return random.Random(decision).choice(moves)  # noqa: S311 - nothing is secret here


MINDS: Mapping[str, Mind] = {"bots/random": choose_at_random}
"""The bots of the house by name."""
