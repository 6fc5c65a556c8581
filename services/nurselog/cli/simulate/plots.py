"""The drawings, by matplotlib: an extra (`pip install nurselog[plots]`) that nothing else needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from nurselog.cli.simulate.calibration import calibrated
from nurselog.cli.simulate.records import Contested, Matched, Pair

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Draw: TypeAlias = "Callable[[Axes], None]"

MISSING = "Nothing is drawn: matplotlib is not installed. `pip install nurselog[plots]` brings it."
INK, SOFT, WARM = "#1f4e3d", "#8fb8a4", "#c8553d"


def can_draw() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def draw_matchmaking(seen: Matched, folder: Path) -> list[Path]:
    """Waiting time, spread, calibration, ratings against the truth."""
    title = f"matchmaking, {seen.way.value}"
    return [
        _save(folder / "waiting_time.png", title, lambda axes: _waits(axes, seen)),
        _save(folder / "spread.png", title, lambda axes: _spreads(axes, seen)),
        _save(
            folder / "calibration.png",
            title,
            lambda axes: _calibration(axes, [pair for met in seen.tables for pair in met.pairs]),
        ),
        _save(folder / "ratings.png", title, lambda axes: _ratings(axes, seen)),
    ]


def draw_tournament(seen: Contested, folder: Path) -> list[Path]:
    """Standings against the truth, how they settle, differences, calibration; where known, waiting time."""
    title = f"tournament, {seen.way.value}"
    drawn = [
        _save(folder / "standings.png", title, lambda axes: _standings(axes, seen)),
        _save(folder / "order.png", title, lambda axes: _order(axes, seen)),
        _save(folder / "spread.png", title, lambda axes: _differences(axes, seen)),
        _save(
            folder / "calibration.png",
            title,
            lambda axes: _calibration(axes, [pair for event in seen.events for pair in event.pairs]),
        ),
    ]
    waits = [wait for event in seen.events for one in event.rounds for wait in one.waits_s]
    if waits:
        drawn.append(_save(folder / "waiting_time.png", title, lambda axes: _cumulative(axes, waits)))
    return drawn


def _save(path: Path, title: str, draw: Draw) -> Path:
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # no window, no global state
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    draw(axes)
    axes.set_title(title, loc="left", fontsize="small", color="grey")
    axes.grid(visible=True, alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=120)
    return path


def _waits(axes: Axes, seen: Matched) -> None:
    _cumulative(axes, [wait for met in seen.tables for wait in met.waits_s])


def _cumulative(axes: Axes, waits: Sequence[float]) -> None:
    """Which part was seated after so many seconds."""
    ordered = sorted(waits)
    parts = [index / len(ordered) for index in range(1, len(ordered) + 1)]
    axes.plot(ordered, parts, color=INK)
    for part in (0.5, 0.95):
        axes.axhline(part, color=SOFT, linewidth=0.8, linestyle="--")
    axes.set(xlabel="waited at most, s", ylabel="part of those who waited", ylim=(0, 1.02))


def _spreads(axes: Axes, seen: Matched) -> None:
    """Over the time of the simulation: ratings settle, spreads shrink."""
    starved = [met for met in seen.tables if "starved" in met.reasons]
    axes.plot([met.at_s for met in seen.tables], [met.spread for met in seen.tables], ".", color=SOFT, ms=3)
    axes.plot([met.at_s for met in starved], [met.spread for met in starved], ".", color=WARM, ms=4)
    axes.set(xlabel="seconds of the simulation", ylabel="spread of a table, points (red: starved)")


def _calibration(axes: Axes, pairs: Sequence[Pair]) -> None:
    """Dots on the diagonal: what is foretold happens. Their size says how many pairs there are."""
    bins = [one for one in calibrated(pairs) if one.pairs]
    most = max((one.pairs for one in bins), default=1)
    axes.plot([0, 1], [0, 1], color=SOFT, linestyle="--", linewidth=0.8)
    axes.scatter(
        [one.predicted for one in bins],
        [one.actual for one in bins],
        s=[20 + 180 * one.pairs / most for one in bins],
        color=INK,
    )
    axes.set(xlabel="foretold", ylabel="placed better", xlim=(0, 1), ylim=(0, 1))


def _ratings(axes: Axes, seen: Matched) -> None:
    known = [one for one in seen.people if one.tables]
    axes.plot([one.strength for one in known], [one.rating for one in known], ".", color=INK, ms=3, alpha=0.5)
    axes.set(xlabel="hidden strength, points", ylabel="rating at the end, points")


def _standings(axes: Axes, seen: Contested) -> None:
    """Who came where: each entrant of each event."""
    for event in seen.events:
        ranks = [one.true_rank for one in event.standings]
        axes.plot(ranks, [one.place for one in event.standings], ".", color=INK, ms=4, alpha=0.35)
    most = max((len(event.standings) for event in seen.events), default=1)
    axes.plot([1, most], [1, most], color=WARM, linestyle="--", linewidth=0.8)
    axes.set(xlabel="rank by hidden strength", ylabel="place in the standings")
    axes.invert_yaxis()


def _order(axes: Axes, seen: Contested) -> None:
    for event in seen.events:
        rounds = [one.number for one in event.rounds]
        axes.plot(rounds, [one.order for one in event.rounds], color=INK, alpha=0.3)
    least = min((one.order for event in seen.events for one in event.rounds), default=0.0)
    axes.set(
        xlabel="round", ylabel="agreement with the true order (Spearman)", ylim=(min(0.0, least - 0.05), 1)
    )


def _differences(axes: Axes, seen: Contested) -> None:
    """The difference of scores at the tables of each round."""
    rounds = max((len(event.rounds) for event in seen.events), default=0)
    columns = [
        [d for event in seen.events if index < len(event.rounds) for d in event.rounds[index].differences]
        or [0.0]
        for index in range(rounds)
    ]
    if columns:
        axes.boxplot(columns, widths=0.5)
    axes.set(xlabel="round", ylabel="difference of scores at a table, points")
