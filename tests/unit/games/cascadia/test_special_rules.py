"""Chapter 23: the ten special rules."""

import random

import pytest

from nurselog.api.games.cascadia.v1 import cascadia_pb2 as pb
from nurselog.games.cascadia import RULES
from nurselog.games.cascadia.board import Board, matches
from nurselog.games.cascadia.components import (
    BEAR,
    DISPLAY_SIZE,
    ELK,
    FOREST,
    HAWK,
    MOUNTAIN,
    SPECIES,
)
from nurselog.games.cascadia.events import TilePlaced, TokenPlaced
from nurselog.games.cascadia.scoring import sheets
from nurselog.games.cascadia.scoring.tally import tallies
from nurselog.games.cascadia.state import State
from nurselog.games.cascadia.terms import Special, Terms
from nurselog.rules.api import SPECTATORS, OptionProblem, Options, PositionImpossible
from nurselog.rules.chance import SeededChance
from tests.support.cascadia import (
    RETAIL,
    board,
    draws,
    play,
    rejected,
    seat,
    starter,
    state,
    terms,
    texts,
)

PARTICULAR: list[Special] = [special for special in Special if special is not Special.NONE]


def options(seat_count: int, special: Special, /, **chosen: str) -> Options:
    return RULES.spec.complete({"special_rule": special.value, **chosen}, seat_count)


def table(seat_count: int, special: Special, number: int = 0, /, **chosen: str) -> State:
    chance = SeededChance(b"special", "test", number)
    return RULES.setup(options(seat_count, special, **chosen), seat_count, chance).state


def special(rule: Special, cards: str = "aaaaa", others: str = "") -> Terms:
    return terms(RETAIL, cards, special=rule, others=others)


def placing(rule: Special, own: Board, pair: str) -> State:
    """The turn of a seat that has taken this pair."""
    display = f"{pair} pr-es:elk wr-sf:salmon fp-ef:hawk"
    return play(state(own, starter(2), display=display, agreed=special(rule)), "d.1").state


# --- 23.1 and 23.2: borders


def test_r23_1_a_tile_must_match_a_neighbour() -> None:
    lone = board("+0+0:m-b")
    position = placing(Special.MATCH, lone, "mf-bh:bear")

    assert "p.+1+0" in texts(position)
    turned = play(position, "p.+1+0").state
    assert texts(turned) == ["r.2", "r.3", "r.4"], "the mountain must look to the west"
    assert rejected(turned, "r.0") == ("must_match", "23.1")


def test_r23_1_a_cell_without_a_match_is_closed() -> None:
    position = placing(Special.MATCH, board("+0+0:m-b +1+0:f-f"), "m-e:elk")

    assert rejected(position, "p.+2+0") == ("must_match", "23.1")
    assert {"p.-1+0", "p.+0+1"} <= {*texts(position)}


def test_r23_1_where_nothing_can_match_a_tile_goes_anywhere() -> None:
    own = board("+0+0:m-b")
    position = placing(Special.MATCH, own, "pr-bf:bear")

    assert sum(text.startswith("p.") for text in texts(position)) == 6
    assert len(texts(play(position, "p.+1+0").state)) == 6


def test_r23_2_a_tile_must_match_none() -> None:
    position = placing(Special.NO_MATCH, board("+0+0:m-b"), "mf-bh:bear")

    assert texts(play(position, "p.+1+0").state) == ["r.0", "r.1", "r.5"]
    assert rejected(play(position, "p.+1+0").state, "r.3") == ("must_not_match", "23.2")


def test_r23_2_where_everything_matches_a_tile_goes_anywhere() -> None:
    position = placing(Special.NO_MATCH, board("+0+0:m-b"), "m-e:elk")

    assert sum(text.startswith("p.") for text in texts(position)) == 6


def test_r23_2_habitats_do_not_score() -> None:
    found = tallies(special(Special.NO_MATCH), (starter(1), starter(2)))

    assert [one.habitats for one in found] == [0, 0]
    (sheet, _) = sheets(special(Special.NO_MATCH), (starter(1), starter(2)))
    assert not [line for line in sheet.lines if line.category.endswith(".bonus")]


@pytest.mark.parametrize(("rule", "wanted"), [(Special.MATCH, True), (Special.NO_MATCH, False)])
def test_r23_1_and_r23_2_hold_in_whole_plays(rule: Special, wanted: bool) -> None:  # noqa: FBT001
    """Each tile that was placed keeps the rule, or none could be placed that does."""
    luck = random.Random(3)
    chance = SeededChance(b"whole", "test", 1)
    position = table(2, rule)
    placed = 0
    while RULES.decisions(position):
        mover, before = position.active, position.boards[position.active]
        move = luck.choice(RULES.legal_moves(position, mover))
        step = RULES.apply(position, mover, move, chance)
        for event in step.events:
            if isinstance(event.public, TilePlaced):
                one = event.public
                kept = bool(matches(before, one.cell, one.tile, one.turns)) is wanted
                assert kept or not any(
                    bool(matches(before, cell, one.tile, turns)) is wanted
                    for cell in before.open
                    for turns in range(6)
                )
                placed += 1
        position = step.state
    assert placed == 40


