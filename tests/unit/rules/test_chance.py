from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.rules.chance import (
    Luck,
    LuckMismatch,
    RecordedChance,
    RecordingChance,
    ScriptedChance,
    ScriptSpent,
    SeededChance,
    answers_for,
    choose,
    luck_key,
    sample,
    seed_hash,
    shuffle,
)

KEY = luck_key(bytes(32))
bounds = st.integers(1, 1 << 32)


def seeded(version: int = 0) -> SeededChance:
    return SeededChance(KEY, "tables/one", version)


def test_the_key_is_not_what_is_published() -> None:
    assert luck_key(bytes(32)).hex() != seed_hash(bytes(32))


@pytest.mark.parametrize("salts", [("a",), ("", "a"), ("a", ""), ("ab",), ("a", "b"), ()])
def test_every_salt_and_its_place_counts(salts: tuple[str, ...]) -> None:
    others = {("a",), ("", "a"), ("a", ""), ("ab",), ("a", "b"), ()} - {salts}
    assert luck_key(bytes(32), salts) not in {luck_key(bytes(32), other) for other in others}


@given(asked=st.lists(bounds, max_size=30))
def test_the_same_version_draws_the_same_luck(asked: list[int]) -> None:
    one, other = seeded(), seeded()
    assert [one.below(bound) for bound in asked] == [other.below(bound) for bound in asked]


@given(bound=bounds)
def test_answers_are_below_their_bound(bound: int) -> None:
    chance = seeded()
    assert all(0 <= chance.below(bound) < bound for _ in range(20))


@pytest.mark.parametrize("bound", [0, -1, (1 << 32) + 1])
def test_there_is_no_luck_outside_the_range(bound: int) -> None:
    with pytest.raises(ValueError, match="no number below"):
        seeded().below(bound)


def test_versions_and_scopes_differ() -> None:
    drawn = {
        tuple(SeededChance(KEY, scope, version).below(1 << 32) for _ in range(4))
        for scope in ("tables/one", "tables/two")
        for version in range(3)
    }
    assert len(drawn) == 6


def test_answers_are_evenly_spread() -> None:
    chance = seeded()
    counts = Counter(chance.below(6) for _ in range(6000))
    assert all(850 < counts[face] < 1150 for face in range(6))


@given(items=st.lists(st.integers(), max_size=20), version=st.integers(0, 50))
def test_a_shuffle_keeps_all_items(items: list[int], version: int) -> None:
    assert Counter(shuffle(seeded(version), items)) == Counter(items)


def test_every_order_is_shuffled_equally_often() -> None:
    chance = seeded()
    counts = Counter(shuffle(chance, "abc") for _ in range(3000))
    assert len(counts) == 6
    assert all(400 < count < 600 for count in counts.values())


def test_a_shuffle_asks_from_the_end() -> None:
    chance = RecordingChance(seeded())
    shuffle(chance, range(5))
    assert [luck.bound for luck in chance.luck] == [5, 4, 3, 2]


@given(count=st.integers(0, 8))
def test_a_sample_is_the_end_of_the_shuffle(count: int) -> None:
    drawn = sample(seeded(), range(8), count)
    assert drawn == tuple(reversed(shuffle(seeded(), range(8))))[:count]


def test_nobody_draws_more_than_there_is() -> None:
    with pytest.raises(ValueError, match="4 of 3 items"):
        sample(seeded(), range(3), 4)


def test_a_choice_is_one_question() -> None:
    assert choose(ScriptedChance([2]), "abc") == "c"


@given(asked=st.lists(bounds, max_size=20))
def test_recorded_luck_repeats_what_was_recorded(asked: list[int]) -> None:
    recording = RecordingChance(seeded())
    answers = [recording.below(bound) for bound in asked]
    recorded = RecordedChance(recording.luck)
    assert [recorded.below(bound) for bound in asked] == answers
    assert recorded.remaining == 0


def test_recorded_luck_fails_at_another_bound() -> None:
    with pytest.raises(LuckMismatch, match="asked below 5, the record has below 6"):
        RecordedChance([Luck(6, 1)]).below(5)


def test_recorded_luck_fails_when_asked_too_often() -> None:
    with pytest.raises(ScriptSpent, match="after all 0 recorded answers"):
        RecordedChance([]).below(5)


def test_recorded_luck_tells_what_was_not_asked() -> None:
    assert RecordedChance([Luck(6, 1)]).remaining == 1


@given(wanted=st.permutations("aabcd"))
def test_a_test_can_write_a_shuffle(wanted: list[str]) -> None:
    chance = ScriptedChance(below=[3], shuffles=[wanted])
    assert (shuffle(chance, "aabcd"), chance.below(4)) == (tuple(wanted), 3)


def test_a_scripted_shuffle_may_be_recorded() -> None:
    chance = RecordingChance(ScriptedChance(shuffles=["cab"]))
    assert shuffle(chance, "abc") == ("c", "a", "b")
    assert shuffle(RecordedChance(chance.luck), "abc") == ("c", "a", "b")


def test_a_scripted_shuffle_may_begin_and_leave_the_rest() -> None:
    assert shuffle(ScriptedChance(shuffles=["dc"]), "abcd") == ("d", "c", "a", "b")


def test_a_scripted_shuffle_cannot_want_what_is_not_there() -> None:
    with pytest.raises(LuckMismatch, match="wants 'x'"):
        answers_for("abc", "ax")


def test_a_script_answers_below_the_bound_or_fails() -> None:
    with pytest.raises(LuckMismatch, match="the script says 6"):
        ScriptedChance([6]).below(6)


def test_a_script_ends() -> None:
    with pytest.raises(ScriptSpent, match="after the script's end"):
        ScriptedChance().below(6)
