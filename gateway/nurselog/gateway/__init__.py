"""The only process that strangers reach: REST, SSE, WebSocket and gRPC, all derived from the contract.

Read `app.py` first: it shows how the faces are put together. Nothing here knows a game or a store.
"""
