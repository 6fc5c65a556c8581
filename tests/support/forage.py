"""Positions of Forage, as people write them: `state("7h | 8d 9c ts / as | 2s 3s 4s", at="r2c3 / r3c4!")`.

A hand is its open cards, a bar, its hidden ones; seats are divided by slashes. A token at a centre is
followed by `!` if it has seen the top card, by `?` if it moved there and the top has changed since.
"""

from collections.abc import Mapping
from typing import cast

from nurselog.api.games.forage.v1 import forage_pb2 as pb
from nurselog.games.forage import RULES
from nurselog.games.forage.components import CARD_NAMED, CARDS, DECK_SIZE, DECKS_FOR, Card, Cards, names
from nurselog.games.forage.events import News
from nurselog.games.forage.layout import CELL_NAMED, CENTRE, FAR_CENTRE, LAYOUTS, Cell, Kind
from nurselog.games.forage.memory import bit, learn
from nurselog.games.forage.notation import NOTATION
from nurselog.games.forage.sets import points_of
from nurselog.games.forage.state import Hand, Peek, State, Token, cards_of
from nurselog.games.forage.turns import fresh_actions
from nurselog.rules.api import Audience, Event, Rejection, Seat, Step, audiences
from nurselog.rules.chance import ScriptedChance

NO_LUCK = ScriptedChance()
PEEKS = {"!": Peek.FRESH, "?": Peek.STALE}


def seat(index: int) -> Seat:
    return Seat(Audience(index))


def card(name: str) -> Card:
    return CARD_NAMED[name]


def cards(text: str) -> Cards:
    return tuple(CARD_NAMED[name] for name in text.replace("+", " ").split())


def cell(name: str) -> Cell:
    return CELL_NAMED[name]


def hand(text: str) -> Hand:
    opened, _, hidden = text.partition("|")
    return Hand(cards(opened), cards(hidden))


def token(text: str) -> Token:
    return Token(CELL_NAMED[text.rstrip("!?")], PEEKS.get(text[-1], Peek.UNSEEN))


def by_seat(text: str, count: int) -> list[str]:
    """What stands between slashes; nothing for the seats that are not mentioned."""
    parts = text.split("/")
    return [part.strip() for part in (*parts, *[""] * (count - len(parts)))]


