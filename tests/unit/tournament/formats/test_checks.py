from dataclasses import replace

import pytest

from nurselog.tournament.formats.registry import FORMATS
from nurselog.tournament.formats.stages import check_chain, qualified
from nurselog.tournament.formats.terms import Cut, FormatName, Preset, Terms, TieBreak
from nurselog.tournament.values import EntrantState, Refused
from tests.support.tournaments import DUELS, event, played_out

F = FormatName


CONTRADICTIONS = [
    (Terms(format=F.SWISS, rounds=8), 8, "rounds"),
    (Terms(format=F.SWISS, rounds=8), 7, "rounds"),
    (Terms(format=F.SWISS, seats=(3,)), 0, "seats"),
    (Terms(format=F.SWISS, seats=()), 0, "seats"),
    (Terms(format=F.SWISS, best_of=2), 0, "best_of"),
    (Terms(format=F.SWISS, best_of=3, games=2), 0, "games"),
    (Terms(format=F.SWISS, boards=4, best_of=3), 0, "boards"),
    (Terms(format=F.SWISS, points=Preset.PODIUM), 0, "points"),
    (Terms(format=F.SWISS, cycles=2), 0, "cycles"),
    (Terms(format=F.SWISS, tie_breaks=(TieBreak.WINS, TieBreak.WINS)), 0, "tie_breaks"),
    (Terms(format=F.SWISS, cut=Cut()), 0, "cut"),
    (Terms(format=F.SWISS, cut=Cut(rank=1)), 0, "cut.rank"),
    (Terms(format=F.SWISS, rounds=-1), 0, "rounds"),
    (Terms(format=F.PODS, seats=(3, 4), rounds=6), 16, "rounds"),
    (Terms(format=F.PODS), 0, "seats"),
    (Terms(format=F.PODS, seats=(9,)), 0, "seats"),
    (Terms(format=F.PODS, seats=(4, 4)), 0, "seats"),
    (Terms(format=F.PODS, seats=(4, 5), preferred=3), 0, "preferred"),
    (Terms(format=F.PODS, seats=(3, 4), rotating_partners=True), 0, "seats"),
    (Terms(format=F.PODS, seats=(4,), points=Preset.TCG), 0, "points"),
    (Terms(format=F.ROUND_ROBIN), 17, "groups"),
    (Terms(format=F.ROUND_ROBIN, groups=4), 7, "groups"),
    (Terms(format=F.ROUND_ROBIN, cycles=3), 0, "cycles"),
    (Terms(format=F.SINGLE, seats=(2, 3)), 0, "seats"),
    (Terms(format=F.SINGLE, seats=(3, 4), advance=3), 0, "advance"),
    (Terms(format=F.SINGLE, third_place=True), 3, "third_place"),
    (Terms(format=F.DOUBLE, seats=(4,)), 0, "seats"),
    (Terms(format=F.DOUBLE, max_replays=-1), 0, "max_replays"),
    (Terms(format=F.ARENA), 0, "duration_ms"),
    (Terms(format=F.ARENA, duration_ms=1000, points=Preset.STANDARD), 0, "points"),
    (Terms(format=F.DUPLICATE, seats=(3, 4)), 0, "seats"),
]


@pytest.mark.parametrize(("terms", "entrants", "field"), CONTRADICTIONS)
def test_contradictory_terms_are_refused_by_field(terms: Terms, entrants: int, field: str) -> None:
    with pytest.raises(Refused) as refused:
        FORMATS[terms.format].check(terms, entrants)
    assert (refused.value.reason, refused.value.field) == ("TOURNAMENT_SETTING_INVALID", field)


@pytest.mark.parametrize(("terms", "count"), [(DUELS, 1), (Terms(format=F.PODS, seats=(3, 4)), 2)])
def test_too_few_entrants_have_a_reason_of_their_own(terms: Terms, count: int) -> None:
    with pytest.raises(Refused) as refused:
        FORMATS[terms.format].check(terms, count)
    assert refused.value.reason == "ENTRANTS_TOO_FEW"


