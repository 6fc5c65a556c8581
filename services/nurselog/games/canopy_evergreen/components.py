"""What the game is made of, read from `components.json`; numbered in chapters 1 and 10 of RULES.md."""

import json
from enum import IntEnum
from functools import cache
from importlib.resources import files
from typing import Any, Final

Card = int
"""A kind of forest card: its place in `NAME`. Cards of one kind are alike."""
Wild = int
"""A wildlife card: three times its species, plus its kind."""
Space = int
"""A tree space of the forest map, 0 for A."""
Token = int
"""A kind of ecosystem token: its place in `TOKEN_NAME`."""
Names = tuple[str, ...]

DATA: Final[dict[str, Any]] = json.loads(
    files("nurselog.games.canopy_evergreen").joinpath("components.json").read_text("utf-8")
)
FLAGS: Final[dict[str, Any]] = DATA["flags"]
TABLES: Final[dict[str, Any]] = DATA["tables"]
START: Final[dict[str, int]] = DATA["start"]
SOLO: Final[dict[str, Any]] = DATA["solo"]
NOTHING: Final = -1

_FOREST: Final[list[dict[str, Any]]] = DATA["forest"]
CARDS: Final = range(len(_FOREST))
TYPE: Final = tuple(str(entry["type"]) for entry in _FOREST)
VALUE: Final = tuple(int(entry["value"]) for entry in _FOREST)
NAME: Final = tuple(f"{entry['type']}{entry['value'] or ''}" for entry in _FOREST)
TYPES: Final = tuple(dict.fromkeys(TYPE))
CARD_NAMED: Final = {name: card for card, name in enumerate(NAME)}


def _title(entry: dict[str, Any]) -> str:
    if not entry["value"]:
        return str(entry["name"])
    return f"{entry['value']}x Canopy" if entry["type"] == "canopy" else f"{entry['name']} {entry['value']}"


TITLE: Final = tuple(_title(entry) for entry in _FOREST)
TYPE_TITLE: Final = {str(entry["type"]): str(entry["name"]) for entry in _FOREST}


def _of(*kinds: str) -> tuple[Card, ...]:
    return tuple(card for card in CARDS if TYPE[card] in kinds)


(ROOT_TRUNK,), (NURSE_LOG,), (HEATWAVE,), (WILDFIRE,), (DISEASE,) = map(
    _of, ("root_trunk", "nurse_log", "heatwave", "wildfire", "disease")
)
(TRILLIUM,), (MOSS,), (HUCKLEBERRY,), (SALAL,), (CHANTERELLE,) = map(
    _of, ("trillium", "cat_tail_moss", "huckleberry", "salal", "chanterelle")
)
(PINE_CONE,), (FOX_SPIRIT,) = map(_of, ("pine_cone", "fox_spirit"))
CANOPIES: Final = _of("canopy")
SUNS: Final = _of("sun")
RAINS: Final = _of("rain")
WEATHER: Final = (*SUNS, *RAINS)
TREE_CARDS: Final = frozenset((ROOT_TRUNK, NURSE_LOG, *CANOPIES))
BURNING: Final = (TRILLIUM, MOSS, CHANTERELLE, SALAL)
"""What a Wildfire or the Banana Slug can take (rules 8.9 and 9.4)."""
PLANTS: Final = (TRILLIUM, MOSS, SALAL, HUCKLEBERRY)
"""What the Mountain Beaver counts (rule 10.1)."""
HEAT_TARGETS: Final = tuple(
    card for card in CARDS if card in (*WEATHER, TRILLIUM, MOSS, SALAL, CHANTERELLE, PINE_CONE)
)


@cache
def deck_for(players: int) -> tuple[Card, ...]:
    """The forest cards of a table, kind by kind (rule 1.3)."""
    marks = {1: ("unmarked", "solo"), 2: ("unmarked",), 3: ("unmarked", "marked_3")}.get(
        players, ("unmarked", "marked_3", "marked_4")
    )
    return tuple(
        card for card in CARDS for _ in range(sum(int(_FOREST[card].get(mark, 0)) for mark in marks))
    )


class Kind(IntEnum):
    """The three cards of a species."""

    ACTIVE = 0
    FORAGING = 1
    POINTS = 2


