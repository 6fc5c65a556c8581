"""Positions of Canopy: Evergreen, as people write them.

`forest("salal rain3", wild="black_bear.a!", trees="a3x2 b2")`: two cards; `!` marks a used
token; `a3x2` is a completed tree of three sections under a 2x Canopy, `b2` an unfinished one.
"""

import re

from nurselog.api.games.canopy_evergreen.v1.canopy_evergreen_pb2 import View
from nurselog.games.canopy_evergreen import RULES
from nurselog.games.canopy_evergreen.components import (
    CARD_NAMED,
    CARDS,
    NOTHING,
    PATH_NAME,
    SPACE_NAMED,
    SPECIES_NAMED,
    TOKEN_NAMED,
    WILD_NAMED,
    Card,
)
from nurselog.games.canopy_evergreen.events import News
from nurselog.games.canopy_evergreen.forest import Forest, with_tree, with_used, with_wild
from nurselog.games.canopy_evergreen.state import Phase, Pile, PileToken, State
from nurselog.games.canopy_evergreen.table import Table
from nurselog.games.canopy_evergreen.turns import settle
from nurselog.games.canopy_evergreen.views import view
from nurselog.rules.api import Audience, Chance, Seat, Step
from nurselog.rules.chance import ScriptedChance, SeededChance

NO_LUCK = ScriptedChance()
FULL_MAT = tuple(WILD_NAMED[name] for name in ("gray_wolf.a", "gray_wolf.f", "gray_wolf.p"))


def seat(index: int) -> Seat:
    return Seat(Audience(index))


def luck(number: int = 0) -> Chance:
    return SeededChance(bytes(32), "test", number)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(sorted(CARD_NAMED[name] for name in text.split()))


def forest(
    held: str = "",
    *,
    wild: str = "",
    trees: str = "",
    tokens: str = "",
    paths: str = "",
    awards: str = "",
    food: int = 1,
    points: int = 3,
    sun_or_rain: str = "",
) -> Forest:
    """A forest; `paths="ab:salal"` are the tokens that lie on its map."""
    found = cards(held)
    lying = dict(pair.split(":") for pair in paths.split())
    made = Forest(
        cards=tuple(found.count(card) for card in CARDS),
        tokens=tuple(sorted(TOKEN_NAMED[name] for name in tokens.split())),
        path_tokens=tuple(TOKEN_NAMED[lying[path]] if path in lying else NOTHING for path in PATH_NAME),
        awards=sum(1 << SPACE_NAMED[name] for name in awards),
        food=food,
        points=points,
        sun_or_rain=sun_or_rain,
    )
    for name in wild.split():
        made = with_wild(made, WILD_NAMED[name.rstrip("!")])
        if name.endswith("!"):
            made = with_used(made, WILD_NAMED[name.rstrip("!")] // 3)
    for name, height, top in re.findall(r"(\w)(\d+)(?:x(\d))?", trees):
        made = with_tree(made, SPACE_NAMED[name], int(height), int(top or 0))
    return made


def pile(text: str) -> Pile:
    """`"salal sun2"`, with a token `"salal @red_fox:1"` of player 1 (`:1o` if its Otter put it there)."""
    names = [name for name in text.split() if not name.startswith("@")]
    token = None
    for species, owner, copied in re.findall(r"@(\w+):(\d)(o?)", text):
        token = PileToken(SPECIES_NAMED[species], int(owner), copied == "o")
    return Pile(tuple(CARD_NAMED[name] for name in names), token)


def state(
    *forests: Forest,
    piles: str = "salal / rain2 sun2 / trillium salal wildfire",
    deck: str = "rain3 sun3 salal trillium",
    seeds: str = "",
    mat: str = "",
    wild_deck: str = "",
    active: int = 0,
    phase: Phase = Phase.START,
    season: int = 1,
    alone: bool = False,
    options: dict[str, str] | None = None,
) -> State:
    """A position of two players, or as many as there are forests; decks from their tops."""
    seats = 1 if alone else max(2, len(forests))
    step = RULES.setup(RULES.spec.complete(options or {}, seats), seats, luck())
    given = (*forests, *(forest() for _ in range(max(2, seats) - len(forests))))
    return step.state._replace(
        forests=given,
        piles=tuple(pile(text) for text in piles.split("/")),
        deck=tuple(CARD_NAMED[name] for name in reversed(deck.split())),
        seeds=tuple(CARD_NAMED[name] for name in reversed(seeds.split())),
        market=tuple(WILD_NAMED[name] for name in mat.split()),
        wild_deck=tuple(WILD_NAMED[name] for name in reversed(wild_deck.split())),
        active=active,
        last_taker=active,
        phase=phase,
        season=season,
        actor=NOTHING,
    )


def play(position: State, *moves: str, chance: Chance = NO_LUCK) -> State:
    """The state after these legal moves, each by the seat that is asked."""
    return step(position, *moves, chance=chance).state


def step(position: State, *moves: str, chance: Chance = NO_LUCK) -> Step[State, News]:
    made: Step[State, News] = Step(position)
    for text in moves:
        assert refused(made.state, text) is None, (text, texts(made.state))
        made = RULES.apply(made.state, mover(made.state), RULES.notation.parse(text), chance)
    return made


def settled(position: State, chance: Chance = NO_LUCK) -> State:
    """The state after all that happens by itself from here."""
    table = Table(position, chance)
    settle(table)
    return table.frozen()


def mover(position: State) -> Seat:
    return RULES.decisions(position)[0].seat


def seen(position: State, by: int) -> View:
    """What a seat may know; -1 for the spectators."""
    return view(position, Audience(by))


def kind(position: State) -> str:
    return RULES.decisions(position)[0].kind


def texts(position: State) -> list[str]:
    """The legal moves of the seat that is asked."""
    return [RULES.notation.format(move) for move in RULES.legal_moves(position, mover(position))]


def refused(position: State, text: str, *, by: int | None = None) -> tuple[str, str] | None:
    """Code and rule of the refusal, if the move is refused."""
    who = seat(by) if by is not None else mover(position) if position.phase is not Phase.OVER else seat(0)
    found = RULES.reject(position, who, RULES.notation.parse(text))
    return None if found is None else (found.code, found.rule)
