"""`python -m nurselog.bots`."""

from nurselog.bots.app import bind
from nurselog.bots.settings import BotSettings
from nurselog.chassis.app import run

if __name__ == "__main__":
    run("bots", BotSettings, bind)
