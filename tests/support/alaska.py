"""Positions of Alaska, as people say them: `state("c3 c4 / bear", salmon="1 5", anglers="4:tourist")`."""

from nurselog.games.alaska import RULES
from nurselog.games.alaska.components import CARD_NAMED, COUNTS, PILE, Card, Cards, without
from nurselog.games.alaska.events import News
from nurselog.games.alaska.state import State, Tally
from nurselog.rules.api import Audience, Event, Seat, Step
from nurselog.rules.chance import ScriptedChance

NO_LUCK = ScriptedChance()


def seat(index: int) -> Seat:
    return Seat(Audience(index))


def cards(text: str) -> Cards:
    return tuple(sorted(CARD_NAMED[name] for name in text.split()))


def state(
    hands: str,
    *,
    salmon: str = "",
    anglers: str = "",
    caught: str = "",
    active: int = 0,
    pile: str | None = None,
    to_place: int = 0,
    to_flow: int = 0,
    turns_left: int | None = None,
) -> State:
    """A position; the pile holds what lies nowhere else, unless it is given (its top is last)."""
    held = tuple(cards(hand) for hand in hands.split("/"))
    kept = [int(count) for count in caught.split()] or [0] * len(held)
    on_river = dict(pair.split(":") for pair in anglers.split())
    fishing: tuple[Card | None, ...] = tuple(
        CARD_NAMED[on_river[str(river)]] if str(river) in on_river else None for river in range(1, 11)
    )
    swimming = tuple(str(section) in salmon.split() for section in range(1, 11))
    used = [card for hand in held for card in hand] + [angler for angler in fishing if angler is not None]
    used += [CARD_NAMED["salmon"]] * (sum(swimming) + sum(kept) + to_place) + [CARD_NAMED["flow"]] * to_flow
    rest = without(PILE, tuple(used))
    given = rest if pile is None else tuple(CARD_NAMED[name] for name in pile.split())
    return State(
        active=seat(active),
        hands=held,
        pile=given,
        salmon=swimming,
        anglers=fishing,
        tallies=tuple(Tally(kept=count) for count in kept),
        to_place=to_place,
        to_flow=to_flow,
        discard=() if pile is None else without(rest, given),
        turns_left=turns_left,
    )


def play(position: State, *moves: str) -> Step[State, News]:
    """The step of the last of these legal moves; `2:use` is by seat 2, else the first that decides moves."""
    step: Step[State, News] = Step(position)
    for text in moves:
        mover, token = who(step.state, text)
        assert rejected(step.state, token, by=mover) is None, text
        step = RULES.apply(step.state, seat(mover), RULES.notation.parse(token), NO_LUCK)
    return step


def who(position: State, text: str) -> tuple[int, str]:
    """Whose move a text is."""
    by, colon, token = text.partition(":")
    return (int(by), token) if colon else (RULES.decisions(position)[0].seat, text)


def rejected(position: State, text: str, *, by: int | None = None) -> tuple[str, str] | None:
    """Code and rule of the refusal, if the move is refused."""
    mover = RULES.decisions(position)[0].seat if by is None else by
    found = RULES.reject(position, seat(mover), RULES.notation.parse(text))
    return None if found is None else (found.code, found.rule)


def texts(position: State, by: int) -> list[str]:
    """The legal moves of a seat."""
    return [RULES.notation.format(move) for move in RULES.legal_moves(position, seat(by))]


def swims(position: State) -> list[int]:
    """The numbers of the sections with a salmon."""
    return [index + 1 for index, salmon in enumerate(position.salmon) if salmon]


def sits(position: State) -> dict[int, str]:
    """The anglers by the number of their river card."""
    names = {card: name for name, card in CARD_NAMED.items()}
    return {index + 1: names[angler] for index, angler in enumerate(position.anglers) if angler is not None}


def told(step: Step[State, News]) -> list[News]:
    """What everybody learnt."""
    return [public(event) for event in step.events]


def public(event: Event[News]) -> News:
    return event.public


def total_cards() -> int:
    return sum(COUNTS.values())
