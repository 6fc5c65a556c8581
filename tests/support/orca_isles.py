"""Positions of Orca Isles, written as people write cards.

`state("8h ks 2c / 3d / 4c", isles="8c qd", gather="3h - 5h", at={1: "0:8h.ks 1:+3c.4c"})`: orcas at isles are
a seat and its cards, with a plus before cards that lie face up. A dash is a place without a card.
"""

from collections.abc import Mapping

from nurselog.games.orca_isles.components import Isle
from nurselog.games.orca_isles.events import News, Party, Result
from nurselog.games.orca_isles.legal import legal_moves, reject
from nurselog.games.orca_isles.notation import NOTATION
from nurselog.games.orca_isles.play import apply
from nurselog.games.orca_isles.state import State, active_seat
from nurselog.rules.api import Audience, Chance, Rejection, Seat, Step
from nurselog.rules.cards import CARD_OR_JOKER_NAMED, DECK_WITH_JOKERS, Card, Cards, names
from nurselog.rules.chance import ScriptedChance

NO_LUCK = ScriptedChance()
NOWHERE: Mapping[int, str] = {}


def seat(index: int) -> Seat:
    return Seat(Audience(index))


def card(name: str) -> Card:
    return CARD_OR_JOKER_NAMED[name]


def cards(text: str) -> Cards:
    return tuple(CARD_OR_JOKER_NAMED[name] for name in text.split())


def sorted_cards(text: str) -> Cards:
    return tuple(sorted(cards(text)))


def places(text: str) -> tuple[Card | None, ...]:
    return tuple(None if name == "-" else CARD_OR_JOKER_NAMED[name] for name in text.split())


def parties(text: str) -> tuple[Party, ...]:
    """`"0:8h.ks 1:+3c.4c"`."""
    return tuple(party(one) for one in text.split())


def party(text: str) -> Party:
    who, _, held = text.partition(":")
    face_up = held.startswith("+")
    return Party(seat(int(who)), sorted_cards(held.removeprefix("+").replace(".", " ")), face_up)


def state(
    hands: str,
    *,
    isles: str = "8c qd",
    gather: str = "3h 4h 5h",
    at: Mapping[int, str] = NOWHERE,
    deck: str | None = None,
    discard: str = "",
    first: int = 0,
    turn: int = 0,
    shown: str = "",
    good_instincts: bool = False,
    history: tuple[tuple[Result, ...], ...] = (),
) -> State:
    """A position; the deck holds all cards that are not named, unless it is given. Tops are last."""
    held = tuple(sorted_cards(hand) for hand in hands.split("/"))
    there = tuple(parties(at.get(number, "")) for number in range(1, len(held)))
    lying = {
        *(one for pile in (*held, places(isles), places(gather), cards(discard)) for one in pile),
        *(one for group in there for orca in group for one in orca.cards),
    }
    rest = tuple(one for one in DECK_WITH_JOKERS if one not in lying)
    return State(
        good_instincts=good_instincts,
        first=seat(first),
        hands=held,
        deck=rest if deck is None else cards(deck),
        isles=places(isles),
        gather=places(gather),
        gatherers=(None,) * len(held),
        parties=there,
        shown=tuple(sorted_cards(one) for one in shown.split("/")) if shown else ((),) * len(held),
        discard=cards(discard),
        turn=turn,
        history=history,
    )


def play(position: State, *moves: str, chance: Chance = NO_LUCK) -> Step[State, News]:
    """The step of the last of these moves, each made by the seat whose turn it is and each legal."""
    step: Step[State, News] = Step(position)
    for text in moves:
        assert refusal(step.state, text) is None, text
        step = apply(step.state, active_seat(step.state), NOTATION.parse(text), chance)
    return step


def refusal(position: State, text: str, *, by: int | None = None) -> Rejection | None:
    """Why a move is rejected; made by the active seat unless said otherwise."""
    return reject(position, active_seat(position) if by is None else seat(by), NOTATION.parse(text))


def rejected(position: State, text: str, *, by: int | None = None) -> tuple[str, str]:
    """The code and the rule of a rejection."""
    found = refusal(position, text, by=by)
    assert found is not None
    return found.code, found.rule


def texts(position: State) -> list[str]:
    """What the active seat may do."""
    return [NOTATION.format(move) for move in legal_moves(position, active_seat(position))]


def public(step: Step[State, News]) -> list[News]:
    """What everybody learns from a step."""
    return [event.public for event in step.events]


def hands(position: State) -> list[str]:
    """The hands as text."""
    return [" ".join(names(hand)) for hand in position.hands]


def result(isle: int, name: str, at: str, *winners: int) -> Result:
    """What was found at an isle, numbered from one."""
    return Result(Isle(isle - 1), card(name), parties(at), tuple(seat(one) for one in winners))