# --- 23.3 and 23.4: corridors

THREE_AND_TWO = "+0+0:m-b +1+0:m-e +2+0:m-e +3+0:f-f +4+0:m-h +5+0:m-h"


def test_r23_3_corridors_of_exactly_three_score_three() -> None:
    own = board(f"{THREE_AND_TWO} +6+0:f-b +0+3:p-e +1+3:p-e +2+3:p-s")
    found = tallies(special(Special.THREES), (own, board("+0+0:f-b")))

    assert [land.points for land in found[0].land] == [3, 0, 3, 0, 0]
    assert found[0].bonuses[MOUNTAIN] == 2
    assert found[0].bonuses[FOREST] == 1
    line = next(
        line for line in sheets(special(Special.THREES), (own,))[0].lines if line.category == "mountain"
    )
    assert line.evidence == ("+0+0.+1+0.+2+0",)


def test_r23_3_several_of_a_habitat() -> None:
    own = board("+0+0:m-b +1+0:m-e +2+0:m-e +3+0:f-f +4+0:m-h +5+0:m-h +6+0:mf-bh.3")
    (found,) = tallies(special(Special.THREES), (own,))

    assert found.land[MOUNTAIN].points == 6


@pytest.mark.parametrize(("count", "points"), [(4, 0), (5, 5), (6, 6)])
def test_r23_4_short_corridors_score_nothing(count: int, points: int) -> None:
    tiles = ("m-b", "m-e", "m-e", "m-h", "m-h", "mf-bh.3")
    own = board(" ".join(f"+{at}+0:{tile}" for at, tile in enumerate(tiles[:count])))
    found = tallies(special(Special.LONG_CORRIDORS), (own, board("+0+0:f-b")))

    assert found[0].land[MOUNTAIN].points == points
    assert found[0].bonuses[MOUNTAIN] == 2, "majorities stay as they are"


# --- 23.5: three pairs


@pytest.mark.parametrize(("seat_count", "stack"), [(1, 39), (2, 39), (3, 59), (4, 79)])
def test_r23_5_three_pairs_and_twenty_turns(seat_count: int, stack: int) -> None:
    position = table(seat_count, Special.THREE_PAIRS)

    assert len(position.market.tiles) == len(position.market.tokens) == DISPLAY_SIZE - 1
    assert len(position.market.stack) == stack
    assert turns_of_a_whole_play(position) == 20


def turns_of_a_whole_play(position: State) -> int:
    """How many turns each seat has."""
    chance, count = SeededChance(b"turns", "test", 1), len(position.boards)
    while decisions := RULES.decisions(position):
        move = RULES.timeout_move(position, decisions[0].seat)
        position = RULES.apply(position, decisions[0].seat, move, chance).state
    assert position.turn % count == 0
    return position.turn // count


def test_r23_5_there_is_no_fourth_place() -> None:
    position = state(
        starter(1, nature=2),
        starter(2),
        display="mf-bh:bear pr-es:elk wr-sf:salmon",
        agreed=special(Special.THREE_PAIRS),
    )

    assert rejected(position, "d.4") == ("no_place", "23.5")
    assert rejected(position, "n.24") == ("no_place", "23.5")
    assert [text for text in texts(position) if text.startswith("d")] == ["d.1", "d.2", "d.3"]
    assert rejected(play(position, "n").state, "d.1.4") == ("no_place", "23.5")
    assert len(texts(play(position, "n").state)) == 9 + 7


def test_r23_5_three_equal_are_all_equal() -> None:
    position = state(
        starter(1, nature=1),
        starter(2),
        display="mf-bh:bear pr-es:bear wr-sf:salmon",
        agreed=special(Special.THREE_PAIRS),
    )
    luck = draws(position, "bear elk elk hawk")

    after = play(position, "n.3", luck=luck).state

    assert [one for one in after.market.tokens if one is not None] == [ELK, ELK, SPECIES[3]]


# --- 23.6: two cards


def test_r23_6_the_better_card_counts() -> None:
    own = board("+0+0:m-b=bear +1+0:f-b=bear +2+0:f-b=bear")
    first, second = (
        tallies(special(Special.TWO_CARDS, "aaaaa", letters), (own,))[0].findings[BEAR]
        for letters in ("bbbbb", "ddddd")
    )

    assert (first.points, first.reason) == (10, "B: 10")
    assert (second.points, second.reason) == (8, "D: 8")
    (sheet,) = sheets(special(Special.TWO_CARDS, "aaaaa", "bbbbb"), (own,))
    assert sheet.lines[0].label == "Bear A/B: pairs of bears or groups of three"


@pytest.mark.parametrize("number", range(10))
def test_r23_6_cards_are_named_or_drawn(number: int) -> None:
    position = table(2, Special.TWO_CARDS, number, bear="a", second_bear="c", elk="b", second_hawk="a")

    assert position.terms.letters(BEAR) == "ac"
    assert position.terms.letters(ELK)[0] == "b"
    assert position.terms.letters(HAWK)[1] == "a"
    assert all(len({*position.terms.letters(species)}) == 2 for species in SPECIES)


