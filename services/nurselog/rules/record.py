"""The record: a whole play as text, for people, archives and strangers' programs; see `docs/record.md`.

Here a record is a value, written and read; whether it tells the truth is found out by `verify`.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from nurselog.rules.api import HOUSE, Audience, EndedBy, Outcome, Placement, Points, Seat, seats
from nurselog.rules.chance import GREATEST_BOUND, Luck
from nurselog.rules.fold import Entry
from nurselog.rules.house import LeaverPolicy

NO_RESULT: Final = "*"
NOTE: Final = "    "
"""A line that begins so is a note for people."""


class RecordError(ValueError):
    """A text that is no record; `line` is where, counted from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A play and what is known about it. Version `n` is `entries[n]`."""

    game: str
    rules_version: str
    seat_names: tuple[str, ...]
    entries: tuple[Entry, ...]
    table: str = ""
    date: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    policy: LeaverPolicy = LeaverPolicy.TIMEOUT_MOVES
    outcome: Outcome | None = None
    seed_hash: str = ""
    seed: bytes = b""
    scope: str = ""
    deal: str = ""
    """The deal whose luck the table shared with others: its luck goes by plies instead of versions."""
    salts: tuple[str, ...] = ()
    """One of each seat, the creator's last; empty if nobody gave any."""
    times: tuple[int, ...] = ()
    """When each commit was made, in ms since 1970; empty if not known."""
    more: tuple[tuple[str, str], ...] = ()
    """Tags that mean nothing to the kernel."""

    @property
    def seat_count(self) -> int:
        return len(self.seat_names)


# --- Writing ------------------------------------------------------------------------------------------------


def write_record(record: Record) -> str:
    """The text of a record; `read_record` gives the record back."""
    lines = [f"[{name} {json.dumps(value, ensure_ascii=False)}]" for name, value in _tags(record)]
    times = record.times or (None,) * len(record.entries)
    lines.append("")
    lines += [
        _ply_line(version, entry, time)
        for version, (entry, time) in enumerate(zip(record.entries, times, strict=True))
    ]
    return "\n".join(lines) + "\n"


def result_text(outcome: Outcome | None) -> str:
    """An outcome in the words of a record."""
    return ", ".join(f"{name} {value}" for name, value in _result_tags(outcome) if value)


def _tags(record: Record) -> Iterable[tuple[str, str]]:
    yield "Game", record.game
    yield "Rules", record.rules_version
    yield "Table", record.table
    yield "Date", record.date
    yield "Options", " ".join(f"{name}={value}" for name, value in record.options.items())
    yield "Policy", record.policy.value
    for seat, name in enumerate(record.seat_names):
        yield f"Seat{seat}", name
    yield from _result_tags(record.outcome)
    yield "SeedHash", record.seed_hash
    yield "Seed", record.seed.hex()
    yield "Scope", record.scope
    if record.deal:
        yield "Deal", record.deal
    for seat, salt in enumerate(record.salts):
        yield f"Salt{seat}", salt
    yield from record.more


def _result_tags(outcome: Outcome | None) -> Iterable[tuple[str, str]]:
    placements = outcome.placements if outcome else ()
    yield "Result", "-".join(str(one.total) for one in placements) or NO_RESULT
    yield "Reason", outcome.reason if outcome else ""
    yield "Places", " ".join(str(one.place) for one in placements)
    yield "EndedBy", " ".join(one.ended_by.value for one in placements)


def _ply_line(version: int, entry: Entry, time: int | None) -> str:
    seat = "" if entry.seat == HOUSE else f"{entry.seat}:"
    luck = " ".join(f"{bound}:{answer}" for bound, answer in entry.luck)
    digest = f" ;{entry.digest.hex()}" if entry.digest else ""
    at = "" if time is None else f" @{time}"
    return f"{version}. {seat}{entry.move} {{{luck}}}{digest}{at}"


# --- Reading ------------------------------------------------------------------------------------------------

