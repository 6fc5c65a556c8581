"""The 25 achievements of a game of several (rule 19.5): reported to the winner, who may mark one of them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from nurselog.games.cascadia.board import Board
from nurselog.games.cascadia.components import HABITATS, IS_KEYSTONE, SPECIES, SPECIES_PLURAL, Species
from nurselog.games.cascadia.scoring.tally import Tally
from nurselog.games.cascadia.terms import Special, Terms, Variant
from nurselog.rules.api import Points, ScoreLine, Seat


class Win(NamedTuple):
    """The winner's board, and what all boards are worth."""

    board: Board
    seat: Seat
    tallies: Sequence[Tally]

    @property
    def own(self) -> Tally:
        return self.tallies[self.seat]


@dataclass(frozen=True, slots=True)
class Achievement:
    """Something a winner may have done."""

    text: str
    is_earned: Callable[[Win], bool]


def total(least: int) -> Achievement:
    """So many points."""
    return Achievement(f"{least} points or more", lambda win: win.own.total >= least)


def without(species: Species) -> Achievement:
    """None of a kind of animal."""
    return Achievement(f"no {SPECIES_PLURAL[species]}", lambda win: species not in win.board.tokens)


def habitat(least: int) -> Achievement:
    """So many points in one habitat."""
    return Achievement(
        f"{least} or more points in one habitat",
        lambda win: any(win.own.habitat(one) >= least for one in HABITATS),
    )


def animals(least: int, how_many: int, words: str) -> Achievement:
    """So many points with so many kinds of animals."""
    return Achievement(
        f"{least} or more points with {words}",
        lambda win: sum(finding.points >= least for finding in win.own.findings) >= how_many,
    )


def nature(least: int) -> Achievement:
    """So many nature tokens at the end."""
    return Achievement(f"{least} or more nature tokens", lambda win: win.own.nature >= least)


def largest_corridors(win: Win) -> int:
    """In how many habitats nobody has a larger corridor."""
    sizes = [[len(tally.corridors[one]) for tally in win.tallies] for one in HABITATS]
    return sum(of_habitat[win.seat] == max(of_habitat) > 0 for of_habitat in sizes)


def filled_keystones(board: Board) -> int:
    """How many keystone tiles have a token."""
    laid = zip(board.tiles, board.tokens, strict=True)
    return sum(token is not None and IS_KEYSTONE[tile] for tile, token in laid)


def kinds(board: Board) -> int:
    """How many kinds of animals there are."""
    return sum(species in board.tokens for species in SPECIES)


ACHIEVEMENTS: Final = (
    *(total(least) for least in (80, 85, 90, 95, 100, 105, 110)),
    Achievement("no nature tokens left", lambda win: win.own.nature == 0),
    *(without(species) for species in SPECIES),
    Achievement(
        "more than ten animals of one kind",
        lambda win: any(win.board.tokens.count(species) > 10 for species in SPECIES),
    ),
    Achievement("the largest corridor in three habitats or more", lambda win: largest_corridors(win) >= 3),
    Achievement(
        "5 or more points in every habitat", lambda win: all(win.own.habitat(one) >= 5 for one in HABITATS)
    ),
    habitat(12),
    habitat(15),
    animals(10, 5, "every kind of animal"),
    animals(20, 2, "two kinds of animals"),
    animals(30, 1, "one kind of animal"),
    nature(5),
    nature(10),
    Achievement("no keystone tile filled", lambda win: filled_keystones(win.board) == 0),
    Achievement("three kinds of animals at most", lambda win: kinds(win.board) <= 3),
)
"""In the order of their numbers, from 1."""


def earned_achievements(
    terms: Terms, board: Board, seat: Seat, tallies: Sequence[Tally]
) -> Iterator[ScoreLine]:
    """A line, worth nothing, for each that the winner of a game of several has earned.

    With a special rule that is this rule (rule 23.11), with five cards what holds of the 25.
    """
    if len(tallies) == 1:
        return
    if terms.special is not Special.NONE:
        yield special_line(terms.special)
        return
    if terms.variant is not Variant.CARDS:
        return
    win = Win(board, seat, tallies)
    for number, achievement in enumerate(ACHIEVEMENTS, start=1):
        if achievement.is_earned(win):
            yield ScoreLine(
                category=f"achievement.{number}",
                label=f"Achievement {number}: {achievement.text}",
                points=Points(0),
                reason="earned; the winner may mark one",
                counted=False,
            )


SPECIAL_TEXT: Final = {
    Special.MATCH: "every tile matched a neighbour",
    Special.NO_MATCH: "no tile matched a neighbour",
    Special.THREES: "corridors of three",
    Special.LONG_CORRIDORS: "corridors of five and more",
    Special.THREE_PAIRS: "three pairs in the display",
    Special.TWO_CARDS: "two cards for each animal",
    Special.NO_STARTERS: "no starters",
    Special.DEAR_NATURE: "nature tokens cost double",
    Special.ANOTHER_TILE: "no token on the tile of the same turn",
    Special.HIDDEN_CARDS: "hidden cards",
}
"""In the order of their numbers, from 1."""


def special_line(special: Special) -> ScoreLine:
    """A line, worth nothing, for a play that was won by a special rule (rule 23.11)."""
    number = list(SPECIAL_TEXT).index(special) + 1
    return ScoreLine(
        category=f"special.{number}",
        label=f"Special rule {number}: {SPECIAL_TEXT[special]}",
        points=Points(0),
        reason="won with it; the winner may mark it",
        counted=False,
    )
