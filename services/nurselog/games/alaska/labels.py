"""Moves as short English sentences."""

from typing import Final

from nurselog.games.alaska.components import TITLE, Cards, Section, cast_value
from nurselog.games.alaska.legal import within_reach
from nurselog.games.alaska.moves import (
    END_TURN,
    PASS,
    PLAY_BEAR,
    USE_BEAR,
    Cast,
    EndTurn,
    Move,
    Pass,
    PlaceSalmon,
    PlayAngler,
    PlayBear,
    PlayEagle,
    UseBear,
)
from nurselog.games.alaska.state import State
from nurselog.rules.api import Seat

PLAIN: Final[dict[Move, str]] = {
    PLAY_BEAR: "Send a bear: all anglers leave",
    USE_BEAR: "Send a bear to take the salmon that was just caught",
    PASS: "Let the catch be",
    END_TURN: "End the turn",
}


def label(state: State, seat: Seat, move: Move) -> str:  # noqa: ARG001 - a move says the same for each seat
    """What a legal move does."""
    match move:
        case PlaceSalmon(section):
            return f"Put the salmon into section {section + 1}"
        case Cast(cards, section):
            return cast_label(state, cards, section)
        case PlayAngler(angler, river):
            scares = ", scaring the local away" if state.anglers[river] is not None else ""
            return f"Put a {TITLE[angler]} on river card {river + 1}{scares}"
        case PlayEagle(section, river):
            return eagle_label(state, section, river)
        case PlayBear() | UseBear() | Pass() | EndTurn():
            return PLAIN[move]


def cast_label(state: State, cards: Cards, section: Section | None) -> str:
    """Casts with what they would do."""
    shown = " and ".join(str(cast_value(card)) for card in cards)
    value = sum(cast_value(card) for card in cards)
    total = f" for {value}" if len(cards) > 1 else ""
    angler = state.anglers[value - 1] if value <= len(state.anglers) else None
    reach = within_reach(state, cards) if section is None else (section,)
    if angler is not None:
        return f"Cast {shown}{total} and hook the {TITLE[angler]}"
    if reach:
        return f"Cast {shown}{total} and catch the salmon in section {reach[0] + 1}"
    return f"Cast {shown}{total} and catch nothing"


def eagle_label(state: State, section: int | None, river: int | None) -> str:
    """An eagle with its prey."""
    if section is not None:
        return f"Send an eagle for the salmon in section {section + 1}"
    if river is None:
        return "Send an eagle, which finds nothing"
    angler = state.anglers[river]
    who = "angler" if angler is None else TITLE[angler]
    return f"Send an eagle to drive the {who} from river card {river + 1}"
