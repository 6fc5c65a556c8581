import pickle
from copy import deepcopy

from nurselog.rules.enums import QuickEnum


class Tide(QuickEnum):
    EBB = "ebb"
    FLOOD = "flood"


def test_members_are_found_in_tables() -> None:
    table = {Tide.EBB: 1, Tide.FLOOD: 2}
    assert [table[tide] for tide in (Tide("ebb"), Tide["FLOOD"], deepcopy(Tide.EBB))] == [1, 2, 1]


def test_a_member_that_travelled_is_the_same() -> None:
    assert {Tide.EBB: 1}[pickle.loads(pickle.dumps(Tide.EBB))] == 1


def test_only_members_are_members() -> None:
    assert [tide.name for tide in Tide] == ["EBB", "FLOOD"]
