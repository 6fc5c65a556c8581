"""Addresses: `google.api.http` templates, and which of them a request's path means.

Source: https://github.com/googleapis/googleapis/blob/master/google/api/http.proto. What lives here is text
only: which field a variable fills is told, filling it is done elsewhere (`transcoder.py`).

Promises: a path is split before it is percent-decoded, so an encoded slash never makes a segment; `.`,
`..` and empty segments match nothing; `*` never swallows a custom verb; two rules that could match one
request are refused at start-up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Generic, TypeVar
from urllib.parse import unquote_to_bytes

from google.api import http_pb2

from nurselog.chassis.errors import NotFound, Unimplemented

ONE = "*"
REST = "**"

_PIECE = re.compile(
    r"/(?:\{(?P<field>[A-Za-z_][\w.]*)(?:=(?P<pattern>[^{}:]+))?\}|(?P<segment>[^/{}:]+))(?=/|:|$)"
)
_VERB = re.compile(r":(?P<verb>[A-Za-z][\w-]*)$")

T = TypeVar("T")


class TemplateError(ValueError):
    """A rule of the contract cannot be served; found at start-up, never by a request."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A field that takes the segments `start..stop` of the path; `stop` is None for the rest of it."""

    field: str
    start: int
    stop: int | None


@dataclass(frozen=True, slots=True)
class Template:
    """A parsed template: literals, `*` and a last `**`, the custom verb apart."""

    text: str
    segments: tuple[str, ...]
    verb: str
    variables: tuple[Variable, ...]

    def read(self, segments: Sequence[str]) -> dict[str, str]:
        """The variables of a path that matches."""
        return {one.field: "/".join(segments[one.start : one.stop]) for one in self.variables}


@dataclass(frozen=True, slots=True)
class Binding:
    """One way to call a method; the body fills the field `body`, or with `*` all that is left."""

    verb: str
    template: Template
    body: str
    response_body: str


def parse(text: str) -> Template:
    """The template of a rule; TemplateError for what the grammar does not allow."""
    custom = _VERB.search(text)
    path = text[: custom.start()] if custom else text
    segments: list[str] = []
    variables: list[Variable] = []
    position = 0
    while position < len(path):
        piece = _PIECE.match(path, position)
        if piece is None:
            raise TemplateError(f"cannot read {text!r} from character {position} on")
        position = piece.end()
        start = len(segments)
        segments += (piece["segment"] or piece["pattern"] or ONE).split("/")
        if piece["field"]:
            stop = None if segments[-1] == REST else len(segments)
            variables.append(Variable(piece["field"], start, stop))
    if not segments or "" in segments or REST in segments[:-1]:
        raise TemplateError(f"{text!r} is empty, has an empty segment, or ** before its end")
    return Template(text, tuple(segments), custom["verb"] if custom else "", tuple(variables))


def bindings(rule: http_pb2.HttpRule) -> Iterator[Binding]:
    """All ways to call a method, the additional ones after the first."""
    kind = rule.WhichOneof("pattern")
    if kind is None:
        raise TemplateError("a rule without an address")
    verb, path = (
        (rule.custom.kind, rule.custom.path) if kind == "custom" else (kind.upper(), getattr(rule, kind))
    )
    yield Binding(verb, parse(path), rule.body, rule.response_body)
    for another in rule.additional_bindings:
        yield from bindings(another)


def overlap(one: Template, other: Template) -> bool:
    """Whether some path matches both."""
    return one.verb == other.verb and _overlap(one.segments, other.segments)


def _overlap(one: Sequence[str], other: Sequence[str]) -> bool:
    if not one or not other:
        return not one and not other
    if REST in (one[0], other[0]):
        return True
    return (one[0] == other[0] or ONE in (one[0], other[0])) and _overlap(one[1:], other[1:])


def split(raw_path: str) -> tuple[tuple[str, ...], str]:
    """The decoded segments and the custom verb of a raw path; NotFound for one that no resource can have."""
    *head, last = raw_path.removeprefix("/").split("/")
    last, _, verb = last.partition(":")
    segments = tuple(_decoded(segment) for segment in (*head, last))
    if not raw_path.startswith("/") or None in segments:
        raise not_found(raw_path)
    return segments, verb  # type: ignore[return-value]


