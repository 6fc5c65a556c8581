"""The installed games, found by entry point: whoever installs a package with a game has that game served."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from nurselog.rules.api import AnyRules

GROUP: Final = "nurselog.games"


class UnknownGame(LookupError):
    """No installed package registers a game of this name."""


class BrokenGame(RuntimeError):
    """A registered game could not be loaded, or is not what it is registered as."""


def game_names() -> tuple[str, ...]:
    """The names of all registered games, sorted. Loads none of them."""
    return tuple(sorted(_entry_points()))


@cache
def load_rules(name: str) -> AnyRules:
    """The rules of a registered game. Raises `UnknownGame`, or `BrokenGame` with the cause."""
    entry = _entry_points().get(name)
    if entry is None:
        raise UnknownGame(f"There is no game {name!r}; installed: {', '.join(game_names()) or 'none'}.")
    try:
        rules: AnyRules = entry.load()
    except Exception as cause:
        raise BrokenGame(f"Game {name!r} ({entry.value}) cannot be loaded: {cause}") from cause
    spec = getattr(rules, "spec", None)
    if getattr(spec, "name", None) != name:
        raise BrokenGame(f"Game {name!r} ({entry.value}) is no Rules object with a spec of that name.")
    return rules


def _entry_points() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}
