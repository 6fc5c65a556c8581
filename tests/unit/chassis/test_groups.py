"""Trimming waits for every consumer of the house: none may be forgotten."""

from __future__ import annotations

import ast
from pathlib import Path

from nurselog.chassis.cursor import GROUPS

SERVICES = Path(__file__).parents[3] / "services" / "nurselog"


def test_every_consumer_of_the_house_is_waited_for() -> None:
    assert set(GROUPS) == {name for path in SERVICES.glob("*/app.py") for name in _groups(path)}


def _groups(path: Path) -> set[str]:
    """The names of the groups that a service makes: literals, or constants of its module."""
    tree = ast.parse(path.read_text())
    constants = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Group":
            name = node.args[0]
            found.add(name.value if isinstance(name, ast.Constant) else constants[ast.unparse(name)])
    return {str(name) for name in found}
