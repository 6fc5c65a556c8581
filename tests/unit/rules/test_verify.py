from collections.abc import Callable
from dataclasses import replace

import pytest

from nurselog.rules.api import EndedBy, Outcome, Points
from nurselog.rules.chance import Luck
from nurselog.rules.record import Record
from nurselog.rules.verify import verify
from nurselog.rules.walk import Setting, record_of, walk
from tests.support.toy_games import STONES, TIDEPOOLS


def true_record(seed: int = 3) -> Record:
    options = TIDEPOOLS.spec.complete({"bonus": "on"}, 2)
    setting = Setting(options=options, seat_count=2, seed=seed)
    return record_of(TIDEPOOLS, setting, list(walk(TIDEPOOLS, setting)))


def test_a_true_record_is_found_true_and_it_is_told_what_was_compared() -> None:
    record = true_record()
    report = verify(record, TIDEPOOLS)
    assert report.ok
    assert (report.commits, report.digests) == (len(record.entries), len(record.entries))
    assert report.answers == 11 + 6
    assert report.play is not None
    assert report.play.outcome == record.outcome


def test_without_the_seed_luck_is_believed() -> None:
    report = verify(replace(true_record(), seed=b""), TIDEPOOLS)
    assert (report.ok, report.answers) == (True, 0)


def test_the_salts_are_part_of_the_luck() -> None:
    report = verify(replace(true_record(), salts=("a", "", "")), TIDEPOOLS)
    assert {finding.code for finding in report.findings} == {"luck"}


def test_an_unfinished_play_can_be_verified() -> None:
    record = true_record()
    report = verify(replace(record, entries=record.entries[:4], outcome=None), TIDEPOOLS)
    assert (report.ok, report.commits) == (True, 4)


def with_entry(version: int, **values: object) -> Callable[[Record], Record]:
    def change(record: Record) -> Record:
        entries = list(record.entries)
        entries[version] = entries[version]._replace(**values)  # type: ignore[arg-type]  # whatever is false
        return replace(record, entries=tuple(entries))

    return change


def with_outcome(**values: object) -> Callable[[Record], Record]:
    def change(record: Record) -> Record:
        assert record.outcome is not None
        first, *others = record.outcome.placements
        changed = replace(first, **values)  # type: ignore[arg-type]  # whatever is false
        return replace(record, outcome=Outcome(record.outcome.reason, (changed, *others)))

    return change


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        (
            lambda record: replace(record, game="stones"),
            "rules",
            "is of stones 1, these are the rules of tide",
        ),
        (lambda record: replace(record, rules_version="0"), "rules", "is of tidepools 0"),
        (lambda record: replace(record, entries=()), "replay", "no moves"),
        (lambda record: replace(record, options={"bonus": "yes"}), "options", "not 'yes'"),
        (lambda record: replace(record, seat_names=("ann",)), "options", "2 to 3 seats, not 1"),
        (lambda record: replace(record, outcome=None), "result", "the record tells Result *; the play"),
        (with_outcome(total=Points(99)), "result", "the record tells Result 99-"),
        (with_outcome(ended_by=EndedBy.LEFT), "result", "EndedBy left played; the play"),
        (with_entry(2, digest=bytes(8)), "replay", "version 2: the log's digest is 0000000000000000"),
        (with_entry(1, move="p99"), "replay", "version 1: p99: You do not hold 99"),
        (with_entry(1, luck=(Luck(2, 1),)), "replay", "version 1: 1 recorded answers"),
        (lambda record: replace(record, seed_hash="00"), "seed", "not the one whose SHA-256"),
        (
            lambda record: replace(record, scope="elsewhere"),
            "luck",
            "version 0, answer 1: below 12 the record",
        ),
    ],
)
def test_every_lie_is_found(change: Callable[[Record], Record], code: str, message: str) -> None:
    report = verify(change(true_record()), TIDEPOOLS)
    assert not report.ok
    found = [finding.message for finding in report.findings if finding.code == code]
    assert message in found[0]


def test_luck_that_was_changed_with_everything_that_follows_is_found_by_the_seed() -> None:
    """A cheat who replays the rules over another shuffle still has to answer for the seed."""
    false = replace(
        true_record(seed=4), seed=true_record(seed=3).seed, seed_hash=true_record(seed=3).seed_hash
    )
    report = verify(false, TIDEPOOLS)
    assert {finding.code for finding in report.findings} == {"luck"}


def test_what_was_reproduced_before_a_lie_is_told() -> None:
    report = verify(with_entry(3, digest=bytes(8))(true_record()), TIDEPOOLS)
    assert (report.commits, report.digests) == (3, 3)
    assert report.play is not None
    assert report.play.version == 2


def test_the_rules_of_another_game_reproduce_nothing() -> None:
    report = verify(true_record(), STONES)
    assert (report.ok, report.commits, report.play) == (False, 0, None)
