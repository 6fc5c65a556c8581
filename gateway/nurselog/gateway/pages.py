"""What lies beside the contract: the index, the documentation, and whether we are well.

The documentation needs no outside network: Swagger UI comes from the package `swagger-ui-bundle`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from importlib import resources
from importlib.metadata import version
from typing import Any

import orjson

from nurselog.chassis.errors import NotFound
from nurselog.chassis.health import Readiness
from nurselog.gateway.answers import Answer, Headers
from nurselog.gateway.catalogue import Catalogue
from nurselog.gateway.openapi import document
from nurselog.gateway.openapi_30 import as_30
from nurselog.gateway.upgrade import PATH as WEB_SOCKET

Page = Callable[[], Awaitable[Answer]]

OPENAPI = "/v1/openapi.json"
DOCS = "/docs"
A_DAY: Headers = (("cache-control", "public, max-age=86400"),)
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Swagger UI sets styles on its elements; scripts come from here alone."""
STRICT: Headers = (
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
)
ASSETS = {
    "swagger-ui.css": "text/css; charset=utf-8",
    "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
}

PAGE = b"""<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>nurselog</title>
  <link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
  <div id="swagger-ui"></div>
  <script src="/docs/swagger-ui-bundle.js"></script>
  <script src="/docs/start.js"></script>
</body>
</html>
"""
START = b"""SwaggerUIBundle({
  url: "/docs/openapi.json", dom_id: "#swagger-ui", deepLinking: true, persistAuthorization: true,
  docExpansion: "list", defaultModelsExpandDepth: 0, tryItOutEnabled: true, validatorUrl: null,
});
"""


def pages(catalogue: Catalogue, readiness: Readiness, grpc_port: Callable[[], int]) -> dict[str, Page]:
    """All pages, by path."""
    return {
        "/": partial(_index, catalogue, grpc_port),
        "/healthz": _alive,
        "/readyz": partial(_ready, readiness),
        WEB_SOCKET: _for_sockets,
        OPENAPI: _OpenApi(catalogue, document),
        f"{DOCS}/openapi.json": _OpenApi(catalogue, lambda known: as_30(document(known))),
        DOCS: partial(_still, PAGE, "text/html; charset=utf-8", STRICT),
        f"{DOCS}/start.js": partial(_still, START, "text/javascript; charset=utf-8", A_DAY),
        **{f"{DOCS}/{name}": partial(_asset, name, kind) for name, kind in ASSETS.items()},
    }


async def _index(catalogue: Catalogue, grpc_port: Callable[[], int]) -> Answer:
    links = {
        "name": "nurselog",
        "version": version("nurselog"),
        "docs": DOCS,
        "openapi": OPENAPI,
        "games": "/v1/games",
        "webSocket": WEB_SOCKET,
        "grpcPort": grpc_port(),
        "services": list(catalogue.codec.types.services),
    }
    return Answer(orjson.dumps(links, option=orjson.OPT_INDENT_2) + b"\n")


async def _for_sockets() -> Answer:
    sentence = "This is the address of web sockets: connect to it with ws:// or wss://."
    raise NotFound("ROUTE_NOT_FOUND", sentence, path=WEB_SOCKET)


async def _alive() -> Answer:
    return Answer(b'{"status":"alive"}')


async def _ready(readiness: Readiness) -> Answer:
    if readiness.ready:
        return Answer(b'{"status":"ready"}')
    failing = await readiness.failing()
    return Answer(orjson.dumps({"status": "not ready", "failing": failing}), status=503)


class _OpenApi:
    """Made anew only when something was learned."""

    def __init__(self, catalogue: Catalogue, make: Callable[[Catalogue], Any]) -> None:
        self._catalogue = catalogue
        self._make = make
        self._made_for = -1
        self._answer = Answer()

    async def __call__(self) -> Answer:
        edition = self._catalogue.edition
        if edition != self._made_for:
            self._answer = Answer(orjson.dumps(self._make(self._catalogue)))
            self._made_for = edition
        return self._answer


async def _still(body: bytes, kind: str, headers: Headers) -> Answer:
    return Answer(body, content_type=kind, headers=headers)


async def _asset(name: str, kind: str) -> Answer:
    root = resources.files("swagger_ui_bundle") / "vendor"
    (folder,) = [entry for entry in root.iterdir() if entry.is_dir()]
    return Answer((folder / name).read_bytes(), content_type=kind, headers=A_DAY)
