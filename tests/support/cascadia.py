"""Positions of Cascadia, written as people see them.

Animals are drawn as a map: a letter for each token (b e s h f), a dot for a cell without one, rows shifted by
half a hex, so that one step to the east is two characters. The map begins at the cell +0+0.

    b b .
     e .         bears on +0+0 and +1+0, an elk on +0+1, which touches both

Boards of tiles are written hex by hex: `+1-2:mf-beh.4=bear`, a cell, a tile, its rotation and its token.
"""

import re
from collections.abc import Iterable
from typing import Any

from nurselog.games.cascadia.board import Board, lay, with_token
from nurselog.games.cascadia.components import (
    NATURE_TOKENS,
    SPECIES,
    SPECIES_LETTER,
    SPECIES_NAME,
    SPECIES_NAMED,
    STARTERS,
    TILE_NAME,
    TILE_NAMED,
    TILES,
    TOKENS_OF_A_SPECIES,
    Species,
    Tile,
)
from nurselog.games.cascadia.events import News
from nurselog.games.cascadia.legal import legal_moves, reject
from nurselog.games.cascadia.notation import NOTATION
from nurselog.games.cascadia.play import apply
from nurselog.games.cascadia.scoring.cards import cards_for
from nurselog.games.cascadia.scoring.findings import Finding, Wildlife, wildlife
from nurselog.games.cascadia.setup import board_of
from nurselog.games.cascadia.state import Market, State
from nurselog.games.cascadia.terms import Edition, Terms, Variant
from nurselog.rules.api import Audience, Chance, Rejection, Seat, Step
from nurselog.rules.chance import ScriptedChance
from nurselog.rules.hexes import Hex, hex_at

RETAIL = Edition.RETAIL
FIRST = Edition.FIRST

PAIRS = "mf-bh:bear pr-es:elk wr-sf:salmon fp-ef:hawk"
"""A display of four different pairs."""


def seat(index: int) -> Seat:
    return Seat(Audience(index))


def cell(name: str) -> Hex:
    q, r = re.findall(r"[+-]\d+", name)
    return hex_at(int(q), int(r))


def tile(name: str) -> Tile:
    return TILE_NAMED[name]


def tokens(text: str) -> tuple[Species, ...]:
    """`bear elk elk`."""
    return tuple(SPECIES_NAMED[name] for name in text.split())


# --- Animals ----------------------------------------------------------------------------------------------


