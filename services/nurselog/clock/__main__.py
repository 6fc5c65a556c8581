"""`python -m nurselog.clock`."""

from nurselog.chassis.app import run
from nurselog.clock.app import bind
from nurselog.clock.settings import ClockSettings

if __name__ == "__main__":
    run("clock", ClockSettings, bind)
