"""`python -m nurselog.engine --game forest_sky`; without a game it serves those of the settings, or all."""

from __future__ import annotations

import argparse
import os

from nurselog.chassis.app import run
from nurselog.chassis.collector import spare_the_collector
from nurselog.engine.app import bind
from nurselog.engine.settings import EngineSettings


def main() -> None:
    """Runs one engine to its end."""
    parser = argparse.ArgumentParser(prog="python -m nurselog.engine", description=__doc__)
    parser.add_argument("--game", action="append", default=[], help="a game to serve; may be repeated")
    if named := parser.parse_args().game:
        os.environ["NURSELOG_GAMES"] = ",".join(named)  # the command line is heard before the environment
    spare_the_collector()
    run("engine", EngineSettings, bind)


if __name__ == "__main__":
    main()
