"""What a placement is worth: shares and the presets of match points, in units of 1/840."""

from collections.abc import Sequence
from typing import Final

from nurselog.tournament.formats.terms import FormatName, Preset, Terms
from nurselog.tournament.values import HALF, POINT, Units

PODIUM: Final = (5 * POINT, 3 * POINT, 2 * POINT, 1 * POINT)

FULL: Final = {
    Preset.STANDARD: POINT,
    Preset.TCG: 3 * POINT,
    Preset.TEAM: 2 * POINT,
    Preset.SHARE: POINT,
    Preset.PODIUM: 5 * POINT,
    Preset.WIN: 5 * POINT,
    Preset.ARENA: 2 * POINT,
}
"""A sole first place."""

LEVEL: Final = {preset: POINT if preset is Preset.TCG else full // 2 for preset, full in FULL.items()}
"""A level duel; elsewhere half of the full points. What a requested bye is worth."""


BY_PLACE: Final = frozenset({Preset.PODIUM, Preset.WIN})
"""Presets that look at places, not shares."""


def share(placement: int, placements: Sequence[int]) -> Units:
    """(seats placed worse + seats level / 2) / (n - 1) among n placements; a single seat has all of it."""
    if len(placements) == 1:
        return POINT
    if len(placements) == 2:
        return HALF if placements[0] == placements[1] else (POINT if placement == min(placements) else 0)
    worse = sum(other > placement for other in placements)
    level = sum(other == placement for other in placements) - 1
    return POINT * (2 * worse + level) // (2 * (len(placements) - 1))


def points_of(preset: Preset, placement: int, placements: Sequence[int]) -> Units:
    """What this placement among these is worth; competition ranks, places may be shared."""
    if preset in BY_PLACE:
        of_place = _podium if preset is Preset.PODIUM else _winner
        return of_place(placement, placements)
    return points_of_share(preset, share(placement, placements))


def points_of_share(preset: Preset, part: Units) -> Units:
    """What a share is worth where nothing else counts: itself, or a duel won, level or lost."""
    if preset is Preset.SHARE or preset is Preset.STANDARD:
        return part
    if part == POINT:
        return FULL[preset]
    return LEVEL[preset] if part else 0


def bye_points(terms: Terms) -> Units:
    """A win in a duel, 3/4 of it in pods; nothing in a round robin, where all have their turn."""
    if terms.format is FormatName.ROUND_ROBIN:
        return 0
    full = FULL[terms.preset]
    return full if terms.duel else full * 3 // 4


def requested_bye_points(terms: Terms) -> Units:
    return LEVEL[terms.preset]


def _podium(placement: int, placements: Sequence[int]) -> Units:
    better = sum(other < placement for other in placements)
    level = sum(other == placement for other in placements)
    return sum(PODIUM[better : better + level]) // level


def _winner(placement: int, placements: Sequence[int]) -> Units:
    if any(other < placement for other in placements):
        return 0
    return FULL[Preset.WIN] if sum(other == placement for other in placements) == 1 else POINT
