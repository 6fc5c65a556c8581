"""What was typed, as the terms of a format and as the tournament an organiser would create. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nurselog.api.tournament.v1 import tournament_pb2 as pb
from nurselog.tournament.formats.terms import FormatName, Terms


def model_terms(kind: str, rounds: int, seats: Sequence[int]) -> Terms:
    """Terms of a stage; who simulates many rounds of pods accepts that some meet twice."""
    terms = Terms(format=FormatName(kind), rounds=rounds, seats=tuple(seats))
    if terms.format is FormatName.PODS:
        return replace(terms, preferred=max(seats), avoid_meetings=False)
    return terms


def tournament_of(
    kind: str, game: str, rounds: int, seats: Sequence[int], *, lasts_s: int = 0
) -> pb.Tournament:
    """The same as it is created; `lasts_s` is for an arena."""
    preferred = max(seats) if kind == FormatName.PODS else 0
    tables = pb.TableTerms(game=f"games/{game}", seat_counts=seats, preferred_seats=preferred)
    return pb.Tournament(title=f"A {kind} of {game}", tables=tables, stages=[_stage(kind, rounds, lasts_s)])


def _stage(kind: str, rounds: int, lasts_s: int) -> pb.Stage:
    match FormatName(kind):
        case FormatName.SWISS:
            return pb.Stage(swiss=pb.Swiss(rounds=rounds))
        case FormatName.PODS:
            return pb.Stage(pods=pb.Pods(rounds=rounds, allow_meetings=True))
        case FormatName.ROUND_ROBIN:
            return pb.Stage(round_robin=pb.RoundRobin())
        case FormatName.DUPLICATE:
            return pb.Stage(duplicate=pb.Duplicate(deals=rounds))
        case FormatName.SINGLE | FormatName.DOUBLE as bracket:
            return pb.Stage(elimination=pb.Elimination(double=bracket is FormatName.DOUBLE))
        case FormatName.ARENA:
            return pb.Stage(arena=pb.Arena(duration_s=lasts_s))
