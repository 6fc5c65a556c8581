"""Positions of real tables, read with care (chapter 17)."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from google.protobuf.message import Message

from nurselog.api.games.canopy_evergreen.v1 import canopy_evergreen_pb2 as pb
from nurselog.games.canopy_evergreen.components import (
    CANOPIES,
    CARD_NAMED,
    CARDS,
    FOX_SPIRIT,
    HEATWAVE,
    NAME,
    PINE_CONE,
    SHIFTS,
    SPACE_NAMED,
    SPACES,
    START,
    SUN_OR_RAIN,
    TITLE,
    TOKEN_NAMED,
    TREE_CARDS,
    VALUE,
    WILD_NAMED,
    WILDFIRE,
    Card,
    deck_for,
    token_set,
)
from nurselog.games.canopy_evergreen.forest import Forest, with_tree, with_wild
from nurselog.games.canopy_evergreen.spec import SPEC
from nurselog.games.canopy_evergreen.state import SEASONS
from nurselog.rules.api import PositionImpossible

TALLEST_TREE: Final = 40
LEFT_BEFORE: Final = TREE_CARDS | {FOX_SPIRIT, PINE_CONE}
MULTIPLIERS: Final = frozenset(VALUE[card] for card in CANOPIES)


class WrittenEnd(NamedTuple):
    """The end of a Season, as somebody wrote it."""

    season: int
    shift: str
    forests: tuple[Forest, ...]


def position_from_proto(message: Message) -> WrittenEnd:
    """The Season, what holds in it, and the forests. Raises `PositionImpossible`."""
    if not isinstance(message, pb.Position):
        raise PositionImpossible("", f"A {message.DESCRIPTOR.full_name} is no position of Canopy: Evergreen.")
    if not 0 <= message.season <= SEASONS:
        raise PositionImpossible("season", f"There are {SEASONS} Seasons, not {message.season}.")
    if message.shift and message.shift not in SHIFTS:
        raise PositionImpossible("shift", f"{message.shift[:40]!r} is no Shifting Seasons card.")
    count = len(message.players)
    if not SPEC.min_seats <= count <= SPEC.max_seats:
        raise PositionImpossible("players", f"There are one to four players, not {count}.")
    season = message.season or SEASONS
    forests = tuple(read_forest(one, f"players[{at}]") for at, one in enumerate(message.players))
    check_supply(forests)
    check_awards(forests, season)
    return WrittenEnd(season, message.shift, forests)


def read_forest(message: pb.Position.Final, at: str) -> Forest:
    """One forest. Raises `PositionImpossible`."""
    if message.points < 0:
        raise PositionImpossible(f"{at}.points", "Points are never below nothing.")
    if not 0 <= message.food <= START["food_max"]:
        raise PositionImpossible(f"{at}.food", f"Food is 0 to {START['food_max']}, not {message.food}.")
    if message.sun_or_rain not in ("", "sun", "rain"):
        raise PositionImpossible(f"{at}.sun_or_rain", "The token counts as `sun` or `rain`.")
    cards = read_names(message.cards, CARD_NAMED, f"{at}.cards", "forest card")
    check_staying(cards, f"{at}.cards")
    tokens = tuple(sorted(read_names(message.tokens, TOKEN_NAMED, f"{at}.tokens", "ecosystem token")))
    check_tokens(tokens, f"{at}.tokens")
    if SUN_OR_RAIN in tokens and not message.sun_or_rain:
        raise PositionImpossible(f"{at}.sun_or_rain", "Say what the sun/rain token counts as.")
    forest = Forest(
        cards=tuple(cards.count(card) for card in CARDS),
        tokens=tokens,
        food=message.food,
        points=message.points,
        sun_or_rain=message.sun_or_rain,
    )
    return with_trees(with_wildlife(forest, message.wildlife, at), message.trees, at)


def read_names(names: Iterable[str], known: dict[str, int], at: str, what: str) -> list[int]:
    """What has these names."""
    found = []
    for number, name in enumerate(names):
        if name not in known:
            raise PositionImpossible(f"{at}[{number}]", f"{name[:40]!r} is no {what}.")
        found.append(known[name])
    return found


def check_staying(cards: Sequence[Card], at: str) -> None:
    """Only what still lies in a forest after step 2 (rules 5.5, 7.3, 9.2 and 12.5)."""
    for number, card in enumerate(cards):
        if card in LEFT_BEFORE:
            raise PositionImpossible(f"{at}[{number}]", f"No {TITLE[card]} lies in a forest after step 2.")
        if card == HEATWAVE and WILDFIRE not in cards:
            raise PositionImpossible(f"{at}[{number}]", "A Heatwave stays only beside a Wildfire.")


def check_tokens(tokens: Sequence[int], at: str) -> None:
    """No more tokens of a kind than a player has."""
    supply = token_set(advanced=True)
    for token in tokens:
        if tokens.count(token) > supply.count(token):
            raise PositionImpossible(at, f"A player has {supply.count(token)} of this token at most.")


def with_wildlife(forest: Forest, names: Sequence[str], at: str) -> Forest:
    """The forest with its wildlife, each card once."""
    wild = read_names(names, WILD_NAMED, f"{at}.wildlife", "wildlife")
    for number, one in enumerate(wild):
        if one in wild[:number]:
            raise PositionImpossible(f"{at}.wildlife[{number}]", "There is one card of this kind.")
        forest = with_wild(forest, one)
    return forest


def with_trees(forest: Forest, trees: Sequence[pb.Tree], at: str) -> Forest:
    """The forest with its trees, one on a space."""
    for number, tree in enumerate(trees):
        forest = with_one_tree(forest, tree, f"{at}.trees[{number}]")
    return forest


def with_one_tree(forest: Forest, tree: pb.Tree, at: str) -> Forest:
    """The forest with one more tree."""
    space = SPACE_NAMED.get(tree.space, len(SPACES))
    if space == len(SPACES):
        raise PositionImpossible(f"{at}.space", f"{tree.space[:40]!r} is no space; they are a to h.")
    if forest.heights[space]:
        raise PositionImpossible(f"{at}.space", "There is one tree on a space.")
    if not 1 <= tree.height <= TALLEST_TREE or (tree.multiplier and tree.height == 1):
        raise PositionImpossible(f"{at}.height", "A tree has a Root, then Trunks, then at most one Canopy.")
    if tree.multiplier and tree.multiplier not in MULTIPLIERS:
        raise PositionImpossible(f"{at}.multiplier", "No Canopy has this multiplier.")
    if tree.awarded and not tree.multiplier:
        raise PositionImpossible(f"{at}.awarded", "Only completed trees get an award.")
    grown = with_tree(forest, space, tree.height, tree.multiplier)
    return grown._replace(awards=grown.awards | tree.awarded << space)


def check_awards(forests: Sequence[Forest], season: int) -> None:
    """One award for each Season before this one, at most (rule 9.8)."""
    for number, forest in enumerate(forests):
        if forest.awards.bit_count() >= season:
            raise PositionImpossible(
                f"players[{number}].trees", f"A player has {season - 1} awards at most before this one."
            )


def check_supply(forests: Sequence[Forest]) -> None:
    """No more forest cards than so many players have (rule 1.3), no wildlife in two forests."""
    supply = deck_for(max(2, len(forests)))
    for card in CARDS:
        if sum(forest.cards[card] for forest in forests) > supply.count(card):
            raise PositionImpossible("players", f"Of {NAME[card]} there are {supply.count(card)}, not more.")
    seen: set[int] = set()
    for number, forest in enumerate(forests):
        if seen & set(forest.wild):
            raise PositionImpossible(f"players[{number}].wildlife", "A wildlife lies in two forests.")
        seen |= set(forest.wild)
