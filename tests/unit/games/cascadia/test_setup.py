"""Chapter 2: what lies on the table before the first turn, and what options make of it."""

import pytest

from nurselog.games.cascadia import RULES
from nurselog.games.cascadia.components import SPECIES, STARTERS, TILE_NAME, TILES
from nurselog.games.cascadia.events import Opened, Wiped
from nurselog.games.cascadia.state import State
from nurselog.games.cascadia.terms import Edition, Terms, Variant, agreed
from nurselog.rules.api import Chance, Event, OptionProblem, Options
from nurselog.rules.chance import ScriptedChance, SeededChance
from tests.support.cascadia import seat, tokens

CARDS = {"bear": "a", "elk": "b", "salmon": "c", "hawk": "a", "fox": "b"}
SCENARIO_13 = {"bear": "d", "elk": "c", "salmon": "c", "hawk": "b", "fox": "c"}


def options(seat_count: int = 2, /, **chosen: str) -> Options:
    return RULES.spec.complete(chosen, seat_count)


def luck(number: int = 0) -> Chance:
    return SeededChance(b"setup", "test", number)


def table(seat_count: int = 2, number: int = 0, **chosen: str) -> State:
    return RULES.setup(options(seat_count, **chosen), seat_count, luck(number)).state


def terms_of(**chosen: str) -> Terms:
    return agreed(options(**(CARDS | chosen)), ScriptedChance())


@pytest.mark.parametrize("seat_count", [0, 5])
def test_r1_1_one_to_four_seats_play(seat_count: int) -> None:
    with pytest.raises(OptionProblem) as caught:
        options(seat_count)

    assert caught.value.option == ""


@pytest.mark.parametrize(("seat_count", "stack", "box"), [(1, 39, 42), (2, 39, 42), (3, 59, 22), (4, 79, 2)])
def test_r2_1_tiles_in_play_by_seats(seat_count: int, stack: int, box: int) -> None:
    market = table(seat_count).market

    assert (len(market.stack), len(market.box), len(market.tiles)) == (stack, box, 4)


def test_r2_1_the_stack_is_shuffled() -> None:
    scripted = ScriptedChance(shuffles=[[TILES[7], TILES[2]]], below=[*[0] * 7, 0, 19, 0, 0, 0])

    assert len({table(number=number).market.stack for number in range(5)}) == 5
    assert RULES.setup(options(), 2, scripted).state.market.stack[:2] == (TILES[7], TILES[2])


def test_r2_2_each_seat_has_another_starter() -> None:
    for number in range(10):
        boards = table(4, number).boards
        assert len({board.tiles for board in boards}) == 4
        assert all(board.tiles in STARTERS and board.cells == boards[0].cells for board in boards)
        assert all(board.turns == (0, 0, 0) and board.nature == 0 for board in boards)


def test_r2_3_the_first_edition_is_the_default_and_has_no_card_d() -> None:
    assert options()["edition"] == "first"
    for name in CARDS:
        with pytest.raises(OptionProblem) as caught:
            options(**{name: "d"})
        assert caught.value.option == name
        assert "no card D" in str(caught.value)
        assert options(edition="retail", **{name: "d"})[name] == "d"


def test_r2_4_cards_are_named_by_the_options() -> None:
    assert terms_of().cards == "abcab"


def test_r2_4_cards_left_to_luck_are_of_the_edition() -> None:
    letters = {edition: set[str]() for edition in ("first", "retail")}
    for edition, found in letters.items():
        for number in range(30):
            found.update(table(number=number, edition=edition).terms.cards)

    assert letters == {"first": set("abc"), "retail": set("abcd")}


def test_r2_4_in_a_variant_no_card_is_drawn() -> None:
    assert agreed(options(variant="family"), ScriptedChance()).cards == ""


def test_r2_5_four_pairs_lie_face_up() -> None:
    market = table().market

    assert None not in (*market.tiles, *market.tokens)
    assert sum(market.bag) == 96
    assert [market.bag[species] + market.tokens.count(species) for species in SPECIES] == [20] * 5


