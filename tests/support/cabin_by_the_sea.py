"""Positions of Cabin by the Sea, written as people write cards: `state(stacks="2d 6d / qh", beach="kh")`."""

from nurselog.games.cabin_by_the_sea.events import News
from nurselog.games.cabin_by_the_sea.legal import legal_moves, reject
from nurselog.games.cabin_by_the_sea.notation import NOTATION
from nurselog.games.cabin_by_the_sea.play import apply
from nurselog.games.cabin_by_the_sea.state import PLAYER, State
from nurselog.rules.api import Chance, Rejection, Step
from nurselog.rules.cards import CARD_NAMED, Card, Cards
from nurselog.rules.chance import ScriptedChance


def card(name: str) -> Card:
    return CARD_NAMED[name]


def cards(text: str) -> Cards:
    return tuple(CARD_NAMED[name] for name in text.split())


def state(
    *,
    stacks: str = "",
    sea_card: str = "",
    sea: str = "",
    supply: str = "",
    beach: str = "",
    tide: str = "",
    lost: str = "",
    chosen: str = "",
    stack_limit: int = 8,
    murky_depths: bool = False,
    stockpiling: bool = False,
    tide_face_down: bool = False,
) -> State:
    """A position with these cards only. Tops are last."""
    return State(
        stack_limit=stack_limit,
        murky_depths=murky_depths,
        stockpiling=stockpiling,
        supply=cards(supply),
        beach=cards(beach),
        sea=cards(sea),
        revealed=card(sea_card) if sea_card else None,
        chosen=card(chosen) if chosen else None,
        stacks=tuple(cards(stack) for stack in stacks.split("/")) if stacks else (),
        tide=cards(tide),
        tide_face_down=tide_face_down,
        lost=cards(lost),
    )


FULL = "2c / 3c / 4c / 5c / 6c / 7c / 8c / 9c"
"""Eight stacks of clubs: no more may be opened, and no other suit fits."""


def play(position: State, *moves: str, luck: Chance | None = None) -> Step[State, News]:
    """The step of the last of these moves, each of them legal."""
    step: Step[State, News] = Step(position)
    for text in moves:
        assert refusal(step.state, text) is None, text
        step = apply(step.state, PLAYER, NOTATION.parse(text), luck or ScriptedChance())
    return step


def refusal(position: State, text: str) -> Rejection | None:
    """Why a move is rejected."""
    return reject(position, PLAYER, NOTATION.parse(text))


def rejected(position: State, text: str) -> tuple[str, str]:
    """The code and rule of a rejection that there must be."""
    found = refusal(position, text)
    assert found is not None
    return found.code, found.rule


def texts(position: State) -> list[str]:
    """The legal moves as text."""
    return [NOTATION.format(move) for move in legal_moves(position, PLAYER)]


def news(step: Step[State, News]) -> list[News]:
    """What happened."""
    return [event.public for event in step.events]
