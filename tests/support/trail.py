"""Positions of Trail, written as people write cards: `trek("9c 9h / 2d / 5s", at="53 43 / 52 / ")`."""

from nurselog.games.trail.components import (
    ACES,
    FACES,
    LANDMARKS,
    NUMBERS,
    PLACES,
    SPOT_NAMED,
    SPOTS,
    Spot,
)
from nurselog.games.trail.events import News
from nurselog.games.trail.legal import reject
from nurselog.games.trail.notation import NOTATION
from nurselog.games.trail.play import apply
from nurselog.games.trail.rounds import begin_round
from nurselog.games.trail.setup import setup
from nurselog.games.trail.spec import SPEC
from nurselog.games.trail.state import Phase, State, deciding
from nurselog.rules.api import Audience, Rejection, Seat, Step
from nurselog.rules.cards import CARD_NAMED, NAME, Card, Cards
from nurselog.rules.chance import ScriptedChance, SeededChance

NO_LUCK = ScriptedChance()


def seat(index: int) -> Seat:
    return Seat(Audience(index))


def card(name: str) -> Card:
    return CARD_NAMED[name]


def cards(text: str) -> Cards:
    return tuple(CARD_NAMED[name] for name in text.split())


def spots(text: str) -> tuple[Spot, ...]:
    return tuple(SPOT_NAMED[name] for name in text.split())


def dealt(seat_count: int = 3, *, first: int = 0, seed: int = 0) -> State:
    """The beginning of a play."""
    options = SPEC.complete({"first_player": str(first)}, seat_count)
    return setup(options, seat_count, SeededChance(seed.to_bytes(4, "big"), "test", 0)).state


def packed(seat_count: int = 3, *, first: int = 0, seed: int = 0) -> State:
    """The same after all have packed what stood first in their hands, and before the aces are taken."""
    position = dealt(seat_count, first=first, seed=seed)
    while position.phase is Phase.PACK:
        who = deciding(position)[0]
        position = by(position, who, f"d.{names_of(position.hands[who])[0]}").state
    return position


def names_of(found: Cards) -> list[str]:
    return [NAME[one] for one in found]


def trek(
    packs: str,
    *,
    at: str = "",
    trail: str = "",
    open_spots: str = "",
    back: str = "",
    first: int = 0,
    pool: str = "",
    gone: str = "",
    round: int = 1,  # noqa: A002 - the field's name
) -> State:
    """A position in a round of the trek, its first seat to act.

    `at` are the treks so far, `trail` some cards by spot (`53=9c`), the others follow from the rest.
    """
    held = [tuple(sorted(cards(pack))) for pack in packs.split("/")]
    treks = [spots(one) for one in at.split("/")] if at else []
    treks += [()] * (len(held) - len(treks))
    laid = lay(trail, {one for pack in held for one in pack} | {*cards(pool), *cards(gone)})
    turned = {*spots(open_spots), *(spot for one in treks for spot in one)}
    used = {*laid, *(one for pack in held for one in pack), *cards(pool), *cards(gone)}
    rest = tuple(one for one in (*FACES, *NUMBERS, *ACES) if one not in used)
    state = State(
        phase=Phase.TREK,
        opener=seat(first),
        first=seat(first),
        trail=laid,
        open_spots=tuple(place.is_open or spot in turned for spot, place in zip(SPOTS, PLACES, strict=True)),
        hands=((),) * len(held),
        picks=(None,) * len(held),
        drafted=((),) * len(held),
        packs=tuple(held),
        treks=tuple(treks),
        out=rest,
        aces=(),
        pool=(),
        gone=cards(gone),
        round=round - 1,
        back=tuple(str(index) in back.split() for index in range(len(held))),
    )
    return begin_round(state)[0]._replace(pool=cards(pool))


def lay(text: str, taken: set[Card]) -> Cards:
    """The trail with some cards where they are wanted, and others that nobody has everywhere else."""
    wanted = {SPOT_NAMED[spot]: CARD_NAMED[name] for spot, name in (one.split("=") for one in text.split())}
    faces = iter([one for one in FACES if one not in taken and one not in wanted.values()])
    numbers = iter([one for one in NUMBERS if one not in taken and one not in wanted.values()])
    return tuple(
        wanted[spot] if spot in wanted else next(faces if spot in LANDMARKS else numbers) for spot in SPOTS
    )


def by(position: State, who: int, text: str) -> Step[State, News]:
    """The step of a legal move of a seat."""
    found = refusal(position, text, by=who)
    assert found is None, f"{text}: {found}"
    return apply(position, seat(who), NOTATION.parse(text), NO_LUCK)


def play(position: State, *moves: str) -> Step[State, News]:
    """The step of the last of these moves, each made by the first seat that decides."""
    step: Step[State, News] = Step(position)
    for text in moves:
        step = by(step.state, deciding(step.state)[0], text)
    return step


def refusal(position: State, text: str, *, by: int | None = None) -> Rejection | None:
    """Why a move is rejected; made by the first seat that decides unless said otherwise."""
    who = [*deciding(position), seat(0)][0] if by is None else seat(by)
    return reject(position, who, NOTATION.parse(text))


def rejected(position: State, text: str, *, by: int | None = None) -> tuple[str, str]:
    """Code and rule of a refusal."""
    found = refusal(position, text, by=by)
    assert found is not None, text
    return found.code, found.rule
