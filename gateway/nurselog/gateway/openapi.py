"""The OpenAPI 3.1 document: the contract's methods and comments, the games' messages, and every refusal.

https://spec.openapis.org/oas/v3.1.0. Nothing is written here that the contract says already.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from importlib.metadata import version
from typing import Any, TypeAlias

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from nurselog.api.game.v1 import game_pb2
from nurselog.gateway import examples
from nurselog.gateway.catalogue import Catalogue
from nurselog.gateway.comments import Comments, comments_of
from nurselog.gateway.descriptors import REALTIME_FRAMES, Method, Types, UnknownType, all_comments
from nurselog.gateway.http_rule import ONE, Binding, Template
from nurselog.gateway.json_write import map_entry
from nurselog.gateway.reasons import http_of, reasons_of, sentence_of
from nurselog.gateway.schemas import WELL_KNOWN, Schemas

Document: TypeAlias = dict[str, Any]

GAME_MESSAGES: Mapping[str, str] = {
    "nurselog.api.game.v1.LegalMove.move": "move_type",
    "nurselog.api.game.v1.SubmitMoveRequest.move": "move_type",
    "nurselog.api.game.v1.TableView.game_view": "view_type",
    "nurselog.api.game.v1.TableUpdate.events": "event_type",
    "nurselog.api.scoring.v1.ScorePositionRequest.position": "position_type",
}
"""Fields that hold a message of the game, and the field of `Game` that names it."""

DETAILS = "google.rpc.Status.details"
DETAIL_TYPES = ("google.rpc.ErrorInfo", "google.rpc.BadRequest", "google.rpc.RetryInfo")

ABOUT = """An open backend for turn-based tabletop games.

Open a session (`POST /v1/sessions`), send its token as `Authorization: Bearer <token>`, then create a table
or file a ticket. Follow a table by server-sent events (`:watch`) or by web socket at `/v1/ws`, whose frames
are `ClientFrame` and `ServerFrame` below. The same methods are served by gRPC, with reflection.

Every refusal names a stable reason in `error.details[].reason`, domain `nurselog`."""

TOKEN: Document = {
    "name": "access_token",
    "in": "query",
    "description": "The session token, for a browser's EventSource, which sends no headers.",
    "schema": {"type": "string"},
}

_PLACEHOLDERS = re.compile(r"`([^`{}]*\{[^`]*\}[^`]*)`")


def document(catalogue: Catalogue) -> Document:
    """The document for all that is known now."""
    types = catalogue.codec.types
    comments = {**comments_of(all_comments()), **comments_of(types.files)}
    schemas = Schemas(comments, _packed(types, catalogue.games))
    maker = _Operations(types, schemas, comments)
    paths = maker.paths()
    for frame in REALTIME_FRAMES:
        schemas.message(types.message(frame))
    schemas.components["Error"] = _error(schemas, types)
    return {
        "openapi": "3.1.0",
        "info": {"title": "nurselog", "version": version("nurselog"), "description": ABOUT},
        "servers": [{"url": "/"}],
        "tags": [
            {"name": one.rpartition(".")[2], "description": comments.get(one, "")} for one in types.services
        ],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(schemas.components.items())),
            "securitySchemes": {"session": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}},
        },
    }


class _Operations:
    """Writes one operation for each way to call each method."""

    def __init__(self, types: Types, schemas: Schemas, comments: Comments) -> None:
        self._types = types
        self._schemas = schemas
        self._comments = comments

    def paths(self) -> Document:
        paths: Document = {}
        for method in self._types.methods:
            for index, binding in enumerate(method.bindings):
                address, parameters = self._address(method, binding.template)
                operation = self._operation(method, binding, parameters, index)
                paths.setdefault(address, {})[binding.verb.lower()] = operation
        return dict(sorted(paths.items()))

    def _operation(self, method: Method, binding: Binding, path: list[Document], index: int) -> Document:
        service = method.service.rpartition(".")[2]
        summary, _, more = self._comments.get(f"{method.service}.{method.name}", "").partition("\n\n")
        operation: Document = {
            "operationId": f"{service}_{method.name}" + (str(index + 1) if index else ""),
            "tags": [service],
            "summary": summary,
            "description": more,
            "security": [{"session": []}, {}],
            "parameters": [*path, *self._query(method, binding)],
            "responses": {"200": self._answer(method, binding), **self._refusals(method)},
        }
        if binding.body:
            operation["requestBody"] = self._body(method, binding)
        return {key: value for key, value in operation.items() if value not in ("", [])}

    def _address(self, method: Method, template: Template) -> tuple[str, list[Document]]:
        """The address with a parameter for each star, named as the field's comment names it."""
        segments, parameters = list(template.segments), []
        for variable in template.variables:
            field = _field_at(method.input, variable.field)
            stars = [
                at for at in range(variable.start, variable.stop or len(segments)) if segments[at] == ONE
            ]
            names = _names_in(self._comments.get(field.full_name, ""), template, stars)
            for at, name in zip(stars, names, strict=True):
                segments[at] = f"{{{name}}}"
                parameters.append(_path_parameter(name))
        return "/" + "/".join(segments) + (f":{template.verb}" if template.verb else ""), parameters

    def _query(self, method: Method, binding: Binding) -> Iterator[Document]:
        if method.server_streaming:
            yield TOKEN
        if binding.body == "*":
            return
        taken = {variable.field for variable in binding.template.variables} | {binding.body}
        for name, field in _leaves(method.input):
            if name.partition(".")[0] not in taken and name not in taken:
                schema = self._schemas.field(field)
                said = schema.pop("description", "")
                yield {"name": _camel(name), "in": "query", "description": said, "schema": schema}

    def _body(self, method: Method, binding: Binding) -> Document:
        taken = [variable.field for variable in binding.template.variables]
        if binding.body == "*":
            schema = self._schemas.object(method.input, without=taken)
        else:
            schema = self._schemas.field(method.input.fields_by_name[binding.body])
        content: Document = {"schema": schema}
        if method.name in examples.BODIES:
            content["example"] = examples.BODIES[method.name]
        return {"content": {"application/json": content}, "required": bool(schema.get("required"))}

    def _answer(self, method: Method, binding: Binding) -> Document:
        if binding.response_body:
            schema = self._schemas.field(method.output.fields_by_name[binding.response_body])
        else:
            schema = self._schemas.message(method.output)
        if not method.server_streaming:
            return {"description": "The answer.", "content": {"application/json": {"schema": schema}}}
        return {
            "description": "One message a line, or one an event; the last one may be an error.",
            "content": {
                "application/x-ndjson": {"schema": {"type": "string", "description": _lines_of(schema)}},
                "text/event-stream": {"schema": {"type": "string", "description": _lines_of(schema)}},
            },
        }

    def _refusals(self, method: Method) -> Document:
        by_status: dict[int, list[str]] = {}
        for reason in reasons_of(method):
            line = f"- `{reason}`: {sentence_of(reason, self._comments)}"
            by_status.setdefault(http_of(reason, self._comments), []).append(line)
        schema = {"$ref": "#/components/schemas/Error"}
        return {
            str(status): {
                "description": f"{HTTPStatus(status).phrase}\n\n" + "\n".join(lines),
                "content": {"application/json": {"schema": schema}},
            }
            for status, lines in sorted(by_status.items())
        }


