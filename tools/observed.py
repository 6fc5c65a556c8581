"""What every audience saw of a play, as text: the body of a playthrough.

Knows views and events only as messages, so it serves any game. Each commit is a line of the record, followed
by notes: its label, its events, what changed in the views (once where all learn the same), and
what may be played next.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from nurselog.rules.api import SPECTATORS, AnyRules, Audience, audiences
from nurselog.rules.fold import Advance, Play
from nurselog.rules.record import NOTE, Record, write_record
from nurselog.rules.verify import replay_record

WIDTH: Final = 118
MOST_MOVES: Final = 60

Facts = dict[str, str]
"""A message as paths and their values."""


def playthrough(record: Record, rules: AnyRules) -> str:
    """The record, with what everybody saw below each commit."""
    head, _, commits = write_record(record).partition("\n\n")
    lines = [head, ""]
    before: Advance[Any] | None = None
    for line, made in zip(commits.splitlines(), replay_record(record, rules), strict=True):
        lines.append(line)
        for note in _notes(rules, before, made):
            lines += textwrap.wrap(
                note, WIDTH, initial_indent=NOTE, subsequent_indent=NOTE * 2, break_on_hyphens=False
            )
        before = made
    return "\n".join(lines) + "\n"


def _notes(rules: AnyRules, before: Advance[Any] | None, made: Advance[Any]) -> Iterator[str]:
    if before is not None and not made.entry.move.startswith("!"):
        move = rules.notation.parse(made.entry.move)
        yield f'"{rules.label(before.play.state, made.entry.seat, move)}"'
    for event in made.events:
        told = {
            audience: _line(facts_of(rules.wire.event_to_proto(event.seen_by(audience))))
            for audience in audiences(made.play.seat_count)
        }
        yield from _for_each("is told", told)
    yield from _for_each("sees", _changes(rules, before.play if before else None, made.play))
    yield from _next(rules, made.play)


def _for_each(verb: str, seen: Mapping[Audience, str]) -> Iterator[str]:
    """One line for what all know, and one for each seat that knows otherwise."""
    public = seen[SPECTATORS]
    if public:
        yield f"everybody {verb}: {public}"
    for audience, line in seen.items():
        if line != public and line:
            yield f"seat {audience} {verb}: {line}"


def _changes(rules: AnyRules, before: Play[Any] | None, after: Play[Any]) -> dict[Audience, str]:
    """What changed in each view; for seats only what spectators do not see as well."""
    changes = {
        audience: _difference(
            facts_of(rules.view(before.state, audience)) if before else {},
            facts_of(rules.view(after.state, audience)),
        )
        for audience in audiences(after.seat_count)
    }
    public = changes[SPECTATORS]
    own = {
        audience: {path: value for path, value in change.items() if public.get(path) != value}
        for audience, change in changes.items()
        if audience != SPECTATORS
    }
    return {**{audience: _line(change) for audience, change in own.items()}, SPECTATORS: _line(public)}


def _difference(before: Facts, after: Facts) -> Facts:
    changed = {path: value for path, value in after.items() if before.get(path) != value}
    return changed | {path: "-" for path in before if path not in after}


def _next(rules: AnyRules, play: Play[Any]) -> Iterator[str]:
    for decision in play.decisions:
        texts = [rules.notation.format(move) for move in rules.legal_moves(play.state, decision.seat)]
        shown = " ".join(texts[:MOST_MOVES])
        rest = f" and {len(texts) - MOST_MOVES} more" if len(texts) > MOST_MOVES else ""
        yield f"seat {decision.seat} {decision.kind} #{decision.decision_id}: {shown}{rest}"
    if play.outcome is not None:
        for sheet in rules.score(play.state):
            scored = ", ".join(
                f"{line.category} {line.points}{'' if line.counted else ' (not counted)'}"
                for line in sheet.lines
            )
            yield f"seat {sheet.seat} scores {sheet.total}: {scored}"


def facts_of(message: Message) -> Facts:
    """A message as flat paths, sorted by name: `hands[0].count`; lists of plain values are one value."""
    data = message.SerializeToString(deterministic=True)
    return _facts(type(message), data)  # type: ignore[arg-type]  # a class can be hashed, its messages cannot


@lru_cache(maxsize=64)
def _facts(kind: type[Message], data: bytes) -> Facts:
    """The same of a message in bytes: many audiences see the same, and each view is looked at twice."""
    return dict(_flat("", MessageToDict(kind.FromString(data), preserving_proto_field_name=True)))


def _flat(path: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        yield from _flat_dict(path, value)
    elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        for index, item in enumerate(value):
            yield from _flat(f"{path}[{index}]", item)
    elif isinstance(value, list):
        yield path, "(" + " ".join(_plain(item) for item in value) + ")"
    else:
        yield path, _plain(value)


def _flat_dict(path: str, value: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if not value and path:
        yield path, "{}"
    for key, item in sorted(value.items()):
        yield from _flat(f"{path}.{key}" if path else key, item)


def _plain(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value) if isinstance(value, str) else json.dumps(value)


def _line(facts: Facts) -> str:
    return ", ".join(f"{path}={value}" for path, value in facts.items())
