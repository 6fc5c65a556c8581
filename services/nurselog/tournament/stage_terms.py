"""The settings of a stage as the contract says them, in the terms of the pure half. Pure."""

from __future__ import annotations

from typing import Final

from nurselog.api.tournament.v1 import tournament_pb2 as pb
from nurselog.chassis.errors import InvalidArgument
from nurselog.tournament.formats.terms import (
    Cut,
    Direction,
    FormatName,
    LevelMatch,
    Preset,
    SeatChoice,
    Terms,
    TieBreak,
)

PRESETS: Final = {
    pb.SCORING_MATCH: Preset.STANDARD,
    pb.SCORING_TCG: Preset.TCG,
    pb.SCORING_SHARE: Preset.SHARE,
    pb.SCORING_PODIUM: Preset.PODIUM,
    pb.SCORING_WIN: Preset.WIN,
}


def format_of_stage(stage: pb.Stage) -> FormatName:
    """Which format a stage has. ValueError if none is set."""
    kind = stage.WhichOneof("format")
    if kind is None:
        raise ValueError("no format")
    if kind == "elimination":
        return FormatName.DOUBLE if stage.elimination.double else FormatName.SINGLE
    return FormatName(kind)


def terms_of(settings: pb.Tournament, number: int) -> Terms:
    """The terms of the stage with this 1-based number; refuses words that are none, by field."""
    stage, tables, entry = settings.stages[number - 1], settings.tables, settings.entry
    own = _own_terms(stage)
    return Terms(
        format=format_of_stage(stage),
        seats=_sides(settings),
        preferred=tables.preferred_seats // max(1, entry.partners) if tables.preferred_seats else 0,
        points=PRESETS.get(stage.scoring),
        tie_breaks=_tie_breaks(stage, number),
        draw_ties=stage.draw_ties,
        best_of=stage.series.best_of or 1,
        games=stage.series.fixed or 1,
        boards=entry.boards,
        late_half=entry.late_half,
        clubs_apart=entry.separate_clubs,
        direction=Direction.LOWER if tables.lower_is_better else Direction.HIGHER,
        cut=_cut(stage) if number > 1 else None,
        carry_points=stage.carry_points,
        **own,  # type: ignore[arg-type] # each format names its own fields of Terms
    )


def _own_terms(stage: pb.Stage) -> dict[str, object]:
    """What each format sets beside the common terms."""
    swiss, pods, wide = stage.swiss, stage.pods, stage.round_robin
    own: dict[str, dict[str, object]] = {
        "swiss": {"rounds": swiss.rounds, "accelerated": swiss.accelerated},
        "pods": {
            "rounds": pods.rounds,
            "rotating_partners": pods.rotate_partners,
            "avoid_meetings": not pods.allow_meetings,
        },
        "round_robin": {"cycles": 2 if wide.double else 1, "groups": wide.groups or 1},
        "elimination": _elimination(stage.elimination),
        "arena": {"duration_ms": stage.arena.duration_s * 1000},
        "duplicate": {"rounds": stage.duplicate.deals or 1},
    }
    return own[str(stage.WhichOneof("format"))]


def _elimination(wanted: pb.Elimination) -> dict[str, object]:
    replays = {0: 2, -1: 0}.get(wanted.max_replays, wanted.max_replays)
    return {
        "third_place": wanted.third_place,
        "single_final": wanted.single_final,
        "max_replays": replays,
        "level_match": LevelMatch.BETTER_SEED if wanted.level_by_seed else LevelMatch.LATER_SEAT,
        "advance": wanted.advance or 1,
        "seat_choice": SeatChoice.CHOOSE if wanted.choose_seats else SeatChoice.DRAW,
    }


def _sides(settings: pb.Tournament) -> tuple[int, ...]:
    """The numbers of entrants at a table: where partners enter together, they are one."""
    partners = max(1, settings.entry.partners)
    return tuple(sorted({count // partners for count in settings.tables.seat_counts}))


def _cut(stage: pb.Stage) -> Cut:
    if stage.qualifiers_by_group:
        return Cut(group_place=stage.qualifiers)
    return Cut(rank=stage.qualifiers)


def _tie_breaks(stage: pb.Stage, number: int) -> tuple[TieBreak, ...]:
    try:
        return tuple(TieBreak(name) for name in stage.tie_breaks)
    except ValueError:
        known = ", ".join(TieBreak)
        raise InvalidArgument(
            "TOURNAMENT_SETTING_INVALID",
            f"A tie-break is one of {known}.",
            field=f"tournament.stages[{number - 1}].tie_breaks",
        ) from None