_TAG: Final = re.compile(r'\[([A-Z][A-Za-z0-9]*) ("(?:[^"\\]|\\.)*")\]')
_TAG_LINE: Final = re.compile(rf"{_TAG.pattern}(?: *{_TAG.pattern})*")
_PLY: Final = re.compile(
    r"(?P<version>[0-9]+)\. (?:(?P<seat>[0-9]+):)?(?P<move>[!-@\[-~]+) \{(?P<luck>[0-9: ]*)\}"
    r"(?: ;(?P<digest>[0-9a-f]{16}))?(?: @(?P<time>[0-9]+))?"
)
_LUCK: Final = re.compile(r"(?:[0-9]+:[0-9]+(?: [0-9]+:[0-9]+)*)?")
_RESULT: Final = re.compile(r"-?[0-9]+(?:--?[0-9]+)*")
_TOTAL: Final = re.compile(r"(?:^|-)(-?[0-9]+)")

_KNOWN: Final = frozenset(
    {"Game", "Rules", "Table", "Date", "Options", "Policy", "Result", "Reason", "Places", "EndedBy"}
    | {"SeedHash", "Seed", "Scope", "Deal"}
)
_NUMBERED: Final = re.compile(r"(?:Seat|Salt)[0-9]+")


def read_record(text: str) -> Record:
    """The record of a text. Raises `RecordError` with the line of the first thing that is wrong."""
    tags: dict[str, tuple[int, str]] = {}
    entries: list[Entry] = []
    times: list[int] = []
    last = 0
    for number, line in enumerate(text.split("\n"), start=1):
        last = number
        if not line.strip() or line.startswith(NOTE):
            continue
        if line.startswith("["):
            if entries:
                raise RecordError(number, "a tag after the first move")
            _read_tags(number, line.rstrip(), tags)
        else:
            entry, time = _read_ply(number, line.rstrip(), len(entries))
            entries.append(entry)
            times += [] if time is None else [time]
    if times and len(times) != len(entries):
        raise RecordError(last, "either every move has its time, or none has")
    return _assemble(_Tags(tags, last), tuple(entries), tuple(times))


def _read_tags(number: int, line: str, tags: dict[str, tuple[int, str]]) -> None:
    if not _TAG_LINE.fullmatch(line):
        raise RecordError(number, 'a tag is [Name "value"], its value a JSON string')
    for name, quoted in _TAG.findall(line):
        if name in tags:
            raise RecordError(number, f"tag {name} is given twice")
        try:
            tags[name] = (number, json.loads(quoted))
        except ValueError as problem:
            raise RecordError(number, f"the value of tag {name} is no JSON string: {problem}") from None


def _read_ply(number: int, line: str, version: int) -> tuple[Entry, int | None]:
    match = _PLY.fullmatch(line)
    if match is None:
        raise RecordError(number, "a move is `version. seat:move {bound:answer ...} ;digest @time`")
    if int(match["version"]) != version:
        raise RecordError(number, f"version {match['version']} stands where {version} is expected")
    if not _LUCK.fullmatch(match["luck"]):
        raise RecordError(number, "luck is `bound:answer`, with single spaces between")
    pairs = (pair.split(":") for pair in match["luck"].split())
    luck = tuple(Luck(int(bound), int(answer)) for bound, answer in pairs)
    if not all(one.answer < one.bound <= GREATEST_BOUND for one in luck):
        raise RecordError(number, f"luck answers below its bound, which is at most {GREATEST_BOUND}")
    seat = HOUSE if match["seat"] is None else Seat(Audience(int(match["seat"])))
    time = None if match["time"] is None else int(match["time"])
    return Entry(seat, match["move"], luck, bytes.fromhex(match["digest"] or "")), time


