"""`nurselog bench`: how fast, how big; figures are ratios measured in one run, never in a test.

`command` decides what is measured, `own_stack` starts a backend for it, `load` is the process that plays (its
faces are `ws_face`, `grpc_face`, `rest_face`), `echo` is the bare gRPC call that everything is compared with.
"""
