from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import promql_parser
import pytest

from tests.unit.deploy.house import DEPLOY, documents, engine_of, games, processes
from tools.protoc import ROOT

FOLDER = DEPLOY / "observability"
ALERTS = [rule for group in documents(FOLDER / "alerts.yml")[0]["groups"] for rule in group["rules"]]
DASHBOARD: dict[str, Any] = json.loads(
    (FOLDER / "grafana/dashboards/nurselog.json").read_text(encoding="utf-8")
)
EXPRESSIONS = [
    *(rule["expr"] for rule in ALERTS),
    *(target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]),
]

OF_THE_SCRAPE = {"job", "instance", "process"}
NOT_OURS = {
    "up": set[str](),
    "process_resident_memory_bytes": set[str](),
    "process_cpu_seconds_total": set[str](),
}
"""What Prometheus and its client for Python measure by themselves."""

SERIES = {"Counter": ("",), "Gauge": ("",), "Histogram": ("_bucket", "_sum", "_count")}


@cache
def measured() -> dict[str, set[str]]:
    """The series that the code makes, with their labels; read from the source: nothing is left out."""
    found = dict(NOT_OURS)
    for path in (*ROOT.glob("services/**/*.py"), *ROOT.glob("gateway/**/*.py")):
        for call in (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)):
            kind = getattr(call.func, "id", getattr(call.func, "attr", ""))
            if kind in SERIES and call.args and isinstance(call.args[0], ast.Constant):
                labels = set(ast.literal_eval(call.args[2])) if len(call.args) > 2 else set()
                for suffix in SERIES[kind]:
                    series = str(call.args[0].value) + suffix
                    found[series] = labels | ({"le"} if suffix == "_bucket" else set())
    return found


def selectors(expression: str) -> Iterator[promql_parser.VectorSelector]:
    """Every series that an expression asks for."""
    found: list[promql_parser.VectorSelector] = []

    def note(part: promql_parser.Expr) -> bool:
        if isinstance(part, promql_parser.VectorSelector):
            found.append(part)
        return True

    promql_parser.walk(promql_parser.parse(expression), note)
    yield from found


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expressions_ask_for_what_the_code_measures(expression: str) -> None:
    names = measured()
    asked = list(selectors(expression))

    assert asked
    for selector in asked:
        assert selector.name is not None
        assert selector.name in names
        labels = {matcher.name for matcher in selector.matchers.matchers}
        assert labels <= names[selector.name] | OF_THE_SCRAPE


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expressions_group_by_labels_that_exist(expression: str) -> None:
    known = set.union(OF_THE_SCRAPE, *(measured()[selector.name or ""] for selector in selectors(expression)))

    for grouping in re.findall(r"by \(([^)]+)\)", expression):
        assert {label.strip() for label in grouping.split(",")} <= known


@pytest.mark.parametrize("alert", ALERTS, ids=lambda alert: alert["alert"])
def test_an_alert_says_how_urgent_it_is_and_where_to_look(alert: dict[str, Any]) -> None:
    assert alert["labels"]["severity"] in {"page", "ticket"}
    assert alert["annotations"]["summary"]
    assert alert["annotations"]["look"]


def test_each_panel_says_what_it_shows_and_none_covers_another() -> None:
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in DASHBOARD["panels"]]

    assert len(set(places)) == len(places)
    assert all(panel["title"] and panel["description"] for panel in DASHBOARD["panels"])


def test_every_process_is_scraped() -> None:
    (job,) = documents(FOLDER / "prometheus.yml")[0]["scrape_configs"]
    engines = {engine_of(game) for game in games()}

    targets = set(job["static_configs"][0]["targets"])
    assert targets == {f"{name}:9100" for name in (processes() - {"engine"}) | engines}
