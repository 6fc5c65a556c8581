"""Moves and events as messages, and back; views are in `views`, what a position must be is in `pad`."""

from collections.abc import Iterable
from typing import Any, Final

from google.protobuf.message import Message

from nurselog.api.games.salmon_run.v1 import salmon_run_pb2 as pb
from nurselog.games.salmon_run.events import (
    Acclimated,
    BonusUsed,
    CardPlayed,
    DeckChosen,
    DecksBuilt,
    HandDrawn,
    KeptCurrent,
    LookedAt,
    News,
    Reshuffled,
    Returned,
    RoundEnded,
    RunEntered,
    ToppedUp,
    TurnBegan,
    TurnEnded,
)
from nurselog.games.salmon_run.moves import (
    CHOOSE,
    END_TURN,
    KEEP_TOP,
    Acclimate,
    ChooseStart,
    EndTurn,
    EnterAlone,
    EnterRun,
    Move,
    PutBack,
    PutOnTop,
    UseBonus,
    acclimate,
    enter_run,
    use_bonus,
)
from nurselog.rules.api import PositionImpossible, Unreadable, Wire
from nurselog.rules.cards import NAME, Card, Cards, Suit, names, read_card_or_joker
from nurselog.rules.notation import numbered

SUIT_TO_PROTO: Final = {
    Suit.CLUBS: pb.SUIT_CLUBS,
    Suit.DIAMONDS: pb.SUIT_DIAMONDS,
    Suit.HEARTS: pb.SUIT_HEARTS,
    Suit.SPADES: pb.SUIT_SPADES,
}
SUIT_FROM_PROTO: Final = {number: suit for suit, number in SUIT_TO_PROTO.items()}

OBJECTIVE_TO_PROTO: Final = (pb.OBJECTIVE_SEA, pb.OBJECTIVE_RIVER, pb.OBJECTIVE_STREAM)
"""By the index of the round."""

NOBODY: Final = -1

Fields = dict[str, Any]
"""What a message says, by field: a message takes it all at once, faster than messages made one by one."""

Rounds = tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
"""By round: the names of the cards in the run, and of all others."""


def move_to_proto(move: Move) -> pb.Move:  # noqa: C901, PLR0911 - one case per kind
    """The message of a move."""
    match move:
        case ChooseStart(deck):
            return pb.Move(choose_start=pb.Move.ChooseStart(deck=deck + 1))
        case EnterRun(cards):
            return pb.Move(enter_run=pb.Move.EnterRun(cards=names(cards)))
        case Acclimate(card, spend):
            return pb.Move(acclimate=pb.Move.Acclimate(card=NAME[card], spend=names(spend)))
        case UseBonus(suit, cards, boost):
            bonus = pb.Move.UseBonus(suit=SUIT_TO_PROTO[suit], cards=names(cards), boost=name_of(boost))
            return pb.Move(use_bonus=bonus)
        case PutOnTop(card):
            return pb.Move(put_on_top=pb.Move.PutOnTop(card=name_of(card)))
        case PutBack(removed, order):
            return pb.Move(put_back=pb.Move.PutBack(removed=name_of(removed), order=names(order)))
        case EnterAlone(card):
            return pb.Move(enter_alone=pb.Move.EnterAlone(card=NAME[card]))
        case EndTurn():
            return pb.Move(end_turn=pb.Move.EndTurn())


def move_from_proto(message: Message) -> Move:  # noqa: C901, PLR0911 - one case per kind
    """The move of a message. Raises `Unreadable`."""
    if not isinstance(message, pb.Move):
        raise Unreadable(f"A {message.DESCRIPTOR.full_name} is no move of Salmon Run.")
    match message.WhichOneof("action"):
        case "choose_start":
            return read_choice(message.choose_start.deck)
        case "enter_run":
            return enter_run(*read_pair(message.enter_run.cards))
        case "acclimate":
            card, *spend = read_cards([message.acclimate.card, *message.acclimate.spend])
            return acclimate(card, spend)
        case "use_bonus":
            return read_bonus(message.use_bonus)
        case "put_on_top":
            card_name = message.put_on_top.card
            return PutOnTop(read_card_or_joker(card_name)) if card_name else KEEP_TOP
        case "put_back":
            return read_return(message.put_back)
        case "enter_alone":
            return EnterAlone(read_card_or_joker(message.enter_alone.card))
        case "end_turn":
            return END_TURN
        case _:
            raise Unreadable("The move has no action.")


read_choice: Final = numbered("starting deck", CHOOSE)
"""The choice of the starting deck of a number. Raises `Unreadable`."""


def read_bonus(message: pb.Move.UseBonus) -> UseBonus:
    """The use of a bonus. Raises `Unreadable`."""
    suit = SUIT_FROM_PROTO.get(message.suit)
    if suit is None:
        raise Unreadable(f"{message.suit} is no suit.")
    if (suit is Suit.DIAMONDS) != bool(message.boost):
        raise Unreadable("Diamonds boost a card, and no other suit does.")
    boost = read_card_or_joker(message.boost) if message.boost else None
    return use_bonus(suit, *read_pair(message.cards), boost)


