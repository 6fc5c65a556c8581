"""What is printed on the tiles of Cascadia (rules 1.2 and 1.3). Facts, and nothing but facts.

Letters of habitats: m mountain, f forest, p prairie, w wetland, r river; of animals: b bear, e elk, s salmon,
h hawk, f fox. An owner of the printed game who finds a slip corrects it here.
"""

from typing import Final

HABITAT_TILES: Final = {
    "m": "b e e h h",
    "f": "b b e f f",
    "p": "e e s s f",
    "w": "s s h f f",
    "r": "b b s h h",
    "mf": "beh bef bh bf eh ef",
    "mp": "bef bsf bs es eh hf",
    "mw": "bes bhf bs eh ef sh",
    "mr": "bsh be bs bh eh sh",
    "fp": "esf be bf es ef sf",
    "fw": "esh bs bf es eh hf",
    "fr": "ehf be bs bf eh sf",
    "pw": "esf shf es ef sh hf",
    "pr": "bsf bhf bf es eh hf",
    "wr": "bsh bs bh sh sf hf",
}
"""The 85 habitat tiles: their land, and the animals on each of them. A tile of one habitat is a keystone."""

STARTER_TILES: Final = (
    (("mmmmmm", "b"), ("fwwwff", "ehf"), ("rrpppr", "bs")),
    (("ffffff", "e"), ("mrrrmm", "beh"), ("wwpppw", "sf")),
    (("pppppp", "f"), ("wrrrww", "shf"), ("ffmmmf", "be")),
    (("wwwwww", "h"), ("rfffrr", "esh"), ("ppmmmp", "bf")),
    (("rrrrrr", "s"), ("pfffpp", "bes"), ("mmwwwm", "hf")),
)
"""The five starters: their top, left and right hexes, each with its sides clockwise from NE and animals."""
