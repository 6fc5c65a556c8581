"""Where the contract sets what the pure half calls by its own names: refusals name that field. Pure."""

from __future__ import annotations

from typing import Final

from nurselog.tournament.formats.terms import FormatName

OF_TOURNAMENT: Final = {
    "seats": "tables.seat_counts",
    "preferred": "tables.preferred_seats",
    "direction": "tables.lower_is_better",
    "boards": "entry.boards",
    "late_half": "entry.late_half",
    "clubs_apart": "entry.separate_clubs",
    "entrants": "entrant_count",
}
"""Settings that all stages share."""

OF_STAGE: Final = {
    "format": "",
    "points": "scoring",
    "tie_breaks": "tie_breaks",
    "draw_ties": "draw_ties",
    "best_of": "series.best_of",
    "games": "series.fixed",
    "accelerated": "swiss.accelerated",
    "avoid_meetings": "pods.allow_meetings",
    "rotating_partners": "pods.rotate_partners",
    "cycles": "round_robin.double",
    "groups": "round_robin.groups",
    "third_place": "elimination.third_place",
    "single_final": "elimination.single_final",
    "max_replays": "elimination.max_replays",
    "level_match": "elimination.level_by_seed",
    "advance": "elimination.advance",
    "seat_choice": "elimination.choose_seats",
    "duration_ms": "arena.duration_s",
    "block": "arena",
    "cut": "qualifiers",
    "cut.rank": "qualifiers",
    "cut.group_place": "qualifiers_by_group",
    "carry_points": "carry_points",
}
"""Settings of one stage, but for its rounds, which each format has for itself."""

ROUNDS: Final = {
    FormatName.SWISS: "swiss.rounds",
    FormatName.PODS: "pods.rounds",
    FormatName.DUPLICATE: "duplicate.deals",
}


def field_path(field: str, form: FormatName, stage: int) -> str:
    """The path from a request down to what a field of the terms of a stage (1-based) is made of.

    A field that the contract does not have leads to its stage.
    """
    if field in OF_TOURNAMENT:
        return f"tournament.{OF_TOURNAMENT[field]}"
    own = ROUNDS.get(form, "") if field == "rounds" else OF_STAGE.get(field, "")
    here = f"tournament.stages[{stage - 1}]"
    return f"{here}.{own}" if own else here