def not_found(path: str) -> NotFound:
    """The refusal of an address that no method has."""
    return NotFound(
        "ROUTE_NOT_FOUND", "No method has this address; /v1/openapi.json lists all.", path=path[:200]
    )


def wrong_verb(verbs: Iterable[str]) -> Unimplemented:
    """The refusal of an HTTP verb that an address does not take."""
    allow = ", ".join(verbs)
    return Unimplemented("METHOD_NOT_ALLOWED", f"This address takes only {allow}.", allow=allow)


def _decoded(segment: str) -> str | None:
    if "%" in segment:
        try:
            segment = unquote_to_bytes(segment).decode()
        except UnicodeDecodeError:
            return None
    usable = segment not in ("", ".", "..") and "/" not in segment and segment.isprintable()
    return segment if usable else None


@dataclass(frozen=True, slots=True)
class Match(Generic[T]):
    """What a request means: the method, and the fields its path filled."""

    target: T
    variables: dict[str, str]


@dataclass(slots=True)
class _Node(Generic[T]):
    """What may follow a segment; rules that end are found by (custom verb, HTTP verb)."""

    literals: dict[str, _Node[T]] = field(default_factory=dict)
    star: _Node[T] | None = None
    here: dict[tuple[str, str], tuple[Template, T]] = field(default_factory=dict)
    rest: dict[tuple[str, str], tuple[Template, T]] = field(default_factory=dict)


class Matcher(Generic[T]):
    """All rules of the house as a tree of segments."""

    def __init__(self, rules: Iterable[tuple[str, Template, T]]) -> None:
        rules = list(rules)
        _refuse_overlaps(rules)
        self._root: _Node[T] = _Node()
        for verb, template, target in rules:
            self._add(verb, template, target)

    def match(self, verb: str, raw_path: str) -> Match[T]:
        """The method a request means; NotFound, or Unimplemented (405) with the verbs the address has."""
        segments, custom = split(raw_path)
        found = {http: hit for (name, http), hit in _walk(self._root, segments, 0) if name == custom}
        if not found:
            raise not_found(raw_path)
        wanted = found.get("GET" if verb == "HEAD" else verb)
        if wanted is None:
            raise Unimplemented(
                "METHOD_NOT_ALLOWED",
                f"This address does not take {verb[:20]}.",
                allow=", ".join(allowed(found)),
            )
        template, target = wanted
        return Match(target, template.read(segments))

    def allow(self, raw_path: str) -> tuple[str, ...]:
        """The verbs an address takes, for OPTIONS; NotFound if none."""
        segments, custom = split(raw_path)
        found = {http for (name, http), _ in _walk(self._root, segments, 0) if name == custom}
        if not found:
            raise not_found(raw_path)
        return allowed(found)

    def _add(self, verb: str, template: Template, target: T) -> None:
        node = self._root
        for segment in template.segments:
            if segment == REST:
                node.rest[template.verb, verb] = (template, target)
                return
            if segment == ONE:
                node.star = node.star or _Node()
                node = node.star
            else:
                node = node.literals.setdefault(segment, _Node())
        node.here[template.verb, verb] = (template, target)


def allowed(verbs: Iterable[str]) -> tuple[str, ...]:
    """The verbs of an address, completed by those that every address has."""
    verbs = set(verbs)
    return tuple(sorted(verbs | {"OPTIONS"} | ({"HEAD"} if "GET" in verbs else set())))


def _walk(
    node: _Node[T], segments: Sequence[str], depth: int
) -> Iterator[tuple[tuple[str, str], tuple[Template, T]]]:
    if depth == len(segments):
        yield from node.here.items()
        return
    yield from node.rest.items()
    if (literal := node.literals.get(segments[depth])) is not None:
        yield from _walk(literal, segments, depth + 1)
    if node.star is not None:
        yield from _walk(node.star, segments, depth + 1)


def _refuse_overlaps(rules: Sequence[tuple[str, Template, T]]) -> None:
    for (verb, one, _), (other_verb, other, _) in combinations(rules, 2):
        if verb == other_verb and overlap(one, other):
            raise TemplateError(f"{verb} {one.text} and {other.text} match the same requests")
