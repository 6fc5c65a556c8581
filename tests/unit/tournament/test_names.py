"""Names are of plain ASCII: a round has one name, however many ways there are to write a digit."""

from __future__ import annotations

import pytest

from nurselog.chassis.errors import InvalidArgument
from nurselog.tournament.names import PairingName, read_pairing, read_round

EVENT = "tournaments/e0-k3v9q2ma"


def test_a_round_and_a_pairing() -> None:
    assert read_round(f"{EVENT}/rounds/13") == ("e0-k3v9q2ma", 13)
    assert read_pairing(f"{EVENT}/rounds/13/pairings/p1") == PairingName("e0-k3v9q2ma", 13, "p1")


@pytest.mark.parametrize("number", ["1٣", "1३", "013", "0", "-1", "13 ", "1_3", "1" * 7, ""], ids=ascii)
def test_no_rounds(number: str) -> None:
    with pytest.raises(InvalidArgument, match="FIELD_INVALID"):
        read_round(f"{EVENT}/rounds/{number}")
    with pytest.raises(InvalidArgument, match="FIELD_INVALID"):
        read_pairing(f"{EVENT}/rounds/{number}/pairings/p1")
