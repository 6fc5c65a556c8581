"""What the card in a hand scores: a small function per kind of rule, a table of the eighteen (rule 1.2).

Which of the rules count together is not decided here, but in `scoring`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from nurselog.games.forest_sky import components as c
from nurselog.games.forest_sky.components import BIRD, TITLE, VALUE, Bird, Card, Cards

WORDS: Final = ("no", "one", "two", "three", "four", "five", "six")
GROUP_NOUNS: Final = {2: "pair", 3: "triplet"}


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule is worth, by which cards, and why; a rule that is not met has no points."""

    points: int
    evidence: Cards
    reason: str


@dataclass(frozen=True, slots=True)
class Effect:
    """The scoring rule of a card: text, points, and how it reads the card itself, the hand and the forest."""

    text: str
    points: int | None
    """What the rule gives where it is met; None where that is the value of another card."""
    find: Callable[[Card, Cards, Cards], Finding]


def missed(reason: str) -> Finding:
    """A rule that is not met."""
    return Finding(0, (), reason)


def straight(length: int, points: int) -> Effect:
    """So many consecutive values, or more."""

    def find(_own: Card, hand: Cards, forest: Cards) -> Finding:
        run = longest_run((*hand, *forest))
        if len(run) < length:
            return missed(f"the longest straight is {values(run)}")
        return Finding(points, run, f"straight {values(run)}")

    return Effect(f"a straight of {WORDS[length]}" + (" or more" if length < 6 else ""), points, find)


def longest_run(cards: Cards) -> Cards:
    """The longest straight with a card for each value; the lowest, where several are as long."""
    by_value = {VALUE[card]: card for card in sorted(cards, reverse=True)}
    runs: list[list[Card]] = []
    for value in sorted(by_value):
        if value - 1 not in by_value:
            runs.append([])
        runs[-1].append(by_value[value])
    longest: list[Card] = max(runs, key=len)
    return tuple(longest)


def groups(size: int, count: int, points: int) -> Effect:
    """So many groups of equal values, or more; no card in two groups."""
    wanted = counted_groups(count, size)

    def find(_own: Card, hand: Cards, forest: Cards) -> Finding:
        found = disjoint_groups((*hand, *forest), size)
        if len(found) < count:
            return missed(("only " if found else "") + counted_groups(len(found), size))
        best = found[:count]
        cards = tuple(card for group in best for card in group)
        return Finding(points, cards, f"{wanted}: {', '.join(values(group) for group in best)}")

    return Effect(wanted, points, find)


def counted_groups(count: int, size: int) -> str:
    """`two pairs`, `one triplet`, `no pairs`."""
    return f"{WORDS[count]} {GROUP_NOUNS[size]}" + ("" if count == 1 else "s")


def disjoint_groups(cards: Cards, size: int) -> tuple[Cards, ...]:
    """All groups of that size, by value: four equal cards are two pairs or one triplet."""
    found: list[Cards] = []
    for value in sorted({VALUE[card] for card in cards}):
        equal = tuple(card for card in sorted(cards) if VALUE[card] == value)
        found += [equal[at : at + size] for at in range(0, len(equal) - size + 1, size)]
    return tuple(found)


def four_sevens(points: int) -> Effect:
    """All four cards of value 7."""

    def find(_own: Card, hand: Cards, forest: Cards) -> Finding:
        sevens = tuple(card for card in (*hand, *forest) if VALUE[card] == 7)
        if len(sevens) < 4:
            return missed(f"{WORDS[len(sevens)]} of the four 7s")
        return Finding(points, sevens, "four 7s")

    return Effect("four 7s", points, find)


def types(count: int, points: int) -> Effect:
    """Exactly so many types of birds."""

    def find(_own: Card, hand: Cards, forest: Cards) -> Finding:
        cards = (*hand, *forest)
        found = {BIRD[card] for card in cards}
        named = ", ".join(f"{bird.name.lower()}s" for bird in Bird if bird in found)
        return (
            Finding(points, cards, named)
            if len(found) == count
            else missed(f"{WORDS[len(found)]} types: {named}")
        )

    return Effect(f"exactly {WORDS[count]} types of birds", points, find)


def six_crows(points: int) -> Effect:
    """Six cards, all crows."""

    def find(_own: Card, hand: Cards, forest: Cards) -> Finding:
        crows = tuple(card for card in (*hand, *forest) if BIRD[card] is Bird.CROW)
        return (
            Finding(points, crows, "six crows")
            if len(crows) == 6
            else missed(f"{WORDS[len(crows)]} of six crows")
        )

    return Effect("six crows", points, find)


def parity(word: str, points: int) -> Effect:
    """All values odd, or all even."""
    remainder = ("even", "odd").index(word)

    def find(_own: Card, hand: Cards, forest: Cards) -> Finding:
        cards = (*hand, *forest)
        against = [card for card in cards if VALUE[card] % 2 != remainder]
        return (
            missed(f"not {word}: {titles(against)}")
            if against
            else Finding(points, cards, f"all values are {word}")
        )

    return Effect(f"all values {word}", points, find)


def no_lower(points: int) -> Effect:
    """No other card has a lower value; equal is not lower."""

    def find(own: Card, hand: Cards, forest: Cards) -> Finding:
        cards = (*hand, *forest)
        against = [card for card in cards if VALUE[card] < VALUE[own]]
        return missed(f"lower: {titles(against)}") if against else Finding(points, cards, "no card is lower")

    return Effect("none of the other cards is lower", points, find)


def no_higher(points: int) -> Effect:
    """No other card has a higher value; equal is not higher."""

    def find(own: Card, hand: Cards, forest: Cards) -> Finding:
        cards = (*hand, *forest)
        against = [card for card in cards if VALUE[card] > VALUE[own]]
        return (
            missed(f"higher: {titles(against)}") if against else Finding(points, cards, "no card is higher")
        )

    return Effect("none of the other cards is higher", points, find)


def value_of_another() -> Effect:
    """The value of the higher of the other two cards in the hand."""

    def find(own: Card, hand: Cards, _forest: Cards) -> Finding:
        best = max((card for card in hand if card != own), key=VALUE.__getitem__)
        return Finding(VALUE[best], (best,), f"the value of {TITLE[best]}")

    return Effect("the value of one of the other two cards in the hand", None, find)


def values(cards: Iterable[Card]) -> str:
    """`4-5-6`."""
    return "-".join(str(VALUE[card]) for card in cards)


def titles(cards: Iterable[Card]) -> str:
    """`Hawk 4, Owl 5`."""
    return ", ".join(TITLE[card] for card in cards)


EFFECTS: Final[dict[Card, Effect]] = {
    c.H3: straight(4, points=6),
    c.H4: no_lower(points=5),
    c.H5: types(2, points=10),
    c.H6: value_of_another(),
    c.H7: groups(3, 2, points=12),
    c.O5: parity("odd", points=8),
    c.O6: groups(3, 1, points=7),
    c.O7: types(3, points=6),
    c.O8: straight(5, points=8),
    c.C2: six_crows(points=12),
    c.C3: value_of_another(),
    c.C4: straight(6, points=10),
    c.C5: groups(2, 2, points=7),
    c.C6: no_higher(points=8),
    c.C7: groups(2, 3, points=12),
    c.E7: four_sevens(points=14),
    c.E8: parity("even", points=10),
    c.E9: value_of_another(),
}
