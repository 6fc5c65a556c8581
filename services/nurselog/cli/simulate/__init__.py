"""`nurselog simulate`: artificial players, before real ones have to live with a setting.

`people` are the players and the luck that follows their hidden strength. `*_model` lets them meet in virtual
time, by the pure modules of matchmaking, scoring and tournaments; `*_live` lets them meet in the services,
over the public faces. Both tell `records`; `*_report` sums those up and `plots` draws them.
"""
