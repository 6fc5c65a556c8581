"""The `nurselog` command: what a person at a terminal does with the backend.

`main.py` lists the commands; each has a module of its own. Everything here is a client of the public
contract or a supervisor of processes: no rule of the house lives here.
"""

import os

# Read by gRPC when it is imported: our children replace themselves at once, it need not prepare for forks.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
