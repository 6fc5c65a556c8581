"""Moves as messages, and back."""

from collections.abc import Callable
from typing import Final, TypeVar

from google.protobuf.message import Message

from nurselog.api.games.canopy_evergreen.v1 import canopy_evergreen_pb2 as pb
from nurselog.games.canopy_evergreen.components import (
    CARD_NAMED,
    NAME,
    SPACE_NAME,
    SPACE_NAMED,
    SPECIES_NAME,
    SPECIES_NAMED,
    TYPES,
    WILD_NAME,
    WILD_NAMED,
)
from nurselog.games.canopy_evergreen.moves import (
    ADD,
    ATTRACT,
    CHOOSE,
    GROW,
    LOSE,
    LOSE_WILDLIFE,
    PILES,
    REFRESH_TOKEN,
    SAY,
    Add,
    Attract,
    Choose,
    Grow,
    Lose,
    LoseWildlife,
    Move,
    Refresh,
    Say,
    Use,
    Word,
)
from nurselog.rules.api import Unreadable
from nurselog.rules.notation import numbered

T = TypeVar("T")

_NUMBER: Final = {word: pb.Move.Word.Value(f"WORD_{word.name}") for word in Word}
_WORD: Final = {number: word for word, number in _NUMBER.items()}


def move_to_proto(move: Move) -> pb.Move:
    """The message of a move."""
    match move:
        case Say(word):
            return pb.Move(word=_NUMBER[word])
        case Choose(pile):
            return pb.Move(choose_pile=pb.Move.ChoosePile(pile=pile + 1))
        case Use():
            return pb.Move(use_ability=use_to_proto(move))
        case _:
            return named_to_proto(move)


def named_to_proto(move: Grow | Attract | Add | Lose | LoseWildlife | Refresh) -> pb.Move:
    """The message of a move that names one thing."""
    match move:
        case Grow(space):
            return pb.Move(grow=pb.Move.Grow(space=SPACE_NAME[space]))
        case Attract(wild):
            return pb.Move(attract=pb.Move.Attract(wildlife=WILD_NAME[wild]))
        case Add(card):
            return pb.Move(add_card=pb.Move.AddCard(card=NAME[card]))
        case Lose(card):
            return pb.Move(lose_card=pb.Move.LoseCard(card=NAME[card]))
        case LoseWildlife(wild):
            return pb.Move(lose_wildlife=pb.Move.LoseWildlife(wildlife=WILD_NAME[wild]))
        case Refresh(species):
            return pb.Move(refresh=pb.Move.Refresh(species=SPECIES_NAME[species]))


def use_to_proto(move: Use) -> pb.Move.UseAbility:
    """The message of an ability."""
    return pb.Move.UseAbility(
        species=SPECIES_NAME[move.species],
        copied=move.copied,
        pile=0 if move.pile is None else move.pile + 1,
        card="" if move.card is None else NAME[move.card],
        wildlife="" if move.wild is None else WILD_NAME[move.wild],
        name=move.name or "",
    )


def move_from_proto(message: Message) -> Move:
    """The move of a message. Raises `Unreadable`."""
    if not isinstance(message, pb.Move):
        raise Unreadable(f"A {message.DESCRIPTOR.full_name} is no move of Canopy: Evergreen.")
    action = message.WhichOneof("action")
    if action is None:
        raise Unreadable("The move has no action.")
    return _READ[action](message)


def read(names: dict[str, T], name: str, what: str) -> T:
    """What has this name. Raises `Unreadable`."""
    try:
        return names[name]
    except KeyError:
        raise Unreadable(f"{name[:40]!r} is no {what}.") from None


def read_word(message: pb.Move) -> Move:
    """A plain answer."""
    word = _WORD.get(message.word)
    if word is None:
        raise Unreadable(f"There is no word {message.word}.")
    return SAY[word]


read_pile: Final = numbered("pile", PILES)


def read_use(message: pb.Move.UseAbility) -> Use:
    """An ability with its target."""
    if message.name and message.name not in TYPES:
        raise Unreadable(f"{message.name[:40]!r} is no name of a forest card.")
    return Use(
        read(SPECIES_NAMED, message.species, "species"),
        message.copied,
        pile=read_pile(message.pile) if message.pile else None,
        card=read(CARD_NAMED, message.card, "forest card") if message.card else None,
        wild=read(WILD_NAMED, message.wildlife, "wildlife") if message.wildlife else None,
        name=message.name or None,
    )


_READ: Final[dict[str, Callable[[pb.Move], Move]]] = {
    "word": read_word,
    "grow": lambda message: GROW[read(SPACE_NAMED, message.grow.space, "space")],
    "attract": lambda message: ATTRACT[read(WILD_NAMED, message.attract.wildlife, "wildlife")],
    "add_card": lambda message: ADD[read(CARD_NAMED, message.add_card.card, "forest card")],
    "lose_card": lambda message: LOSE[read(CARD_NAMED, message.lose_card.card, "forest card")],
    "lose_wildlife": lambda message: LOSE_WILDLIFE[
        read(WILD_NAMED, message.lose_wildlife.wildlife, "wildlife")
    ],
    "choose_pile": lambda message: CHOOSE[read_pile(message.choose_pile.pile)],
    "use_ability": lambda message: read_use(message.use_ability),
    "refresh": lambda message: REFRESH_TOKEN[read(SPECIES_NAMED, message.refresh.species, "species")],
}
