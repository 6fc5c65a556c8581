from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nurselog.scoring.model import Strength, measured, new_season, shown
from nurselog.scoring.seasons import NO_SEASON, Season, boundaries, season_at


def season(begins_s: int, ends_s: int) -> Season:
    return Season(id=f"s{begins_s}", title="A season", begins_s=begins_s, ends_s=ends_s)


SEASONS = [season(100, 200), season(200, 300), season(400, 500)]


def test_a_moment_belongs_to_the_season_that_has_begun_and_not_ended() -> None:
    assert [season_at(SEASONS, at_s) for at_s in (99, 100, 199, 200, 299, 300, 399, 400, 500)] == [
        NO_SEASON,
        100,
        100,
        200,
        200,
        NO_SEASON,
        NO_SEASON,
        400,
        NO_SEASON,
    ]


@given(times=st.lists(st.integers(0, 50), min_size=4, max_size=4))
def test_seasons_overlap_where_some_moment_is_in_both(times: list[int]) -> None:
    one, other = season(times[0], times[0] + 1 + times[1]), season(times[2], times[2] + 1 + times[3])
    shared = [at_s for at_s in range(110) if one.holds(at_s) and other.holds(at_s)]
    assert one.overlaps(other) == other.overlaps(one) == bool(shared)


def test_boundaries_come_in_order_the_end_before_the_next_beginning() -> None:
    assert [one.name for one in boundaries(reversed(SEASONS), 400)] == [
        "100 begin",
        "100 end",
        "200 begin",
        "200 end",
        "400 begin",
    ]
    assert list(boundaries(SEASONS, 99)) == []


@given(title=st.text())
def test_a_season_survives_the_store(title: str) -> None:
    one = Season(id="2027-spring", title=title, begins_s=1, ends_s=2)
    assert Season.decode(one.encode()) == one


strengths = st.builds(Strength, st.floats(-50, 100), st.floats(0.01, 25 / 3))


@given(strength=strengths)
def test_a_new_season_moves_towards_the_middle_and_makes_nobody_more_certain(strength: Strength) -> None:
    after = new_season(strength)
    assert abs(after.mu - 25) <= abs(strength.mu - 25)
    assert max(strength.sigma, 3) == after.sigma <= 25 / 3


def test_what_a_new_season_leaves() -> None:
    assert new_season(Strength(35, 1)) == Strength(33, 3)
    assert new_season(Strength(15, 4)) == Strength(17, 4)


@given(rating=st.integers(-1000, 4000), deviation=st.integers(1, 409), beta=st.sampled_from([2.5, 25 / 6]))
def test_shown_numbers_can_be_imported_again(rating: int, deviation: int, beta: float) -> None:
    told = shown(measured(rating, deviation, beta), beta)
    assert (told.rating, told.deviation) == (rating, deviation)
