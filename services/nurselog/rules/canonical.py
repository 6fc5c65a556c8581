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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum, Flag
from hashlib import blake2b
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Final, NewType, Union, get_args, get_origin, get_type_hints

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
    except (NotCanonical, ValueError):  # an undeclared value, which `marshal` does not know
        return checked(state)


def checked(state: object) -> bytes:
    """The same, with a look at each single value: `canonical` believes what the classes of a state declare.

    Where a field is declared a whole number and holds a float, only this raises `NotCanonical`. Type checks
    find such things, and so do the laws.
    """
    try:
        return marshal.dumps(_CHECKING.plain(state), _VERSION)
    except NotCanonical:
        raise NotCanonical(_culprit(state, "state")) from None


_ATOMS: Final[frozenset[type]] = frozenset({int, str, bytes, bool, NoneType})
_only_atoms: Final = _ATOMS.issuperset


class _Encoders(dict[type, Encoder]):
    """The encoder of each class, made when the class is met for the first time."""

    def __init__(self, believes: Callable[[Any], bool]) -> None:
        super().__init__({tuple: self._tuple, **dict.fromkeys(_ATOMS, _itself)})
        self._believes = believes
        """Of which declared types the values are plain already."""

    def __missing__(self, kind: type) -> Encoder:
        encoder = self._compiled(kind)
        self[kind] = encoder
        return encoder

    def plain(self, value: Any) -> Any:
        """The value as `marshal` writes it."""
        return self[type(value)](value)

    def _tuple(self, value: tuple[Any, ...]) -> tuple[Any, ...]:
        if _only_atoms(map(type, value)):
            return value
        return tuple([self[type(item)](item) for item in value])

    def _mapping(self, value: Mapping[Any, Any]) -> list[tuple[Any, Any]]:
        pairs = [(self.plain(key), self.plain(item)) for key, item in value.items()]
        return sorted(pairs, key=lambda pair: marshal.dumps(pair[0], _VERSION))

    def _compiled(self, kind: type) -> Encoder:
        name = getattr(kind, "canonical_name", kind.__name__)
        if issubclass(kind, Enum) and not issubclass(kind, Flag):
            table = {id(member): {name: self.plain(member.value)} for member in kind}
            return lambda member: table[id(member)]
        if is_dataclass(kind) and _is_frozen(kind):
            names = [field.name for field in fields(kind) if field.compare]
            return self._record(kind, name, names, _getter(names))
        if issubclass(kind, tuple) and hasattr(kind, "_fields"):
            return self._record(kind, name, kind._fields, _itself)
        if issubclass(kind, Mapping):
            return self._mapping
        raise NotCanonical(kind.__name__)

    def _record(self, kind: type, name: str, names: Sequence[str], values: Encoder) -> Encoder:
        declared = _declared(kind)
        unsure = [at for at, field in enumerate(names, 1) if not self._believes(declared.get(field, Any))]

        def encoder(value: Any) -> list[Any]:
            plain = [name, *values(value)]
            for at in unsure:
                item = plain[at]
                plain[at] = self[type(item)](item)
            return plain

        return encoder


def _itself(value: Any) -> Any:
    return value


def _getter(names: Sequence[str]) -> Encoder:
    """Reads the fields of a dataclass."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: [getattr(value, name) for name in names]


def _declared(kind: type) -> dict[str, Any]:
    """The types of a class's fields, as far as they can be found out."""
    try:
        return get_type_hints(kind)
    except NameError:  # imported for type checks only
        return {}


def _is_plain(declared: Any) -> bool:
    """Whether all values of a type are atoms and tuples of them."""
    if isinstance(declared, NewType):
        return _is_plain(declared.__supertype__)
    if get_origin(declared) in {tuple, Union, UnionType}:
        return all(part is Ellipsis or _is_plain(part) for part in get_args(declared))
    return declared in _ATOMS


_CHECKING: Final = _Encoders(believes=lambda _declared: False)
_plain: Final = _Encoders(believes=_is_plain).plain


def _is_frozen(kind: type) -> bool:
    return bool(kind.__dataclass_params__.frozen)  # type: ignore[attr-defined]


def _culprit(value: Any, path: str) -> str:
    """Where the first value stands that has no canonical form."""
    for name, part in _parts(value):
        try:
            _CHECKING.plain(part)
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
