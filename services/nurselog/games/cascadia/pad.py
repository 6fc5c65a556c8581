"""The score pad: sheets and places for environments of a real table (chapter 21)."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from google.protobuf.message import Message

from nurselog.games.cascadia.board import Board, lay
from nurselog.games.cascadia.components import (
    COPIES,
    MOST_HEXES,
    NATURE_TOKENS,
    SHOWS,
    SPECIES,
    SPECIES_NAME,
    SPECIES_NAMED,
    STARTER_HEXES,
    STARTERS,
    TILE_NAME,
    TILE_NAMED,
    TOKENS_OF_A_SPECIES,
    Species,
    Tile,
    starter_cells,
)
from nurselog.games.cascadia.scoring import placements, sheets
from nurselog.games.cascadia.spec import SPEC
from nurselog.games.cascadia.terms import Terms, Variant, agreed, has_two, second_of
from nurselog.games.cascadia.wire import WrittenBoard, WrittenCell, WrittenPosition, position_from_proto
from nurselog.rules.api import OptionProblem, Options, Placement, PositionImpossible, ScoreSheet
from nurselog.rules.chance import ScriptedChance
from nurselog.rules.hexes import LIMIT, Hex, groups, hex_at, name
from nurselog.rules.options import RANDOM


def score_position(position: Message) -> tuple[ScoreSheet, ...]:
    """The sheets in seat order. Raises `PositionImpossible`."""
    return sheets(*read(position_from_proto(position)))


def place_position(position: Message) -> tuple[Placement, ...]:
    """Who came where. Raises `PositionImpossible`."""
    return placements(*read(position_from_proto(position)))


def read(written: WrittenPosition) -> tuple[Terms, tuple[Board, ...]]:
    """Terms and boards, checked in every way that chapter 21 names. Raises `PositionImpossible`."""
    terms = read_terms(written)
    hexes = [read_hexes(board, f"boards[{at}]") for at, board in enumerate(written.boards)]
    check_counts([one for board in hexes for one in board])
    check_nature(written)
    boards = zip(hexes, written.boards, strict=True)
    return terms, tuple(board_of(found, board.nature) for found, board in boards)


def read_terms(written: WrittenPosition) -> Terms:
    """The terms of the options (rules 21.1 and 21.2). Raises `PositionImpossible`."""
    seat_count = len(written.boards)
    if not SPEC.min_seats <= seat_count <= SPEC.max_seats:
        raise PositionImpossible("boards", f"There are one to four boards, not {seat_count}.")
    try:
        options = SPEC.complete(written.options, seat_count)
    except OptionProblem as problem:
        raise PositionImpossible(f"options[{problem.option}]", str(problem)) from None
    for card in cards_that_count(options):
        if options[card] == RANDOM:
            raise PositionImpossible(f"options[{card}]", "Name the letter of the card.")
    return agreed(options, ScriptedChance())


def cards_that_count(options: Options) -> tuple[str, ...]:
    """The options that name the cards by which the boards are scored."""
    if options["variant"] != Variant.CARDS.value:
        return ()
    return (*SPECIES_NAME, *map(second_of, SPECIES)) if has_two(options) else SPECIES_NAME


class ReadHex(NamedTuple):
    """A hex that can be, and where it was written."""

    path: str
    cell: Hex
    tile: Tile
    turns: int
    token: Species | None


def read_hexes(board: WrittenBoard, owner: str) -> list[ReadHex]:
    """The hexes of a board (rules 21.3 to 21.5). Raises `PositionImpossible`."""
    if not 1 <= len(board.cells) <= MOST_HEXES:
        raise PositionImpossible(
            f"{owner}.cells", f"There are 1 to {MOST_HEXES} hexes, not {len(board.cells)}."
        )
    hexes = [read_hex(one, f"{owner}.cells[{at}]") for at, one in enumerate(board.cells)]
    met: dict[Hex, str] = {}
    for one in hexes:
        if one.cell in met:
            raise PositionImpossible(one.path, f"The cell {name(one.cell)} is taken by {met[one.cell]}.")
        met[one.cell] = one.path
    if len(groups(met)) > 1:
        raise PositionImpossible(f"{owner}.cells", "The hexes are not all joined.")
    check_starter(hexes, owner)
    return hexes


def read_hex(written: WrittenCell, path: str) -> ReadHex:
    """A hex, for itself. Raises `PositionImpossible`."""
    try:
        cell = hex_at(written.q, written.r)
    except ValueError:
        raise PositionImpossible(path, f"Coordinates go from -{LIMIT} to {LIMIT}.") from None
    if written.tile not in TILE_NAMED:
        raise PositionImpossible(
            f"{path}.tile", f"{written.tile[:20]!r} is no tile; tiles are named like mf-beh or s1-top."
        )
    if not 0 <= written.turns < 6:
        raise PositionImpossible(f"{path}.rotation", f"Rotations go from 0 to 5, not to {written.turns}.")
    tile = TILE_NAMED[written.tile]
    return ReadHex(path, cell, tile, written.turns, read_token(written.token, tile, f"{path}.token"))


def read_token(text: str, tile: Tile, path: str) -> Species | None:
    """The token on a tile that shows it. Raises `PositionImpossible`."""
    if not text:
        return None
    token = SPECIES_NAMED.get(text)
    if token is None:
        raise PositionImpossible(path, f"{text[:20]!r} is no animal; they are {', '.join(SPECIES_NAME)}.")
    if token not in SHOWS[tile]:
        raise PositionImpossible(path, f"The tile {TILE_NAME[tile]} does not show a {text}.")
    return token


def check_starter(hexes: Sequence[ReadHex], owner: str) -> None:
    """One starter at most, and its hexes lie as they are joined (rule 21.5). Raises `PositionImpossible`."""
    first = STARTERS[0][0]
    parts = {one.tile: one for one in hexes if one.tile >= first}
    if not parts:
        return
    starter = STARTERS[(min(parts) - first) // len(STARTER_HEXES)]
    if tuple(sorted(parts)) != starter:
        raise PositionImpossible(f"{owner}.cells", "A board has all three hexes of one starter, or of none.")
    top, left, right = (parts[tile] for tile in starter)
    if (left.turns, (left.cell, right.cell)) != (right.turns, beside(top, left.turns)):
        raise PositionImpossible(top.path, "The hexes of the starter do not lie as they are joined.")


def beside(top: ReadHex, turns: int) -> tuple[Hex, Hex]:
    """Where the left and the right hex of a starter lie."""
    _, left, right = starter_cells(turns, top.cell)
    return left, right


def check_counts(hexes: Sequence[ReadHex]) -> None:
    """No more tiles and tokens of a kind than there are (rule 21.6). Raises `PositionImpossible`."""
    tiles, tokens = Counter[Tile](), Counter[Species]()
    for one in hexes:
        tiles[one.tile] += 1
        if tiles[one.tile] > COPIES[one.tile]:
            raise PositionImpossible(
                f"{one.path}.tile", f"The game has {COPIES[one.tile]} {TILE_NAME[one.tile]}, not more."
            )
        if one.token is not None:
            tokens[one.token] += 1
            if tokens[one.token] > TOKENS_OF_A_SPECIES:
                raise PositionImpossible(
                    f"{one.path}.token", f"There are {TOKENS_OF_A_SPECIES} tokens of a kind, not more."
                )


def check_nature(written: WrittenPosition) -> None:
    """No more nature tokens than there are (rule 21.7). Raises `PositionImpossible`."""
    left = NATURE_TOKENS
    for at, board in enumerate(written.boards):
        if not 0 <= board.nature <= left:
            raise PositionImpossible(
                f"boards[{at}].nature_tokens", f"There are {NATURE_TOKENS} nature tokens in all."
            )
        left -= board.nature


def board_of(hexes: Sequence[ReadHex], nature: int) -> Board:
    """The board of hexes that can be."""
    board = lay([(one.cell, one.tile, one.turns) for one in hexes])
    return board._replace(tokens=tuple(one.token for one in hexes), nature=nature)
