"""What abilities and advanced tokens do, once chosen."""

from collections.abc import Callable
from typing import Final

from nurselog.games.canopy_evergreen.abilities.menu import lookable
from nurselog.games.canopy_evergreen.adding import push, settle_heat
from nurselog.games.canopy_evergreen.components import (
    EAGLE,
    ELK,
    FORAGE,
    HEATWAVE,
    NAME,
    NEWT,
    NOTHING,
    OWL,
    PILE_TOKENS,
    RAVEN,
    REFRESH,
    SALMON,
    SLUG,
    SPECIES_NAME,
    TYPE,
    WILD_NAME,
    WOLF,
    Token,
)
from nurselog.games.canopy_evergreen.events import (
    AbilityUsed,
    Drew,
    Looked,
    MatReplaced,
    NameCalled,
    PilesSwapped,
    WildlifeLost,
)
from nurselog.games.canopy_evergreen.forest import with_used
from nurselog.games.canopy_evergreen.moves import Refresh, Use, Word
from nurselog.games.canopy_evergreen.state import (
    Phase,
    Pile,
    PileToken,
    Slot,
    card_of,
    group_of,
    shown_to,
)
from nurselog.games.canopy_evergreen.table import Table
from nurselog.games.canopy_evergreen.taking import take_pile
from nurselog.rules.chance import shuffle

ELK_CARDS: Final = 6
EAGLE_PILES: Final = 3
OWL_CARDS: Final = 2


def use(table: Table, seat: int, move: Use) -> None:
    """An ability happens; its token, or the Otter's, is turned over."""
    table.spend_ability(seat, move.species, copied=move.copied)
    pile = 0 if move.pile is None else move.pile + 1
    table.tell(AbilityUsed(seat, SPECIES_NAME[move.species], move.copied, pile))
    if move.species in PILE_TOKENS and move.pile is not None:
        token = PileToken(move.species, seat, move.copied)
        table.piles[move.pile] = table.piles[move.pile]._replace(token=token)
    else:
        _EFFECTS[move.species](table, seat, move)


def look(table: Table, seat: int, number: int) -> None:
    """A seat sees the cards of a pile and will know them as long as they lie there (rule 15.2)."""
    pile = table.piles[number]
    slots = tuple([shown_to(slot, seat) for slot in pile.cards])
    table.piles[number] = Pile(slots, pile.token)
    cards = tuple(sorted([NAME[card_of(slot)] for slot in slots]))
    table.tell_apart(seat, Looked(seat, number + 1), Looked(seat, number + 1, cards))


def _wolf(table: Table, seat: int, move: Use) -> None:
    """A face-up wildlife goes under the deck, even if it comes back at once (rule 8.9)."""
    if move.wild is not None:
        table.bury_wild(move.wild)
        table.tell(WildlifeLost(seat, WILD_NAME[move.wild]))
        table.leave_market(move.wild)
    table.feed(seat, 1)
    table.score(seat, 1, "wolf")


def _slug(table: Table, seat: int, move: Use) -> None:
    if move.card is not None:
        table.lose(seat, move.card)
    table.feed(seat, 2)


def _newt(table: Table, seat: int, _move: Use) -> None:
    """One discard fewer (rule 9.3)."""
    if table.pending == HEATWAVE:
        settle_heat(table)
    elif table.phase is Phase.WILDFIRE:
        table.demands = _less(table.demands, seat)
    else:
        table.sickness = _less(table.sickness, seat)


