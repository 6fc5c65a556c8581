"""Many guests of our own at once, over the public faces: for simulations and measurements.

`door` lets guests in and asks again where patience is wanted, `phones` are their sockets, `tables` plays
whole tables, `events` runs a tournament.
"""
