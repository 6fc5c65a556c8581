"""Whether a record tells the truth: replayed by the rules, its luck compared with the revealed seed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from nurselog.rules.api import AnyRules, OptionProblem
from nurselog.rules.chance import SeededChance, luck_key, seed_hash
from nurselog.rules.fold import Advance, Play, ReplayMismatch, replay
from nurselog.rules.house import plies
from nurselog.rules.record import Record, result_text


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing in which a record does not tell the truth: a stable code and a sentence."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Report:
    """What verifying a record found out."""

    findings: tuple[Finding, ...]
    commits: int
    """How many commits the rules reproduced."""
    answers: int
    """How many answers of luck were compared with the seed; 0 if the record does not reveal it."""
    unproven: int
    """How many answers of luck there are that no seed speaks for."""
    digests: int
    """How many digests were compared."""
    play: Play[Any] | None
    """The play after the last commit that was reproduced."""

    @property
    def ok(self) -> bool:
        """True if nothing speaks against the record."""
        return not self.findings


def verify(record: Record, rules: AnyRules) -> Report:
    """Everything that can be found out about a record with the rules of its game."""
    findings = [*_about_game(record, rules)]
    steps: list[Advance[Any]] = []
    if not findings:
        try:
            for step in replay_record(record, rules):
                steps.append(step)  # noqa: PERF402 - those before a mismatch are kept
        except OptionProblem as problem:
            findings.append(Finding("options", str(problem)))
        except ReplayMismatch as mismatch:
            findings.append(Finding("replay", str(mismatch)))
    play = steps[-1].play if steps else None
    luck = sum(len(entry.luck) for entry in record.entries)
    if play is not None and not findings:
        findings += _about_result(record, play)
    findings += _about_seed(record)
    return Report(
        tuple(findings),
        commits=len(steps),
        answers=luck if record.seed else 0,
        unproven=0 if record.seed else luck,
        digests=sum(bool(entry.digest) for entry in record.entries[: len(steps)]),
        play=play,
    )


def replay_record(record: Record, rules: AnyRules) -> Iterator[Advance[Any]]:
    """The commits of a record, one by one. Raises `OptionProblem` or `ReplayMismatch`."""
    options = rules.spec.complete(record.options, record.seat_count)
    return replay(rules, options, record.seat_count, record.entries, policy=record.policy)


def _about_game(record: Record, rules: AnyRules) -> Iterator[Finding]:
    told = (record.game, record.rules_version)
    known = (rules.spec.name, rules.spec.rules_version)
    if told != known:
        yield Finding("rules", f"the record is of {' '.join(told)}, these are the rules of {' '.join(known)}")
    if not record.entries:
        yield Finding("replay", "the record has no moves, not even the setup")


def _about_result(record: Record, play: Play[Any]) -> Iterator[Finding]:
    if record.outcome != play.outcome:
        told, came = result_text(record.outcome), result_text(play.outcome)
        yield Finding("result", f"the record tells {told}; the play came to {came}")


def _about_seed(record: Record) -> Iterator[Finding]:
    if not record.seed:
        return
    if seed_hash(record.seed) != record.seed_hash:
        yield Finding("seed", "the revealed seed is not the one whose SHA-256 was published")
    key = luck_key(record.seed, record.salts or ("",) * (record.seat_count + 1))
    for version, (ply, entry) in enumerate(zip(_plies(record), record.entries, strict=True)):
        chance = SeededChance(key, record.scope, ply if record.deal else version)
        for number, luck in enumerate(entry.luck, start=1):
            answer = chance.below(luck.bound)
            if answer != luck.answer:
                told = f"below {luck.bound} the record says {luck.answer}, the seed {answer}"
                yield Finding("luck", f"version {version}, answer {number}: {told}")
                break


def _plies(record: Record) -> Iterator[int]:
    return plies(entry.move for entry in record.entries)
