"""Chapter 12: the score pad."""

import pytest
from google.protobuf.message import Message

from nurselog.api.games.salmon_run.v1 import salmon_run_pb2 as pb
from nurselog.games.salmon_run import RULES
from nurselog.rules.api import PositionImpossible

ANN = ("2h 3h 4h 5h / 6d jk1", "2h 2c 4s 4d 8h jk1 / 6d kc", "2h 3c 4s 5d 6d 7c / jk1 kc as")
BOB = ("7s 9s / 2s td", "7s 7d / 2s td jk2 9s", "7s 8s 9s ts jd qh kd ah / 2s jk2 td")


def player(rounds: tuple[str, ...]) -> pb.Position.PlayerRounds:
    found = [one.partition("/") for one in rounds]
    return pb.Position.PlayerRounds(
        rounds=[pb.Position.Round(run=run.split(), others=others.split()) for run, _, others in found]
    )


def position(ann: tuple[str, ...] = ANN, bob: tuple[str, ...] = BOB, *, school: bool = False) -> pb.Position:
    return pb.Position(school=school, players=[player(ann), player(bob)])


def culprit(found: Message) -> str:
    with pytest.raises(PositionImpossible) as caught:
        RULES.score_position(found)
    return caught.value.field


def test_r12_1_sheets_of_a_real_table() -> None:
    sheets = RULES.score_position(position())

    assert [{line.category: line.points for line in sheet.lines} for sheet in sheets] == [
        {
            "sea.run": 40,
            "sea.diamonds": 2,
            "sea.jokers": -10,
            "river.run": 60,
            "river.diamonds": 4,
            "river.jokers": -10,
            "stream.run": 60,
            "stream.diamonds": 4,
            "stream.jokers": -10,
            "final.face_cards": 20,
        },
        {
            "sea.run": 20,
            "sea.diamonds": 2,
            "sea.jokers": 0,
            "river.run": 20,
            "river.diamonds": 4,
            "river.jokers": -10,
            "stream.run": 80,
            "stream.diamonds": 6,
            "stream.jokers": -10,
            "final.face_cards": 40,
        },
    ]
    assert [(one.place, one.total) for one in RULES.place_position(position())] == [(1, 160), (2, 152)]


SCHOOL = (("2h 3h 4h 5h / 6d", "2h 2c / 3h kc"), ("7s 9s / 2s td", "7s 7d 9s 9d / ad 2s"))


def test_r12_1_school_has_two_rounds_and_no_diamonds() -> None:
    sheets = RULES.score_position(position(*SCHOOL, school=True))

    assert [sheet.total for sheet in sheets] == [40 + 20 + 10, 20 + 40 + 10]
    assert [one.place for one in RULES.place_position(position(*SCHOOL, school=True))] == [1, 1]


def test_r12_1_there_are_two_players() -> None:
    assert culprit(pb.Position()) == "players"
    assert culprit(pb.Position(players=[player(ANN)] * 3)) == "players"


@pytest.mark.parametrize("rounds", [(), ANN[:2], (*ANN, ANN[0])])
def test_r12_1_there_are_three_rounds(rounds: tuple[str, ...]) -> None:
    assert culprit(position(rounds)) == "players[0].rounds"


def test_r12_1_school_has_not_three_rounds() -> None:
    assert culprit(position(school=True)) == "players[0].rounds"


def test_r12_2_no_card_occurs_twice_in_a_round() -> None:
    assert culprit(position(("2h 3h / 6d 3h", *ANN[1:]))) == "players[0].rounds[0].others[1]"
    assert culprit(position(bob=("7s 9s / 2s 4h", *BOB[1:]))) == "players[1].rounds[0].others[1]"


@pytest.mark.parametrize("name", ["1h", "", "10h", "KH", "jk3"])
def test_r12_2_a_card_that_does_not_exist_is_refused(name: str) -> None:
    found = position()
    found.players[1].rounds[2].others[1] = name

    assert culprit(found) == "players[1].rounds[2].others[1]"


def test_r12_2_school_has_no_jokers() -> None:
    assert (
        culprit(position(("2h / jk1", "2h / 3h"), SCHOOL[1], school=True)) == "players[0].rounds[0].others[0]"
    )


def test_r12_3_runs_make_sense() -> None:
    assert culprit(position(("2h 3c / 6d", *ANN[1:]))) == "players[0].rounds[0].run"


def test_r12_3_runs_are_not_too_long() -> None:
    assert culprit(position(("2h 3h 4h 5h 7h / 6d", *ANN[1:]))) == "players[0].rounds[0].run"


def test_r12_3_the_number_of_cards_may_be_odd() -> None:
    rounds = ("2h 3h 4h / 6d", "2h / 6d", "2h / 6d")

    assert RULES.score_position(position(rounds, ("/", "/", "/")))[0].total == 30 + 2 + 10 + 2 + 10 + 2


def test_r12_4_at_most_one_run_is_complete() -> None:
    bob = ("7s 9s ts js / 2s", "7s / 2s", "7s / 2s")

    assert culprit(position(("2h 3h 4h 5h /", "2h /", "2h /"), bob)) == "players[1].rounds[0].run"


def test_r12_5_no_card_goes_from_one_player_to_the_other() -> None:
    assert (
        culprit(position(("2h /", "3h /", "3h /"), ("7s /", "7s / 2h", "7s /")))
        == "players[1].rounds[1].others[0]"
    )


def test_r12_5_a_removed_card_does_not_come_back() -> None:
    assert culprit(position(("2h /", "3h /", "3h / 2h"), ("/", "/", "/"))) == "players[0].rounds[2].others[0]"


def test_r12_1_another_message_is_no_position() -> None:
    assert culprit(pb.View()) == ""
    with pytest.raises(PositionImpossible):
        RULES.place_position(pb.Move())
