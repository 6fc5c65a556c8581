"""Results, ratings, leaderboards and the score pad.

Pure: `model` (the numbers of a rating), `verdicts` (is this table rated, and where), `ladders` (the fold of a
ledger), `boards` (the order of a leaderboard). With the store: `ladder_store`, `results_store` and their
functions in `results.lua`. `settlement` joins both for each finished table; `service` answers; `app` wires.
"""
