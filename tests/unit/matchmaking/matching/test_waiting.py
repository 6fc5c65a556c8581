from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nurselog.matchmaking.matching.matcher import match
from nurselog.matchmaking.matching.seekers import Seeker, Shape
from nurselog.matchmaking.matching.terms import Terms
from nurselog.matchmaking.matching.waiting import exclusion, explain, median_ms
from tests.unit.matchmaking.matching.seekers import NOW_MS, crowds, seeker

TERMS = Terms()
DUEL, FOUR = Shape(seats=(2,)), Shape(seats=(2, 3, 4))


@given(crowd=crowds(most=2, width=900), is_async=st.booleans())
def test_two_are_compatible_exactly_if_a_pass_seats_them(crowd: list[Seeker], is_async: bool) -> None:  # noqa: FBT001
    if len(crowd) < 2:
        return
    shape = Shape(seats=(2,), is_async=is_async)
    seated = bool(match(shape, TERMS, crowd, NOW_MS).groups)
    assert seated == (exclusion(crowd[0], crowd[1], shape, TERMS, NOW_MS) == "")


def test_one_alone_learns_how_many_are_missing() -> None:
    why = explain(seeker("ann", waited_s=5), [], DUEL, TERMS, NOW_MS)
    assert (why.compatible, why.missing, why.window) == (0, 1, 90)
    assert why.reason == "Waiting for 1 more player."


def test_one_learns_when_a_smaller_table_will_do() -> None:
    crowd = [seeker("bob", waited_s=1), seeker("cat", waited_s=2)]
    why = explain(seeker("ann", waited_s=5), crowd, FOUR, TERMS, NOW_MS)
    assert (why.missing, why.reason) == (1, "Waiting for 1 more player, or 15 s for a smaller table.")


def test_enough_are_told_that_a_table_opens() -> None:
    why = explain(seeker("ann"), [seeker("bob")], DUEL, TERMS, NOW_MS)
    assert (why.compatible, why.missing, why.reason) == (1, 0, "A table is about to be opened.")


def test_one_learns_what_keeps_others_away() -> None:
    mine = seeker(
        "ann", blocks=frozenset({"players/eve"}), recent=frozenset({"players/bob"}), regions={"eu": 20}
    )
    others = [
        seeker("eve"),
        seeker("bob"),
        seeker("far", 1600),
        seeker("off", regions={"us": 20}),
        seeker("two", players=("players/x", "players/y")),
        seeker("two2", players=("players/z", "players/w")),
    ]
    why = explain(mine, others, DUEL, TERMS, NOW_MS)
    assert dict(why.exclusions) == {
        "party_size": 2, "blocked": 1, "recent_opponent": 1, "rating": 1, "region": 1,
    }  # fmt: skip
    assert why.reason.startswith("Waiting for 1 more player. Kept away: 2 with parties too large")


def test_the_window_of_the_other_one_is_named_as_such() -> None:
    assert exclusion(seeker("ann", 1500, 30), seeker("bob", 1600), DUEL, TERMS, NOW_MS) == "window"


def test_the_median_of_nothing_is_nothing() -> None:
    assert (median_ms(()), median_ms((1, 2, 9)), median_ms((1, 4))) == (0, 2, 2)
