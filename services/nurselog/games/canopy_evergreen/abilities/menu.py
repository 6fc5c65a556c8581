"""Which abilities a seat can use now, with their first targets. Reads states and tables alike."""

from collections.abc import Iterable, Iterator
from typing import Final, Protocol

from nurselog.games.canopy_evergreen.components import (
    BEAVER,
    BURNING,
    COUGAR,
    EAGLE,
    ELK,
    FORAGE,
    FOX,
    NEWT,
    OTTER,
    OWL,
    PILE_TOKENS,
    RAVEN,
    REFRESH,
    SALMON,
    SLUG,
    SPECIES,
    TYPE,
    WINDOW,
    WOLF,
    bits,
    deck_for,
)
from nurselog.games.canopy_evergreen.forest import Forest, is_ready
from nurselog.games.canopy_evergreen.moves import (
    FOOD,
    MARKET,
    MIGRATE,
    REFRESH_TOKEN,
    USE,
    USE_AT,
    USE_CARD,
    USE_NAME,
    USE_WILD,
    Move,
)
from nurselog.games.canopy_evergreen.state import ORDER, TURN, Phase, Pile, State, shift_of
from nurselog.games.canopy_evergreen.table import Table

Position = State | Table


class Targets(Protocol):
    """The moves that use one ability, with every target."""

    def __call__(self, at: Position, seat: int, /, *, copied: bool) -> Iterable[Move]: ...


_OPEN: Final = {
    "start": frozenset({Phase.START}),
    "turn": TURN | {Phase.ADD},
    "take": frozenset({Phase.START, Phase.LOOK, Phase.ALL_PASSED}),
    "all_passed": frozenset({Phase.ALL_PASSED}),
    "demand": frozenset({Phase.HEAT, Phase.WILDFIRE, Phase.DISEASE}),
    "seeds": frozenset({Phase.SEEDS}),
    "as_copied": frozenset[Phase](),
}
OPEN: Final = tuple(_OPEN[WINDOW[species]] for species in SPECIES)
TYPES_FOR: Final = {
    players: tuple(dict.fromkeys(TYPE[card] for card in deck_for(players))) for players in range(1, 5)
}


def options(at: Position, seat: int, window: Phase) -> list[Move]:
    """All that a seat can do beside the choice itself: abilities, advanced tokens, a migration."""
    if at.setting.seats == 1 and seat == 1:
        return []  # the Fox Spirit uses nothing (rule 12.7)
    forest = at.forests[seat]
    found: list[Move] = list(uses(at, seat, window)) if forest.actives & ~forest.used else []
    if not found and not at.setting.advanced and not at.shifts:
        return found
    if at.setting.advanced and window in _OPEN["turn"]:
        found += free_tokens(at, forest)
    if window is Phase.START and may_migrate(at, seat):
        found.append(MIGRATE)
    return found


def may_migrate(at: Position, seat: int) -> bool:
    """Whether the mat can be replaced, once for each player in this Season (rule 14.2)."""
    return shift_of(at.shifts) == "migration" and not at.migrated >> seat & 1 and bool(at.market)


def uses(at: Position, seat: int, window: Phase) -> Iterator[Move]:
    """The abilities that are open in this window, each with every target."""
    forest = at.forests[seat]
    for species in bits(forest.actives & ~forest.used):
        if species == OTTER:
            yield from copies(at, seat, window)
        elif window in OPEN[species]:
            yield from targets(at, seat, species, copied=False)


def copies(at: Position, seat: int, window: Phase) -> Iterator[Move]:
    """What the Otter can do: abilities whose token lies used before an opponent (rule 8.13)."""
    for other, forest in enumerate(at.forests):
        if other != seat:
            for species in spent_abilities(at, forest):
                if window in OPEN[species]:
                    yield from targets(at, seat, species, copied=True)