def test_r2_5_four_equal_tokens_are_replaced_at_once() -> None:
    chance = ScriptedChance(
        shuffles=[TILES],
        below=[*[0] * 5, *[0] * 2, *[0] * 4, 0, 0, 16, 16, 16],
    )

    step = RULES.setup(options(), 2, chance)

    opened, wiped = (event.public for event in step.events)
    assert isinstance(opened, Opened)
    four_bears, one_bear = tokens("bear bear bear bear"), tokens("bear elk elk elk")
    assert opened.tokens == four_bears
    assert wiped == Wiped(seat(0), "automatic", (0, 1, 2, 3), four_bears, one_bear)
    assert step.state.market.tokens == one_bear
    assert step.state.market.bag == (19, 17, 20, 20, 20)


def test_r2_6_the_first_seat_is_drawn_or_named() -> None:
    assert {table(3, number).active for number in range(20)} == {0, 1, 2}
    assert table(3, first_seat="2").active == 2
    with pytest.raises(OptionProblem) as caught:
        options(3, first_seat="3")
    assert caught.value.option == "first_seat"


def test_r2_7_switches_have_the_defaults_of_the_page() -> None:
    assert terms_of() == Terms(Edition.FIRST, Variant.CARDS, "abcab", family_four_is_zero=True)
    assert terms_of(edition="retail") == Terms(Edition.RETAIL, Variant.CARDS, "abcab")


@pytest.mark.parametrize(
    ("beside", "switch", "value", "changed"),
    [
        ({}, "salmon_offender", "void_group", {"void_salmon_groups": True}),
        ({}, "elk_c_split", "off", {"elk_split": False}),
        ({}, "free_three_wipe_after_spend", "off", {"free_wipe_after_spend": False}),
        ({}, "habitat_bonus", "off", {"habitat_bonus": False}),
        ({"edition": "retail", "elk": "d"}, "elk_d_gaps", "off", {"elk_gaps": False}),
        ({"edition": "retail", **SCENARIO_13}, "scenario_link", "any", {"every_link": False}),
    ],
)
def test_r2_7_each_switch_changes_its_own_term(
    beside: dict[str, str], switch: str, value: str, changed: dict[str, bool]
) -> None:
    assert terms_of(**beside, **{switch: value}) == terms_of(**beside)._replace(**changed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("variant", "chosen", "scored"),
    [
        ("cards", "auto", True),
        ("intermediate", "auto", True),
        ("family", "auto", False),
        ("family", "on", True),
        ("intermediate", "off", False),
    ],
)
def test_r17_4_the_bonus_is_not_scored_in_the_family_variant_unless_chosen(
    variant: str, chosen: str, *, scored: bool
) -> None:
    cards = CARDS if variant == "cards" else {}
    found = agreed(options(variant=variant, habitat_bonus=chosen, **cards), ScriptedChance())

    assert found.habitat_bonus is scored


@pytest.mark.parametrize(
    ("edition", "chosen", "zero"),
    [("first", "auto", True), ("retail", "auto", False), ("first", "off", False), ("retail", "on", True)],
)
def test_r15_2_the_family_switch_follows_the_edition_unless_chosen(
    edition: str, chosen: str, *, zero: bool
) -> None:
    chosen_options = options(edition=edition, variant="family", family_four_plus_zero=chosen)
    found = agreed(chosen_options, ScriptedChance())

    assert found.family_four_is_zero is zero


def test_r20_1_everybody_learns_the_setup() -> None:
    step = RULES.setup(options(), 2, luck())

    assert all(event == Event(event.public) for event in step.events)
    (opened,) = (event.public for event in step.events if isinstance(event.public, Opened))
    assert opened.stack_size == 39
    assert [TILE_NAME[top].split("-")[1] for top in opened.starters] == ["top", "top"]