class _Tags:
    """The tags of a record with their lines, read by what they mean."""

    def __init__(self, tags: dict[str, tuple[int, str]], last: int) -> None:
        self._tags = tags
        self._last = last

    def text(self, name: str) -> str:
        return self._tags.get(name, (0, ""))[1]

    def fail(self, name: str, message: str) -> RecordError:
        return RecordError(self._tags.get(name, (self._last, ""))[0], f"tag {name}: {message}")

    def required(self, name: str) -> str:
        if not self.text(name):
            raise self.fail(name, "is missing")
        return self.text(name)

    def numbered(self, prefix: str) -> tuple[str, ...]:
        names = [name for name in self._tags if re.fullmatch(rf"{prefix}[0-9]+", name)]
        for index, name in enumerate(sorted(names, key=lambda name: int(name.removeprefix(prefix)))):
            if name != f"{prefix}{index}":
                raise self.fail(name, f"{prefix}{index} is missing before it")
        return tuple(self.text(f"{prefix}{index}") for index in range(len(names)))

    def scope(self) -> str:
        if not self.text("Scope").isascii():
            raise self.fail("Scope", "is not ASCII")
        return self.text("Scope")

    def options(self) -> dict[str, str]:
        pairs = [pair.partition("=") for pair in self.text("Options").split()]
        if any(not name or not value for name, _, value in pairs):
            raise self.fail("Options", "options are `name=value`, with spaces between")
        return {name: value for name, _, value in pairs}

    def policy(self) -> LeaverPolicy:
        try:
            return LeaverPolicy(self.text("Policy") or LeaverPolicy.TIMEOUT_MOVES.value)
        except ValueError:
            raise self.fail("Policy", f"is one of {', '.join(one.value for one in LeaverPolicy)}") from None

    def seed(self) -> bytes:
        try:
            return bytes.fromhex(self.text("Seed"))
        except ValueError:
            raise self.fail("Seed", "is not hexadecimal") from None

    def outcome(self, seat_count: int) -> Outcome | None:
        result = self.text("Result") or NO_RESULT
        if result == NO_RESULT:
            return Outcome(self.text("Reason"), ()) if self.text("Reason") else None
        if not _RESULT.fullmatch(result):
            raise self.fail("Result", "is totals in seat order with `-` between, or `*`")
        totals = [int(total) for total in _TOTAL.findall(result)]
        places, ends = self._words("Places"), self._words("EndedBy")
        if not len(totals) == len(places) == len(ends) == seat_count:
            raise self.fail("Result", "Result, Places and EndedBy give one word for each seat")
        return Outcome(self.required("Reason"), self._placements(totals, places, ends))

    def _words(self, name: str) -> list[str]:
        return self.text(name).split()

    def _placements(self, totals: list[int], places: list[str], ends: list[str]) -> tuple[Placement, ...]:
        try:
            return tuple(
                Placement(seat, int(place), Points(total), EndedBy(end))
                for seat, total, place, end in zip(seats(len(totals)), totals, places, ends, strict=True)
            )
        except ValueError as problem:
            raise self.fail("Places", f"Places are numbers, EndedBy words: {problem}") from None

    def more(self) -> tuple[tuple[str, str], ...]:
        return tuple(
            (name, value)
            for name, (_, value) in self._tags.items()
            if name not in _KNOWN and not _NUMBERED.fullmatch(name)
        )


def _assemble(tags: _Tags, entries: tuple[Entry, ...], times: tuple[int, ...]) -> Record:
    seat_names = tags.numbered("Seat")
    if not seat_names:
        raise tags.fail("Seat0", "is missing")
    for entry in entries:
        if entry.seat >= len(seat_names):
            raise tags.fail(f"Seat{entry.seat}", f"is missing, and yet that seat plays {entry.move}")
    salts = tags.numbered("Salt")
    if salts and len(salts) != len(seat_names) + 1:
        raise tags.fail(f"Salt{len(salts) - 1}", "all seats have a salt, and last the creator, or nobody")
    return Record(
        game=tags.required("Game"),
        rules_version=tags.required("Rules"),
        seat_names=seat_names,
        entries=entries,
        table=tags.text("Table"),
        date=tags.text("Date"),
        options=tags.options(),
        policy=tags.policy(),
        outcome=tags.outcome(len(seat_names)),
        seed_hash=tags.text("SeedHash"),
        seed=tags.seed(),
        scope=tags.scope(),
        deal=tags.text("Deal"),
        salts=salts,
        times=times,
        more=tags.more(),
    )
