"""Chapter 19: scenarios and achievements, reported as what was earned."""

from collections.abc import Sequence

import pytest

from nurselog.games.cascadia.board import Board
from nurselog.games.cascadia.components import BEAR, ELK, FOREST, FOX, HAWK, MOUNTAIN, RIVER, SALMON, SPECIES
from nurselog.games.cascadia.scoring import scenarios, sheets
from nurselog.games.cascadia.scoring.achievements import ACHIEVEMENTS, Win
from nurselog.games.cascadia.scoring.cards import cards_for
from nurselog.games.cascadia.scoring.findings import Finding, wildlife
from nurselog.games.cascadia.scoring.habitats import Land
from nurselog.games.cascadia.scoring.scenarios import SCENARIOS, Goal, Try, met_scenarios
from nurselog.games.cascadia.scoring.tally import Tally
from nurselog.games.cascadia.terms import Edition, Terms, Variant
from nurselog.rules.hexes import Hexes, hex_at
from tests.support.cascadia import FIRST, RETAIL, board, seat, terms

NOTHING = Finding(0, (), "")
EMPTY = board("+0+0:m-b")


def cells(count: int) -> Hexes:
    return tuple(hex_at(at, 0) for at in range(count))


def tally(
    animals: Sequence[int] = (), land: Sequence[int] = (), bonuses: Sequence[int] = (), nature: int = 0
) -> Tally:
    """A result with so many points for each species and so long corridors."""
    points = [*animals, *[0] * 5][:5]
    lengths, won = [*land, *[0] * 5][:5], [*bonuses, *[0] * 5][:5]
    return Tally(
        tuple(Finding(one, (), "") for one in points),
        tuple(cells(one) for one in lengths),
        tuple(Land(one, (cells(one),)) for one in lengths),
        tuple(won),
        nature,
    )


def with_finding(species: int, finding: Finding) -> Tally:
    found = [NOTHING] * 5
    found[species] = finding
    return tally()._replace(findings=tuple(found))


def holds(goal: Goal, found: Tally | None = None, on: Board = EMPTY, agreed: Terms | None = None) -> bool:
    return goal(Try(on, found or tally(), agreed or terms(RETAIL)))


# --- Scenarios


def test_r19_2_the_fifteen_scenarios() -> None:
    assert [(one.cards, one.total, len(one.goals)) for one in SCENARIOS] == [
        ("aaaaa", 80, 0),
        ("bbbbb", 80, 0),
        ("ccccc", 80, 0),
        ("ddddd", 85, 0),
        ("cdbbb", 85, 1),
        ("dbccb", 85, 1),
        ("bccdc", 90, 1),
        ("cbbad", 90, 2),
        ("cadcb", 90, 2),
        ("cbdbb", 95, 2),
        ("baaca", 95, 2),
        ("abaac", 95, 3),
        ("dccbc", 100, 3),
        ("acbad", 100, 3),
        ("adada", 100, 3),
    ]


@pytest.mark.parametrize(("total", "met"), [(79, []), (80, ["scenario.1"]), (120, ["scenario.1"])])
def test_r19_2_cards_and_total(total: int, met: list[str]) -> None:
    found = met_scenarios(terms(RETAIL, "aaaaa"), EMPTY, tally([total]))

    assert [line.category for line in found] == met


def test_r19_2_other_cards_meet_other_scenarios() -> None:
    found = tally([50, 50])

    assert [line.category for line in met_scenarios(terms(RETAIL, "ddddd"), EMPTY, found)] == ["scenario.4"]
    assert list(met_scenarios(terms(RETAIL, "abcda"), EMPTY, found)) == []


@pytest.mark.parametrize(
    "agreed", [terms(FIRST, "aaaaa"), Terms(Edition.RETAIL, Variant.FAMILY, "")], ids=["first", "family"]
)
def test_r19_2_scenarios_are_of_the_retail_cards(agreed: Terms) -> None:
    assert list(met_scenarios(agreed, EMPTY, tally([120]))) == []


def test_r19_1_they_are_worth_no_points() -> None:
    (line,) = met_scenarios(terms(RETAIL, "aaaaa"), EMPTY, tally([90]))

    assert (line.points, line.counted) == (0, False)


