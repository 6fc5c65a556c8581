from __future__ import annotations

import pytest
from pydantic import Field, SecretStr, ValidationError

from nurselog.chassis.config import Settings, describe


class ToySettings(Settings):
    game: str = Field(default="toy", description="The game that is served.")
    key: SecretStr = Field(default=SecretStr(""), description="Signs tokens.")


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for row in describe(ToySettings):
        monkeypatch.delenv(row.variable, raising=False)


def test_every_field_is_documented() -> None:
    assert [row.variable for row in describe(Settings) if not row.description.endswith(".")] == []


def test_variables_carry_our_prefix_except_those_of_the_store() -> None:
    unprefixed = {row.variable for row in describe(ToySettings) if not row.variable.startswith("NURSELOG_")}
    assert unprefixed == {"REDIS_URL", "REDIS_CLUSTER"}


def test_the_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://store:7000/2")
    monkeypatch.setenv("REDIS_CLUSTER", "1")
    monkeypatch.setenv("NURSELOG_GAME", "cascadia")
    settings = ToySettings()
    assert (settings.redis_url, settings.redis_cluster, settings.game) == (
        "redis://store:7000/2",
        True,
        "cascadia",
    )


def test_an_empty_variable_means_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NURSELOG_PORT", "")
    assert ToySettings().port == 0


def test_settings_are_frozen() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Settings().port = 7


@pytest.mark.parametrize(("variable", "value"), [("NURSELOG_PORT", "70000"), ("NURSELOG_LOG_FORMAT", "xml")])
def test_a_wrong_value_is_refused(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ValidationError):
        ToySettings()


def test_describe_shows_values_but_no_secret() -> None:
    rows = {row.variable: row for row in describe(ToySettings(game="cascadia", key=SecretStr("abc")))}
    assert (rows["NURSELOG_GAME"].default, rows["NURSELOG_GAME"].value) == ("toy", "cascadia")
    assert rows["NURSELOG_KEY"].value == "[secret]"


def test_a_password_in_the_store_s_address_is_not_shown() -> None:
    rows = {row.variable: row for row in describe(Settings(redis_url="redis://ann:pw@store:6379/0"))}
    assert rows["REDIS_URL"].value == "redis://ann:[secret]@store:6379/0"
