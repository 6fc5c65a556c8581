"""Finds opponents: tickets wait in pools, are claimed together, and become one table.

Pure: `matching` (who sits together), `pools` (where tickets may meet), `tickets` and `wishes` (what a ticket
is), `conduct` and `penalties` (what leaving and declining cost). With the store: `ticket_store`,
`pool_store`, `conduct_store` and their functions in Lua. `worker` claims what `pool_passes` find, in this
process or in `matcher_process`; `proposals` opens the tables; `ratings` and `catalogue` ask the other
services; `bells` wakes who watches; `settlement` reads what became of the tables; `service` answers; `app`
wires.
"""
