import pytest

from nurselog.rules.walk import Setting, StuckPlay, record_of, walk
from tests.support.toy_games import STONES, TIDEPOOLS
from tests.support.unlawful import UNLAWFUL

OPTIONS = TIDEPOOLS.spec.complete({"bonus": "on"}, 3)


def test_the_same_setting_always_walks_the_same_way() -> None:
    setting = Setting(options=OPTIONS, seat_count=3, seed=5, with_house=True)
    assert list(walk(TIDEPOOLS, setting)) == list(walk(TIDEPOOLS, setting))


def test_other_seeds_walk_other_ways() -> None:
    def texts(seed: int) -> tuple[str, ...]:
        setting = Setting(options=OPTIONS, seat_count=3, seed=seed)
        return tuple(commit.entry.move for commit in walk(TIDEPOOLS, setting))

    assert len({texts(seed) for seed in range(5)}) == 5


def test_a_walk_goes_to_the_end() -> None:
    *_, last = walk(TIDEPOOLS, Setting(options=OPTIONS, seat_count=3))
    assert last.play.is_over


@pytest.mark.parametrize("stop", [0, 1, 5])
def test_a_walk_stops_where_it_is_told(stop: int) -> None:
    commits = list(walk(TIDEPOOLS, Setting(options=OPTIONS, seat_count=3, stop=stop)))
    assert [commit.play.version for commit in commits] == list(range(stop + 1))


def test_the_house_does_everything_it_can_on_some_walk() -> None:
    done = {
        commit.entry.move
        for seed in range(150)
        for commit in walk(TIDEPOOLS, Setting(options=OPTIONS, seat_count=3, seed=seed, with_house=True))
    }
    assert done >= {"!timeout", "!undo", "!resign", "!leave", "!remove", "!forfeit", "!abort", "!overrule"}


def test_a_play_that_is_stuck_is_named() -> None:
    (stuck,) = UNLAWFUL["who_is_to_decide_can"]
    commits = walk(stuck, Setting(options=OPTIONS, seat_count=3))
    with pytest.raises(StuckPlay, match="seat 0 has a decision and no legal move"):
        list(commits)


def test_the_record_of_a_walk_reveals_its_seed() -> None:
    setting = Setting(options=STONES.spec.complete({}, 2), seat_count=2, seed=9)
    record = record_of(STONES, setting, list(walk(STONES, setting)))
    assert int.from_bytes(record.seed, "big") == 9
    assert record.outcome is not None