def test_r23_6_second_cards_are_of_the_edition_too() -> None:
    with pytest.raises(OptionProblem) as caught:
        options(2, Special.TWO_CARDS, second_elk="d")

    assert caught.value.option == "second_elk"


# --- 23.7: no starters


@pytest.mark.parametrize(("seat_count", "stack"), [(1, 35), (2, 35), (3, 53), (4, 71)])
def test_r23_7_two_tiles_and_eighteen_turns(seat_count: int, stack: int) -> None:
    position = table(seat_count, Special.NO_STARTERS)

    assert [len(own.cells) for own in position.boards] == [2] * seat_count
    assert len(position.market.stack) == stack
    assert RULES.view(position, SPECTATORS).turns_left == 18 * seat_count  # type: ignore[attr-defined]
    assert turns_of_a_whole_play(position) == 18


# --- 23.8: dear nature tokens


def test_r23_8_an_effect_costs_two() -> None:
    rich, poor = (
        state(starter(1, nature=nature), starter(2), agreed=special(Special.DEAR_NATURE)) for nature in (3, 1)
    )

    after = play(rich, "n").state
    assert (after.boards[0].nature, after.market.nature) == (1, rich.market.nature + 2)
    assert rejected(poor, "n") == ("too_dear", "23.8")
    assert rejected(poor, "n.1") == ("too_dear", "23.8")
    assert (
        rejected(state(starter(1), starter(2), agreed=special(Special.DEAR_NATURE)), "n")[0]
        == "no_nature_token"
    )
    assert not [text for text in texts(poor) if text.startswith("n")]
    said = RULES.label(rich, rich.active, RULES.notation.parse("n.2"))
    assert said == "Spend two nature tokens to replace the token elk 2"


# --- 23.9: another tile


def test_r23_9_the_token_goes_on_another_tile() -> None:
    position = placing(Special.ANOTHER_TILE, starter(2), "m-b:bear")
    placed = play(position, "p.+1+0").state

    assert rejected(placed, "t.+1+0") == ("same_turn", "23.9")
    assert "t.+1+0" not in texts(placed)
    assert "t.-1+1" in texts(placed)


def test_r23_9_before_the_tile_lies_all_tiles_are_others() -> None:
    position = placing(Special.ANOTHER_TILE, starter(2), "m-b:bear")

    assert isinstance(play(position, "t.-1+1").events[0].public, TokenPlaced)


def test_r23_9_the_absent_take_what_can_go_on_their_board() -> None:
    own = board("+0+0:m-b=bear +1+0:mp-es")
    position = state(own, starter(2), display="f-f:fox m-b:bear p-e:elk w-h:hawk")
    narrower = position._replace(terms=special(Special.ANOTHER_TILE))

    assert RULES.notation.format(RULES.timeout_move(position, seat(0))) == "d.1"
    assert RULES.notation.format(RULES.timeout_move(narrower, seat(0))) == "d.3"


# --- 23.11: reported


@pytest.mark.parametrize("rule", PARTICULAR)
def test_r23_11_the_winner_may_mark_the_rule(rule: Special) -> None:
    cards = ("aaaaa", "bbbbb" if rule is Special.TWO_CARDS else "")
    ahead, behind = board("+0+0:m-b +1+0:m-e +2+0:m-h", nature=3), board("+0+0:mf-bh")
    found = sheets(special(rule, *cards), (ahead, behind))
    number = PARTICULAR.index(rule) + 1

    reported = [[line.category for line in sheet.lines if not line.counted] for sheet in found]
    assert reported == [[f"special.{number}"], []]
    assert sheets(special(rule, *cards), (ahead,))[0].lines[-1].counted, "not if one plays alone"


def test_r23_11_scenarios_are_played_without() -> None:
    own = board("+0+0:m-b", nature=25)._replace(nature=95)
    (usual,) = sheets(terms(RETAIL, "aaaaa"), (own,))
    (particular,) = sheets(special(Special.DEAR_NATURE), (own,))

    assert [line.category for line in usual.lines if not line.counted] == ["scenario.1"]
    assert not [line for line in particular.lines if not line.counted]


# --- The score pad


def test_r23_12_the_pad_takes_special_rules() -> None:
    cells = [pb.Position.Cell(q=at, r=0, tile=tile) for at, tile in enumerate(("m-b", "m-e", "m-h"))]
    named = dict.fromkeys(("bear", "elk", "salmon", "hawk", "fox"), "a")

    def total(**chosen: str) -> int:
        found = pb.Position(options=named | chosen, boards=[pb.Position.Board(cells=cells)] * 1)
        return RULES.score_position(found)[0].total

    assert total() == 3
    assert total(special_rule="threes") == 3
    assert total(special_rule="long_corridors") == 0
    assert total(special_rule="no_match") == 0
    assert total(special_rule="hidden_cards") == 3
    assert total(special_rule="two_cards", **{f"second_{name}": "b" for name in named}) == 3
    with pytest.raises(PositionImpossible) as caught:
        total(special_rule="two_cards")
    assert caught.value.field == "options[second_bear]"
