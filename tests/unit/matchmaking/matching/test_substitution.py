"""Who takes the seat of one who left a running table."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nurselog.matchmaking.matching.mirror import Change, Mirror
from nurselog.matchmaking.matching.seekers import Seeker, Shape
from nurselog.matchmaking.matching.substitution import Vacancy, plan_substitution, stand_in
from nurselog.matchmaking.matching.table_plan import TablePlan
from nurselog.matchmaking.matching.terms import Terms
from tests.unit.matchmaking.matching.seekers import NOW_MS, seeker

TERMS = Terms()
TABLE = "games/orca_isles/tables/e0-k3v9q2ma"
VACANCY = Vacancy(TABLE, 1, 7, ("players/x", "players/y", "players/z"), 1500.0)


def chosen(*seekers: Seeker) -> str:
    found = stand_in(VACANCY, seekers, TERMS, NOW_MS)
    return found.id if found else ""


def ready(name: str, rating: float = 1500.0, waited_s: float = 0.0, **more: object) -> Seeker:
    return seeker(name, rating, waited_s, substitutes=True, **more)


def test_who_waits_longest_of_those_who_agreed() -> None:
    assert chosen(ready("ann", waited_s=3), ready("bob", waited_s=5), seeker("cat", waited_s=9)) == "bob"
    assert chosen(seeker("cat", waited_s=9)) == ""


def test_who_is_too_strong_waits_longer() -> None:
    assert chosen(ready("ann", 1561)) == ""
    assert chosen(ready("ann", 1561, waited_s=1)) == "ann"


def test_nobody_comes_back_to_a_table_or_to_whom_they_block() -> None:
    assert chosen(ready("y")) == ""
    assert chosen(ready("ann", blocks=frozenset({"players/z"}))) == ""
    assert chosen(ready("ann", players=("players/a", "players/b"))) == ""


def test_the_plan_is_the_table_with_another_in_the_seat() -> None:
    plan = plan_substitution(VACANCY, ready("ann", 1520))
    assert plan.seats == ("players/x", "players/ann", "players/z")
    assert (plan.rated, plan.spread, plan.vacancy) == (False, 20, (TABLE, 1, 7))
    assert TablePlan.decode(plan.encode()) == plan


@given(waits=st.lists(st.integers(0, 100), max_size=6), vacancies=st.integers(0, 4))
def test_each_seat_goes_to_one_and_nobody_gets_two(waits: list[int], vacancies: int) -> None:
    mirror = Mirror(Shape(seats=(2,)), TERMS)
    crowd = [ready(f"t{number}", waited_s=wait) for number, wait in enumerate(waits)]
    offered = [
        VACANCY._replace(seat=seat % 3, table=f"{TABLE}{seat}", rating=1344.0) for seat in range(vacancies)
    ]
    answer = mirror.look(Change(now_ms=NOW_MS, arrived=crowd, vacancies=offered))
    seated = [ticket for one in answer.proposed for ticket in one.tickets]
    assert len(seated) == len(set(seated))
    given_away = [one.plan.vacancy for one in answer.proposed if one.plan.vacancy]
    assert len(given_away) == min(len(waits), vacancies)
    assert len(set(given_away)) == len(given_away)
