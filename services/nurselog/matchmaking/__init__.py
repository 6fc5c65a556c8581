"""Finds opponents: tickets wait in pools, are claimed together, and become one table.

Pure: `pools` (where tickets may meet), `policy` (who sits together), `tickets` (what a ticket is). With the
store: `ticket_store` and its functions in `tickets.lua`. `worker` claims, `proposals` opens the tables,
`catalogue` knows the games, `bells` wakes who watches; `service` answers; `app` wires.
"""
