"""The canonical form of a state, and its digest: the same in every process and on every machine.

A state is made of frozen dataclasses, named tuples, tuples, mappings, enums, whole numbers, texts, bytes,
booleans and None. Floats, sets and everything unknown are refused. First a state becomes plain nested values:
a dataclass or named tuple `[name, *fields]` (those that are compared), an enum member `{name: value}`, a
mapping a list of `(key, value)` sorted by the keys' own form. These are written as bytes, each by a letter:

    N  T  F                         None, True, False
    i  4 bytes                      a number of 32 bits, signed
    l  count, 2 bytes for each      any other number: digits of 15 bits, least first (count < 0: negative)
    u  length, UTF-8                a text                          s  length, bytes      bytes
    (  count, items                 a tuple                         [  count, items       a list
    {  key, value, ... 0            a dict                          all numbers little-endian, counts 4 bytes

That is what `marshal` writes in its version 2, in a tenth of the time Python code would take; a test holds it
to this page. So renaming a class of a state, or moving its fields, changes digests, and records of the same
rules version would no longer verify: keep the old name in a class attribute `canonical_name`, or raise the
version.
"""

import marshal
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum, Flag
from hashlib import blake2b
from operator import attrgetter
from types import NoneType
from typing import Any, Final

DIGEST_SIZE: Final = 8

_VERSION: Final = 2

Encoder = Callable[[Any], Any]


class NotCanonical(TypeError):
    """Something in a state has no canonical form; says where."""


def digest(state: object) -> bytes:
    """Eight bytes that differ for states that differ."""
    return blake2b(canonical(state), digest_size=DIGEST_SIZE).digest()


def canonical(state: object) -> bytes:
    """The canonical form. Raises `NotCanonical`."""
    try:
        return marshal.dumps(_plain(state), _VERSION)
    except NotCanonical:
        raise NotCanonical(_culprit(state, "state")) from None


_ATOMS: Final[frozenset[type]] = frozenset({int, str, bytes, bool, NoneType})
_only_atoms: Final = _ATOMS.issuperset


def _plain(value: Any) -> Any:
    return _ENCODERS[type(value)](value)


def _tuple(value: tuple[Any, ...]) -> tuple[Any, ...]:
    if _only_atoms(map(type, value)):
        return value
    encoders = _ENCODERS
    return tuple([encoders[type(item)](item) for item in value])


def _mapping(value: Mapping[Any, Any]) -> list[tuple[Any, Any]]:
    pairs = [(_plain(key), _plain(item)) for key, item in value.items()]
    return sorted(pairs, key=lambda pair: marshal.dumps(pair[0], _VERSION))


class _Encoders(dict[type, Encoder]):
    """The encoder of each class, made when the class is met for the first time."""

    def __missing__(self, kind: type) -> Encoder:
        encoder = _compile(kind)
        self[kind] = encoder
        return encoder


def _compile(kind: type) -> Encoder:
    name = getattr(kind, "canonical_name", kind.__name__)
    if issubclass(kind, Enum) and not issubclass(kind, Flag):
        return _enum_encoder(name, kind)
    if is_dataclass(kind) and _is_frozen(kind):
        return _record_encoder(name, [field.name for field in fields(kind) if field.compare])
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return lambda value: [name, *_tuple(value)]
    if issubclass(kind, Mapping):
        return _mapping
    raise NotCanonical(kind.__name__)


def _is_frozen(kind: type) -> bool:
    return bool(kind.__dataclass_params__.frozen)  # type: ignore[attr-defined]


def _enum_encoder(name: str, kind: type[Enum]) -> Encoder:
    table = {id(member): {name: _plain(member.value)} for member in kind}
    return lambda member: table[id(member)]


def _record_encoder(name: str, names: list[str]) -> Encoder:
    if len(names) < 2:
        return lambda value: [name, *(_plain(getattr(value, field)) for field in names)]
    values = attrgetter(*names)
    encoders = _ENCODERS
    return lambda value: [name, *[encoders[type(item)](item) for item in values(value)]]


def _itself(value: Any) -> Any:
    return value


_ENCODERS: Final = _Encoders({tuple: _tuple, **dict.fromkeys(_ATOMS, _itself)})


def _culprit(value: Any, path: str) -> str:
    """Where the first value stands that has no canonical form."""
    for name, part in _parts(value):
        try:
            _plain(part)
        except NotCanonical:
            return _culprit(part, f"{path}{name}")
    return (
        f"{path} is a {type(value).__name__}; states hold frozen dataclasses, tuples, enums and plain values"
    )


def _parts(value: Any) -> list[tuple[str, Any]]:
    if is_dataclass(value) and not isinstance(value, type):
        return [(f".{field.name}", getattr(value, field.name)) for field in fields(value) if field.compare]
    if isinstance(value, tuple):
        return [(f"[{index}]", item) for index, item in enumerate(value)]
    if isinstance(value, Mapping):
        return [(f"[{key!r}]", part) for key, item in value.items() for part in (key, item)]
    return []