def _less(demands: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return (*demands[:seat], demands[seat] - 1, *demands[seat + 1 :])


def _salmon(table: Table, seat: int, move: Use) -> None:
    if move.pile is not None:
        take_pile(table, seat, move.pile)


def _owl(table: Table, seat: int, _move: Use) -> None:
    """The seat sees the top cards; then it puts them on piles (rule 8.7)."""
    table.shown = tuple([shown_to(slot, seat) for slot in table.draw(OWL_CARDS)])
    tell_drawn(table, seat, table.shown)
    table.half = Phase.OWL
    table.eyed = ()


def tell_drawn(table: Table, seat: int, slots: tuple[Slot, ...]) -> None:
    """A seat sees cards from a deck; the others learn how many."""
    cards = tuple([NAME[card_of(slot)] for slot in slots])
    table.tell_apart(seat, Drew(seat, len(slots)), Drew(seat, len(slots), cards))


def _raven(table: Table, seat: int, move: Use) -> None:
    if move.pile is not None:
        look(table, seat, move.pile)
        if sum(bool(pile.cards) for pile in table.piles) > 1:
            table.half, table.eyed = Phase.RAVEN, (move.pile,)


def _eagle(table: Table, seat: int, move: Use) -> None:
    if move.pile is not None:
        table.eyed = ()
        _eye(table, seat, move.pile)


def _eye(table: Table, seat: int, pile: int) -> None:
    """The Eagle sees one pile after the other, then must keep one (rule 8.5)."""
    look(table, seat, pile)
    table.eyed = (*table.eyed, pile)
    others = [at for at, other in enumerate(table.piles) if lookable(other) and at not in table.eyed]
    if len(table.eyed) < EAGLE_PILES and len(others) == 1:
        _eye(table, seat, others[0])
    elif len(table.eyed) < EAGLE_PILES and others:
        table.half = Phase.EAGLE
    elif len(table.eyed) > 1:
        table.half = Phase.EAGLE_KEEP
    else:
        _eagle_keeps(table, seat, pile)


def _eagle_keeps(table: Table, seat: int, pile: int) -> None:
    table.half, table.eyed = None, ()
    take_pile(table, seat, pile)


def choose_pile(table: Table, seat: int, pile: int) -> None:
    """The next choice of Eagle, Raven or Owl."""
    match table.half:
        case Phase.EAGLE:
            _eye(table, seat, pile)
        case Phase.EAGLE_KEEP:
            _eagle_keeps(table, seat, pile)
        case Phase.RAVEN:
            _swap(table, seat, pile)
        case _:
            _owl_puts(table, pile)


def _swap(table: Table, seat: int, pile: int) -> None:
    """Two piles change places, with their tokens and what is known of them (rule 8.6)."""
    (first,) = table.eyed
    table.piles[first], table.piles[pile] = table.piles[pile], table.piles[first]
    table.tell(PilesSwapped(seat, first + 1, pile + 1))
    decline_swap(table)


def decline_swap(table: Table) -> None:
    """The Raven is done."""
    table.half, table.eyed = None, ()


def _owl_puts(table: Table, pile: int) -> None:
    table.put(pile, table.shown[0])
    table.shown = table.shown[1:]
    table.eyed = (*table.eyed, pile)
    if not table.shown:
        decline_swap(table)


def _elk(table: Table, seat: int, move: Use) -> None:
    """Cards are drawn; one of the name called is kept if there is any (rule 8.10)."""
    drawn = table.draw(ELK_CARDS)
    _dissolve(table, seat, drawn)
    table.shown = tuple([shown_to(slot & 511, seat) for slot in drawn])
    tell_drawn(table, seat, table.shown)
    table.named = str(move.name)
    fitting = sorted({card_of(slot) for slot in drawn if TYPE[card_of(slot)] == move.name})
    if len(fitting) > 1:
        table.half = Phase.ELK
    else:
        call_name(table, seat, fitting[0] if fitting else NOTHING)


def _dissolve(table: Table, seat: int, drawn: tuple[Slot, ...]) -> None:
    """What others knew of the set these cards are from ends with the drawing (rule 15.3)."""
    touched = {group_of(slot) for slot in drawn} - {0}
    ending = {group for group in touched if table.groups[group - 1] != seat}
    if ending:
        table.deck = ungrouped(table.deck, ending)
        table.unseen = ungrouped(table.unseen, ending)
        (table.drawn,) = ungrouped((table.drawn,), ending)
        table.piles = [Pile(ungrouped(pile.cards, ending), pile.token) for pile in table.piles]


def ungrouped(slots: tuple[Slot, ...], groups: set[int]) -> tuple[Slot, ...]:
    """The slots without these groups."""
    return tuple([slot & 511 if group_of(slot) in groups else slot for slot in slots])


def call_name(table: Table, seat: int, card: int) -> None:
    """One card is kept, or none; the rest goes back on top in an order that luck makes."""
    rest = [slot & CARD_AND_NOBODY for slot in table.shown]
    if card != NOTHING:
        rest.remove(card)
    table.shown, table.half = (), None
    table.groups = (*table.groups, seat)
    group = len(table.groups) << 9
    table.deck += tuple([slot | group for slot in shuffle(table.chance, sorted(rest))])
    kept = NAME[card] if card != NOTHING else ""
    table.tell(NameCalled(seat, table.named, kept, len(rest)))
    table.named = ""
    if card != NOTHING:
        push(table, seat, (card,))


CARD_AND_NOBODY: Final = 31


def use_token(table: Table, seat: int, move: Refresh | Word) -> None:
    """An advanced token is used and leaves the game (rule 13.2)."""
    if isinstance(move, Refresh):
        table.forests[seat] = with_used(table.forests[seat], move.species, used=False)
        _spend(table, seat, REFRESH)
        return
    _spend(table, seat, FORAGE)
    if move is Word.FOOD:
        table.feed(seat, 1)
    else:
        replace_mat(table, seat)


def _spend(table: Table, seat: int, token: Token) -> None:
    forest = table.forests[seat]
    at = forest.tokens.index(token)
    left = forest.tokens[:at] + forest.tokens[at + 1 :]
    table.forests[seat] = forest._replace(tokens=left, spent=(*forest.spent, token))


def replace_mat(table: Table, seat: int) -> None:
    """All face-up wildlife go under the deck from left to right, then others come (rule 13.2)."""
    for wild in table.market:
        table.bury_wild(wild)
    table.market = ()
    table.fill_market()
    table.tell(MatReplaced(seat))


_EFFECTS: Final[dict[int, Callable[[Table, int, Use], None]]] = {
    WOLF: _wolf,
    SLUG: _slug,
    NEWT: _newt,
    SALMON: _salmon,
    OWL: _owl,
    RAVEN: _raven,
    EAGLE: _eagle,
    ELK: _elk,
}
