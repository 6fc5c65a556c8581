"""Chapter 21: the score pad."""

import pytest

from nurselog.api.games.cascadia.v1 import cascadia_pb2 as pb
from nurselog.games.cascadia import RULES
from nurselog.games.cascadia.scoring import sheets
from nurselog.rules.api import PositionImpossible
from nurselog.rules.hexes import axial
from tests.support.cascadia import FIRST, board, cell, terms

ALL_A = {"bear": "a", "elk": "a", "salmon": "a", "hawk": "a", "fox": "a"}
STARTER = "+0+0:s1-top=bear -1+1:s1-left +0+1:s1-right"
ANN = f"{STARTER} +1+0:mf-bh.3=bear +1-1:m-e=elk"
BOB = "+5+5:f-f=fox +6+5:f-b"


def written(text: str, nature: int = 0) -> pb.Position.Board:
    """A board as tests write it, as a message."""
    cells = []
    for one in text.split():
        at, _, rest = one.partition(":")
        rest, _, token = rest.partition("=")
        tile, _, turns = rest.partition(".")
        q, r = axial(cell(at))
        cells.append(pb.Position.Cell(q=q, r=r, tile=tile, rotation=int(turns or 0), token=token))
    return pb.Position.Board(cells=cells, nature_tokens=nature)


def position(*boards: pb.Position.Board, **options: str) -> pb.Position:
    return pb.Position(options=ALL_A | options, boards=boards or (written(ANN, 2), written(BOB)))


def culprit(found: pb.Position | pb.View) -> str:
    with pytest.raises(PositionImpossible) as caught:
        RULES.score_position(found)
    return caught.value.field


def test_r21_1_a_real_table_gets_the_same_sheets() -> None:
    found = RULES.score_position(position())

    assert found == sheets(terms(FIRST)._replace(family_four_is_zero=True), (board(ANN, 2), board(BOB)))
    assert [sheet.total for sheet in found] == [
        4 + 2 + (3 + 1 + 1 + 1 + 1) + 4 * 2 + 2,
        2 + 2,
    ]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_r21_1_one_to_four_boards(count: int) -> None:
    boards = [written(text) for text in (ANN, BOB, "+0+0:w-s", "+0+0:r-b")][:count]

    assert len(RULES.score_position(position(*boards))) == count


def test_r21_1_another_number_of_boards_is_refused() -> None:
    assert culprit(pb.Position(options=ALL_A)) == "boards"
    assert culprit(position(*[written("+0+0:w-s")] * 5)) == "boards"


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"colour": "red"}, "options[colour]"),
        ({"edition": "third"}, "options[edition]"),
        ({"elk": "d"}, "options[elk]"),
        ({"elk": "random"}, "options[elk]"),
        ({"hawk": ""}, "options[hawk]"),
        ({"first_seat": "3"}, "options[first_seat]"),
    ],
)
def test_r21_2_options_must_be_possible_and_cards_named(options: dict[str, str], field: str) -> None:
    assert culprit(position(**options)) == field


def test_r21_2_a_card_that_is_not_named_is_asked_for() -> None:
    found = position()
    del found.options["salmon"]

    assert culprit(found) == "options[salmon]"


def test_r21_2_in_a_variant_no_card_is_needed() -> None:
    found = pb.Position(options={"variant": "family"}, boards=[written(ANN)])

    assert RULES.score_position(found)[0].total > 0


def test_r21_2_switches_count() -> None:
    tiles = ("mf-eh", "mf-ef", "mp-es", "mp-eh", "fw-eh", "fw-es", "pw-es", "pw-ef", "fr-eh")
    nine = " ".join(f"+{at}+0:{name}=elk" for at, name in enumerate(tiles))

    def elk(**options: str) -> int:
        return RULES.score_position(position(written(nine), elk="b", **options))[0].lines[1].points

    assert (elk(), elk(elk_c_split="off")) == (30, 28)


def test_r21_3_a_board_has_1_to_23_hexes() -> None:
    many = " ".join(f"+{at}+0:mf-bh" for at in range(24))

    assert culprit(position(written(ANN), pb.Position.Board())) == "boards[1].cells"
    assert culprit(position(written(many))) == "boards[0].cells"


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("+0+0:m-b +1+0:m-x", "boards[0].cells[1].tile"),
        ("+0+0:m-b +1+0:", "boards[0].cells[1].tile"),
        ("+0+0:m-b +1+0:MF-BEH", "boards[0].cells[1].tile"),
        ("+0+0:mf-bh.6", "boards[0].cells[0].rotation"),
        ("+0+0:m-b=bear +1+0:m-e=bear", "boards[0].cells[1].token"),
        ("+0+0:m-b=wolf", "boards[0].cells[0].token"),
        ("+0+0:m-b=Bear", "boards[0].cells[0].token"),
    ],
)
def test_r21_3_what_is_written_in_a_hex_must_be(text: str, field: str) -> None:
    assert culprit(position(written(text))) == field


