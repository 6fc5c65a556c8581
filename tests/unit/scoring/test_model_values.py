"""The specified values of ratings: another model, or other numbers of the library, would not give them."""

from __future__ import annotations

import pytest

from nurselog.scoring.model import BETA, NEWCOMER, Strength, rate, rested, share, shown, win_probability

Side = list[Strength]
S = Strength
N = NEWCOMER
LUCKY = 25 / 6

CASES: dict[str, tuple[list[Side], list[int], list[tuple[float, float]]]] = {
    "two new, win": ([[N], [N]], [1, 2], [(27.822176, 8.003562), (22.177824, 8.003562)]),
    "two new, level": ([[N], [N]], [1, 1], [(25, 8.003562), (25, 8.003562)]),
    "three new": ([[N]] * 3, [1, 2, 3], [(30.644351, 7.659153), (25, 7.659153), (19.355649, 7.659153)]),
    "four new": (
        [[N]] * 4,
        [1, 2, 3, 4],
        [(33.466527, 7.298510), (27.822176, 7.298510), (22.177824, 7.298510), (16.533473, 7.298510)],
    ),
    "four new, 1-2-2-4": (
        [[N]] * 4,
        [1, 2, 2, 4],
        [(33.466527, 7.298510), (25, 7.298510), (25, 7.298510), (16.533473, 7.298510)],
    ),
    "four new, all level": ([[N]] * 4, [1, 1, 1, 1], [(25, 7.298510)] * 4),
    "eight new in order": (
        [[N]] * 8,
        [1, 2, 3, 4, 5, 6, 7, 8],
        [
            (mu, 5.629452)
            for mu in (
                44.755229,
                39.110878,
                33.466527,
                27.822176,
                22.177824,
                16.533473,
                10.889122,
                5.244771,
            )
        ],
    ),
    "2 v 2, all new": ([[N, N], [N, N]], [1, 2], [(27.038090, 8.159542)] * 2 + [(22.961910, 8.159542)] * 2),
    "(30, 3) loses to (20, 5)": (
        [[S(30, 3)], [S(20, 5)]],
        [2, 1],
        [(28.926993, 2.981613), (22.979105, 4.848206)],
    ),
    "(30, 3) beats (20, 5)": (
        [[S(30, 3)], [S(20, 5)]],
        [1, 2],
        [(30.247638, 2.981613), (19.312456, 4.848206)],
    ),
    "(30, 3) level with (20, 5)": (
        [[S(30, 3)], [S(20, 5)]],
        [1, 1],
        [(29.587315, 2.981613), (21.145780, 4.848206)],
    ),
    "a team beats a team": (
        [[S(30, 3), S(22, 6)], [S(27, 4), N]],
        [1, 2],
        [(30.376636, 2.987867), (23.505672, 5.893631), (26.330651, 3.957343), (22.095809, 7.932880)],
    ),
    "second, first, third": (
        [[S(28, 2)], [N], [S(24, 4)]],
        [2, 1, 3],
        [(27.982184, 1.989650), (32.677691, 6.843030), (22.301639, 3.810249)],
    ),
    "two teams level before a third": (
        [[S(26, 2), S(24, 2)], [S(30, 1.5), S(19, 5)], [S(25, 3), S(25, 3)]],
        [1, 1, 2],
        [
            (26.301842, 1.981212),
            (24.301842, 1.981212),
            (30.170001, 1.490584),
            (20.883610, 4.549430),
            (23.643074, 2.907205),
            (23.643074, 2.907205),
        ],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_table_gives_the_specified_ratings(case: str) -> None:
    sides, places, expected = CASES[case]
    after = [player for side in rate(sides, places) for player in side]
    assert [(player.mu, player.sigma) for player in after] == [
        pytest.approx(pair, abs=1e-6) for pair in expected
    ]


def test_a_game_of_much_luck_moves_ratings_less() -> None:
    (winner,), (loser,) = rate([[N], [N]], [1, 2], LUCKY)
    assert (winner.mu, winner.sigma) == pytest.approx((27.635389, 8.065901), abs=1e-6)
    assert loser.mu == pytest.approx(22.364611, abs=1e-6)


def test_new_players_are_shown_at_1500() -> None:
    assert (shown(N).rating, shown(N).deviation, shown(N).board_points) == (1500, 409, 0)


def test_the_first_win_is_shown() -> None:
    (winner,), _ = rate([[N], [N]], [1, 2])
    assert (shown(winner).rating, shown(winner).board_points) == (1639, 381)


def test_a_settled_player_is_shown() -> None:
    assert (shown(S(30, 3)).rating, shown(S(30, 3)).board_points) == (1746, 2100)


def test_win_probabilities() -> None:
    assert win_probability([S(30, 3)], [S(20, 5)]) == pytest.approx(0.812521, abs=1e-6)
    assert win_probability([S(27, 2)], [S(25, 2)]) == pytest.approx(0.608670, abs=1e-6)
    assert win_probability([N, N], [N, N], BETA) == 0.5


@pytest.mark.parametrize(
    ("days", "sigma"), [(0, 1.1), (7, 1.1), (30, 1.459452), (90, 2.128380), (365, 3.940812)]
)
def test_idle_time_makes_less_certain(days: int, sigma: float) -> None:
    assert rested(S(25, 1.1), days * 86_400).sigma == pytest.approx(sigma, abs=1e-6)


def test_idle_time_makes_nobody_less_certain_than_a_newcomer() -> None:
    assert rested(S(25, 1.1), 1e12).sigma == pytest.approx(N.sigma)
    assert rested(N, 1e12) == N


@pytest.mark.parametrize(
    ("places", "units"),
    [
        ([1, 2, 3, 4], [840, 560, 280, 0]),
        ([1, 2, 2, 4], [840, 420, 420, 0]),
        ([1, 2, 3], [840, 420, 0]),
        ([1] * 8, [420] * 8),
        ([1, 2], [840, 0]),
    ],
)
def test_shares_in_units_of_840(places: list[int], units: list[int]) -> None:
    assert [share(place, places) for place in places] == units