def state(
    hands: str,
    *,
    at: str = "",
    lying: Mapping[str, str] | None = None,
    face_up: str = "",
    sets: str = "",
    active: int = 0,
    actions: tuple[int, ...] = (),
    large: bool = False,
    teams: bool = False,
    turns: int = 0,
    turn_limit: int = 400,
) -> State:
    """A position. Cells that are not named hold cards that are nowhere else.

    Cards named for a centre are the top of its stack, the last one uppermost; `-` is an empty stack. Tokens
    that are not mentioned stand on the centre and have seen nothing.
    """
    held = tuple(hand(text) for text in hands.split("/"))
    count = len(held)
    laid = tuple(tuple(cards(one) for one in own.split()) for own in by_seat(sets, count))
    named = {CELL_NAMED[name]: text for name, text in (lying or {}).items()}
    used = {card for one in held for card in cards_of(one)} | {
        card for own in laid for one in own for card in one
    }
    side = active % (count // 2) if teams else active
    position = State(
        large=large,
        teams=teams,
        turn_limit=turn_limit,
        side=side,
        actions=actions or fresh_actions(side, count, teams),
        hands=held,
        tokens=tokens(at, count),
        ground=ground(named, used, DECKS_FOR[count] * DECK_SIZE, large=large),
        face_up=sum(1 << CELL_NAMED[name] for name in face_up.split()),
        known=(),
        sets=laid,
        points=tuple(sum(map(points_of, own)) for own in laid),
        turns=turns,
    )
    found = RULES.components(position)
    assert len(set(found)) == len(found), "a card is named twice"
    return with_sights(position)


def tokens(at: str, count: int) -> tuple[tuple[Token, ...], ...]:
    number = 2 if count == 2 else 1
    return tuple(
        tuple(map(token, own.split())) if own else (Token(CENTRE),) * number for own in by_seat(at, count)
    )


def ground(named: Mapping[Cell, str], used: set[Card], deck: int, *, large: bool) -> tuple[Cards, ...]:
    lying = {place: cards(text.replace("-", "")) for place, text in named.items()}
    taken = used | {card for pile in lying.values() for card in pile}
    rest = [card for card in CARDS[:deck] if card not in taken]
    layout = LAYOUTS[large]
    for place, kind, size in zip(layout.cells, layout.kinds, layout.sizes, strict=True):
        if kind is not Kind.STACK and place not in lying:
            lying[place] = tuple(rest.pop() for _ in range(size))
    centres = [place for place in (CENTRE, FAR_CENTRE) if place in layout.cells and named.get(place) != "-"]
    for index, place in enumerate(centres):
        lying[place] = (*rest[index :: len(centres)], *lying.get(place, ()))
    return tuple(lying.get(place, ()) for place in layout.cells)


def with_sights(position: State) -> State:
    """Everybody knows what they see now, and nothing else."""
    known = [0] * (DECKS_FOR[len(position.hands)] * DECK_SIZE)
    for audience in audiences(len(position.hands)):
        learn(known, seen(position, audience), bit(audience, len(position.hands)))
    return position._replace(known=tuple(known))


def seen(position: State, audience: Audience) -> set[Card]:
    """All cards an audience sees, by its view."""
    shown = cast("pb.View", RULES.view(position, audience))
    found = [*shown.discard, *(place.card for place in shown.map if place.card)]
    found += [name for place in shown.map for name in place.seen]
    for player in shown.players:
        found += [*player.revealed, *player.hidden, *(name for one in player.sets for name in one.cards)]
    return {CARD_NAMED[name] for name in found}


def play(position: State, *moves: str) -> Step[State, News]:
    """The step of the last of these moves, each legal; by the first to decide, unless it says `2:m0.r2c3`."""
    step: Step[State, News] = Step(position)
    for move in moves:
        who, text = mover(step.state, move)
        assert RULES.reject(step.state, who, NOTATION.parse(text)) is None, text
        assert NOTATION.parse(text) in RULES.legal_moves(step.state, who), text
        step = RULES.apply(step.state, who, NOTATION.parse(text), NO_LUCK)
    return step


def mover(position: State, move: str) -> tuple[Seat, str]:
    who, _, text = move.rpartition(":")
    return (seat(int(who)) if who else RULES.decisions(position)[0].seat), text


def texts(position: State, by: int | None = None) -> list[str]:
    """The legal moves of a seat, of the first to decide unless said otherwise."""
    who = RULES.decisions(position)[0].seat if by is None else seat(by)
    return [NOTATION.format(move) for move in RULES.legal_moves(position, who)]


def refusal(position: State, move: str) -> Rejection | None:
    who, text = mover(position, move)
    return RULES.reject(position, who, NOTATION.parse(text))


def rejected(position: State, move: str) -> tuple[str, str]:
    """Code and rule of a refusal."""
    found = refusal(position, move)
    assert found is not None
    return found.code, found.rule


def held(position: State, index: int) -> str:
    """A hand as it is written: `7h | 8d 9c ts`."""
    one = position.hands[index]
    return f"{' '.join(names(one.revealed))} | {' '.join(names(one.hidden))}".strip()


def lies(position: State, name: str) -> str:
    """The cards on a cell, the top last."""
    return " ".join(names(position.ground[CELL_NAMED[name]]))


def stands(position: State, index: int) -> str:
    """The tokens of a seat as they are written: `r2c3 r3c4!`."""
    marks = {Peek.UNSEEN: "", Peek.STALE: "?", Peek.FRESH: "!"}
    cell_names = {place: name for name, place in CELL_NAMED.items()}
    return " ".join(cell_names[one.cell] + marks[one.peek] for one in position.tokens[index])


def told(step: Step[State, News], audience: int) -> list[News]:
    """What an audience is told of a step; -1 for spectators."""
    return [event.seen_by(Audience(audience)) for event in step.events]


def only(step: Step[State, News]) -> Event[News]:
    """The one event of a step."""
    (event,) = step.events
    return event
