"""Chapter 18: sheets, totals, places; and the worked end of a small game."""

from nurselog.games.cascadia import RULES
from nurselog.games.cascadia.board import Board
from nurselog.games.cascadia.scoring import placements, sheets
from nurselog.games.cascadia.state import Phase
from nurselog.games.cascadia.terms import Terms, Variant
from nurselog.rules.api import ScoreLine
from tests.support.cascadia import FIRST, RETAIL, board, seat, starter, state, terms

PAIR_OF_BEARS = "+0+0:m-b=bear +1+0:mf-bh.3=bear -1+0:m-e"
ANN = board(f"{PAIR_OF_BEARS} +0+1:p-s=salmon", nature=2)
BOB = board("+0+0:f-f=fox +1+0:f-b=bear +0+1:f-e=elk")


def lines(agreed: Terms, *boards: Board, of: int = 0) -> dict[str, ScoreLine]:
    return {line.category: line for line in sheets(agreed, boards)[of].lines}


def points(agreed: Terms, *boards: Board, of: int = 0) -> dict[str, int]:
    return {name: line.points for name, line in lines(agreed, *boards, of=of).items() if line.points}


def test_r18_1_animals_corridors_bonuses_and_nature_tokens() -> None:
    assert points(terms(FIRST), ANN, BOB) == {
        "bear": 4,
        "salmon": 2,
        "mountain": 3,
        "forest": 1,
        "prairie": 1,
        "mountain.bonus": 2,
        "prairie.bonus": 2,
        "nature": 2,
    }
    assert points(terms(FIRST), ANN, BOB, of=1) == {"elk": 2, "fox": 2, "forest": 3, "forest.bonus": 2}


def test_r18_1_the_total_is_the_sum_of_the_lines_that_count() -> None:
    totals = [sheet.total for sheet in sheets(terms(FIRST), (ANN, BOB))]

    assert totals == [17, 9]
    assert totals == [one.total for one in placements(terms(FIRST), (ANN, BOB))]


def test_r18_1_every_line_tells_the_cells_that_earned_it() -> None:
    found = lines(terms(FIRST), ANN, BOB)

    assert found["bear"].evidence == ("+0+0.+1+0",)
    assert found["mountain"].evidence == ("-1+0", "+0+0", "+1+0")
    assert found["mountain.bonus"].reason == "3 against 0"
    assert found["bear"].label == "Bear A: pairs of bears"


def test_r18_1_lines_come_in_the_order_of_the_score_pad() -> None:
    assert list(lines(terms(RETAIL), ANN, BOB, of=1)) == [
        *("bear", "elk", "salmon", "hawk", "fox"),
        *("mountain", "forest", "prairie", "wetland", "river"),
        *("mountain.bonus", "forest.bonus", "prairie.bonus", "wetland.bonus", "river.bonus"),
        "nature",
    ]


def test_r17_4_without_bonus_there_are_no_lines_for_it() -> None:
    family = Terms(FIRST, Variant.FAMILY, "", habitat_bonus=False)

    assert not any(name.endswith(".bonus") for name in lines(family, ANN, BOB))
    assert lines(family, ANN, BOB)["bear"].label == "Bear: groups (family card)"


def test_r18_2_the_display_counts_for_nothing() -> None:
    over = state(ANN, BOB)._replace(phase=Phase.OVER)

    assert [sheet.total for sheet in RULES.score(over)] == [17, 9]


def test_r18_3_most_points_win() -> None:
    assert [one.place for one in placements(terms(FIRST), (BOB, ANN))] == [2, 1]


def test_r18_3_level_seats_are_compared_by_nature_tokens() -> None:
    one = board("+0+0:m-b +1+0:m-e", nature=1)
    other = board("+0+0:m-b +1+0:m-e +2+0:m-h")

    found = placements(Terms(FIRST, Variant.FAMILY, "", habitat_bonus=False), (other, one))

    assert [(placement.total, placement.place) for placement in found] == [(3, 2), (3, 1)]


def test_r18_3_still_level_seats_share_the_place_and_the_next_is_skipped() -> None:
    found = placements(terms(FIRST), (starter(1), starter(1), board("+0+0:m-b")))

    assert [placement.place for placement in found] == [1, 1, 3]


def test_r18_scores_are_valid_at_any_time() -> None:
    assert [sheet.seat for sheet in RULES.score(state())] == [seat(0), seat(1)]
    assert RULES.outcome(state()) is None


def test_r17_3_alone_long_corridors_earn_two() -> None:
    keystones = ("m-b", "m-e", "m-e", "m-h", "m-h", "mf-beh.3", "mf-bef.3")
    seven = board(" ".join(f"+{at}+0:{name}" for at, name in enumerate(keystones)))

    found = lines(terms(FIRST), seven)

    assert (found["mountain"].points, found["mountain.bonus"].points) == (6, 0)
    assert found["mountain.bonus"].reason == "a corridor of 6"
