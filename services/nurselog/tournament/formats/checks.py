"""Terms that contradict each other, refused by field before anything is stored."""

from dataclasses import fields
from typing import Final

from nurselog.tournament.formats.terms import DUEL_PRESETS, Cut, FormatName, Preset, Terms
from nurselog.tournament.values import Refused

MOST_SEATS: Final = 8
MOST_REPLAYS: Final = 9
MOST_SERIES: Final = 9
MOST_BOARDS: Final = 20
LONGEST_ARENA_MS: Final = 7 * 24 * 3600 * 1000

COMMON: Final = {"format", "seats", "points", "tie_breaks", "draw_ties", "cut", "carry_points", "direction"}
SERIES: Final = {"best_of", "games"}
OF_FORMAT: Final = {
    FormatName.SWISS: {"rounds", "boards", "late_half", "clubs_apart", "accelerated"} | SERIES,
    FormatName.PODS: {"rounds", "preferred", "late_half", "avoid_meetings", "rotating_partners", "games"},
    FormatName.ROUND_ROBIN: {"cycles", "groups", "boards"} | SERIES,
    FormatName.SINGLE: {
        "third_place",
        "preferred",
        "max_replays",
        "level_match",
        "advance",
        "seat_choice",
    }
    | SERIES,
    FormatName.DOUBLE: {"single_final", "max_replays", "level_match"} | SERIES,
    FormatName.ARENA: {"duration_ms", "block"},
    FormatName.DUPLICATE: {"rounds"},
}
"""The fields a format knows beside the common ones."""

DUELS_ONLY: Final = frozenset({FormatName.SWISS, FormatName.ROUND_ROBIN, FormatName.DOUBLE, FormatName.ARENA})


def require(holds: bool, field: str, sentence: str) -> None:  # noqa: FBT001 - reads as an assertion
    """Refuses the setting unless what must hold holds.

    Raises:
        Refused: TOURNAMENT_SETTING_INVALID with the field.
    """
    if not holds:
        raise Refused("TOURNAMENT_SETTING_INVALID", f"{sentence}.", field)


def check(terms: Terms, entrants: int) -> None:
    """What holds for every format; `entrants` 0: the number is not known yet.

    Raises:
        Refused: TOURNAMENT_SETTING_INVALID with the field; ENTRANTS_TOO_FEW.
    """
    _check_known_fields(terms)
    _check_numbers(terms)
    _check_seats(terms)
    _check_points(terms)
    _check_series(terms)
    _check_cut(terms.cut)
    if 0 < entrants < 2 and terms.seats != (1,):
        raise Refused("ENTRANTS_TOO_FEW", "A tournament needs two entrants.", "entrants")


def _check_known_fields(terms: Terms) -> None:
    known = COMMON | OF_FORMAT[terms.format]
    for field in fields(Terms):
        if field.name not in known:
            untouched = getattr(terms, field.name) == field.default
            require(untouched, field.name, f"The format {terms.format} has no such setting")


def _check_numbers(terms: Terms) -> None:
    for name, least, most in (
        ("rounds", 0, 100),
        ("boards", 0, MOST_BOARDS),
        ("cycles", 1, 2),
        ("groups", 1, 64),
        ("max_replays", 0, MOST_REPLAYS),
        ("advance", 1, MOST_SEATS - 1),
        ("block", 2, 100),
    ):
        require(least <= getattr(terms, name) <= most, name, f"This is {least} to {most}")
    require(0 <= terms.duration_ms <= LONGEST_ARENA_MS, "duration_ms", "An arena lasts at most seven days")


def _check_seats(terms: Terms) -> None:
    seats = terms.seats
    require(bool(seats) and len(set(seats)) == len(seats), "seats", "Seats are one or more different numbers")
    require(all(1 <= size <= MOST_SEATS for size in seats), "seats", f"A table has 1 to {MOST_SEATS} seats")
    allowed = not terms.preferred or terms.preferred in seats
    require(allowed, "preferred", "The preferred number is an allowed one")
    if terms.format in DUELS_ONLY:
        require(terms.duel, "seats", f"The format {terms.format} is for two seats")
    elif terms.format is FormatName.SINGLE:
        require(terms.duel or min(seats) >= 3, "seats", "A bracket is of duels, or of pods of three or more")
    elif terms.format is FormatName.PODS:
        require(min(seats) >= 3, "seats", "Pods have three or more seats")
    elif terms.format is FormatName.DUPLICATE:
        require(len(seats) == 1, "seats", "All tables of a deal have the same number of seats")


def _check_points(terms: Terms) -> None:
    preset = terms.preset
    if preset in DUEL_PRESETS:
        require(terms.duel, "points", f"The points {preset} are for two seats")
        of_arena = terms.format is FormatName.ARENA
        require((preset is Preset.ARENA) == of_arena, "points", "Arenas, and only they, have arena points")
    else:
        require(preset is Preset.SHARE or not terms.duel, "points", f"The points {preset} are for pods")
    repeated = len(set(terms.tie_breaks)) != len(terms.tie_breaks)
    require(not repeated, "tie_breaks", "Each tie-break stands once in the list")


def _check_series(terms: Terms) -> None:
    require(terms.best_of in (1, 3, 5), "best_of", "A series is best of 1, 3 or 5")
    require(1 <= terms.games <= MOST_SERIES, "games", f"A series has 1 to {MOST_SERIES} tables")
    require(terms.best_of == 1 or terms.games == 1, "games", "A series is best of k or of fixed k, not both")
    require(not terms.boards or (terms.best_of == 1 and terms.games == 1), "boards", "A board is one table")


def _check_cut(cut: Cut | None) -> None:
    if cut is not None:
        require((cut.rank > 0) != (cut.group_place > 0), "cut", "A cut is by rank or by group place")
        require(cut.rank != 1 and cut.rank >= 0, "cut.rank", "Two or more go on")
        require(cut.group_place >= 0, "cut.group_place", "One or more of each group go on")
