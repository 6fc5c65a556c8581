"""The one door to the pure half: formats by name, and its refusals as those of the house."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from nurselog.chassis.errors import FailedPrecondition, InvalidArgument
from nurselog.tournament.formats.api import Format
from nurselog.tournament.formats.registry import FORMATS
from nurselog.tournament.formats.stages import check_chain
from nurselog.tournament.formats.terms import FormatName, Terms
from nurselog.tournament.values import Refused


def format_named(name: FormatName) -> Format:
    """The format of this name."""
    return FORMATS[name]


def check(terms: Terms, entrants: int, stage: int) -> None:
    """Refuses terms that cannot be played by so many (0: by any number), with the field."""
    try:
        format_named(terms.format).check(terms, entrants)
    except Refused as refused:
        field = f"tournament.stages[{stage - 1}]" + (f".{refused.field}" if refused.field else "")
        raise InvalidArgument("TOURNAMENT_SETTING_INVALID", refused.message, field=field) from None


def check_stages(chain: tuple[Terms, ...]) -> None:
    """Refuses stages that cannot follow each other, with the field."""
    try:
        check_chain(chain)
    except Refused as refused:
        field = f"tournament.{refused.field}"
        raise InvalidArgument("TOURNAMENT_SETTING_INVALID", refused.message, field=field) from None


@contextmanager
def pairing_refusals() -> Iterator[None]:
    """A round that cannot be paired is a precondition that failed."""
    try:
        yield
    except Refused as refused:
        raise FailedPrecondition(
            "PAIRING_IMPOSSIBLE", refused.message, field=refused.field or None, cause=refused.reason
        ) from None
