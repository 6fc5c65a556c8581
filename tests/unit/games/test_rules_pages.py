"""RULES.md of every game: numbered, cited correctly by code and tests, and true about the notation."""

import importlib
import re
from importlib import resources
from pathlib import Path

import pytest

from nurselog.rules.api import Rejection
from nurselog.rules.registry import game_names, load_rules

GAMES = game_names()
TESTS = Path(__file__).parent


def page(game: str) -> str:
    return resources.files(f"nurselog.games.{game}").joinpath("RULES.md").read_text(encoding="utf-8")


def rules_and_chapters(game: str) -> set[str]:
    text = page(game)
    rules = re.findall(r"^(\d+\.\d+)\. ", text, re.MULTILINE)
    assert len(set(rules)) == len(rules), "a number is used twice"
    return {*rules, *re.findall(r"^## (\d+)\. ", text, re.MULTILINE)}


def rejections(game: str) -> list[Rejection]:
    legal = importlib.import_module(f"nurselog.games.{game}.legal")
    return [value for value in vars(legal).values() if isinstance(value, Rejection)]


@pytest.mark.parametrize("game", GAMES)
def test_every_rejection_cites_a_rule_of_the_page(game: str) -> None:
    assert {rejection.rule for rejection in rejections(game)} <= rules_and_chapters(game)


@pytest.mark.parametrize("game", GAMES)
def test_every_rejection_has_a_code_of_its_own(game: str) -> None:
    codes = [rejection.code for rejection in rejections(game)]

    assert len(set(codes)) == len(codes) > 0
    assert all(re.fullmatch("[a-z]+(_[a-z]+)*", code) for code in codes)


@pytest.mark.parametrize("game", GAMES)
def test_every_rejection_has_a_test(game: str) -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in (TESTS / game).glob("test_*.py"))

    missing = [one.code for one in rejections(game) if f'("{one.code}", "{one.rule}")' not in tests]

    assert missing == []


@pytest.mark.parametrize("game", GAMES)
def test_every_test_named_after_a_rule_names_one_of_the_page(game: str) -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in (TESTS / game).glob("test_*.py"))
    named = {
        f"{chapter}.{rule}" if rule else chapter
        for chapter, rule in re.findall(r"def test_r(\d+)(?:_(\d+))?_", tests)
    }

    assert named <= rules_and_chapters(game)


@pytest.mark.parametrize("game", GAMES)
def test_the_page_shows_the_declared_notation(game: str) -> None:
    shown = re.findall(r"^\| `([^`]+)` \| [^|]+ \|$", page(game), re.MULTILINE)

    declared = [text for text, _ in load_rules(game).spec.notation]
    assert len(declared) >= 10
    assert shown[-len(declared) :] == declared


@pytest.mark.parametrize("game", GAMES)
def test_the_page_names_the_version_and_every_option(game: str) -> None:
    spec = load_rules(game).spec

    assert f"Rules version {spec.rules_version}." in page(game)
    assert [option.name for option in spec.options if f"`{option.name}`" not in page(game)] == []