_SPECIES: Final[list[dict[str, Any]]] = DATA["species"]
SPECIES: Final = range(len(_SPECIES))
SPECIES_NAME: Final = tuple(str(entry["id"]) for entry in _SPECIES)
SPECIES_TITLE: Final = tuple(str(entry["name"]) for entry in _SPECIES)
SPECIES_NAMED: Final = {name: species for species, name in enumerate(SPECIES_NAME)}
EAGLE, SLUG, BEAR, BEE, SALMON, RAVEN, COUGAR, WOLF, BEAVER, ELK, FOX, OTTER, NEWT, OWL, SKUNK = SPECIES
PILE_TOKENS: Final = frozenset((BEAR, BEE, COUGAR, FOX, SKUNK))
WINDOW: Final = tuple(str(entry["window"]) for entry in _SPECIES)
LINK: Final = tuple(int(entry["link"]) for entry in _SPECIES)
RING: Final = tuple(str(icon) for icon in DATA["ring"])
FORAGING: Final = tuple(
    (int(entry["foraging"]["per"]), int(entry["foraging"]["points"])) for entry in _SPECIES
)

WILDS: Final = range(3 * len(_SPECIES))
WILD_NAME: Final = tuple(f"{SPECIES_NAME[wild // 3]}.{'afp'[wild % 3]}" for wild in WILDS)
WILD_TITLE: Final = tuple(
    f"{SPECIES_TITLE[wild // 3]} ({Kind(wild % 3).name.capitalize()})" for wild in WILDS
)
WILD_NAMED: Final = {name: wild for wild, name in enumerate(WILD_NAME)}
COST: Final = tuple(int(_SPECIES[wild // 3]["cost"][wild % 3]) for wild in WILDS)
POINTS: Final = tuple(int(_SPECIES[wild // 3]["points"]) if wild % 3 == Kind.POINTS else 0 for wild in WILDS)
STARTERS: Final = tuple(3 * species for species in SPECIES if _SPECIES[species]["starting"])

SPACES: Final = range(len(DATA["map"]["spaces"]))
SPACE_NAME: Final = tuple(str(name) for name in DATA["map"]["spaces"])
SPACE_NAMED: Final = {name: space for space, name in enumerate(SPACE_NAME)}
PATHS: Final = tuple(
    (SPACE_NAMED[ends[0]], SPACE_NAMED[ends[1]]) for ends in (str(path) for path in DATA["map"]["paths"])
)
PATH_NAME: Final = tuple(str(path) for path in DATA["map"]["paths"])
PATHS_AT: Final = tuple(
    tuple((number, ends[0] + ends[1] - space) for number, ends in enumerate(PATHS) if space in ends)
    for space in SPACES
)
"""For each space its paths, each with the space at the other end."""

_TOKENS: Final[list[dict[str, Any]]] = [*DATA["tokens"], *DATA["advanced"]]
TOKENS: Final = range(len(_TOKENS))
TOKEN_NAME: Final = tuple(str(entry["id"]) for entry in _TOKENS)
TOKEN_NAMED: Final = {name: token for token, name in enumerate(TOKEN_NAME)}
SUN_OR_RAIN, REFRESH, FORAGE = map(
    TOKEN_NAMED.__getitem__, ("sun_or_rain", "wildlife_refresh", "wildlife_forage")
)
BERRY: Final = TOKEN_NAMED["huckleberry"]


@cache
def token_set(*, advanced: bool) -> tuple[Token, ...]:
    """The ecosystem tokens of one player (rules 1.5 and 13.1)."""
    kinds = _TOKENS if advanced else DATA["tokens"]
    return tuple(token for token, entry in enumerate(kinds) for _ in range(int(entry["count"])))


ICONS: Final = tuple({str(icon): int(count) for icon, count in entry["icons"].items()} for entry in _TOKENS)
SHIFTS: Final = tuple(str(card["id"]) for card in DATA["shifting"])
SHIFT_EFFECT: Final = {str(card["id"]): str(card["effect"]) for card in DATA["shifting"]}


@cache
def bits(mask: int) -> tuple[int, ...]:
    """The numbers of the bits that are set."""
    return tuple(number for number in range(mask.bit_length()) if mask >> number & 1)
