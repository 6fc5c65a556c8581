"""All formats by name."""

from collections.abc import Mapping
from typing import Final

from nurselog.tournament.formats.api import Format
from nurselog.tournament.formats.pods import Pods
from nurselog.tournament.formats.swiss import Swiss
from nurselog.tournament.formats.terms import FormatName

FORMATS: Final[Mapping[FormatName, Format]] = {
    FormatName.SWISS: Swiss(),
    FormatName.PODS: Pods(),
}
