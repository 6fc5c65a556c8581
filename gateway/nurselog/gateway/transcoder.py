"""Requests of HTTP as messages: path, query and body fill the fields of a method's request.

https://github.com/googleapis/googleapis/blob/master/google/api/http.proto tells which part fills which
field. Here it is strict: what fills nothing, or fills a field twice, is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from google.protobuf.message import Message

from nurselog.chassis.errors import InvalidArgument
from nurselog.gateway.catalogue import Catalogue
from nurselog.gateway.descriptors import Method, UnknownType, descriptor_of
from nurselog.gateway.errors import unavailable
from nurselog.gateway.http_rule import Binding, Match, Matcher
from nurselog.gateway.json_codec import JsonCodec, contract_path, loads
from nurselog.gateway.updates import Update

WHOLE = "*"
MOST_PARAMETERS = 100
_QUERY_UNREADABLE = f"A query is percent-encoded UTF-8 and has at most {MOST_PARAMETERS} parameters."
JSON_TYPES = frozenset({"application/json", "text/json"})


@dataclass(frozen=True, slots=True)
class Route:
    """A method and the rule by which it was found."""

    method: Method
    binding: Binding


def routes(methods: Iterable[Method]) -> Matcher[Route]:
    """All addresses of all methods; refused if two could match one request."""
    return Matcher(
        (binding.verb, binding.template, Route(method, binding))
        for method in methods
        for binding in method.bindings
    )


def request_of(match: Match[Route], query: str, body: bytes, codec: JsonCodec) -> Message:
    """The request that a matched address, its query and its body mean."""
    route = match.target
    message = codec.types.new(route.method.input.full_name)()
    _read_body(message, route.binding, body, codec)
    for path, value in match.variables.items():
        _fill_from_path(message, path, value, codec)
    _read_query(message, match, query, codec)
    return message


def check_media_type(content_type: str, body: bytes) -> None:
    """Refuses a body that says it is something else than JSON."""
    kind = content_type.partition(";")[0].strip().lower()
    if body and kind and kind not in JSON_TYPES:
        raise InvalidArgument(
            "MEDIA_TYPE_UNSUPPORTED",
            f"Bodies are JSON: send the header Content-Type: application/json, not {kind[:60]}.",
            content_type=kind[:60],
        )


def check_coding(coding: str) -> None:
    """Refuses a body that says it is compressed."""
    if coding.strip().lower() not in ("", "identity"):
        raise InvalidArgument(
            "MEDIA_TYPE_UNSUPPORTED",
            f"Bodies are sent as they are, without Content-Encoding: {coding[:60]}.",
            content_encoding=coding[:60],
        )


async def json_of(catalogue: Catalogue, name: str, packed: bytes, field: str = "") -> bytes:
    """A serialised message (or only one field of it) as JSON; unknown messages in it are asked for."""

    def written() -> bytes:
        codec = catalogue.codec
        message: Any = codec.types.new(name).FromString(packed)
        return codec.dumps(getattr(message, field) if field else message)

    return await _with_all_known(catalogue, written)


async def json_of_update(catalogue: Catalogue, update: Update) -> bytes:
    """An update as JSON; unknown messages in it are asked for."""
    return await _with_all_known(catalogue, lambda: update.json)


async def _with_all_known(catalogue: Catalogue, written: Callable[[], bytes]) -> bytes:
    """What `written` gives once messages that nobody knew were asked for. Raises SERVICE_UNAVAILABLE."""
    for _ in range(3):
        try:
            return written()
        except UnknownType as unknown:
            try:
                await catalogue.find(unknown)
            except UnknownType:
                break
    raise unavailable("The description of this game")


def _read_body(message: Message, binding: Binding, body: bytes, codec: JsonCodec) -> None:
    if not binding.body or not body.strip():
        return
    value = loads(body)
    codec.fill(message, value if binding.body == WHOLE else {binding.body: value})


def _fill_from_path(message: Message, path: str, value: str, codec: JsonCodec) -> None:
    said = _text_at(message, path)
    if said not in ("", value):
        raise InvalidArgument("FIELD_INVALID", "The body says otherwise than the address.", field=path)
    codec.fill_path(message, path, [value])


def _text_at(message: Any, path: str) -> str:
    for name in path.split("."):
        message = getattr(message, name)
    return str(message)


def _read_query(message: Message, match: Match[Route], query: str, codec: JsonCodec) -> None:
    for name, values in _parameters(query).items():
        if match.target.binding.body == WHOLE:
            sentence = "This method takes its fields in the body, not in the query."
            raise InvalidArgument(
                "FIELD_UNKNOWN", sentence, field=contract_path(descriptor_of(message), name)
            )
        if name in match.variables:
            sentence = "The address has this field already."
            raise InvalidArgument("FIELD_UNKNOWN", sentence, field=name)
        codec.fill_path(message, name, values)


def _parameters(query: str) -> dict[str, list[str]]:
    try:
        pairs = parse_qsl(query, keep_blank_values=True, errors="strict", max_num_fields=MOST_PARAMETERS)
    except ValueError:
        raise InvalidArgument("REQUEST_MALFORMED", _QUERY_UNREADABLE) from None
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return found
