from __future__ import annotations

from dataclasses import replace

import pytest

from nurselog.cli.simulate.records import Contested
from nurselog.cli.simulate.tournament_model import Wish, formats, simulate
from nurselog.cli.simulate.tournament_report import summary, table_of
from nurselog.cli.simulate.wishes import model_terms, tournament_of
from nurselog.tournament.values import Refused


def wish(kind: str = "swiss", entrants: int = 13, seats: tuple[int, ...] = (2,), rounds: int = 0) -> Wish:
    return Wish(terms=model_terms(kind, rounds, seats), entrants=entrants, events=2, seed=4)


def told(seen: Contested) -> object:
    """All but how long our own computing took."""
    return [
        (event.standings, event.pairs, [(one.differences, one.order) for one in event.rounds])
        for event in seen.events
    ]


@pytest.mark.parametrize("kind", formats())
def test_every_format_comes_to_its_end(kind: str) -> None:
    seats = (3, 4) if kind == "pods" else (2,)
    seen = simulate(wish(kind, 12, seats))

    for event in seen.events:
        assert sorted(one.true_rank for one in event.standings) == list(range(1, 13))
        assert event.rounds
    assert table_of(summary(seen)).row_count >= len(seen.events[0].rounds)


def test_the_same_seed_repeats_everything() -> None:
    assert told(simulate(wish())) == told(simulate(wish()))
    assert told(simulate(wish())) != told(simulate(replace(wish(), seed=5)))


def test_events_differ_by_luck_only() -> None:
    one, other = simulate(wish()).events

    assert {line.strength for line in one.standings} == {line.strength for line in other.standings}
    assert one.pairs != other.pairs


def test_strength_shows() -> None:
    found = summary(simulate(replace(wish(entrants=32), deviation=2000.0, doubt=0.0)))

    assert found["strongest_wins"] == 1
    assert found["rounds"][-1]["order_agreement"] > 0.8


def test_the_first_of_a_field_are_fewer_than_the_field() -> None:
    assert set(summary(simulate(wish(entrants=6)))["top_kept"]) == {"1", "4"}


def test_more_rounds_know_more() -> None:
    found = summary(simulate(replace(wish(entrants=24, rounds=7), events=4, doubt=5000.0)))

    assert found["rounds"][-1]["order_agreement"] > found["rounds"][0]["order_agreement"]


def test_terms_that_cannot_be_are_refused() -> None:
    with pytest.raises(Refused):
        simulate(wish(rounds=40, entrants=8))


def test_progress_counts_events() -> None:
    seen: list[int] = []
    simulate(wish(entrants=4), seen.append)

    assert seen == [1, 2]


@pytest.mark.parametrize("kind", formats())
def test_every_format_can_be_created_in_the_services(kind: str) -> None:
    made = tournament_of(kind, "forest_sky", 0, [2])

    assert made.tables.game == "games/forest_sky"
    assert made.stages[0].WhichOneof("format")
