"""Moves, events and positions as messages, and back; views are in `views`."""

from collections.abc import Iterable
from typing import Final

from google.protobuf.message import Message

from nurselog.api.games.forage.v1 import forage_pb2 as pb
from nurselog.games.forage.components import CARD_NAMED, NAME, Card, Cards, names
from nurselog.games.forage.events import (
    Dealt,
    Ended,
    JokerPlayed,
    Moved,
    News,
    Refilled,
    SetPlayed,
    Swapped,
    Traded,
    Trading,
    TurnEnded,
)
from nurselog.games.forage.layout import CELL_NAME, CELL_NAMED
from nurselog.games.forage.moves import (
    END_TURN,
    MOST_TOKENS,
    MOVE,
    SWAP,
    EndTurn,
    Give,
    GivePartner,
    Move,
    MoveToken,
    PlayJoker,
    PlaySet,
    Reveal,
    Swap,
    Take,
)
from nurselog.games.forage.positions import Sets, checked
from nurselog.rules.api import PositionImpossible, Unreadable, Wire
from nurselog.rules.notation import named, numbered


def move_to_proto(move: Move) -> pb.Move:  # noqa: C901, PLR0911 - one case per kind
    """The message of a move."""
    match move:
        case MoveToken(token, cell):
            return pb.Move(move_token=pb.Move.MoveToken(token=token, cell=CELL_NAME[cell]))
        case Swap(token, card):
            return pb.Move(swap=pb.Move.Swap(token=token, card=NAME[card]))
        case Give(token, cards):
            return pb.Move(give=pb.Move.Give(token=token, cards=names(cards)))
        case GivePartner(cards):
            return pb.Move(give_partner=pb.Move.GivePartner(cards=names(cards)))
        case Take(cards):
            return pb.Move(take=pb.Move.Take(cards=names(cards)))
        case Reveal(cards):
            return pb.Move(reveal=pb.Move.Reveal(cards=names(cards)))
        case PlayJoker(joker, card):
            return pb.Move(play_joker=pb.Move.PlayJoker(joker=NAME[joker], card=NAME[card]))
        case PlaySet(cards, home):
            home_name = "" if home is None else CELL_NAME[home]
            return pb.Move(play_set=pb.Move.PlaySet(cards=names(cards), home=home_name))
        case EndTurn():
            return pb.Move(end_turn=pb.Move.EndTurn())


def move_from_proto(message: Message) -> Move:  # noqa: C901, PLR0911 - one case per kind
    """The move of a message. Raises `Unreadable`."""
    if not isinstance(message, pb.Move):
        raise Unreadable(f"A {message.DESCRIPTOR.full_name} is no move of Forage.")
    match message.WhichOneof("action"):
        case "move_token":
            return MOVE[read_token(message.move_token.token)][read_cell(message.move_token.cell)]
        case "swap":
            return SWAP[read_token(message.swap.token)][read_card(message.swap.card)]
        case "give":
            return Give(read_token(message.give.token), read_cards(message.give.cards))
        case "give_partner":
            return GivePartner(read_cards(message.give_partner.cards))
        case "take":
            return Take(read_cards(message.take.cards))
        case "reveal":
            return Reveal(read_cards(message.reveal.cards))
        case "play_joker":
            return PlayJoker(read_card(message.play_joker.joker), read_card(message.play_joker.card))
        case "play_set":
            return read_set(message.play_set)
        case "end_turn":
            return END_TURN
        case _:
            raise Unreadable("The move has no action.")


read_token: Final = numbered("token", range(MOST_TOKENS), first=0)
read_cell: Final = named("cell", CELL_NAMED, "cells are named like r3c4")
read_card: Final = named("card", CARD_NAMED, "cards are named like as, th2, jk1")


def read_cards(found: Iterable[str]) -> Cards:
    """One card or several, sorted. Raises `Unreadable`."""
    cards = [read_card(name) for name in found]
    if not cards or len(set(cards)) != len(cards):
        raise Unreadable("A choice is of one card or more, each once.")
    return tuple(sorted(cards))


def read_set(message: pb.Move.PlaySet) -> PlaySet:
    """The playing of a set. Raises `Unreadable`."""
    return PlaySet(read_cards(message.cards), read_cell(message.home) if message.home else None)