def test_r19_2_goals_of_points() -> None:
    assert holds(scenarios.points_of(HAWK, 20), tally([0, 0, 0, 20]))
    assert not holds(scenarios.points_of(HAWK, 20), tally([30, 0, 0, 19]))
    assert holds(scenarios.kinds_worth(20, 2), tally([20, 20]))
    assert not holds(scenarios.kinds_worth(20, 2), tally([40, 19]))
    assert holds(scenarios.habitats_worth(7, 3), tally(land=[7, 5, 6], bonuses=[0, 2, 1]))
    assert not holds(scenarios.habitats_worth(7, 3), tally(land=[7, 5, 6], bonuses=[0, 2, 0]))
    assert holds(scenarios.nature(5), tally(nature=5))
    assert not holds(scenarios.nature(5), tally(nature=4))


def test_r19_2_three_foxes_worth_seven() -> None:
    goal = scenarios.sets_worth(FOX, 7, 3)

    assert holds(goal, with_finding(FOX, Finding(26, (), "", (7, 5, 7, 7))))
    assert not holds(goal, with_finding(FOX, Finding(24, (), "", (7, 5, 5, 7))))


def test_r19_2_a_run_of_seven() -> None:
    goal = scenarios.run_of(SALMON, 7)

    assert holds(goal, with_finding(SALMON, Finding(25, (cells(7),), "")))
    assert not holds(goal, with_finding(SALMON, Finding(25, (cells(6), cells(3)), "")))


def elk_in_a_row(count: int) -> Board:
    return board(" ".join(f"+{at}+0:m-e=elk" for at in range(count)))


def test_r19_2_a_group_of_eight_however_it_is_cut() -> None:
    goal = scenarios.group_of(ELK, 8)
    fourteen = elk_in_a_row(14)
    cut = cards_for(terms(RETAIL, "c" * 5), ELK)[0].find(
        wildlife(fourteen.cells, fourteen.tokens), terms(RETAIL)
    )

    assert cut.points == 23 + 23 == 28 + 18
    assert holds(goal, with_finding(ELK, cut), fourteen)
    assert holds(goal, on=elk_in_a_row(8))
    assert not holds(goal, on=elk_in_a_row(7))


def test_r19_2_tokens_of_each_animal() -> None:
    assert holds(scenarios.tokens_of(1, BEAR), on=board("+0+0:m-b=bear"))
    assert not holds(scenarios.tokens_of(1, *SPECIES), on=board("+0+0:m-b=bear"))


def test_r19_2_no_bear_beside_an_elk() -> None:
    goal = scenarios.apart(BEAR, ELK)

    assert holds(goal, on=board("+0+0:m-b=bear +1+0:m-h +2+0:m-e=elk"))
    assert not holds(goal, on=board("+0+0:m-b=bear +1+0:m-e=elk"))


def test_r19_2_no_elk_on_a_tile_that_shows_forest() -> None:
    goal = scenarios.never_on(ELK, FOREST)

    assert holds(goal, on=board("+0+0:mp-eh=elk +1+0:mf-eh=hawk"))
    assert not holds(goal, on=board("+0+0:mf-eh=elk"))


def test_r19_3_two_lands_never_next_to_each_other() -> None:
    goal = scenarios.never_beside(FOREST, RIVER)

    assert holds(goal, on=board("+0+0:fr-be +1+0:m-b"))
    assert holds(goal, on=board("+0+0:f-b +1+0:mr-be.3"))
    assert not holds(goal, on=board("+0+0:f-b +1+0:r-b"))
    assert not holds(goal, on=board("+0+0:r-b +1+0:f-b"))
    assert not holds(goal, on=board("+0+0:f-b +1+0:mr-be"))


def test_r19_3_the_inside_of_a_tile_does_not_matter() -> None:
    assert holds(scenarios.never_beside(MOUNTAIN, FOREST), on=board("+0+0:mf-bh"))


