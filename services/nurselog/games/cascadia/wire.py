"""Moves, events and positions as messages, and back; views are in `views`."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from google.protobuf.message import Message

from nurselog.api.games.cascadia.v1 import cascadia_pb2 as pb
from nurselog.games.cascadia import events
from nurselog.games.cascadia.components import DISPLAY_SIZE, SPECIES_NAME, TILE_NAME, Species, Tile
from nurselog.games.cascadia.events import News, Places
from nurselog.games.cascadia.moves import (
    FREE_WIPE,
    PAY_PICK,
    PAY_WIPE,
    PUT_TILE,
    PUT_TOKEN,
    RETURN_TOKEN,
    TAKE_BOTH,
    TAKE_PAIR,
    TURN,
    FreeWipe,
    Move,
    PayPick,
    PayWipe,
    PutTile,
    PutToken,
    ReturnToken,
    TakeBoth,
    TakePair,
    Turn,
)
from nurselog.rules.api import PositionImpossible, Unreadable, Wire
from nurselog.rules.hexes import name
from nurselog.rules.notation import named, numbered

CELL_NAMED: Final = {name(cell): cell for cell in PUT_TILE}
_PAY_WIPE_OF: Final = {move.places: move for move in PAY_WIPE}


# --- Moves ------------------------------------------------------------------------------------------------


def move_to_proto(move: Move) -> pb.Move:  # noqa: C901, PLR0911 - one case per kind
    """The message of a move."""
    match move:
        case TakePair(place):
            return pb.Move(take_pair=pb.Move.TakePair(place=place + 1))
        case TakeBoth(tile, token):
            return pb.Move(take_both=pb.Move.TakeBoth(tile_place=tile + 1, token_place=token + 1))
        case FreeWipe():
            return pb.Move(free_wipe=pb.Move.FreeWipe())
        case PayPick():
            return pb.Move(pay_pick=pb.Move.PayPick())
        case PayWipe(places):
            return pb.Move(pay_wipe=pb.Move.PayWipe(places=from_one(places)))
        case PutTile(cell):
            return pb.Move(put_tile=pb.Move.PutTile(cell=name(cell)))
        case Turn(turns):
            return pb.Move(turn_tile=pb.Move.TurnTile(rotation=turns))
        case PutToken(cell):
            return pb.Move(put_token=pb.Move.PutToken(cell=name(cell)))
        case ReturnToken():
            return pb.Move(return_token=pb.Move.ReturnToken())


def move_from_proto(message: Message) -> Move:  # noqa: C901, PLR0911 - one case per kind
    """The move of a message. Raises `Unreadable`."""
    if not isinstance(message, pb.Move):
        raise Unreadable(f"A {message.DESCRIPTOR.full_name} is no move of Cascadia.")
    match message.WhichOneof("action"):
        case "take_pair":
            return TAKE_PAIR[read_place(message.take_pair.place)]
        case "take_both":
            both = message.take_both
            return TAKE_BOTH[read_place(both.tile_place) * DISPLAY_SIZE + read_place(both.token_place)]
        case "free_wipe":
            return FREE_WIPE
        case "pay_pick":
            return PAY_PICK
        case "pay_wipe":
            return read_pay_wipe(message.pay_wipe.places)
        case "put_tile":
            return PUT_TILE[read_cell(message.put_tile.cell)]
        case "turn_tile":
            return read_turn(message.turn_tile.rotation)
        case "put_token":
            return PUT_TOKEN[read_cell(message.put_token.cell)]
        case "return_token":
            return RETURN_TOKEN
        case _:
            raise Unreadable("The move has no action.")


read_place: Final = numbered("place", range(DISPLAY_SIZE))
read_cell: Final = named("cell of this game", CELL_NAMED, "cells are written like +1-2")
read_turn: Final = numbered("rotation", TURN, first=0)


def read_pay_wipe(numbers: Iterable[int]) -> PayWipe:
    """The move for some places. Raises `Unreadable`."""
    places = tuple(read_place(number) for number in numbers)
    if places not in _PAY_WIPE_OF:
        raise Unreadable("Name one place or more, each once and in order.")
    return _PAY_WIPE_OF[places]


# --- Events -----------------------------------------------------------------------------------------------

WHY: Final = {"automatic": pb.Event.WHY_AUTOMATIC, "free": pb.Event.WHY_FREE, "paid": pb.Event.WHY_PAID}


def event_to_proto(event: News) -> pb.Event:  # noqa: C901, PLR0911 - one case per kind
    """The message of an event."""
    match event:
        case events.Opened():
            return opened(event)
        case events.Wiped():
            return wiped(event)
        case events.Spent(seat):
            return pb.Event(spent=pb.Event.Spent(seat=seat))
        case events.Revealed(seat, species, letter):
            revealed = pb.Event.Revealed(seat=seat, species=SPECIES_NAME[species], letter=letter)
            return pb.Event(revealed=revealed)
        case events.Picked():
            return picked(event)
        case events.CellChosen(seat, tile, cell):
            chosen = pb.Event.CellChosen(seat=seat, tile=TILE_NAME[tile], cell=name(cell))
            return pb.Event(cell_chosen=chosen)
        case events.TilePlaced(seat, tile, cell, turns):
            placed = pb.Event.TilePlaced(seat=seat, tile=TILE_NAME[tile], cell=name(cell), rotation=turns)
            return pb.Event(tile_placed=placed)
        case events.TokenPlaced():
            return token_placed(event)
        case events.TokenReturned(seat, token):
            return pb.Event(token_returned=pb.Event.TokenReturned(seat=seat, token=SPECIES_NAME[token]))
        case events.LeftOver(tile, token):
            left = pb.Event.LeftOver(tile=TILE_NAME[tile], token=SPECIES_NAME[token])
            return pb.Event(left_over=left)
        case events.Refilled(tiles, tokens, stack_size):
            return pb.Event(
                refilled=pb.Event.Refilled(
                    tiles=tile_names(tiles), tokens=token_names(tokens), stack_size=stack_size
                )
            )
        case events.Ended():
            return pb.Event(ended=pb.Event.Ended())


def opened(event: events.Opened) -> pb.Event:
    """The set-up."""
    return pb.Event(
        opened=pb.Event.Opened(
            first_seat=event.first,
            starters=tile_names(event.starters),
            tiles=tile_names(event.tiles),
            tokens=token_names(event.tokens),
            stack_size=event.stack_size,
            cards=event.cards,
            second_cards=event.others,
            hidden=["" if held is None else SPECIES_NAME[held] for held in event.hidden],
        )
    )


def wiped(event: events.Wiped) -> pb.Event:
    """Tokens that were replaced."""
    return pb.Event(
        wiped=pb.Event.Wiped(
            seat=event.seat,
            why=WHY[event.why],
            places=from_one(event.places),
            removed=token_names(event.removed),
            drawn=token_names(event.drawn),
        )
    )


def picked(event: events.Picked) -> pb.Event:
    """What was taken."""
    return pb.Event(
        picked=pb.Event.Picked(
            seat=event.seat,
            tile_place=event.tile_place + 1,
            tile=TILE_NAME[event.tile],
            token_place=event.token_place + 1,
            token=SPECIES_NAME[event.token],
        )
    )


def token_placed(event: events.TokenPlaced) -> pb.Event:
    """A token on its tile."""
    return pb.Event(
        token_placed=pb.Event.TokenPlaced(
            seat=event.seat,
            token=SPECIES_NAME[event.token],
            cell=name(event.cell),
            earned_nature=event.earned,
        )
    )


def tile_names(tiles: Iterable[Tile]) -> list[str]:
    """The names of some tiles."""
    return [TILE_NAME[tile] for tile in tiles]


def token_names(tokens: Iterable[Species]) -> list[str]:
    """The names of some tokens."""
    return [SPECIES_NAME[token] for token in tokens]


def from_one(places: Places) -> list[int]:
    """Places as people number them."""
    return [place + 1 for place in places]


# --- Positions --------------------------------------------------------------------------------------------


class WrittenCell(NamedTuple):
    """A hex of the score pad, as somebody wrote it."""

    q: int
    r: int
    tile: str
    turns: int
    token: str


class WrittenBoard(NamedTuple):
    """An environment of the score pad, as somebody wrote it."""

    cells: tuple[WrittenCell, ...]
    nature: int


class WrittenPosition(NamedTuple):
    """The score pad, as somebody filled it in; `pad` says whether it can be."""

    options: Mapping[str, str]
    boards: tuple[WrittenBoard, ...]


def position_from_proto(message: Message) -> WrittenPosition:
    """The values of a position. Raises `PositionImpossible` for another message."""
    if not isinstance(message, pb.Position):
        raise PositionImpossible("", f"A {message.DESCRIPTOR.full_name} is no position of Cascadia.")
    boards = tuple(
        WrittenBoard(
            tuple(WrittenCell(one.q, one.r, one.tile, one.rotation, one.token) for one in board.cells),
            board.nature_tokens,
        )
        for board in message.boards
    )
    return WrittenPosition(dict(message.options), boards)


class CascadiaWire:
    """The messages of Cascadia."""

    move_type: type[Message] = pb.Move
    event_type: type[Message] = pb.Event
    view_type: type[Message] = pb.View
    position_type: type[Message] = pb.Position
    move_to_proto = staticmethod(move_to_proto)
    move_from_proto = staticmethod(move_from_proto)
    event_to_proto = staticmethod(event_to_proto)


WIRE: Final[Wire[Move, News]] = CascadiaWire()
