"""The store is set alike wherever it runs: embedded, in a container, on Kubernetes."""

from __future__ import annotations

import pytest

from nurselog.chassis import embedded
from tests.unit.deploy.house import DEPLOY, documents

ABOUT_THE_MACHINE = {"dir", "bind", "protected-mode", "daemonize", "loglevel", "latency-tracking"}
"""What may differ: it says where the store runs, not what it promises."""

PROMISES = {"appendonly": "yes", "appendfsync": "everysec", "save": '""', "stream-node-max-bytes": "1024"}


def of_the_container() -> dict[str, str]:
    lines = (DEPLOY / "redis/valkey.conf").read_text(encoding="utf-8").splitlines()
    return dict(line.split(maxsplit=1) for line in lines if line and not line.startswith("#"))


def of_kubernetes() -> dict[str, str]:
    (store,) = (d for d in documents(DEPLOY / "kubernetes/store.yaml") if d["kind"] == "StatefulSet")
    words = store["spec"]["template"]["spec"]["containers"][0]["args"][1:]
    return dict(word.removeprefix("--").split(maxsplit=1) for word in words)


def of_the_machine() -> dict[str, str]:
    return {name: value or '""' for name, value in embedded.DEFAULTS.items()}


@pytest.mark.parametrize("settings", [of_the_container(), of_kubernetes(), of_the_machine()])
def test_moves_are_appended_and_idle_tables_stay_small(settings: dict[str, str]) -> None:
    assert PROMISES.items() <= settings.items()


def test_container_and_kubernetes_agree() -> None:
    kubernetes = {name: value for name, value in of_kubernetes().items() if name not in ABOUT_THE_MACHINE}

    assert of_the_container() == kubernetes


def test_what_the_embedded_store_is_told_holds_everywhere() -> None:
    told = {name: value for name, value in of_the_machine().items() if name not in ABOUT_THE_MACHINE}

    assert told.items() <= of_the_container().items()
