from itertools import count

from nurselog.rules.bench import Figures, random_plays
from tests.support.toy_games import STONES, TIDEPOOLS


def test_whole_plays_are_played_until_the_time_is_over() -> None:
    ticks = count(0.0, 1.0)
    figures = random_plays(TIDEPOOLS, lambda: next(ticks), 3.0)
    assert (figures.seat_count, figures.plays, figures.moves, figures.views) == (2, 3, 54, 0)
    assert figures.seconds == 3.0
    assert figures.moves_per_second == 18.0
    assert figures.listed > figures.moves


def test_views_are_counted_where_they_are_asked_for() -> None:
    ticks = count(0.0, 1.0)
    figures = random_plays(STONES, lambda: next(ticks), 1.0, seat_count=3, views=True)
    assert (figures.seat_count, figures.views) == (3, figures.moves)


def test_the_same_plays_are_played_every_time() -> None:
    def measured() -> Figures:
        ticks = count(0.0, 1.0)
        return random_plays(TIDEPOOLS, lambda: next(ticks), 5.0, seat_count=3)

    assert measured() == measured()
