"""Setup of tables and Seasons (chapter 2), and the Cleanup between them (rule 9.12)."""

from nurselog.games.canopy_evergreen.components import (
    NOTHING,
    SHIFTS,
    SOLO,
    SPACE_NAMED,
    START,
    STARTERS,
    WILD_NAME,
    WILDS,
    deck_for,
    token_set,
)
from nurselog.games.canopy_evergreen.events import SeasonBegan, WildlifeDealt
from nurselog.games.canopy_evergreen.forest import Forest, with_tree, with_wild
from nurselog.games.canopy_evergreen.state import Phase, Pile, Setting, State
from nurselog.games.canopy_evergreen.table import Table
from nurselog.rules.api import Chance, Options
from nurselog.rules.chance import sample, shuffle
from nurselog.rules.options import seat_of


def first_state(options: Options, seat_count: int, chance: Chance) -> State:
    """Maps with their tokens; the decks are shuffled, nothing is dealt yet (rules 2.1 and 2.2)."""
    solo = seat_count == 1
    fox_points = int(SOLO["points"][options["fox_spirit"]]) if solo else 0
    setting = Setting(
        seat_count, options.flag("advanced_tokens"), options.flag("shifting_seasons"), fox_points
    )
    forests = [planted(setting, chance) for _ in range(seat_count)] + ([fox_forest(setting)] if solo else [])
    return State(
        setting=setting,
        season=1,
        phase=Phase.ROOT,
        half=None,
        active=first_player(options, seat_count, chance),
        place=0,
        last_taker=0,
        forests=tuple(forests),
        piles=(Pile(),) * (3 if seat_count < 3 else seat_count + 1),
        deck=shuffle(chance, deck_for(seat_count)),
        seeds=(),
        gone=(),
        unseen=(),
        market=(),
        wild_deck=shuffle(chance, WILDS),
        wild_known=0,
        batches=(),
        pending=NOTHING,
        pending_owner=0,
        drawn=NOTHING,
        shown=(),
        named="",
        eyed=(),
        bee_owner=NOTHING,
        groups=(),
        actor=0,
        queue=(),
        quota=0,
        kept=0,
        demands=(0,) * len(forests),
        sickness=(0,) * len(forests),
        shifts=(),
        migrated=0,
        outside=(),
        last=(),
    )


def first_player(options: Options, seat_count: int, chance: Chance) -> int:
    """Who begins: named by an option, or by luck; alone it is the human (rules 2.5 and 12.1)."""
    return 0 if seat_count == 1 else seat_of(options, "first_player", seat_count, chance)


def planted(setting: Setting, chance: Chance) -> Forest:
    """A forest map with its tokens; in the advanced mode two of thirteen stay out (rule 13.1)."""
    tokens = shuffle(chance, token_set(advanced=setting.advanced))
    paths = len(token_set(advanced=False))
    return Forest(path_tokens=tokens[:paths], spent=tokens[paths:])


def fox_forest(setting: Setting) -> Forest:
    """The Fox Spirit's forest: a Root and its points, no tokens (rule 12.1)."""
    return with_tree(Forest(points=setting.fox_points), SPACE_NAMED[SOLO["root"]], 1)


def deal_game(table: Table) -> None:
    """Once all Roots stand: starting wildlife, the mat, the first Season (rules 2.4 to 2.6)."""
    dealt = sample(table.chance, STARTERS, table.setting.seats)
    for player, wild in enumerate(dealt):
        table.forests[player] = with_wild(table.forests[player], wild)
        table.tell(WildlifeDealt(player, WILD_NAME[wild]))
    table.wild_deck = shuffle(table.chance, [wild for wild in WILDS if wild not in dealt])
    table.last_taker = table.active
    deal_season(table)


def deal_season(table: Table) -> None:
    """The mat, the Season deck, the Seed deck and the piles (rules 2.5 and 2.6)."""
    table.market = ()
    table.fill_market()
    table.deck = shuffle(table.chance, deck_for(table.setting.seats))
    seeds = START["seeds_per_player"] * len(table.forests)
    table.seeds = table.draw(seeds)[::-1]
    if table.setting.shifting:
        turn_up_shift(table)
    for number in range(len(table.piles)):
        table.deal(number, pile_size(table.setting.seats, number))
    table.phase = Phase.BEGIN
    table.tell(SeasonBegan(table.season, table.active, table.shift))


def pile_size(seats: int, number: int) -> int:
    """How many cards a pile begins with (rule 2.6)."""
    return number + 1 if seats < 3 else 1 + (number == seats)


def turn_up_shift(table: Table) -> None:
    """A Shifting Seasons card that was not there before (rule 14.1)."""
    left = [number for number in range(len(SHIFTS)) if number not in table.shifts]
    table.shifts = (*table.shifts, left[table.chance.below(len(left))])


def clean_up(table: Table) -> None:
    """All cards but wildlife go, tokens come home and turn their coloured side up (rule 9.12)."""
    table.forests = [cleaned(forest) for forest in table.forests]
    table.piles = [Pile() for _ in table.piles]
    table.deck = deck_for(table.setting.seats)
    table.seeds, table.unseen, table.gone, table.outside = (), (), (), ()
    table.groups, table.migrated = (), 0


def cleaned(forest: Forest) -> Forest:
    """A forest with its trees, tokens and wildlife."""
    return forest._replace(cards=(0,) * len(forest.cards), used=0, sun_or_rain="")


def next_season(table: Table) -> None:
    """The mat goes into its deck, all is shuffled and dealt; the fewest points begin (rule 9.13)."""
    table.season += 1
    table.wild_deck = shuffle(table.chance, sorted((*table.wild_deck, *table.market)))
    table.wild_known = 0
    order = table.clockwise_from((table.last_taker + 1) % len(table.forests))
    table.active = table.last_taker = min(order, key=lambda player: table.forests[player].points)
    deal_season(table)
