"""What operators ask for, read and checked: each wrong word is refused by its field."""

from __future__ import annotations

from dataclasses import replace

from nurselog.chassis.errors import AlreadyExists, FailedPrecondition, InvalidArgument
from nurselog.scoring import model
from nurselog.scoring.names import read_season_id
from nurselog.scoring.season_store import Overlaps, SeasonStore, Taken
from nurselog.scoring.seasons import Season
from nurselog.scoring.settings import ScoringSettings
from nurselog.scoring.settlement import Policy

LONGEST_REASON = 200
LONGEST_SOURCE = 100
LONGEST_TITLE = 100
LATEST_S = 2**31 - 1
FARTHEST_RATING = 10_000


def policy_of(settings: ScoringSettings) -> Policy:
    """What the settings decide."""
    return Policy(
        betas=settings.scoring_betas,
        windows=settings.scoring_windows,
        serial_loss_s=settings.scoring_serial_loss_s,
    )


def read_reason(text: str) -> str:
    """Why a table is annulled."""
    return _text(text, "reason", LONGEST_REASON)


def read_source(text: str) -> str:
    """Where a strength was measured."""
    return _text(text, "source", LONGEST_SOURCE)


def read_strength(rating: int, deviation: int, beta: float) -> model.Strength:
    """A strength in the numbers people see."""
    newcomer = model.shown(model.NEWCOMER, beta)
    if not 1 <= deviation <= newcomer.deviation:
        raise invalid("deviation", f"A deviation lies between 1 and a newcomer's {newcomer.deviation}.")
    if abs(rating) > FARTHEST_RATING:
        raise invalid("rating", f"A rating lies between -{FARTHEST_RATING} and {FARTHEST_RATING}.")
    strength = model.measured(rating, deviation, beta)
    return replace(strength, sigma=min(strength.sigma, model.SIGMA0))


def read_season_wish(name: str, title: str, begins_s: int, ends_s: int) -> Season:
    """A season of these values."""
    season = Season(
        id=read_season_id(name, "season_id"), title=title or name, begins_s=begins_s, ends_s=ends_s
    )
    if len(season.title) > LONGEST_TITLE:
        raise invalid("season.display_name", f"At most {LONGEST_TITLE} characters.")
    if not 0 < begins_s <= LATEST_S:
        raise invalid("season.start_time", "A season begins between 1970 and 2038.")
    if not begins_s < ends_s <= LATEST_S:
        raise invalid("season.end_time", "A season ends after it begins, and before 2038.")
    return season


async def open_season(seasons: SeasonStore, ladder: str, season: Season, now: float) -> Season:
    """Adds a season to a calendar; one that is there already is answered again."""
    if season in await seasons.of(ladder):
        return season
    if season.begins_s <= now:
        raise invalid("season.start_time", "A season begins in the future.")
    match await seasons.add(ladder, season):
        case Taken():
            raise AlreadyExists(
                "SEASON_EXISTS",
                f"{ladder} has another season {season.id!r}.",
                field="season_id",
                season=season.id,
            )
        case Overlaps(other):
            raise FailedPrecondition(
                "SEASON_OVERLAPS",
                f"The season shares time with {other!r}.",
                field="season.start_time",
                season=other,
            )
    return season


def invalid(field: str, sentence: str) -> InvalidArgument:
    """The refusal of a field."""
    return InvalidArgument("FIELD_INVALID", sentence, field=field)


def _text(text: str, field: str, longest: int) -> str:
    if not text.strip() or len(text) > longest:
        raise invalid(field, f"This has 1 to {longest} characters.")
    return text.strip()
