from __future__ import annotations

import pytest

from nurselog.cli.main import main


@pytest.mark.parametrize("command", [["up"], ["play", "forest_sky"]])
def test_settings_that_cannot_be_read_end_a_command_with_their_names(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["nurselog", *command])
    monkeypatch.setenv("NURSELOG_HTTP_PORT", "many")
    monkeypatch.setenv("REDIS_CLUSTER", "maybe")

    with pytest.raises(SystemExit) as ended:
        main()

    said = capsys.readouterr().err.splitlines()
    assert ended.value.code == 2
    assert [line.partition(":")[0] for line in said] == ["REDIS_CLUSTER", "NURSELOG_HTTP_PORT"]


@pytest.mark.parametrize("port", ["65536", "-1"])
def test_a_port_that_cannot_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], port: str
) -> None:
    monkeypatch.setattr("sys.argv", ["nurselog", "up", "--http-port", port])

    with pytest.raises(SystemExit) as ended:
        main()

    assert ended.value.code == 2
    assert "--http-port" in capsys.readouterr().err
