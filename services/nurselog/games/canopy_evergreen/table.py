"""The table while one move is made: a mutable copy of a state, and the small things that happen everywhere.

All rooms that change something work on a `Table`; `apply` makes it from a state and freezes it again.
"""

from nurselog.games.canopy_evergreen.components import (
    COST,
    HUCKLEBERRY,
    NAME,
    OTTER,
    START,
    TABLES,
    WILD_NAME,
    Card,
    Kind,
    Wild,
)
from nurselog.games.canopy_evergreen.events import Attracted, CardLost, News, Scored, WildlifeLost
from nurselog.games.canopy_evergreen.forest import (
    Entry,
    Forest,
    floored,
    icons,
    with_card,
    with_used,
    with_wild,
)
from nurselog.games.canopy_evergreen.forest import without_wild as forest_without
from nurselog.games.canopy_evergreen.state import (
    ORDER,
    Batch,
    Phase,
    Pile,
    Setting,
    Slot,
    State,
    seat_of,
    shift_of,
)
from nurselog.rules.api import Chance, Event


class Table:
    """A state in the making. The fields are those of `State`."""

    __slots__ = (*State._fields, "chance", "told")

    setting: Setting
    season: int
    phase: Phase
    half: Phase | None
    active: int
    place: int
    last_taker: int
    forests: list[Forest]
    piles: list[Pile]
    deck: tuple[Slot, ...]
    seeds: tuple[Slot, ...]
    gone: tuple[Card, ...]
    unseen: tuple[Slot, ...]
    market: tuple[Wild, ...]
    wild_deck: tuple[Wild, ...]
    wild_known: int
    batches: tuple[Batch, ...]
    pending: Card
    pending_owner: int
    drawn: Slot
    shown: tuple[Slot, ...]
    named: str
    eyed: tuple[int, ...]
    bee_owner: int
    groups: tuple[int, ...]
    actor: int
    queue: tuple[int, ...]
    quota: int
    kept: int
    demands: tuple[int, ...]
    sickness: tuple[int, ...]
    shifts: tuple[int, ...]
    migrated: int
    outside: tuple[Card, ...]
    last: tuple[Event[News], ...]
    chance: Chance
    told: list[Event[News]]

    def __init__(self, state: State, chance: Chance) -> None:
        (
            self.setting,
            self.season,
            self.phase,
            self.half,
            self.active,
            self.place,
            self.last_taker,
            forests,
            piles,
            self.deck,
            self.seeds,
            self.gone,
            self.unseen,
            self.market,
            self.wild_deck,
            self.wild_known,
            self.batches,
            self.pending,
            self.pending_owner,
            self.drawn,
            self.shown,
            self.named,
            self.eyed,
            self.bee_owner,
            self.groups,
            self.actor,
            self.queue,
            self.quota,
            self.kept,
            self.demands,
            self.sickness,
            self.shifts,
            self.migrated,
            self.outside,
            self.last,
        ) = state
        self.forests, self.piles = list(forests), list(piles)
        self.chance = chance
        self.told = []

    def frozen(self) -> State:
        """The state that the table has come to."""
        return State(
            self.setting,
            self.season,
            self.phase,
            self.half,
            self.active,
            self.place,
            self.last_taker,
            tuple(self.forests),
            tuple(self.piles),
            self.deck,
            self.seeds,
            self.gone,
            self.unseen,
            self.market,
            self.wild_deck,
            self.wild_known,
            self.batches,
            self.pending,
            self.pending_owner,
            self.drawn,
            self.shown,
            self.named,
            self.eyed,
            self.bee_owner,
            self.groups,
            self.actor,
            self.queue,
            self.quota,
            self.kept,
            self.demands,
            self.sickness,
            self.shifts,
            self.migrated,
            self.outside,
            tuple(self.told),
        )

    # What everybody or one seat learns

    def tell(self, news: News) -> None:
        """Everybody learns it."""
        self.told.append(Event(news))

    def tell_apart(self, player: int, public: News, private: News) -> None:
        """One seat learns more than the others."""
        self.told.append(Event(public, ((seat_of(player), private),)))

    # Players

    @property
    def shift(self) -> str:
        """The Shifting Seasons card that holds."""
        return shift_of(self.shifts)

    @property
    def is_solo(self) -> bool:
        """Whether player 1 is the Fox Spirit."""
        return self.setting.seats == 1

    def order(self, player: int) -> tuple[int, ...]:
        """The piles a player looks at, in order."""
        return ORDER[self.setting.seats, player]

    def clockwise_from(self, player: int) -> list[int]:
        """All players, this one first."""
        count = len(self.forests)
        return [(player + step) % count for step in range(count)]

    def feed(self, player: int, amount: int) -> None:
        """Food, between nothing and the end of its track (rule 1.6)."""
        forest = self.forests[player]
        food = max(0, min(START["food_max"], forest.food + amount))
        self.forests[player] = forest._replace(food=food)

    def score(self, player: int, points: int, category: str, evidence: tuple[str, ...] = ()) -> None:
        """Points, never below nothing in all (rule 1.7)."""
        forest = self.forests[player]
        points = floored(forest.points, points)
        if not points:
            return
        entry = Entry(self.season, category, points, evidence)
        self.forests[player] = forest._replace(points=forest.points + points, ledger=(*forest.ledger, entry))
        self.tell(Scored(player, category, points))

    def berries(self, player: int) -> None:
        """The food of a Huckleberry icon just gained, by the number there are now (rule 5.6)."""
        even = icons(self.forests[player], "huckleberry") % 2 == 0
        self.feed(player, int(TABLES["huckleberry_even" if even else "huckleberry_odd"]))

    def has_berries(self, player: int) -> bool:
        """Whether a Huckleberry card refers to the icons."""
        return self.forests[player].cards[HUCKLEBERRY] > 0

    # Forest cards

    def lose(self, player: int, card: Card) -> None:
        """A card of a forest goes to the open discards."""
        self.forests[player] = with_card(self.forests[player], card, -1)
        self.gone += (card,)
        self.tell(CardLost(player, NAME[card]))

    def draw(self, count: int) -> tuple[Slot, ...]:
        """The top cards of the Season deck, the top first; fewer if there are fewer."""
        count = min(count, len(self.deck))
        drawn = self.deck[len(self.deck) - count :][::-1]
        self.deck = self.deck[: len(self.deck) - count]
        return drawn

    def deal(self, pile: int, count: int = 1) -> int:
        """Unseen cards onto a pile; how many there were."""
        dealt = self.draw(count)
        self.put(pile, *dealt)
        return len(dealt)

    def put(self, pile: int, *slots: Slot) -> None:
        """Cards onto a pile."""
        old = self.piles[pile]
        self.piles[pile] = Pile(old.cards + slots, old.token)

    # Wildlife

    def draw_wild(self, count: int) -> tuple[Wild, ...]:
        """The top cards of the wildlife deck, the top first; fewer if there are fewer."""
        left = max(0, len(self.wild_deck) - count)
        drawn = self.wild_deck[left:][::-1]
        self.wild_deck = self.wild_deck[:left]
        self.wild_known = min(self.wild_known, left)
        return drawn

    def fill_market(self) -> None:
        """The mat is filled from its deck, as far as that goes (rules 3.3 and 3.4)."""
        self.market += self.draw_wild(START["market"] - len(self.market))

    def leave_market(self, wild: Wild) -> None:
        """A face-up wildlife leaves the mat; its very place is filled at once (rules 3.3 and 3.4)."""
        at = self.market.index(wild)
        self.market = (*self.market[:at], *self.draw_wild(1), *self.market[at + 1 :])

    def take_wild(self, player: int, wild: Wild, *, pays: bool = True) -> None:
        """A face-up wildlife comes to a forest."""
        self.leave_market(wild)
        forest = with_wild(self.forests[player], wild)
        self.forests[player] = forest._replace(food=forest.food - COST[wild] * pays)
        self.tell(Attracted(player, WILD_NAME[wild]))

    def bury_wild(self, wild: Wild) -> None:
        """A wildlife goes under its deck, seen by all."""
        self.wild_deck = (wild, *self.wild_deck)
        self.wild_known += 1

    def lose_wild(self, player: int, wild: Wild) -> None:
        """A wildlife leaves a forest; its token leaves with it, from a pile, too (rules 8.4 and 3.4)."""
        if wild % 3 == Kind.ACTIVE:
            self.recall(wild // 3)
        self.forests[player] = forest_without(self.forests[player], wild)
        self.bury_wild(wild)
        self.tell(WildlifeLost(player, WILD_NAME[wild]))
        self.fill_market()

    def recall(self, species: int) -> None:
        """A token that lies on a pile, or the Otter's beside it, leaves the pile without effect."""
        for number, pile in enumerate(self.piles):
            token = pile.token
            if token is not None and (token.species == species or (token.copied and species == OTTER)):
                self.piles[number] = pile._replace(token=None)

    def spend_ability(self, player: int, species: int, *, copied: bool) -> None:
        """The token of an ability, or the Otter's, is turned over."""
        self.forests[player] = with_used(self.forests[player], OTTER if copied else species)
