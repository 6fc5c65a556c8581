import gc

from nurselog.chassis.collector import collector_spared


def test_the_collector_is_spared_for_a_while() -> None:
    before = gc.get_threshold()

    with collector_spared():
        assert gc.get_threshold()[0] > before[0]
        assert gc.get_freeze_count() > 0

    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
