"""`python -m nurselog.tournament`."""

from nurselog.chassis.app import run
from nurselog.tournament.app import bind
from nurselog.tournament.settings import TournamentSettings

if __name__ == "__main__":
    run("tournament", TournamentSettings, bind)
