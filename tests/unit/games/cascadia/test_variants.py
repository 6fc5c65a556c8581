"""Chapter 15."""

import pytest

from nurselog.games.cascadia.components import BEAR, SPECIES, Species
from nurselog.games.cascadia.scoring.cards import cards_for
from nurselog.games.cascadia.terms import Edition, Terms, Variant
from tests.support.cascadia import FIRST, RETAIL, animals

LETTERS = "beshf"
SHAPES = ("b", "b b", "b b b", "b b\n b", "b b b b", "b b\n b b", "b b b b b b")


def points(variant: Variant, picture: str, species: Species = BEAR, *, four_is_zero: bool = False) -> int:
    agreed = Terms(RETAIL, variant, "", family_four_is_zero=four_is_zero)
    return cards_for(agreed, species)[0].find(animals(picture), agreed).points


@pytest.mark.parametrize(("picture", "expected"), list(zip(SHAPES, (2, 5, 9, 9, 9, 9, 9), strict=True)))
def test_r15_2_family_groups_by_size(picture: str, expected: int) -> None:
    assert points(Variant.FAMILY, picture) == expected


@pytest.mark.parametrize(("picture", "expected"), list(zip(SHAPES, (2, 5, 9, 9, 0, 0, 0), strict=True)))
def test_r15_2_in_the_first_edition_four_or_more_score_nothing(picture: str, expected: int) -> None:
    assert points(Variant.FAMILY, picture, four_is_zero=True) == expected


@pytest.mark.parametrize(("picture", "expected"), list(zip(SHAPES, (0, 5, 8, 8, 12, 12, 12), strict=True)))
def test_r15_3_intermediate_groups_by_size(picture: str, expected: int) -> None:
    assert points(Variant.INTERMEDIATE, picture) == expected


@pytest.mark.parametrize("species", SPECIES)
@pytest.mark.parametrize("variant", [Variant.FAMILY, Variant.INTERMEDIATE])
def test_r15_1_one_card_holds_for_every_animal(species: Species, variant: Variant) -> None:
    for picture in SHAPES:
        translated = picture.replace("b", LETTERS[species])
        assert points(variant, translated, species) == points(variant, picture)


def test_r15_1_groups_add_up() -> None:
    assert points(Variant.FAMILY, "b . b b . b b b") == 2 + 5 + 9


@pytest.mark.parametrize("edition", [FIRST, RETAIL])
def test_r15_3_intermediate_is_the_same_in_both_editions(edition: Edition) -> None:
    agreed = Terms(edition, Variant.INTERMEDIATE, "", family_four_is_zero=True)

    assert cards_for(agreed, BEAR)[0].find(animals("b b b b"), agreed).points == 12
