"""The end of a Season: its seven steps (chapter 9), and what comes after."""

from nurselog.games.canopy_evergreen import dealing, solo
from nurselog.games.canopy_evergreen.abilities.menu import can_copy, uses
from nurselog.games.canopy_evergreen.adding import push
from nurselog.games.canopy_evergreen.components import (
    BEAVER,
    BURNING,
    DISEASE,
    FLAGS,
    HEATWAVE,
    NAME,
    NOTHING,
    OTTER,
    PINE_CONE,
    SUN_OR_RAIN,
    WILDFIRE,
    Card,
)
from nurselog.games.canopy_evergreen.events import Drew, Ended
from nurselog.games.canopy_evergreen.forest import (
    Forest,
    has_weather_card,
    is_ready,
    wildfire_icons,
    with_used,
)
from nurselog.games.canopy_evergreen.scoring import (
    FINAL,
    awarded,
    foraging,
    plants,
    tallest,
    weather_bonuses,
    weather_sets,
)
from nurselog.games.canopy_evergreen.state import SEASONS, Phase, State, card_of, shown_to
from nurselog.games.canopy_evergreen.table import Table

SPREADS = 3
"""So many Wildfires or Diseases reach everybody (rule 9.3)."""


def begin_end(table: Table) -> None:
    """Step 1: who holds Pine Cones draws, from the player who took the last pile on (rule 9.1)."""
    table.queue = tuple(
        [
            player
            for player in table.clockwise_from(table.last_taker)
            if table.forests[player].cards[PINE_CONE]
        ]
    )
    table.actor = NOTHING
    table.phase = Phase.SEEDS


def seeds(table: Table) -> bool:
    """Step 1, up to the next choice."""
    if table.actor == NOTHING:
        if not table.queue:
            table.phase = Phase.THREATS
        else:
            draw_seeds(table, table.queue[0])
        return True
    if table.shown and table.kept < seed_limit(table):
        if table.is_solo and table.actor == 1:
            return solo.keep_seed(table)
        return False
    finish_seeds(table)
    return True


def draw_seeds(table: Table, player: int) -> None:
    """A player's Pine Cones draw from the Seed deck, as far as that goes (rule 9.2)."""
    forest = table.forests[player]
    table.queue, table.actor = table.queue[1:], player
    table.quota, table.kept = forest.cards[PINE_CONE], 0
    each = 3 if table.shift == "seed_rain" else 2
    count = min(each * table.quota + wildfire_icons(forest), len(table.seeds))
    drawn = table.seeds[len(table.seeds) - count :]
    table.seeds = table.seeds[: len(table.seeds) - count]
    table.shown = tuple(sorted([shown_to(slot, player) for slot in drawn]))
    if table.is_solo and player == 1:
        table.tell(Drew(player, count))
        return
    cards = tuple([NAME[card_of(slot)] for slot in table.shown])
    table.tell_apart(player, Drew(player, count), Drew(player, count, cards))


def seed_limit(at: Table | State) -> int:
    """How many cards may be kept: one for each Pine Cone, two with the Beaver (rule 9.2)."""
    if at.kept > at.quota or beaver_ready(at):
        return 2 * at.quota
    return at.quota


def beaver_ready(at: Table | State) -> bool:
    """Whether the actor's Beaver, or its Otter as one, can still be used."""
    if at.setting.seats == 1 and at.actor == 1:
        return False  # the Fox Spirit uses nothing (rule 12.7)
    return is_ready(at.forests[at.actor], BEAVER) or can_copy(at, at.actor, BEAVER)


def keep_seed(table: Table, card: Card) -> None:
    """One of the drawn cards is kept and added at once; one too many uses the Beaver."""
    player = table.actor
    if table.kept == table.quota:
        forest = table.forests[player]
        table.forests[player] = with_used(forest, BEAVER if is_ready(forest, BEAVER) else OTTER)
    slot = next(slot for slot in table.shown if card_of(slot) == card)
    at = table.shown.index(slot)
    table.shown = table.shown[:at] + table.shown[at + 1 :]
    table.kept += 1
    push(table, player, (card,))


def finish_seeds(table: Table) -> None:
    """What was not kept leaves unseen, and all Pine Cones leave (rule 9.2)."""
    player = table.actor
    table.unseen += table.shown
    table.shown = ()
    for _ in range(table.forests[player].cards[PINE_CONE]):
        table.lose(player, PINE_CONE)
    table.actor = NOTHING


def threats(table: Table) -> bool:
    """Step 2 begins: all demands are counted before anything is lost (rule 9.3)."""
    fires = [fire_count(forest, table.shift) for forest in table.forests]
    table.demands = demands_of(fires)
    table.sickness = demands_of([forest.cards[DISEASE] for forest in table.forests])
    table.queue = tuple(table.clockwise_from(table.last_taker))
    table.phase = Phase.WILDFIRE
    return True


