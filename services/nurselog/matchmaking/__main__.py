"""`python -m nurselog.matchmaking`."""

from nurselog.chassis.app import run
from nurselog.matchmaking.app import bind
from nurselog.matchmaking.settings import MatchmakingSettings

if __name__ == "__main__":
    run("matchmaking", MatchmakingSettings, bind)
