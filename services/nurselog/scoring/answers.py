"""What callers get to see of ratings, seasons and boards: messages made from values. Pure."""

from __future__ import annotations

from google.protobuf.timestamp_pb2 import Timestamp

from nurselog.api.scoring.v1 import board_service_pb2, scoring_service_pb2
from nurselog.scoring import model
from nurselog.scoring.board_store import Place
from nurselog.scoring.documents import result_name
from nurselog.scoring.ledger import Cause, Entry
from nurselog.scoring.seasons import Season
from nurselog.scoring.standing_store import Row
from nurselog.scoring.totals import About

_CAUSES = {
    Cause.RESULT: scoring_service_pb2.RATING_CAUSE_RESULT,
    Cause.ANNUL: scoring_service_pb2.RATING_CAUSE_ANNUL,
    Cause.SEASON: scoring_service_pb2.RATING_CAUSE_SEASON,
    Cause.IMPORT: scoring_service_pb2.RATING_CAUSE_IMPORT,
}


def rating_message(ladder: str, row: Row, beta: float) -> scoring_service_pb2.Rating:
    """A row of a leaderboard, or a player's own."""
    shown = model.shown(row.rating.strength, beta)
    return scoring_service_pb2.Rating(
        ladder=f"ladders/{ladder}",
        player=row.rating.player,
        display_name=row.rating.name,
        rating=shown.rating,
        deviation=shown.deviation,
        board_points=row.rating.points,
        games=row.rating.games,
        provisional=row.rating.provisional,
        rank=row.rank,
        top_percent=row.top_percent,
    )


def entry_message(entry: Entry, player: str) -> scoring_service_pb2.RatingEntry:
    """One step of a player's rating."""
    line = entry.line_of(player)
    after = model.shown(line.after, entry.beta)
    is_import = entry.cause is Cause.IMPORT
    return scoring_service_pb2.RatingEntry(
        sequence=entry.seq,
        cause=_CAUSES[entry.cause],
        result="" if is_import else result_name(entry.table),
        time=Timestamp(seconds=entry.at_s),
        rating_before=model.shown(line.before, entry.beta).rating,
        rating_after=after.rating,
        deviation_after=after.deviation,
        board_points_after=after.board_points,
        place=line.place,
        reason=entry.table if is_import else entry.reason,
    )


def season_message(ladder: str, season: Season) -> scoring_service_pb2.Season:
    """A season of a ladder."""
    return scoring_service_pb2.Season(
        name=f"ladders/{ladder}/seasons/{season.id}",
        display_name=season.title,
        start_time=Timestamp(seconds=season.begins_s),
        end_time=Timestamp(seconds=season.ends_s),
    )


def board_message(about: About) -> board_service_pb2.Board:
    """What a board compares."""
    kind = board_service_pb2.BOARD_KIND_DEAL if about.deal else board_service_pb2.BOARD_KIND_SOLO
    return board_service_pb2.Board(
        name=f"boards/{about.id}",
        kind=kind,
        game=f"games/{about.game}",
        rules_version=about.rules_version,
        options=about.options,
        seat_count=about.seats,
        deal=about.deal,
        seat=about.seat,
        higher_is_better=about.higher_is_better,
    )


def place_message(place: Place) -> board_service_pb2.BoardEntry:
    """One player's place on a board."""
    total = place.total
    return board_service_pb2.BoardEntry(
        player=total.player,
        display_name=total.name,
        total=total.value,
        rank=place.rank,
        top_percent=place.top_percent,
        reach_time=Timestamp(seconds=total.at_s),
        result=result_name(total.table),
    )
