"""`python -m nurselog.engine --game forest_sky`; without a game it serves those of the settings, or all."""

from __future__ import annotations

import argparse

from nurselog.chassis.app import run
from nurselog.engine.app import bind
from nurselog.engine.settings import EngineSettings


def settings_for(games: str) -> type[EngineSettings]:
    """The settings of an engine whose games were named on the command line."""
    if not games:
        return EngineSettings

    class NamedGames(EngineSettings):
        games: str = games

    return NamedGames


def main() -> None:
    """Runs one engine to its end."""
    parser = argparse.ArgumentParser(prog="python -m nurselog.engine", description=__doc__)
    parser.add_argument("--game", action="append", default=[], help="a game to serve; may be repeated")
    named = parser.parse_args().game
    run("engine", settings_for(",".join(named)), bind)


if __name__ == "__main__":
    main()