@pytest.mark.parametrize(("q", "r"), [(32, 0), (0, -32), (99, 99)])
def test_r21_3_coordinates_have_a_limit(q: int, r: int) -> None:
    found = position(written("+0+0:m-b"))
    found.boards[0].cells[0].q, found.boards[0].cells[0].r = q, r

    assert culprit(found) == "boards[0].cells[0]"


def test_r21_3_the_origin_may_be_anywhere_and_sheets_name_cells_as_given() -> None:
    moved = "+30-20:m-b=bear +31-20:mf-bh.3=bear"

    assert RULES.score_position(position(written(moved)))[0].lines[0].evidence == ("+30-20.+31-20",)


def test_r21_3_a_rotation_below_zero_is_refused() -> None:
    found = position(written("+0+0:mf-bh"))
    found.boards[0].cells[0].rotation = -1

    assert culprit(found) == "boards[0].cells[0].rotation"


def test_r21_4_no_two_hexes_on_one_cell() -> None:
    assert culprit(position(written("+0+0:m-b +1+0:m-e +0+0:m-h"))) == "boards[0].cells[2]"


def test_r21_4_all_hexes_are_joined() -> None:
    assert culprit(position(written("+0+0:m-b +2+0:m-e"))) == "boards[0].cells"


@pytest.mark.parametrize(
    "text",
    [
        "+0+0:s1-top +1+0:m-b",
        "+0+0:s1-top -1+1:s1-left +0+1:s2-right",
        f"{STARTER} +1+0:s2-top +1+1:s2-left +2+0:s2-right",
    ],
)
def test_r21_5_all_three_hexes_of_one_starter(text: str) -> None:
    assert culprit(position(written(text))) == "boards[0].cells"


@pytest.mark.parametrize(
    "text",
    [
        "+0+0:s1-top +0+1:s1-left -1+1:s1-right",
        "+0+0:s1-top -1+1:s1-left.1 +0+1:s1-right.1",
        "+0+0:s1-top -1+1:s1-left.1 +0+1:s1-right",
        "+0+0:s1-top +1+0:s1-left +2+0:s1-right",
        "+31+0:s1-top +30+1:s1-left +30+0:s1-right",
    ],
)
def test_r21_5_they_lie_as_they_are_joined(text: str) -> None:
    assert culprit(position(written(text))) == "boards[0].cells[0]"


@pytest.mark.parametrize(
    "text",
    [
        STARTER,
        "+0+0:s1-top.4 -1+1:s1-left +0+1:s1-right",
        "+0+0:s1-top -1+0:s1-left.1 -1+1:s1-right.1",
        "+0+0:s1-top +1-1:s1-left.3 +0-1:s1-right.3",
        "+0+1:s1-right +0+0:s1-top -1+1:s1-left",
    ],
)
def test_r21_5_in_any_rotation_and_order(text: str) -> None:
    assert len(RULES.score_position(position(written(text)))) == 1


def test_r21_5_a_board_without_a_starter_is_scored() -> None:
    assert RULES.score_position(position(written("+0+0:m-b")))[0].total == 1


def test_r21_6_no_tile_more_often_than_it_is() -> None:
    assert RULES.score_position(position(written("+0+0:m-e +1+0:m-e")))
    assert culprit(position(written("+0+0:m-e +1+0:m-e"), written("+0+0:m-e"))) == "boards[1].cells[0].tile"
    assert culprit(position(written("+0+0:mf-bh +1+0:mf-bh"))) == "boards[0].cells[1].tile"
    assert culprit(position(written(STARTER), written(STARTER))) == "boards[1].cells[0].tile"


def test_r21_6_no_animal_more_than_twenty_times() -> None:
    names = FOXES.split()
    first = " ".join(f"+{at}+0:{name}=fox" for at, name in enumerate(names[:15]))
    second = " ".join(f"+{at}+0:{name}=fox" for at, name in enumerate(names[15:21]))

    assert culprit(position(written(first), written(second))) == "boards[1].cells[5].token"


FOXES = (
    "mf-bef mf-bf mf-ef mp-bef mp-bsf mp-hf mw-bhf mw-ef fp-esf fp-bf fp-ef fp-sf "
    "fw-bf fw-hf fr-ehf fr-bf fr-sf pw-esf pw-shf pw-ef pw-hf"
)


@pytest.mark.parametrize(
    ("natures", "field"),
    [
        ((26,), "boards[0].nature_tokens"),
        ((-1,), "boards[0].nature_tokens"),
        ((20, 6), "boards[1].nature_tokens"),
    ],
)
def test_r21_7_nature_tokens(natures: tuple[int, ...], field: str) -> None:
    boards = [written(text, nature) for text, nature in zip(("+0+0:m-b", "+0+0:f-b"), natures, strict=False)]

    assert culprit(position(*boards)) == field


def test_r21_8_another_message_is_no_position() -> None:
    assert culprit(pb.View()) == ""


def test_r21_8_places_with_the_tie_break() -> None:
    found = RULES.place_position(position(written("+0+0:m-b +1+0:m-e", 1), written("+0+0:f-b +1+0:f-e")))

    assert [(one.place, one.total) for one in found] == [(1, 5), (2, 4)]
    with pytest.raises(PositionImpossible):
        RULES.place_position(pb.Position())
