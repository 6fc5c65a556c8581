"""Who sits with whom: the pure half of matchmaking. No store, no network, no clock, no generator.

`terms` holds every number, `strengths` what ratings mean, `seekers` what a ticket is here. `matcher` makes a
pass over `columns`, `mending` sees to it that nobody is stranded, `teams` divides, `table_plan` seats.
`mirror` keeps a pool from pass to pass, `waiting` explains to one who waits.
"""
