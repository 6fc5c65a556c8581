"""Rule 2.8: options that contradict each other are refused by name, whatever else was chosen."""

import pytest

from nurselog.games.cascadia import RULES
from nurselog.games.cascadia.components import SPECIES_NAME
from nurselog.rules.api import OptionProblem

RETAIL = {"edition": "retail"}
FAMILY = {"variant": "family"}
INTERMEDIATE = {"variant": "intermediate"}
TWO_CARDS = {"special_rule": "two_cards"}
ELK_D_OFF, ELK_C_OFF = {"elk_d_gaps": "off"}, {"elk_c_split": "off"}
ANY_LINK = {"scenario_link": "any"}
CASES = [
    *[(variant | {name: "a"}, name) for variant in (FAMILY, INTERMEDIATE) for name in SPECIES_NAME],
    *[({f"second_{name}": "a"}, f"second_{name}") for name in SPECIES_NAME],
    *[(TWO_CARDS | {name: "b", f"second_{name}": "b"}, f"second_{name}") for name in SPECIES_NAME],
    (FAMILY | TWO_CARDS, "special_rule"),
    (INTERMEDIATE | {"special_rule": "hidden_cards"}, "special_rule"),
    (FAMILY | {"salmon_offender": "void_group"}, "salmon_offender"),
    (ELK_D_OFF, "elk_d_gaps"),
    (RETAIL | ELK_D_OFF | {"elk": "a"}, "elk_d_gaps"),
    (RETAIL | ELK_D_OFF | TWO_CARDS | {"elk": "a", "second_elk": "b"}, "elk_d_gaps"),
    (RETAIL | INTERMEDIATE | ELK_D_OFF, "elk_d_gaps"),
    (ELK_C_OFF | {"elk": "c"}, "elk_c_split"),
    (RETAIL | ELK_C_OFF | {"elk": "b"}, "elk_c_split"),
    (FAMILY | ELK_C_OFF, "elk_c_split"),
    ({"family_four_plus_zero": "on"}, "family_four_plus_zero"),
    (INTERMEDIATE | {"family_four_plus_zero": "off"}, "family_four_plus_zero"),
    (ANY_LINK, "scenario_link"),
    (RETAIL | FAMILY | ANY_LINK, "scenario_link"),
    (RETAIL | ANY_LINK | {"special_rule": "match"}, "scenario_link"),
    (RETAIL | ANY_LINK | {"hawk": "a"}, "scenario_link"),
    ({"special_rule": "three_pairs", "free_three_wipe_after_spend": "off"}, "free_three_wipe_after_spend"),
]


@pytest.mark.parametrize(("chosen", "culprit"), CASES)
def test_r2_8_what_contradicts_is_refused_by_name(chosen: dict[str, str], culprit: str) -> None:
    with pytest.raises(OptionProblem) as caught:
        RULES.spec.complete(chosen, 2)

    assert caught.value.option == culprit


@pytest.mark.parametrize(
    "chosen",
    [
        TWO_CARDS | {"bear": "a", "second_bear": "b", "second_elk": "c"},
        {"salmon_offender": "void_group", "free_three_wipe_after_spend": "off"},
        RETAIL | ELK_D_OFF,
        RETAIL | ELK_D_OFF | {"elk": "d"},
        RETAIL | ELK_D_OFF | TWO_CARDS | {"elk": "a", "second_elk": "d"},
        RETAIL | ELK_D_OFF | TWO_CARDS | {"elk": "a"},
        ELK_C_OFF | {"elk": "b"},
        RETAIL | ELK_C_OFF | {"elk": "c"},
        FAMILY | {"family_four_plus_zero": "on", "habitat_bonus": "on"},
        RETAIL | ANY_LINK | {"bear": "d", "elk": "c", "salmon": "c", "hawk": "b", "fox": "c"},
        RETAIL | ANY_LINK,
    ],
)
def test_r2_8_what_goes_together_is_played(chosen: dict[str, str]) -> None:
    assert chosen.items() <= RULES.spec.complete(chosen, 2).items()


@pytest.mark.parametrize("name", RULES.spec.complete({}, 2))
def test_r2_8_what_is_set_to_its_default_is_never_refused(name: str) -> None:
    default = {option.name: option.default for option in RULES.spec.options}[name]
    family = RULES.spec.complete({name: default} | FAMILY, 2) if name != "variant" else {name: default}

    assert family[name] == default
