"""Whole plays under the eyes of a referee who has read the rules and has never seen their implementation.

The referee keeps its own table, as people would: names of cards, numbers from 1. At every step it must
agree about what each seat may do, and about where every card lies.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

import pytest

from nurselog.games.alaska import RULES
from nurselog.games.alaska.components import NAME
from nurselog.games.alaska.state import State
from nurselog.rules.api import seats
from nurselog.rules.walk import Setting, walk

NUMBERS = range(1, 11)
"""Of river cards and of sections."""


def after(number: int) -> int:
    """The next section or river card in the ring."""
    return number % 10 + 1


def beside(card: int) -> tuple[int, int]:
    """The sections on both sides of a river card (rule 1.2)."""
    return (card - 2) % 10 + 1, card


@dataclass
class Referee:
    """The table as the referee keeps it."""

    hands: list[list[str]]
    pile: list[str]
    active: int
    salmon: set[int] = field(default_factory=set)
    anglers: dict[int, str] = field(default_factory=dict)
    kept: Counter[int] = field(default_factory=Counter)
    discard: list[str] = field(default_factory=list)
    to_place: int = 0
    to_flow: int = 0
    answers: dict[int, bool] | None = None
    """While a catch is answered: who has a say, and what was said (rule 8.4)."""
    unhooking: bool = False
    """The active seat has hooked a tourist: it does not draw (rule 6.2)."""
    turns_left: int | None = None
    over: bool = False

    def begin_turn(self) -> None:
        """Chapters 3 to 5."""
        hand = self.hands[self.active]
        self.to_flow = hand.count("flow")
        room = 10 - len(self.salmon)
        self.to_place = min(hand.count("salmon"), room)
        self.discard += ["salmon"] * (hand.count("salmon") - self.to_place)
        self.hands[self.active] = [card for card in hand if card not in {"salmon", "flow"}]
        self.run_flows()

    def run_flows(self) -> None:
        """Chapter 5, once all salmon are placed."""
        if self.to_place:
            return
        for _ in range(self.to_flow):
            caught = {section for section in self.salmon if after(section) in self.anglers}
            self.discard += ["flow", *["salmon"] * len(caught)]
            for section in caught:
                if self.anglers[after(section)] == "tourist":
                    self.discard.append(self.anglers.pop(after(section)))
            self.salmon = {after(section) for section in self.salmon - caught}
        self.to_flow = 0
        self.end_if_empty()

    def end_if_empty(self) -> None:
        """Rules 3.3 and 9.2."""
        if self.answers is None and not self.hands[self.active]:
            self.end_turn()

    def end_turn(self) -> None:
        """Chapters 9 and 10."""
        hand = self.hands[self.active]
        drawing = not self.unhooking and self.turns_left is None
        drawn = min(4 - len(hand), len(self.pile)) if drawing else 0
        hand += [self.pile.pop() for _ in range(drawn)]
        self.unhooking = False
        if drawn and not self.pile:
            self.turns_left = len(self.hands)
        elif self.turns_left is not None:
            self.turns_left -= 1
        self.over = self.turns_left == 0
        if not self.over:
            self.active = (self.active + 1) % len(self.hands)
            self.begin_turn()

    def legal(self, seat: int) -> set[str]:
        """All that a seat may do now."""
        if self.over:
            return set()
        if self.answers is not None:
            asked = seat != self.active and seat not in self.answers
            return {"pass", *(["use"] if "bear" in self.hands[seat] else [])} if asked else set()
        if self.to_place:
            left = (self.active + 1) % len(self.hands)
            return {f"p.{section}" for section in NUMBERS if section not in self.salmon and seat == left}
        return set(self.plays()) if seat == self.active else set()

    def plays(self) -> Iterator[str]:
        """What the active seat may do with its hand (chapters 6 to 9)."""
        hand = self.hands[self.active]
        yield from self.casts(sorted(int(card[1:]) for card in hand if card[0] == "c"))
        if "tourist" in hand:
            yield from (f"t.{card}" for card in NUMBERS if self.anglers.get(card) != "tourist")
        if "local" in hand:
            yield from (f"l.{card}" for card in NUMBERS if card not in self.anglers)
        if "eagle" in hand:
            prey = [f"e.s{section}" for section in self.salmon] + [f"e.r{card}" for card in self.anglers]
            yield from prey or ["e"]
        if "bear" in hand:
            yield "b"
        if len(hand) <= 1:
            yield "end"

    def casts(self, numbers: list[int]) -> Iterator[str]:
        """One cast or two; the section is named where there is a choice (rule 6.4)."""
        for thrown in [*combinations(numbers, 1), *combinations(numbers, 2)]:
            text, reached = ".".join(f"c{number}" for number in thrown), self.reached(sum(thrown))
            yield from (f"{text}.s{section}" for section in reached) if len(reached) > 1 else [text]

    def reached(self, value: int) -> list[int]:
        """The sections with salmon that a cast of that value could catch."""
        open_card = value in NUMBERS and value not in self.anglers
        return [section for section in beside(value) if section in self.salmon] if open_card else []

    def play(self, seat: int, text: str) -> None:
        """A legal move."""
        word, *rest = text.split(".")
        if self.answers is not None:
            self.answer(seat, used=text == "use")
        elif word == "p":
            self.salmon.add(int(rest[0]))
            self.to_place -= 1
            self.run_flows()
        elif word == "end":
            self.end_turn()
        else:
            self.play_card(word, rest)
            self.end_if_empty()

    def play_card(self, word: str, rest: list[str]) -> None:
        """Chapters 6 to 8, in the own turn."""
        if word[0] == "c":
            self.cast([word, *rest])
        elif word == "b":
            self.spend("bear")
            self.discard += self.anglers.values()
            self.anglers.clear()
        elif word == "e":
            self.spend("eagle")
            self.fly(*rest)
        else:
            angler, card = {"t": "tourist", "l": "local"}[word], int(rest[0])
            self.hands[self.active].remove(angler)
            self.discard += [self.anglers[card]] if card in self.anglers else []
            self.anglers[card] = angler

    def spend(self, *cards: str) -> None:
        """Cards go from the hand to the discard pile."""
        for card in cards:
            self.hands[self.active].remove(card)
        self.discard += cards

    def fly(self, target: str = "") -> None:
        """Rule 8.1."""
        if target[:1] == "s":
            self.catch(int(target[1:]))
        elif target:
            self.discard.append(self.anglers.pop(int(target[1:])))

    def cast(self, words: list[str]) -> None:
        """Chapter 6."""
        thrown = [word for word in words if word[0] == "c"]
        self.spend(*thrown)
        value = sum(int(word[1:]) for word in thrown)
        hooked, reached = self.anglers.get(value), self.reached(value)
        if hooked == "tourist":
            self.discard += [self.anglers.pop(value), *self.hands[self.active]]
            self.hands[self.active] = []
            self.unhooking = True
        elif hooked == "local" and self.kept[self.active]:
            self.kept[self.active] -= 1
            self.discard += ["salmon", self.anglers.pop(value)]
        elif reached:
            self.catch(int(words[-1][1:]) if words[-1][0] == "s" else reached[0])

    def catch(self, section: int) -> None:
        """A salmon is out of the water; the others have a say."""
        self.salmon.remove(section)
        self.answers = {}

    def answer(self, seat: int, *, used: bool) -> None:
        """Rule 8.4: it is settled as soon as later answers could not change it."""
        assert self.answers is not None
        self.answers[seat] = used
        count = len(self.hands)
        for other in [(self.active + step) % count for step in range(1, count)]:
            if other not in self.answers:
                return
            if self.answers[other]:
                self.hands[other].remove("bear")
                self.discard += ["bear", "salmon"]
                break
        else:
            self.kept[self.active] += 1
        self.answers = None
        self.end_if_empty()


def taking_over(state: State) -> Referee:
    """The referee at the beginning of a play, its first turn begun anew."""
    hands = [[NAME[card] for card in hand] for hand in state.hands]
    hands[state.active] += ["salmon"] * state.to_place + ["flow"] * state.to_flow
    hands[state.active] += [NAME[card] for card in state.discard]
    referee = Referee(hands, [NAME[card] for card in state.pile], state.active)
    referee.begin_turn()
    return referee


def kept_by_us(state: State) -> list[object]:
    """The table in the referee's words."""
    return [
        [sorted(NAME[card] for card in hand) for hand in state.hands],
        [NAME[card] for card in state.pile],
        sorted(NAME[card] for card in state.discard),
        {section for section in NUMBERS if state.salmon[section - 1]},
        {number: NAME[card] for number, card in enumerate(state.anglers, start=1) if card is not None},
        [tally.kept for tally in state.tallies],
        state.over,
    ]


def kept_by(referee: Referee) -> list[object]:
    """The same of the referee."""
    return [
        [sorted(hand) for hand in referee.hands],
        referee.pile,
        sorted(referee.discard),
        referee.salmon,
        referee.anglers,
        [referee.kept[seat] for seat in range(len(referee.hands))],
        referee.over,
    ]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("seat_count", range(2, 7))
def test_the_referee_agrees_with_every_step(seat_count: int, seed: int) -> None:
    commits = walk(
        RULES, Setting(options=RULES.spec.complete({}, seat_count), seat_count=seat_count, seed=seed)
    )
    state = next(commits).play.state
    referee = taking_over(state)

    for commit in commits:
        for seat in seats(seat_count):
            listed = RULES.legal_moves(state, seat)
            assert {RULES.notation.format(move) for move in listed} == referee.legal(seat)
        referee.play(commit.entry.seat, commit.entry.move)
        state = commit.play.state
        assert kept_by_us(state) == kept_by(referee)

    assert referee.over
