"""Asks a process whether it serves, and answers with the exit code: the health check of a container.

python -m nurselog.chassis.probe                    # the process of this container, by its own settings
python -m nurselog.chassis.probe 127.0.0.1:9090     # another address
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import grpc
from grpc_health.v1 import health_pb2

from nurselog.chassis.config import Settings

ANSWER_S = 3.0


def serves(address: str) -> bool:
    """Whether the health service at the address says SERVING."""
    with grpc.insecure_channel(address) as channel:
        check = channel.unary_unary(
            "/grpc.health.v1.Health/Check",
            request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
            response_deserializer=health_pb2.HealthCheckResponse.FromString,
        )
        try:
            answer = check(health_pb2.HealthCheckRequest(), timeout=ANSWER_S)
        except grpc.RpcError:
            return False
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


def main(arguments: Sequence[str]) -> int:
    """0 when it serves, 1 when not."""
    address = arguments[0] if arguments else f"127.0.0.1:{Settings().port}"
    if serves(address):
        return 0
    print(f"{address} does not serve")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
