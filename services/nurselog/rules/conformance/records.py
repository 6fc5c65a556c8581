"""Laws of records: what was played can be played again, by anybody, from the text alone."""

from nurselog.rules.conformance.suite import LawBroken, Played, law_of_tables, require
from nurselog.rules.fold import ReplayMismatch, replay
from nurselog.rules.record import read_record, write_record
from nurselog.rules.verify import verify
from nurselog.rules.walk import record_of


@law_of_tables
def a_replay_gives_the_same_commits(played: Played) -> None:
    setting = played.setting
    entries = [commit.entry for commit in played.commits]
    again = replay(played.rules, setting.options, setting.seat_count, entries, policy=setting.policy)
    try:
        for made, replayed in zip(played.commits, again, strict=True):
            require(made == replayed, f"version {made.play.version} is another when replayed")
    except ReplayMismatch as mismatch:
        raise LawBroken(f"a replay does not come to the same: {mismatch}") from mismatch


@law_of_tables
def a_record_is_read_as_it_was_written(played: Played) -> None:
    record = record_of(played.rules, played.setting, played.commits)
    require(read_record(write_record(record)) == record, "the record is another when read")


@law_of_tables
def a_record_is_verified(played: Played) -> None:
    record = read_record(write_record(record_of(played.rules, played.setting, played.commits)))
    report = verify(record, played.rules)
    require(report.ok, f"the record of a true play does not verify: {report.findings}")
    require(report.commits == len(played.commits), f"only {report.commits} commits were reproduced")