def fire_count(forest: Forest, shift: str) -> int:
    """The Wildfires of a forest as the limits count them (rules 7.4 and 14.2)."""
    fires = forest.cards[WILDFIRE]
    if FLAGS["heatwave_counts_for_wildfire_threshold"]:
        fires += forest.cards[HEATWAVE]
    return fires + (fires > 0 and shift == "dry_lightning")


def demands_of(counts: list[int]) -> tuple[int, ...]:
    """What each player must discard: 2 for exactly two of its own, 1 for each spread (rule 9.3)."""
    spread = sum(count >= SPREADS for count in counts)
    return tuple([spread + 2 * (count == SPREADS - 1) for count in counts])


def wildfire(table: Table) -> bool:
    """The fires, player by player (rule 9.4)."""
    if not table.queue:
        table.queue = tuple(table.clockwise_from(table.last_taker))
        table.phase = Phase.DISEASE
        return True
    player = table.actor = table.queue[0]
    forest = table.forests[player]
    burning = [card for card in BURNING if forest.cards[card]]
    if table.demands[player] <= 0 or not burning:
        table.queue = table.queue[1:]
        return True
    if table.is_solo and player == 1:
        burn(table, solo.least_missed(table, burning))
        return True
    if len(burning) > 1 or any(uses(table, player, Phase.WILDFIRE)):
        return False
    burn(table, burning[0])
    return True


def burn(table: Table, card: Card) -> None:
    """The actor discards a plant."""
    player = table.actor
    table.lose(player, card)
    table.demands = lowered(table.demands, player)


def lowered(demands: tuple[int, ...], player: int) -> tuple[int, ...]:
    """One discard is done."""
    return (*demands[:player], demands[player] - 1, *demands[player + 1 :])


def disease(table: Table) -> bool:
    """The diseases, player by player (rule 9.5)."""
    if not table.queue:
        return begin_weather(table)
    player = table.actor = table.queue[0]
    wild = table.forests[player].wild
    if table.sickness[player] <= 0 or not wild:
        table.queue = table.queue[1:]
        return True
    if len(wild) > 1 or any(uses(table, player, Phase.DISEASE)):
        return False
    fall_ill(table, wild[0])
    return True


def fall_ill(table: Table, wild: int) -> None:
    """The actor discards a wildlife."""
    table.lose_wild(table.actor, wild)
    table.sickness = lowered(table.sickness, table.actor)


def begin_weather(table: Table) -> bool:
    """Whoever has the sun/rain token chooses what it is (rule 9.6)."""
    table.queue = tuple(
        [
            player
            for player in table.clockwise_from(table.last_taker)
            if SUN_OR_RAIN in table.forests[player].tokens
        ]
    )
    table.phase = Phase.SUN_OR_RAIN
    return True


def sun_or_rain(table: Table) -> bool:
    """One choice after the other."""
    if not table.queue:
        table.phase = Phase.SCORING
        return True
    table.actor = table.queue[0]
    return False


def score_and_go_on(table: Table) -> bool:
    """Steps 3 to 7; then the next Season, or the end (rules 9.7 to 9.13 and 11.1)."""
    score_season(table)
    dealing.clean_up(table)
    if table.season < SEASONS:
        dealing.next_season(table)
    else:
        score_game(table)
    return True


def score_season(table: Table) -> None:
    """Foraging, tallest tree, weather, plants."""
    shift = table.shift
    for player, forest in enumerate(table.forests):
        table.score(player, *_named(foraging(forest, shift), "foraging"))
    for player, award in enumerate(tallest(table.forests, table.season, shift)):
        if award is not None:
            forest = table.forests[player]
            table.forests[player] = forest._replace(awards=forest.awards | 1 << award[0])
            table.score(player, award[1], "tallest_tree", awarded(award[0]))
    score_weather(table, shift)
    for player, forest in enumerate(table.forests):
        table.score(player, *_named(plants(forest, shift), "plants"))


def _named(gain: tuple[int, tuple[str, ...]], category: str) -> tuple[int, str, tuple[str, ...]]:
    return gain[0], category, gain[1]


def score_weather(table: Table, shift: str) -> None:
    """Sets for each, bonuses for the most (rule 9.10)."""
    sets = [weather_sets(forest, shift) for forest in table.forests]
    bonuses = weather_bonuses(sets, [has_weather_card(forest) for forest in table.forests])
    for player, count in enumerate(sets):
        table.score(player, count, "weather", (f"sets={count}",))
        table.score(player, bonuses[player], "weather_bonus", (f"sets={count}",))


def score_game(table: Table) -> None:
    """Wildlife and food at the end (chapter 11)."""
    table.phase = Phase.OVER
    for category, worth in FINAL.items():
        for player, forest in enumerate(table.forests):
            table.score(player, *_named(worth(forest), category))
    table.tell(Ended())
