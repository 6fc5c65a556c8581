"""Who sits with whom: the pure half of matchmaking. No store, no network, no clock, no generator.

`terms` holds every number, `strengths` what ratings mean, `seekers` what a ticket is here. `mirror` keeps a
pool from pass to pass, in a `crowd` of tickets with the `foes` and the regions (`nearness`) of each.
`matcher` makes a pass over the `columns` of a crowd: `company` finds who can sit with one ticket, `sweep`
with each of many, `mending` sees to it that nobody is stranded, `teams` divides, `table_plan` seats.
`waiting` explains to one who waits.
"""
