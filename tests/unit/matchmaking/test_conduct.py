"""Leaving costs, and how; staying is forgiven."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.api.common.v1.score_pb2 import (
    ENDED_BY_LEFT,
    ENDED_BY_PLAYED,
    ENDED_BY_RESIGNED,
    EndedBy,
    Result,
)
from nurselog.matchmaking.conduct import Conduct, ConductTerms, Noted, Sat, note, read, scores

TERMS = ConductTerms()


def sat(*, left: bool = False, rated: bool = True, opponents: tuple[str, ...] = ("players/bob",)) -> Sat:
    return Sat("players/ann", opponents, rated, left)


def after(conduct: Conduct, pattern: str) -> tuple[Conduct, list[int]]:
    """`-` for a table that was left, `+` for a clean one; answers the closures as well."""
    closures = []
    for letter in pattern:
        noted = note(conduct, sat(left=letter == "-"), TERMS)
        conduct = noted.conduct
        closures.append(noted.closed_s)
    return conduct, closures


def test_a_tenth_of_the_last_thirty_is_forgiven() -> None:
    assert after(Conduct(), "---")[1] == [0, 0, 0]
    assert after(Conduct(), "---" + "+" * 19 + "-")[1][-1] == 900


def test_each_case_closes_for_longer() -> None:
    conduct, closures = after(Conduct(), "--------")
    assert closures == [0, 0, 0, 900, 3600, 21_600, 86_400, 86_400]
    assert conduct.step == 4


def test_what_is_longer_ago_than_thirty_tables_does_not_count() -> None:
    assert after(Conduct(), "---" + "+" * 30 + "-")[1][-1] == 0


def test_twenty_clean_tables_are_a_step_back() -> None:
    conduct, _ = after(Conduct(), "-----")
    assert conduct.step == 2
    assert after(conduct, "+" * 19)[0].step == 2
    assert after(conduct, "+" * 20)[0].step == 1
    assert after(conduct, "+" * 60)[0].step == 0


def test_unrated_tables_are_nobody_s_business() -> None:
    conduct, _ = after(Conduct(), "---")
    noted = note(conduct, sat(left=True, rated=False), TERMS)
    assert noted == Noted(replace(conduct, version=4, met=(("players/bob",), ("players/bob",))))


def test_the_opponents_of_the_last_two_tables_are_remembered() -> None:
    conduct = Conduct()
    for number in range(4):
        conduct = note(conduct, sat(opponents=(f"players/{number}",)), TERMS).conduct
    assert conduct.recent == {"players/3", "players/2"}


@given(pattern=st.text("+-", max_size=80))
def test_a_record_survives_the_store_and_stays_small(pattern: str) -> None:
    conduct, closures = after(Conduct(), pattern)
    assert Conduct.decode(conduct.encode()) == conduct
    assert len(conduct.last) <= 30
    assert 0 <= conduct.step <= 4
    assert all(letter == "-" or not closed for letter, closed in zip(pattern, closures, strict=True))


def test_nobody_s_record_is_empty() -> None:
    assert Conduct.decode(b"") == Conduct.decode(None) == Conduct()


def result(ends: list[EndedBy.ValueType], *, teams: bool = False, no_shows: tuple[int, ...] = ()) -> Result:
    made = Result(table="games/g/tables/t", game="g", rated=True, aborted=bool(no_shows))
    for seat, ended_by in enumerate(ends):
        made.seats.add(index=seat).occupant.player = f"players/{'abcd'[seat]}"
        made.outcome.placements.add(seat=seat, place=seat + 1, ended_by=ended_by)
    if teams:
        made.teams.add(seats=[0, 2])
        made.teams.add(seats=[1, 3])
    made.no_show_seats.extend(no_shows)
    return made


def test_leaving_is_told_from_resigning() -> None:
    found = read(result([ENDED_BY_PLAYED, ENDED_BY_RESIGNED, ENDED_BY_LEFT]))
    assert [one.left for one in found] == [False, False, True]
    assert found[0].opponents == ("players/b", "players/c")


def test_who_never_showed_up_has_left() -> None:
    found = result([ENDED_BY_PLAYED, ENDED_BY_PLAYED], no_shows=(1,))
    assert [one.left for one in read(found)] == [False, True]
    assert scores(found) == ()


def test_partners_are_no_opponents() -> None:
    found = read(result([ENDED_BY_PLAYED] * 4, teams=True))
    assert found[0].opponents == ("players/b", "players/d")


def test_bots_have_no_conduct() -> None:
    made = result([ENDED_BY_PLAYED, ENDED_BY_PLAYED])
    made.seats[1].occupant.player = "bots/random"
    assert [(one.player, one.opponents) for one in read(made)] == [("players/a", ())]


@pytest.mark.parametrize("ends", [[ENDED_BY_PLAYED, ENDED_BY_PLAYED]])
def test_places_are_read(ends: list[EndedBy.ValueType]) -> None:
    assert list(scores(result(ends))) == [(0, 1), (1, 2)]