@pytest.mark.parametrize(
    ("name", "seats", "entrants", "rounds"),
    [
        (F.SWISS, (2,), 8, 3),
        (F.SWISS, (2,), 9, 4),
        (F.SWISS, (2,), 2, 1),
        (F.SWISS, (2,), 5000, 13),
        (F.PODS, (3, 4), 16, 4),
        (F.PODS, (3, 4), 64, 5),
        (F.PODS, (3, 4), 65, 6),
        (F.PODS, (3, 4), 12, 3),
    ],
)
def test_default_rounds(name: FormatName, seats: tuple[int, ...], entrants: int, rounds: int) -> None:
    assert FORMATS[name].rounds(Terms(format=name, seats=seats), entrants) == rounds


GROUPS = Terms(format=F.ROUND_ROBIN, groups=2)


def test_a_cut_by_rank_takes_the_best_in_their_final_order() -> None:
    now = played_out(DUELS, event(8))
    sheet = FORMATS[F.SWISS].standings(DUELS, now)
    going = qualified(Terms(format=F.SINGLE, cut=Cut(rank=4)), now, sheet)
    assert [one for one, _ in going] == [row.entrant for row in sheet.rows[:4]]
    assert {points for _, points in going} == {0}


def test_points_are_carried_only_where_the_terms_say_so() -> None:
    now = played_out(DUELS, event(8))
    sheet = FORMATS[F.SWISS].standings(DUELS, now)
    going = dict(qualified(Terms(format=F.SWISS, carry_points=True), now, sheet))
    assert going == {row.entrant: row.points for row in sheet.rows}
    following = replace(event(8), carried=going)
    rows = FORMATS[F.SWISS].standings(DUELS, following).rows
    assert {row.entrant: row.points for row in rows} == going


def test_a_cut_by_group_place_takes_all_firsts_before_all_seconds() -> None:
    now = played_out(GROUPS, event(8))
    sheet = FORMATS[F.ROUND_ROBIN].standings(GROUPS, now)
    going = [one for one, _ in qualified(Terms(format=F.SINGLE, cut=Cut(group_place=2)), now, sheet)]
    by_group = {1: sheet.rows[:2], 2: sheet.rows[4:6]}
    assert set(going[:2]) == {by_group[1][0].entrant, by_group[2][0].entrant}
    assert set(going[2:]) == {by_group[1][1].entrant, by_group[2][1].entrant}


def test_who_is_gone_is_passed_over_and_the_next_moves_up() -> None:
    now = played_out(DUELS, event(8))
    sheet = FORMATS[F.SWISS].standings(DUELS, now)
    best = sheet.rows[0].entrant
    people = tuple(
        replace(one, state=EntrantState.WITHDRAWN) if one.id == best else one for one in now.entrants
    )
    going = qualified(Terms(format=F.SINGLE, cut=Cut(rank=4)), replace(now, entrants=people), sheet)
    assert [one for one, _ in going] == [row.entrant for row in sheet.rows[1:5]]


@pytest.mark.parametrize(
    ("stages", "field"),
    [
        ((Terms(format=F.SWISS, cut=Cut(rank=4)),), "stages[0].cut"),
        ((Terms(format=F.SWISS, carry_points=True),), "stages[0].carry_points"),
        ((DUELS, Terms(format=F.SINGLE, cut=Cut(group_place=2))), "stages[1].cut.group_place"),
        ((Terms(format=F.ARENA), DUELS), "stages[0].duration_ms"),
    ],
)
def test_chains_that_cannot_follow_each_other_are_refused(stages: tuple[Terms, ...], field: str) -> None:
    with pytest.raises(Refused) as refused:
        check_chain(stages)
    assert refused.value.field == field


def test_groups_then_a_bracket_is_a_chain() -> None:
    check_chain((GROUPS, Terms(format=F.SINGLE, cut=Cut(group_place=2))))
