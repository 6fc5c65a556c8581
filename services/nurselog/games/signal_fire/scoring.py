"""What rounds are worth (chapter 9), and who came where (chapter 10)."""

from functools import lru_cache
from typing import Final

from nurselog.games.signal_fire.components import FIRE_NAME, FIRES, SEATS, SIDE, TEAM, TRICKS
from nurselog.games.signal_fire.state import Fires, Phase, State, TeamFires
from nurselog.rules.api import Outcome, Placement, Points, ScoreLine, ScoreSheet, Seat, competition_places

BONUS: Final = 2
BLAZE: Final = -10

RIDGE: Final = FIRES[:SIDE]
VALLEY: Final = FIRES[SIDE:]
BONUSES: Final = (
    ("ridge", "a fire in every column of the ridge", RIDGE),
    ("valley", "a fire in every row of the valley", VALLEY),
    ("both", "ridge and valley all lit", FIRES),
)


def is_blaze(fires: TeamFires) -> bool:
    """Whether the team lit a fire in every trick (rule 9.4)."""
    return sum(fires) == TRICKS


@lru_cache(maxsize=4096)
def points(fires: TeamFires) -> int:
    """The points of a team for a round."""
    return sum(line.points for line in lines("", "", fires) if line.counted)


def round_points(fires: Fires) -> tuple[int, int]:
    """The points of both teams for a round."""
    return points(fires[0]), points(fires[1])


@lru_cache(maxsize=256)
def totals(history: tuple[Fires, ...]) -> tuple[int, int]:
    """The points of both teams for all rounds."""
    return (
        sum([points(fires[0]) for fires in history]),
        sum([points(fires[1]) for fires in history]),
    )


def lines(category: str, label: str, fires: TeamFires) -> tuple[ScoreLine, ...]:
    """The lines of a round on a team's sheet; a blaze counts alone (rule 9.4)."""
    blaze = is_blaze(fires)
    burning = ScoreLine(
        f"{category}fires", f"{label}fires lit", Points(sum(fires)), evidence(fires), counted=not blaze
    )
    if not blaze:
        return (burning, *[bonus_line(category, label, fires, bonus) for bonus in BONUSES])
    reason = f"a fire in each of the {TRICKS} tricks: nothing else counts"
    return (burning, ScoreLine(f"{category}blaze", f"{label}blaze", Points(BLAZE), reason=reason))


def evidence(fires: TeamFires) -> tuple[str, ...]:
    """The fires by their places, each as often as one was lit there."""
    return tuple([FIRE_NAME[fire] for fire in FIRES for _ in range(fires[fire])])


def bonus_line(
    category: str, label: str, fires: TeamFires, bonus: tuple[str, str, tuple[int, ...]]
) -> ScoreLine:
    """A bonus, or what is missing for it (rules 9.2 and 9.3)."""
    name, title, places = bonus
    dark = [FIRE_NAME[place] for place in places if not fires[place]]
    return ScoreLine(
        category=f"{category}{name}",
        label=f"{label}{title}",
        points=Points(0 if dark else BONUS),
        evidence=() if dark else tuple([FIRE_NAME[place] for place in places]),
        reason=f"no fire at {', '.join(dark)}" if dark else "",
    )


def sheet(seat: Seat, history: tuple[Fires, ...]) -> ScoreSheet:
    """The sheet of a seat: that of its team, round by round."""
    return ScoreSheet(
        seat,
        tuple(
            line
            for number, fires in enumerate(history, start=1)
            for line in lines(f"round_{number}.", f"Round {number}: ", fires[TEAM[seat]])
        ),
    )


def score(state: State) -> tuple[ScoreSheet, ...]:
    """The sheets as if the play ended now: the fires of a round that is being played count (rule 9.6)."""
    history = state.history if state.phase is Phase.OVER else (*state.history, state.fires)
    return tuple([sheet(seat, history) for seat in SEATS])


def placements(history: tuple[Fires, ...]) -> tuple[Placement, ...]:
    """The team with more points wins; level teams share the place (rule 10.3)."""
    by_team = totals(history)
    keys = {seat: by_team[TEAM[seat]] for seat in SEATS}
    places = competition_places(keys)
    return tuple(Placement(seat, places[seat], Points(keys[seat])) for seat in SEATS)


def outcome(state: State) -> Outcome | None:
    """`rounds_played`, `target_reached` or `round_cap`, once the play is over (chapter 10)."""
    if state.phase is not Phase.OVER:
        return None
    if state.round_limit:
        return Outcome("rounds_played", placements(state.history))
    first, second = totals(state.history)
    reached = max(first, second) >= state.target and first != second
    return Outcome("target_reached" if reached else "round_cap", placements(state.history))
