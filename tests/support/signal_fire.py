"""Positions of Signal Fire, written as people write cards: `state("6d 9c / 9s / jd / 3h", trick="6d -9s")`.

Cards with a minus lie face down. The map and the tokens are those of the printed example unless given.
"""

from nurselog.games.signal_fire.components import (
    CELL_NAMED,
    CLOCKWISE_FROM,
    FIRE_NAME,
    FIRES,
    Cell,
    Fire,
    Seats,
)
from nurselog.games.signal_fire.events import News
from nurselog.games.signal_fire.legal import legal_moves, reject
from nurselog.games.signal_fire.notation import NOTATION
from nurselog.games.signal_fire.play import apply
from nurselog.games.signal_fire.state import NO_FIRES, Fires, Laid, Phase, State, Trick
from nurselog.rules.api import Audience, Chance, Rejection, Seat, Step
from nurselog.rules.cards import CARD_NAMED, Card, Cards
from nurselog.rules.chance import ScriptedChance

MAP = "2h 3d 8s 4s 5h 6c td ac 9h"
TOKENS = "c2 a3 a2 a1"
BIDS = "2c 3c 4c 5c"
NO_LUCK = ScriptedChance()


def seat(index: int) -> Seat:
    return Seat(Audience(index))


def seats(*indices: int) -> Seats:
    return tuple(seat(index) for index in indices)


def card(name: str) -> Card:
    return CARD_NAMED[name]


def cards(text: str) -> Cards:
    return tuple(CARD_NAMED[name] for name in text.split())


def cell(name: str) -> Cell:
    return CELL_NAMED[name]


def trick_of(leader: int, text: str) -> Trick:
    """Cards in the order of playing; a minus before one that is face down."""
    order = CLOCKWISE_FROM[leader]
    return tuple(
        Laid(who, card(name.removeprefix("-")), name.startswith("-"))
        for who, name in zip(order, text.split(), strict=False)
    )


def fire(name: str) -> Fire:
    return FIRES[FIRE_NAME.index(name)]


def fires(first: str = "000 000", second: str = "000 000") -> Fires:
    """The fires of both teams, ridge and valley: `"120 001"`."""
    one, two = (tuple(int(digit) for digit in text.replace(" ", "")) for text in (first, second))
    return one, two


def state(
    hands: str = "/ / /",
    *,
    map: str = MAP,  # noqa: A002 - what it is called in this game
    tokens: str = TOKENS,
    bids: str = BIDS,
    leader: int = 0,
    trick: str = "",
    last_trick: str = "",
    quickflint: bool = False,
    tricks_done: int = 0,
    lit: Fires = NO_FIRES,
    history: tuple[Fires, ...] = (),
    target: int = 50,
    round_limit: int = 0,
) -> State:
    """A position in which the next card is played to a trick."""
    laid = trick_of(leader, trick)
    return State(
        target=target,
        round_limit=round_limit,
        quickflint=quickflint,
        map=cards(map),
        set_aside=cards("2d 5d 7d"),
        hands=tuple(cards(hand) for hand in hands.split("/")),
        phase=Phase.PLAY,
        asked=CLOCKWISE_FROM[leader][len(laid) :],
        bids=cards(bids),
        tokens=tuple(CELL_NAMED[name] for name in tokens.split()),
        leader=seat(leader),
        trick=laid,
        last_trick=trick_of(leader, last_trick),
        tricks_done=tricks_done,
        fires=lit,
        history=history,
    )


def bidding(hands: str, *, recent: Seats = ()) -> State:
    """A position in which nobody has bid yet."""
    return State(
        target=50,
        round_limit=0,
        quickflint=False,
        map=cards(MAP),
        set_aside=cards("2d 5d 7d"),
        hands=tuple(cards(hand) for hand in hands.split("/")),
        recent=recent,
    )


def play(position: State, *moves: str, chance: Chance = NO_LUCK) -> Step[State, News]:
    """The step of the last of these moves, each made by the first seat that is asked, and each legal."""
    step: Step[State, News] = Step(position)
    for text in moves:
        assert refusal(step.state, text) is None, text
        step = apply(step.state, step.state.asked[0], NOTATION.parse(text), chance)
    return step


def trick(position: State, text: str) -> Step[State, News]:
    """The step that completes a trick: cards in the order of playing, with a minus face down."""
    moves = [f"d.{name[1:]}" if name.startswith("-") else f"p.{name}" for name in text.split()]
    return play(position, *moves)


def refusal(position: State, text: str, *, by: int | None = None) -> Rejection | None:
    """Why a move is rejected; made by the first seat that is asked unless said otherwise."""
    return reject(position, position.asked[0] if by is None else seat(by), NOTATION.parse(text))


def rejected(position: State, text: str, *, by: int | None = None) -> tuple[str, str]:
    """The code and the rule of a rejection."""
    found = refusal(position, text, by=by)
    assert found is not None
    return found.code, found.rule


def texts(position: State, *, by: int | None = None) -> list[str]:
    """What the first seat that is asked may do, unless another is named."""
    who = position.asked[0] if by is None else seat(by)
    return [NOTATION.format(move) for move in legal_moves(position, who)]


def public(step: Step[State, News]) -> list[News]:
    """What everybody learns from a step."""
    return [event.public for event in step.events]


def places(position: State) -> list[str | None]:
    """Where the tokens stand, by seat."""
    named = {value: name for name, value in CELL_NAMED.items()}
    return [None if token is None else named[token] for token in position.tokens]