def _tag(service: str, comments: Comments) -> Document:
    return {"name": service.rpartition(".")[2], "description": comments.get(service, "")}


def _packed(types: Types, games: Iterable[game_pb2.Game]) -> dict[str, list[Descriptor]]:
    """The messages that may lie in each `Any` of the contract."""
    found = {DETAILS: [types.message(name) for name in DETAIL_TYPES]}
    for field, naming in GAME_MESSAGES.items():
        names = dict.fromkeys(getattr(game, naming) for game in games)
        found[field] = [message for name in names if (message := _known(types, name)) is not None]
    return found


def _known(types: Types, name: str) -> Descriptor | None:
    try:
        return types.message(name)
    except UnknownType:
        return None


def _error(schemas: Schemas, types: Types) -> Document:
    status = types.message("google.rpc.Status")
    details = schemas.field(status.fields_by_name["details"])
    properties = {
        "code": {"type": "integer", "description": "The HTTP status."},
        "status": {"type": "string", "description": "The gRPC code."},
        "message": {"type": "string", "description": "A sentence for people; it may improve."},
        "details": {**details, "description": "`ErrorInfo` with the reason comes first."},
    }
    error = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"error": error},
        "required": ["error"],
        "additionalProperties": False,
    }


def _leaves(message: Descriptor, prefix: str = "", depth: int = 0) -> Iterator[tuple[str, FieldDescriptor]]:
    """The fields that a query can fill, with their paths."""
    for field in message.fields:
        inner = field.message_type
        if inner is None or inner.full_name in WELL_KNOWN:
            yield f"{prefix}{field.name}", field
        elif not field.is_repeated and map_entry(field) is None and depth < 2:
            yield from _leaves(inner, f"{prefix}{field.name}.", depth + 1)


def _field_at(message: Descriptor, path: str) -> FieldDescriptor:
    *parents, last = path.split(".")
    for parent in parents:
        inner = message.fields_by_name[parent].message_type
        assert inner is not None
        message = inner
    return message.fields_by_name[last]


def _names_in(comment: str, template: Template, stars: list[int]) -> list[str]:
    """The placeholders of a name in a comment such as "`games/{game}`."; else what stands before the star."""
    for pattern in _PLACEHOLDERS.findall(comment):
        names = re.findall(r"\{(\w+)\}", pattern)
        if len(names) == len(stars):
            return list(names)
    return [f"{template.segments[at - 1].removesuffix('s')}_{at}" for at in stars]


def _path_parameter(name: str) -> Document:
    parameter: Document = {
        "name": name,
        "in": "path",
        "required": True,
        "schema": {"type": "string", "minLength": 1},
    }
    return {**parameter, "example": examples.NAMES[name]} if name in examples.NAMES else parameter


def _camel(path: str) -> str:
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), path)


def _lines_of(schema: Document) -> str:
    return f"Each is JSON of `{schema.get('$ref', '').rpartition('/')[2]}`."
