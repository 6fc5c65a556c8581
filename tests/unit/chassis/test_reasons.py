"""Every reason that any of our code raises is declared in the contract, with the code it is raised with."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from nurselog.api.common.v1.errors_pb2 import ErrorReason
from nurselog.chassis.errors import _FOREIGN, FAMILY

ROOT = Path(__file__).parents[3]
PROTO = ROOT / "protos/nurselog/api/common/v1/errors.proto"
KINDS = {kind.__name__: kind for kind in FAMILY}
MADE = re.compile(rf"\b({'|'.join(KINDS)})\s*\(")

Raised = tuple[str, str, str]
"""Where, the name of the class, the reason."""


@cache
def declared() -> dict[str, str]:
    """The gRPC code that stands last in the comment of each reason."""
    found = re.findall(r"((?:\s*//[^\n]*\n)+)\s*ERROR_REASON_(\w+) = [1-9]\d*;", PROTO.read_text())
    codes = "|".join(kind.code.name for kind in FAMILY)
    return {reason: re.findall(rf"\b({codes})\b", comment)[-1] for comment, reason in found}


def refusals(*roots: str) -> Iterator[tuple[str, ast.Call]]:
    """Where, and the call that makes the refusal."""
    for root in roots:
        for path in sorted((ROOT / root).rglob("*.py")):
            for call in calls(path):
                yield f"{path.relative_to(ROOT)}:{call.lineno}", call


@cache
def calls(path: Path) -> list[ast.Call]:
    """The calls in a file that make a refusal; most files do not have one, which their text tells faster."""
    text = path.read_text()
    if not MADE.search(text):
        return []
    made = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    return [one for one in made if _name(one.func) in KINDS and one.args and any(_texts(one.args[0]))]


def raised() -> Iterator[Raised]:
    for where, call in refusals("services", "gateway"):
        for reason in _texts(call.args[0]):
            yield where, _name(call.func), reason


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Name):
        return function.id
    return function.attr if isinstance(function, ast.Attribute) else ""


def _texts(reason: ast.expr) -> Iterator[str]:
    """The reasons that an argument can be: a literal, or a choice between literals."""
    if isinstance(reason, ast.Constant) and isinstance(reason.value, str):
        yield reason.value
    elif isinstance(reason, ast.IfExp):
        yield from _texts(reason.body)
        yield from _texts(reason.orelse)


def fields_of(call: ast.Call) -> list[ast.expr]:
    return [keyword.value for keyword in call.keywords if keyword.arg == "field"]


SERVICES = [
    f"services/nurselog/{name}" for name in ("engine", "tournament", "matchmaking", "scoring", "clock")
]
NO_FIELD = {"Aborted", "Unavailable", "OPERATOR_REQUIRED", "SESSION_REQUIRED"}
"""Who was too slow, who finds us away, or is not the one to ask would get no further with another field."""
FIELD = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*")


@pytest.mark.parametrize("where", SERVICES)
def test_every_refusal_of_a_service_names_a_field(where: str) -> None:
    """The wrong one, or the one that names what is in no state for the call."""
    made = [call for _, call in refusals(where)]
    named = [one for one in made if NO_FIELD.isdisjoint((_name(one.func), *_texts(one.args[0])))]
    assert named
    assert [ast.unparse(call) for call in named if not fields_of(call)] == []


def test_fields_are_called_as_in_the_contract() -> None:
    told = [field for _, call in refusals("services", "gateway") for field in fields_of(call)]
    literal = [field.value for field in told if isinstance(field, ast.Constant)]
    assert literal
    assert [field for field in literal if not FIELD.fullmatch(str(field))] == []


def test_every_reason_says_its_code() -> None:
    names = {name.removeprefix("ERROR_REASON_") for name in ErrorReason.keys()} - {"UNSPECIFIED"}  # noqa: SIM118
    assert declared().keys() == names


@pytest.mark.parametrize("where", sorted(raised()), ids=lambda where: f"{where[0]}:{where[2]}")
def test_what_is_raised_is_declared_with_that_code(where: Raised) -> None:
    _, kind, reason = where
    assert declared().get(reason) == KINDS[kind].code.name


@pytest.mark.parametrize(("kind", "reason"), [(kind, reason) for kind, (reason, _) in _FOREIGN.items()])
def test_what_foreign_errors_become_is_declared(kind: type, reason: str) -> None:
    assert declared()[reason] == KINDS[kind.__name__].code.name