@pytest.mark.parametrize(
    ("text", "every", "any_of_them"),
    [
        ("+0+0:m-h=hawk +1+0:m-e=elk", True, True),
        ("+0+0:m-h=hawk +1+0:m-e=elk +2+0:m-h=hawk", True, True),
        ("+0+0:m-h=hawk +1+0:m-e=elk +2+0:m-b +3+0:m-h=hawk", False, True),
        ("+0+0:m-h=hawk +1+0:m-e=elk +2+0:m-b +3+0:m-e=elk", False, True),
        ("+0+0:m-h=hawk +1+0:m-b +2+0:m-e=elk", False, False),
    ],
)
def test_r19_4_hawks_and_elk_beside_each_other(text: str, every: bool, any_of_them: bool) -> None:  # noqa: FBT001
    goal = scenarios.linked(HAWK, ELK)

    assert holds(goal, on=board(text)) is every
    assert holds(goal, on=board(text), agreed=terms(RETAIL, every_link=False)) is any_of_them


# --- Achievements


def earned(own: Tally, *others: Tally, on: Board = EMPTY) -> list[int]:
    win = Win(on, seat(0), (own, *others))
    return [number for number, one in enumerate(ACHIEVEMENTS, start=1) if one.is_earned(win)]


FULL = board("+0+0:mf-beh=bear +1+0:mf-ef=elk +2+0:wr-sf=salmon +3+0:mf-bh=hawk +4+0:pr-bf=fox")
PLAIN = tally(nature=1)
BETTER = tally(land=[9] * 5)


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        (tally([79], nature=0), [8, 21]),
        (tally([79], nature=1), [1, 21]),
        (tally([89], nature=1), [1, 2, 3, 21]),
        (tally([99], nature=11), [*range(1, 8), 21, 22, 23]),
        (tally([20, 20], nature=1), [20]),
        (tally([10] * 5, nature=1), [19]),
        (tally([30], nature=5), [21, 22]),
        (tally(land=[10], bonuses=[2], nature=1), [17]),
        (tally(land=[13], bonuses=[2], nature=1), [17, 18]),
        (tally(land=[3, 4, 5, 5, 5], bonuses=[2, 1], nature=1), [16]),
    ],
)
def test_r19_5_achievements_of_points(own: Tally, expected: list[int]) -> None:
    assert [number for number in earned(own, BETTER, on=FULL) if number != 24] == expected


def test_r19_5_largest_corridors_alone_or_level() -> None:
    own = tally(land=[3, 3, 3, 1, 1], nature=1)

    assert 15 in earned(own, tally(land=[3, 2, 2, 9, 9]), on=FULL)
    assert 15 not in earned(own, tally(land=[4, 2, 2, 9, 9]), on=FULL)


def test_r19_5_animals_that_are_missing() -> None:
    assert earned(PLAIN, BETTER, on=board("+0+0:mf-beh=bear")) == [10, 11, 12, 13, 24, 25]
    assert earned(PLAIN, BETTER, on=board("+0+0:wr-sf=fox +1+0:mf-beh=hawk")) == [9, 10, 11, 24, 25]


def test_r19_5_more_than_ten_of_a_kind() -> None:
    ten = " ".join(f"+{at}+0:mf-beh=bear" for at in range(10))

    assert 14 not in earned(PLAIN, BETTER, on=board(ten))
    assert 14 in earned(PLAIN, BETTER, on=board(f"{ten} +10+0:mf-bh=bear"))


def test_r19_5_no_keystone_with_a_token() -> None:
    assert 24 in earned(PLAIN, BETTER, on=board("+0+0:m-b +1+0:mf-bh=bear"))
    assert 24 not in earned(PLAIN, BETTER, on=board("+0+0:m-b=bear +1+0:mf-bh=bear"))


def test_r19_5_the_winner_of_several_is_told() -> None:
    ahead, behind = board("+0+0:m-b +1+0:m-e +2+0:m-h +3+0:m-h"), board("+0+0:mf-bh")

    def reported(*boards: Board, agreed: Terms | None = None) -> list[bool]:
        found = sheets(agreed or terms(FIRST), boards)
        return [any(line.category.startswith("achievement") for line in sheet.lines) for sheet in found]

    assert reported(ahead, behind) == [True, False]
    assert reported(behind, ahead, ahead) == [False, True, True]
    assert reported(ahead) == [False]
    assert reported(ahead, behind, agreed=Terms(FIRST, Variant.FAMILY, "")) == [False, False]


def test_r19_5_there_are_25() -> None:
    assert len(ACHIEVEMENTS) == 25
    assert len({one.text for one in ACHIEVEMENTS}) == 25