def spent_abilities(at: Position, forest: Forest) -> list[int]:
    """The species whose token lies used before its player, and not on a pile."""
    lying = [pile.token.species for pile in at.piles if pile.token is not None]
    return [species for species in bits(forest.actives & forest.used) if species not in lying]


def can_copy(at: Position, seat: int, species: int) -> bool:
    """Whether the Otter of this seat could stand in for a species."""
    others = [other for player, other in enumerate(at.forests) if player != seat]
    return is_ready(at.forests[seat], OTTER) and any(
        species in spent_abilities(at, other) for other in others
    )


def free_tokens(at: Position, forest: Forest) -> Iterator[Move]:
    """What the advanced tokens of a forest can do (rule 13.2)."""
    if REFRESH in forest.tokens:
        lying = {pile.token.species for pile in at.piles if pile.token is not None}
        lying |= {OTTER for pile in at.piles if pile.token is not None and pile.token.copied}
        yield from (
            REFRESH_TOKEN[species] for species in bits(forest.actives & forest.used) if species not in lying
        )
    if FORAGE in forest.tokens:
        yield FOOD
        if at.market:
            yield MARKET


def targets(at: Position, seat: int, species: int, *, copied: bool) -> Iterable[Move]:
    """The moves that use an ability."""
    if species in PILE_TOKENS:
        least = 2 if species == COUGAR else 1
        at_pile = USE_AT[species, copied]
        return (
            at_pile[number]
            for number, pile in enumerate(at.piles)
            if len(pile.cards) >= least and pile.token is None
        )
    return _TARGETS[species](at, seat, copied=copied)


def lookable(pile: Pile) -> bool:
    """Whether Eagle and Raven may look at a pile: never at one with the Fox token (rule 8.2)."""
    return bool(pile.cards) and (pile.token is None or pile.token.species != FOX)


def _lookable(species: int) -> Targets:
    def found(at: Position, _seat: int, *, copied: bool) -> Iterable[Move]:
        return (USE_AT[species, copied][number] for number, pile in enumerate(at.piles) if lookable(pile))

    return found


def _salmon(at: Position, seat: int, *, copied: bool) -> Iterable[Move]:
    first_two = ORDER[at.setting.seats, seat][:2]
    return (USE_AT[SALMON, copied][number] for number in first_two if at.piles[number].cards)


def _slug(at: Position, seat: int, *, copied: bool) -> Iterable[Move]:
    return (USE_CARD[copied, card] for card in BURNING if at.forests[seat].cards[card])


def _wolf(at: Position, _seat: int, *, copied: bool) -> Iterable[Move]:
    return (USE_WILD[copied, wild] for wild in at.market)


def _elk(at: Position, _seat: int, *, copied: bool) -> Iterable[Move]:
    return (USE_NAME[copied, name] for name in TYPES_FOR[at.setting.seats]) if at.deck else ()


def _owl(at: Position, _seat: int, *, copied: bool) -> Iterable[Move]:
    return (USE[OWL, copied],) if at.deck else ()


def _newt(at: Position, seat: int, *, copied: bool) -> Iterable[Move]:
    return (USE[NEWT, copied],) if saves(at, seat) else ()


def saves(at: Position, seat: int) -> bool:
    """Whether one discard fewer is demanded makes a difference (rule 9.3)."""
    forest = at.forests[seat]
    if at.phase is Phase.WILDFIRE:
        return at.demands[seat] <= sum(forest.cards[card] for card in BURNING)
    if at.phase is Phase.DISEASE:
        return at.sickness[seat] <= len(forest.wild)
    return True


def _nothing(_at: Position, _seat: int, *, copied: bool) -> Iterable[Move]:  # noqa: ARG001 - see season
    return ()


_TARGETS: Final[dict[int, Targets]] = {
    EAGLE: _lookable(EAGLE),
    RAVEN: _lookable(RAVEN),
    SALMON: _salmon,
    SLUG: _slug,
    WOLF: _wolf,
    ELK: _elk,
    OWL: _owl,
    NEWT: _newt,
    BEAVER: _nothing,
}
