"""The settings every process has, read once from the environment; a service adds its own in a subclass.

No module of the house reads the environment elsewhere. `describe` lists the settings for `nurselog doctor`
and the docs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "NURSELOG_"
DEFAULT_REDIS_URL = "redis://127.0.0.1:6379/0"
SETTINGS_INVALID = 2
"""Exit code of a process that was told something it cannot take: starting it again changes nothing."""


class Settings(BaseSettings):
    """What each process of the house can be told; every field has a default that works on one machine."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, frozen=True, populate_by_name=True, extra="ignore", env_ignore_empty=True
    )

    redis_url: str = Field(
        default=DEFAULT_REDIS_URL,
        validation_alias="REDIS_URL",
        description="Where the store answers (redis://, rediss://, unix://): Redis 7.2+ or Valkey 8+.",
    )
    redis_cluster: bool = Field(
        default=False,
        validation_alias="REDIS_CLUSTER",
        description="1 when REDIS_URL names a node of a cluster.",
    )
    redis_timeout_s: float = Field(
        default=5.0,
        ge=2,
        description="Seconds after which an unanswered command of the store counts as failed.",
    )
    redis_retries: int = Field(
        default=3, ge=0, description="How often a command is sent again after a lost connection to the store."
    )
    host: str = Field(
        default="127.0.0.1", description="Address on which gRPC listens; 0.0.0.0 in a container."
    )
    port: int = Field(
        default=0, ge=0, le=65535, description="Port on which gRPC listens; 0 takes a free one."
    )
    metrics_host: str = Field(
        default="127.0.0.1", description="Address on which Prometheus metrics are served."
    )
    metrics_port: int = Field(
        default=0, ge=0, le=65535, description="Port on which Prometheus metrics are served; 0 serves none."
    )
    log_format: Literal["json", "console"] = Field(
        default="json", description="json for machines, console for a person at a terminal."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info",
        description="The least important log entries that are written; debug shows every call.",
    )
    drain_s: float = Field(
        default=10.0,
        ge=0,
        description="Seconds that running calls get to end after SIGTERM before they are cut.",
    )
    deadline_s: float = Field(
        default=20.0,
        gt=0,
        description="Longest time a unary call may take, whatever deadline its caller set.",
    )
    keepalive_s: float = Field(
        default=30.0,
        gt=0,
        description="Seconds of silence after which a gRPC connection is asked whether it lives.",
    )
    max_message_bytes: int = Field(
        default=4 * 1024 * 1024, gt=0, description="Largest gRPC message that is accepted."
    )


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One setting as people read it; `value` is masked where it is secret."""

    variable: str
    default: str
    value: str
    description: str


def describe(settings: type[Settings] | Settings) -> Iterator[SettingRow]:
    """Each setting with its environment variable; values are those of an instance, else the defaults."""
    kind = settings if isinstance(settings, type) else type(settings)
    for name, field in kind.model_fields.items():
        alias = field.validation_alias
        default = _text(field.get_default(call_default_factory=True, validated_data={}))
        yield SettingRow(
            variable=alias if isinstance(alias, str) else f"{PREFIX}{name}".upper(),
            default=default,
            value=default if isinstance(settings, type) else _text(getattr(settings, name)),
            description=field.description or "",
        )


def wrong_settings(error: ValidationError) -> dict[str, str]:
    """What is wrong with each environment variable; its value is not told, it may be a secret."""
    return {
        variable_of(".".join(map(str, item["loc"]))): item["msg"].removeprefix("Value error, ")
        for item in error.errors(include_input=False)
    }


def variable_of(field: str) -> str:
    """The environment variable of a field (`""`: of several together); an alias is one already."""
    return field if field.isupper() else f"{PREFIX}{field or '*'}".upper()


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, SecretStr):
        return "[secret]" if value.get_secret_value() else ""
    return re.sub(r"(?<=://)([^/@:]*):[^/@]+@", r"\1:[secret]@", str(value))