def read_return(message: pb.Move.PutBack) -> PutBack:
    """The cards put back, and the one removed. Raises `Unreadable`."""
    if not message.removed and not message.order:
        raise Unreadable("Put back at least one card, or remove one.")
    if not message.removed:
        return PutBack(None, read_cards(message.order))
    removed, *order = read_cards([message.removed, *message.order])
    return PutBack(removed, tuple(order))


def read_pair(found: Iterable[str]) -> tuple[Card, Card]:
    """Two different cards. Raises `Unreadable`."""
    cards = read_cards(found)
    if len(cards) != 2:
        raise Unreadable(f"There are two cards here, not {len(cards)}.")
    return cards[0], cards[1]


def read_cards(found: Iterable[str]) -> Cards:
    """Different cards. Raises `Unreadable`."""
    cards = tuple([read_card_or_joker(name) for name in found])
    if len(set(cards)) < len(cards):
        raise Unreadable("A card is named twice; there is one of each.")
    return cards


def name_of(card: Card | None) -> str:
    """A card's name; empty for none."""
    return "" if card is None else NAME[card]


def event_to_proto(event: News) -> pb.Event:
    """The message of an event, as one audience sees it."""
    return pb.Event(**event_fields(event))


def event_fields(event: News) -> Fields:  # noqa: PLR0911 - one case per kind
    """What an event's message says."""
    match event:
        case TurnEnded(seat, discarded, drawn, hand, reshuffled):
            ended = {"seat": seat, "discarded": names(discarded), "drawn": drawn, "hand": names(hand)}
            return {"turn_ended": {**ended, "reshuffled": reshuffled}}
        case KeptCurrent(left, revealed, reshuffled):
            current = {"left": name_of(left), "revealed": names(revealed), "reshuffled": reshuffled}
            return {"kept_current": current}
        case TurnBegan(seat, cards):
            return {"turn_began": {"seat": seat, "cards": names(cards)}}
        case RunEntered(seat, cards):
            return {"run_entered": {"seat": seat, "cards": names(cards)}}
        case Acclimated(seat, card, spent):
            return {"acclimated": {"seat": seat, "card": NAME[card], "spent": names(spent)}}
        case DecksBuilt() | DeckChosen() | RoundEnded() | HandDrawn():
            return milestone_fields(event)
        case _:
            return bonus_fields(event)


def milestone_fields(event: DecksBuilt | DeckChosen | RoundEnded | HandDrawn) -> Fields:
    """The same for what happens once, or once in a round."""
    match event:
        case DecksBuilt(decks, first):
            piles = [{"cards": names(cards)} for cards in decks]
            return {"decks_built": {"decks": piles, "first_chooser": first}}
        case DeckChosen(seat, deck, cards):
            return {"deck_chosen": {"seat": seat, "deck": deck + 1, "cards": names(cards)}}
        case HandDrawn(seat, count, hand):
            return {"hand_drawn": {"seat": seat, "count": count, "hand": names(hand)}}
        case RoundEnded(number, points, finisher):
            who = NOBODY if finisher is None else finisher
            return {
                "round_ended": {"objective": OBJECTIVE_TO_PROTO[number], "points": points, "finisher": who}
            }


def bonus_fields(event: BonusUsed | Reshuffled | CardPlayed | LookedAt | ToppedUp | Returned) -> Fields:
    """The same for what bonuses do."""
    match event:
        case BonusUsed(seat, suit, cards, boosted):
            used = {"seat": seat, "suit": SUIT_TO_PROTO[suit], "cards": names(cards)}
            return {"bonus_used": {**used, "boosted": name_of(boosted)}}
        case Reshuffled(seat, size):
            return {"reshuffled": {"seat": seat, "size": size}}
        case CardPlayed(seat, card):
            return {"card_played": {"seat": seat, "card": NAME[card]}}
        case LookedAt(seat, count, cards):
            return {"looked_at": {"seat": seat, "count": count, "cards": names(cards)}}
        case ToppedUp(seat, topped):
            return {"topped_up": {"seat": seat, "card": name_of(topped)}}
        case Returned(seat, count, removed):
            return {"returned": {"seat": seat, "count": count, "removed": name_of(removed)}}


def position_from_proto(message: Message) -> tuple[bool, tuple[Rounds, ...]]:
    """Whether it was school, and each seat's runs and other cards by name. Raises `PositionImpossible`."""
    if not isinstance(message, pb.Position):
        raise PositionImpossible("", f"A {message.DESCRIPTOR.full_name} is no position of Salmon Run.")
    players = tuple(
        tuple((tuple(one.run), tuple(one.others)) for one in player.rounds) for player in message.players
    )
    return message.school, players


class SalmonRunWire:
    """The messages of Salmon Run."""

    move_type: type[Message] = pb.Move
    event_type: type[Message] = pb.Event
    view_type: type[Message] = pb.View
    position_type: type[Message] = pb.Position
    move_to_proto = staticmethod(move_to_proto)
    move_from_proto = staticmethod(move_from_proto)
    event_to_proto = staticmethod(event_to_proto)


WIRE: Final[Wire[Move, News]] = SalmonRunWire()