def event_to_proto(event: News) -> pb.Event:  # noqa: C901, PLR0911 - one case per kind
    """The message of an event, as one audience sees it."""
    match event:
        case Dealt(first, revealed, hidden):
            dealt = pb.Event.Dealt(first_seat=first, revealed=names(revealed), hidden=names(hidden))
            return pb.Event(dealt=dealt)
        case Moved():
            return pb.Event(moved=moved_to_proto(event))
        case Swapped():
            return pb.Event(swapped=swapped_to_proto(event))
        case Trading():
            return pb.Event(trading=trading_to_proto(event))
        case Traded():
            return pb.Event(traded=traded_to_proto(event))
        case JokerPlayed():
            return pb.Event(joker_played=joker_to_proto(event))
        case SetPlayed(seat, cards, points):
            return pb.Event(set_played=pb.Event.SetPlayed(seat=seat, cards=names(cards), points=points))
        case Refilled():
            return pb.Event(refilled=refilled_to_proto(event))
        case TurnEnded(seat):
            return pb.Event(turn_ended=pb.Event.TurnEnded(seat=seat))
        case Ended(reason):
            return pb.Event(ended=pb.Event.Ended(reason=reason))


def name_or_empty(card: Card | None) -> str:
    """A card's name; empty for none."""
    return "" if card is None else NAME[card]


def moved_to_proto(news: Moved) -> pb.Event.Moved:
    return pb.Event.Moved(
        seat=news.seat,
        token=news.token,
        cell=CELL_NAME[news.cell],
        turned_up=name_or_empty(news.turned_up),
        seen=names(news.seen),
    )


def swapped_to_proto(news: Swapped) -> pb.Event.Swapped:
    return pb.Event.Swapped(
        seat=news.seat,
        token=news.token,
        cell=CELL_NAME[news.cell],
        revealed=news.revealed,
        given=name_or_empty(news.given),
        taken=name_or_empty(news.taken),
    )


def trading_to_proto(news: Trading) -> pb.Event.Trading:
    return pb.Event.Trading(
        seat=news.seat,
        cell=CELL_NAME[news.cell],
        with_partner=news.partner is not None,
        count=news.size,
        given=names(news.given),
        taken=names(news.taken),
    )


def traded_to_proto(news: Traded) -> pb.Event.Traded:
    return pb.Event.Traded(
        seat=news.seat,
        cell=CELL_NAME[news.cell],
        with_partner=news.partner is not None,
        count=news.size,
        given=names(news.given),
        taken=names(news.taken),
        revealed=names(news.revealed),
        partner_revealed=names(news.partner_revealed),
    )


def joker_to_proto(news: JokerPlayed) -> pb.Event.JokerPlayed:
    return pb.Event.JokerPlayed(
        seat=news.seat,
        joker=NAME[news.joker],
        victim=news.victim,
        taken=NAME[news.taken],
        drawn=name_or_empty(news.drawn),
    )


def refilled_to_proto(news: Refilled) -> pb.Event.Refilled:
    return pb.Event.Refilled(
        seat=news.seat,
        centre=CELL_NAME[news.centre],
        count=news.size,
        revealed=names(news.revealed),
        hidden=names(news.hidden),
    )


def position_from_proto(message: Message) -> tuple[tuple[Sets, ...], bool]:
    """The sets of each seat, and whether there are teams. Raises `PositionImpossible`."""
    if not isinstance(message, pb.Position):
        raise PositionImpossible("", f"A {message.DESCRIPTOR.full_name} is no position of Forage.")
    players = [[list(one.cards) for one in player.sets] for player in message.players]
    return checked(players, teams=message.teams), message.teams


class ForageWire:
    """The messages of Forage."""

    move_type: type[Message] = pb.Move
    event_type: type[Message] = pb.Event
    view_type: type[Message] = pb.View
    position_type: type[Message] = pb.Position
    move_to_proto = staticmethod(move_to_proto)
    move_from_proto = staticmethod(move_from_proto)
    event_to_proto = staticmethod(event_to_proto)


WIRE: Final[Wire[Move, News]] = ForageWire()
