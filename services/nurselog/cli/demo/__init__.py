"""`nurselog demo`: two strangers' clients meet, play, are watched and scored, through public faces only.

`rest_player` needs nothing but httpx, `grpc_player` nothing but the protos, `spectator` nothing but a web
socket: each is also an example of a client. `story` lets them meet.
"""
