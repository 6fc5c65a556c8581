"""`python -m nurselog.gateway`."""

import sys

from nurselog.chassis import logs
from nurselog.chassis.app import App, run
from nurselog.gateway.app import bind
from nurselog.gateway.sessions import SessionKeyMissing
from nurselog.gateway.settings import GatewaySettings


async def _bind(app: App[GatewaySettings]) -> None:
    try:
        await bind(app)
    except SessionKeyMissing as missing:
        logs.get(__name__).error("session_key_missing", sentence=str(missing))
        sys.exit(2)


if __name__ == "__main__":
    run("gateway", GatewaySettings, _bind)
