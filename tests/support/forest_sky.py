"""Positions of Forest Sky, written as people write cards: `state("h3 h4 h5 / o5 o6 o7", a="c2 c3 c4")`."""

from nurselog.games.forest_sky.components import CARD_NAMED, CARDS, NAME, SPOT_NAMED, Card, Cards, Spot
from nurselog.games.forest_sky.events import News
from nurselog.games.forest_sky.legal import reject
from nurselog.games.forest_sky.notation import NOTATION
from nurselog.games.forest_sky.play import apply
from nurselog.games.forest_sky.scoring import sheet
from nurselog.games.forest_sky.state import State
from nurselog.rules.api import Audience, Rejection, ScoreSheet, Seat, Step
from nurselog.rules.chance import ScriptedChance

NO_LUCK = ScriptedChance()


def seat(index: int) -> Seat:
    return Seat(Audience(index))


def card(name: str) -> Card:
    return CARD_NAMED[name]


def spot(name: str) -> Spot:
    return SPOT_NAMED[name]


def cards(text: str) -> Cards:
    return tuple(CARD_NAMED[name] for name in text.split())


def state(
    hands: str,
    *,
    a: str = "",
    b: str = "",
    discard: str = "",
    deck: str | None = None,
    locked: str = "",
    active: int = 0,
    taken: str = "",
    shown: str = "",
    idle_turns: int = 0,
    idle_limit: int = 40,
) -> State:
    """A position; the deck holds all cards that are not named, unless it is given. Tops are last."""
    held = tuple(cards(hand) for hand in hands.split("/"))
    forests = (cards(a), cards(b))
    lying = {card for pile in (*held, *forests, cards(discard)) for card in pile}
    rest = tuple(card for card in CARDS if card not in lying)
    return State(
        idle_limit=idle_limit,
        active=seat(active),
        hands=held,
        deck=rest if deck is None else cards(deck),
        forests=forests,
        discard=cards(discard),
        locked=tuple(SPOT_NAMED[name] for name in locked.split()),
        taken=CARD_NAMED[taken] if taken else None,
        shown=cards(shown),
        idle_turns=idle_turns,
    )


def play(position: State, *moves: str) -> Step[State, News]:
    """The step of the last of these moves, each made by the seat whose turn it is and each legal."""
    step: Step[State, News] = Step(position)
    for text in moves:
        assert refusal(step.state, text) is None, text
        step = apply(step.state, step.state.active, NOTATION.parse(text), NO_LUCK)
    return step


def top(position: State) -> str:
    """The name of the next card of the deck."""
    return NAME[position.deck[-1]]


def refusal(position: State, text: str, *, by: int | None = None) -> Rejection | None:
    """Why a move is rejected; made by the active seat unless said otherwise."""
    return reject(position, position.active if by is None else seat(by), NOTATION.parse(text))


def sheet_of(hand: str, *, a: str = "", b: str = "") -> ScoreSheet:
    """The sheet of a hand at two forests."""
    return sheet(seat(0), cards(hand), (cards(a), cards(b)))


def counting(found: ScoreSheet) -> dict[str, int]:
    """The points of the cards whose rules count."""
    return {line.category.removeprefix("card."): line.points for line in found.lines[1:] if line.counted}
