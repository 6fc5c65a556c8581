"""`python -m nurselog.scoring`."""

from nurselog.chassis.app import run
from nurselog.scoring.app import bind
from nurselog.scoring.settings import ScoringSettings

if __name__ == "__main__":
    run("scoring", ScoringSettings, bind)
