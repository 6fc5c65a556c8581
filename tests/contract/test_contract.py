"""The contract obeys each rule, or an exception says why not."""

from __future__ import annotations

import tomllib

import pytest

from tests.contract.exceptions import EXCEPTIONS
from tests.contract.model import Contract
from tests.contract.rules import RULES, Rule
from tools.protoc import ROOT


@pytest.fixture(scope="module")
def contract() -> Contract:
    return Contract.read()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_contract(rule: Rule, contract: Contract) -> None:
    excepted = EXCEPTIONS.get(rule.__name__, {})

    findings = [finding for finding in rule(contract) if finding.partition(":")[0] not in excepted]

    assert not findings, "\n".join(findings)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_no_exception_outlives_its_cause(rule: Rule, contract: Contract) -> None:
    found = {finding.partition(":")[0] for finding in rule(contract)}

    assert EXCEPTIONS.get(rule.__name__, {}).keys() <= found


def test_exceptions_are_to_rules_that_exist() -> None:
    assert EXCEPTIONS.keys() <= {rule.__name__ for rule in RULES}


def test_every_registered_game_has_a_contract(contract: Contract) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    packages = {file.package for file in contract.files}

    assert {f"nurselog.api.games.{game}.v1" for game in project["entry-points"]["nurselog.games"]} <= packages
