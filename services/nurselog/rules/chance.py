"""Luck from a seed, from a log or written by a test, and what is made of it: shuffles, samples, choices.

`docs/luck.md` specifies the seed's luck and the shuffle byte by byte; a change here is a new algorithm.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from struct import Struct
from typing import Final, NamedTuple, TypeVar

from nurselog.rules.api import Chance

T = TypeVar("T")

KEY_PREFIX: Final = b"nurselog-luck-1\n"
"""Sets the key apart from the published SHA-256 of the seed."""

_WORDS: Final = Struct(">8I").unpack
GREATEST_BOUND: Final = 1 << 32


class Luck(NamedTuple):
    """One question to luck and its answer: `0 <= answer < bound`."""

    bound: int
    answer: int


class LuckMismatch(ValueError):
    """Luck was asked something else than its record or script says."""


class ScriptSpent(LuckMismatch):
    """Luck was asked more often than its record or script says."""


def seed_hash(seed: bytes) -> str:
    """What is published of a seed when the table opens: its SHA-256 in hex."""
    return hashlib.sha256(seed).hexdigest()


def luck_key(seed: bytes, salts: Sequence[str] = ()) -> bytes:
    """The key of a table's luck: its seed and the salts of its seats in order, the creator's last."""
    parts = [KEY_PREFIX, seed]
    for salt in salts:
        data = salt.encode()
        parts += [len(data).to_bytes(4, "big"), data]
    return hashlib.sha256(b"".join(parts)).digest()


class SeededChance:
    """The luck of one version of one table: the same for everybody who knows the key."""

    __slots__ = ("_block", "_key", "_prefix", "_words")

    def __init__(self, key: bytes, scope: str, version: int) -> None:
        self._key = key
        self._prefix = f"{scope}/{version}/"
        self._block = 0
        self._words: list[int] = []

    def below(self, bound: int) -> int:
        if not 1 <= bound <= GREATEST_BOUND:
            raise ValueError(f"luck has no number below {bound}")
        limit = GREATEST_BOUND - GREATEST_BOUND % bound
        while True:
            if not self._words:
                self._refill()
            word = self._words.pop()
            if word < limit:
                return word % bound

    def _refill(self) -> None:
        message = f"{self._prefix}{self._block}".encode("ascii")
        self._block += 1
        self._words.extend(reversed(_WORDS(hmac.digest(self._key, message, "sha256"))))


class RecordedChance:
    """Luck as a log tells it. Fails where another bound is asked than was recorded."""

    __slots__ = ("_luck", "_next")

    def __init__(self, luck: Sequence[Luck]) -> None:
        self._luck = luck
        self._next = 0

    def below(self, bound: int) -> int:
        if self._next >= len(self._luck):
            raise ScriptSpent(
                f"luck is asked below {bound} after all {len(self._luck)} recorded answers were given"
            )
        recorded, answer = self._luck[self._next]
        if recorded != bound:
            raise LuckMismatch(
                f"luck is asked below {bound}, the record has below {recorded} (answer {self._next + 1})"
            )
        self._next += 1
        return answer

    @property
    def remaining(self) -> int:
        """How many recorded answers nobody asked for."""
        return len(self._luck) - self._next


class RecordingChance:
    """Passes luck on and keeps it for the log."""

    __slots__ = ("_inner", "luck")

    def __init__(self, inner: Chance) -> None:
        self._inner = inner
        self.luck: list[Luck] = []

    def below(self, bound: int) -> int:
        answer = self._inner.below(bound)
        self.luck.append(Luck(bound, answer))
        return answer

    def foresee(self, items: Sequence[object]) -> None:
        """Tells a scripted luck what is about to be ordered."""
        _foresee(self._inner, items)


class ScriptedChance:
    """Luck as a test writes it: the results of coming shuffles, and the answers to all other questions.

    A scripted shuffle may give only the first items; the rest follow in the order they came in.
    """

    __slots__ = ("_below", "_planned", "_shuffles")

    def __init__(self, below: Iterable[int] = (), shuffles: Iterable[Sequence[object]] = ()) -> None:
        self._below = list(below)
        self._shuffles = [list(wanted) for wanted in shuffles]
        self._planned: list[int] = []

    def below(self, bound: int) -> int:
        script = self._planned or self._below
        if not script:
            raise ScriptSpent(f"luck is asked below {bound} after the script's end")
        answer = script.pop(0)
        if not 0 <= answer < bound:
            raise LuckMismatch(f"luck is asked below {bound}, the script says {answer}")
        return answer

    def foresee(self, items: Sequence[object]) -> None:
        """Plans the answers that order these items as the next scripted shuffle wants them."""
        if self._shuffles:
            self._planned = answers_for(items, self._shuffles.pop(0))


def shuffle(chance: Chance, items: Iterable[T]) -> tuple[T, ...]:
    """All items in a random order (Fisher-Yates from the end)."""
    cards = list(items)
    _foresee(chance, cards)
    for index in range(len(cards) - 1, 0, -1):
        other = chance.below(index + 1)
        cards[index], cards[other] = cards[other], cards[index]
    return tuple(cards)


def sample(chance: Chance, items: Iterable[T], count: int) -> tuple[T, ...]:
    """So many different items, in the order they were drawn: the shuffle from the end, stopped early."""
    cards = list(items)
    if not 0 <= count <= len(cards):
        raise ValueError(f"{count} of {len(cards)} items cannot be drawn")
    for index in range(len(cards) - 1, max(len(cards) - count, 1) - 1, -1):
        other = chance.below(index + 1)
        cards[index], cards[other] = cards[other], cards[index]
    return tuple(reversed(cards[len(cards) - count :]))


def choose(chance: Chance, items: Sequence[T]) -> T:
    """One of the items, each equally likely."""
    return items[chance.below(len(items))]


def answers_for(items: Sequence[object], wanted: Sequence[object]) -> list[int]:
    """The answers to `below` with which `shuffle` turns the items into what is wanted (or begins so)."""
    rest = list(items)
    for item in wanted:
        if item not in rest:
            raise LuckMismatch(
                f"the script wants {item!r}, which is not among what is shuffled (or not so often)"
            )
        rest.remove(item)
    goal = [*wanted, *rest]
    cards, answers = list(items), []
    for index in range(len(cards) - 1, 0, -1):
        other = cards.index(goal[index], 0, index + 1)
        answers.append(other)
        cards[index], cards[other] = cards[other], cards[index]
    return answers


def _foresee(chance: Chance, items: Sequence[object]) -> None:
    if isinstance(chance, ScriptedChance | RecordingChance):
        chance.foresee(items)
