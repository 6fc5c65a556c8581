"""Tuples that are changed: states are made of tuples, and each move makes new ones."""

from typing import Any, Final, TypeVar

T = TypeVar("T", bound=tuple[Any, ...])
V = TypeVar("V")

_NEW: Final = tuple.__new__


def quick(kind: type[T]) -> type[T]:
    """Gives a named tuple a `_replace` that takes half the time of the one it has, and promises the same."""
    fields: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
    place = {name: at for at, name in enumerate(fields)}

    def _replace(self: T, /, **changes: Any) -> T:
        values = [*self]
        try:
            for name, value in changes.items():
                values[place[name]] = value
        except KeyError:
            raise ValueError(
                f"{kind.__name__} has no fields {sorted(changes.keys() - place.keys())}"
            ) from None
        return _NEW(kind, values)

    kind._replace = _replace  # type: ignore[attr-defined]
    return kind


def with_at(values: tuple[V, ...], index: int, value: V) -> tuple[V, ...]:
    """The values with another one at an index (from the beginning)."""
    return (*values[:index], value, *values[index + 1 :])
