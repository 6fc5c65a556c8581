"""Our OpenAPI document for tools that stopped at version 3.0, such as the Swagger UI that PyPI has.

https://www.openapis.org/blog/2021/02/16/migrating-from-openapi-3-0-to-3-1-0, read backwards, as far as we
use 3.1.
"""

from __future__ import annotations

from typing import Any


def as_30(document: dict[str, Any]) -> dict[str, Any]:
    """The document in the older dialect."""
    older: dict[str, Any] = _older(document)
    return {**older, "openapi": "3.0.3"}


def _older(value: Any) -> Any:
    if isinstance(value, list):
        return [_older(one) for one in value]
    if not isinstance(value, dict):
        return value
    older = {key: _older(one) for key, one in value.items()}
    if "$ref" in older:  # may have no neighbours in 3.0
        return {"$ref": older["$ref"]} if isinstance(older["$ref"], str) else older
    if isinstance(older.get("const"), str):
        older["enum"] = [older.pop("const")]
    if older.get("format") == "int32":  # says the same, and examples become readable
        older = {key: one for key, one in older.items() if key not in ("minimum", "maximum")}
    if older.get("contentEncoding") == "base64":
        older["format"] = "byte"
        del older["contentEncoding"]
    return older