def drawn(picture: str) -> dict[Hex, Species]:
    """The tokens of a map."""
    letters = [
        (x - r, r, SPECIES[SPECIES_LETTER.index(letter)])
        for r, row in enumerate(picture.strip("\n").split("\n"))
        for x, letter in enumerate(row)
        if letter in SPECIES_LETTER
    ]
    assert len({x % 2 for x, _, _ in letters}) < 2, f"some rows are half a hex aside:\n{picture}"
    return {hex_at(x // 2, r): species for x, r, species in letters}


def animals(picture: str) -> Wildlife:
    return wild(drawn(picture))


def wild(found: dict[Hex, Species]) -> Wildlife:
    return wildlife(tuple(found), tuple(found.values()))


def terms(edition: Edition = RETAIL, cards: str = "aaaaa", **switches: Any) -> Terms:
    return Terms(edition, Variant.CARDS, cards, **switches)


def finding(
    species: Species, letter: str, found: Wildlife, edition: Edition = RETAIL, **switches: bool
) -> Finding:
    """What a card finds."""
    agreed = terms(edition, letter * 5, **switches)
    return cards_for(agreed, species)[0].find(found, agreed)


# --- Boards and positions ---------------------------------------------------------------------------------


def board(text: str, nature: int = 0) -> Board:
    """A board of hexes as they are written above."""
    hexes = [
        re.fullmatch(r"([+-]\d+[+-]\d+):([a-z0-9-]+)(?:\.(\d))?(?:=(\w+))?", one) for one in text.split()
    ]
    found = [one.groups() for one in hexes if one]
    assert len(found) == len(hexes), text
    laid = lay([(cell(at), tile(name), int(turns or 0)) for at, name, turns, _ in found])
    for at, _, _, token in found:
        if token:
            laid = with_token(laid, cell(at), SPECIES_NAMED[token])
    return laid._replace(nature=nature)


def starter(number: int, nature: int = 0) -> Board:
    """A board with nothing but a starter."""
    return board_of(STARTERS[number - 1])._replace(nature=nature)


def state(
    *boards: Board,
    display: str = PAIRS,
    stack: str | None = None,
    bag: str | None = None,
    active: int = 0,
    agreed: Terms | None = None,
    **rest: Any,
) -> State:
    """A position at the market. Stack and bag hold what is not elsewhere, unless given; tops are last."""
    boards = boards or (starter(1), starter(2))
    pairs = [pair.split(":") for pair in display.split()]
    tiles = tuple(tile(name) for name, _ in pairs)
    lying = tuple(SPECIES_NAMED[token] for _, token in pairs)
    unseen = without(TILES, (*tiles, *(one for own in boards for one in own.tiles)))
    pile = unseen if stack is None else tuple(tile(name) for name in stack.split())
    used = (*lying, *(token for own in boards for token in own.tokens if token is not None))
    left = tuple(TOKENS_OF_A_SPECIES - used.count(species) for species in SPECIES)
    filled = left if bag is None else tuple(tokens(bag).count(species) for species in SPECIES)
    market = Market(
        tiles,
        lying,
        stack=pile,
        box=without(unseen, pile),
        bag=filled,
        nature=NATURE_TOKENS - sum(own.nature for own in boards),
    )
    return State(agreed or terms(FIRST), market, boards, seat(active))._replace(**rest)


def without(items: Iterable[Tile], taken: Iterable[Tile]) -> tuple[Tile, ...]:
    rest = list(items)
    for one in taken:
        if one in rest:
            rest.remove(one)
    return tuple(rest)


def play(position: State, *moves: str, luck: Chance | None = None) -> Step[State, News]:
    """The step of the last of these moves, each made by the seat whose turn it is and each legal."""
    chance = luck or ScriptedChance()
    step: Step[State, News] = Step(position)
    for text in moves:
        assert refusal(step.state, text) is None, text
        step = apply(step.state, step.state.active, NOTATION.parse(text), chance)
    return step


def refusal(position: State, text: str, *, by: int | None = None) -> Rejection | None:
    """Why a move is rejected; made by the active seat unless said otherwise."""
    return reject(position, position.active if by is None else seat(by), NOTATION.parse(text))


def draws(position: State, text: str, *, returned: str = "") -> ScriptedChance:
    """Luck that draws these tokens from the bag, one by one, after some were returned to it."""
    bag = list(position.market.bag)
    for token in tokens(returned):
        bag[token] += 1
    answers = []
    for token in tokens(text):
        assert bag[token], f"the bag holds no {token} any more"
        answers.append(sum(bag[:token]))
        bag[token] -= 1
    return ScriptedChance(below=answers)


def display(position: State) -> str:
    """The display as it is written above; a dash is an empty place."""
    lying = zip(position.market.tiles, position.market.tokens, strict=True)
    return " ".join(
        f"{'-' if one is None else TILE_NAME[one]}:{'-' if token is None else SPECIES_NAME[token]}"
        for one, token in lying
    )


def texts(position: State) -> list[str]:
    """The legal moves of the active seat."""
    return [NOTATION.format(move) for move in legal_moves(position, position.active)]


def rejected(position: State, text: str, *, by: int | None = None) -> tuple[str, str]:
    """Code and rule of a rejection."""
    found = refusal(position, text, by=by)
    assert found is not None, f"{text} is allowed"
    return found.code, found.rule
