"""The host of games: keeps every table as a log, and everything else as a fold of it.

Pure: `clocks` (thinking time), `history` (a log told again, moment by moment), `deadlines`, `seating`,
`terms`, `opening`, `facts`, `scene` and `rendering` (what an audience sees).
The log: `log` (the port), `redis_log` with `table.lua`, `memory_log`, `redis_bells`.
Tables in memory: `live`, `cache`, and `keeper`, who keeps them in step with the log.
Who acts: `tables` (a submitted move), `lobby` (before the start), `steward` (the house), `hub` (watchers),
`records` with `archive` (afterwards).
Faces: `service`, `engine_service`, `link`. `app` wires.
"""
