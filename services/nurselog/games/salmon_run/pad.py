"""The score pad: sheets and places for the end of a play at a real table (chapter 12)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from google.protobuf.message import Message

from nurselog.games.salmon_run.components import is_joker
from nurselog.games.salmon_run.runs import OBJECTIVES, completable, complete
from nurselog.games.salmon_run.scoring import placements, sheet
from nurselog.games.salmon_run.state import SEATS, Terms, objectives
from nurselog.games.salmon_run.tally import tally
from nurselog.games.salmon_run.wire import Rounds, position_from_proto
from nurselog.rules.api import Placement, PositionImpossible, ScoreSheet
from nurselog.rules.cards import NAME, Card, Cards, read_card_or_joker
from nurselog.rules.notation import read_at


class Holding(NamedTuple):
    """What a seat had when a round ended."""

    run: Cards
    others: Cards

    @property
    def cards(self) -> Cards:
        return self.run + self.others


Holdings = tuple[Holding, ...]
"""Of one seat, by round."""


def score_position(position: Message) -> tuple[ScoreSheet, ...]:
    """The sheets in seat order. Raises `PositionImpossible`."""
    school, players = position_from_proto(position)
    terms = Terms(school=school, dogged=True, max_turns=0)
    holdings = read(players, terms)
    return tuple(
        sheet(seat, [tally(one.run, one.cards) for one in found], found[-1].cards, terms)
        for seat, found in zip(SEATS, holdings, strict=True)
    )


def place_position(position: Message) -> tuple[Placement, ...]:
    """Who came where. Raises `PositionImpossible`."""
    return placements(score_position(position))


def read(players: Sequence[Rounds], terms: Terms) -> tuple[Holdings, ...]:
    """What both seats had, checked in every way that chapter 12 names. Raises `PositionImpossible`."""
    if len(players) != len(SEATS):
        raise PositionImpossible("players", f"There are two players, not {len(players)}.")
    holdings = tuple(read_rounds(rounds, f"players[{at}]", terms) for at, rounds in enumerate(players))
    for number in range(len(objectives(terms))):
        check_round(holdings, number)
    for at, found in enumerate(holdings):
        check_history(found, holdings[1 - at], f"players[{at}]")
    return holdings


def read_rounds(rounds: Rounds, owner: str, terms: Terms) -> Holdings:
    """What one seat had. Raises `PositionImpossible`."""
    count = len(objectives(terms))
    if len(rounds) != count:
        raise PositionImpossible(f"{owner}.rounds", f"There are {count} rounds, not {len(rounds)}.")
    return tuple(
        Holding(
            read_cards(run, f"{owner}.rounds[{number}].run", terms),
            read_cards(others, f"{owner}.rounds[{number}].others", terms),
        )
        for number, (run, others) in enumerate(rounds)
    )


def read_cards(found: Sequence[str], path: str, terms: Terms) -> Cards:
    """Cards of the game. Raises `PositionImpossible`."""
    return tuple(read_card(name, f"{path}[{at}]", terms) for at, name in enumerate(found))


def read_card(name: str, path: str, terms: Terms) -> Card:
    """A card of the game. Raises `PositionImpossible`."""
    card = read_at(path, read_card_or_joker, name)
    if terms.school and is_joker(card):
        raise PositionImpossible(path, "School plays without jokers.")
    return card


def check_round(holdings: Sequence[Holdings], number: int) -> None:
    """Rules 12.2 to 12.4: each card once, runs that make sense, one of them complete at most."""
    goal, met = OBJECTIVES[number], dict[Card, str]()
    for at, found in enumerate(holdings):
        path, holding = f"players[{at}].rounds[{number}]", found[number]
        for card, place in places(holding, path):
            if card in met:
                raise PositionImpossible(
                    place, f"{NAME[card]} lies in {met[card]} already; there is one of each."
                )
            met[card] = place
        if len(holding.run) > goal.size:
            raise PositionImpossible(f"{path}.run", f"The run has {goal.size} cards at most.")
        if not completable(goal, holding.run):
            raise PositionImpossible(f"{path}.run", f"These cards make no sense in the {goal.name}.")
    if all(complete(goal, found[number].run) for found in holdings):
        raise PositionImpossible(
            f"players[1].rounds[{number}].run", "The round ends when one run is complete; here both are."
        )


def places(holding: Holding, path: str) -> Iterator[tuple[Card, str]]:
    """Each card with the path of its name."""
    for field, cards in (("run", holding.run), ("others", holding.others)):
        for at, card in enumerate(cards):
            yield card, f"{path}.{field}[{at}]"


def check_history(own: Holdings, opponent: Holdings, owner: str) -> None:
    """Rule 12.5: a card never goes from one seat to the other, and one that is gone stays away."""
    for number in range(1, len(own)):
        before = {card for holding in own[:number] for card in holding.cards}
        gone = before - set(own[number - 1].cards)
        others = {card for holding in opponent[:number] for card in holding.cards}
        for card, place in places(own[number], f"{owner}.rounds[{number}]"):
            if card in others:
                raise PositionImpossible(place, f"{NAME[card]} was the other player's in an earlier round.")
            if card in gone:
                raise PositionImpossible(
                    place, f"{NAME[card]} was removed from the game in an earlier round."
                )
