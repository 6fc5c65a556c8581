"""The Active abilities (chapter 8): what can be used now, and what it does."""

from nurselog.games.canopy_evergreen.abilities.effects import (
    call_name,
    choose_pile,
    decline_swap,
    look,
    replace_mat,
    use,
    use_token,
)
from nurselog.games.canopy_evergreen.abilities.menu import (
    Position,
    can_copy,
    free_tokens,
    lookable,
    options,
    uses,
)

__all__ = [
    "Position",
    "call_name",
    "can_copy",
    "choose_pile",
    "decline_swap",
    "free_tokens",
    "look",
    "lookable",
    "options",
    "replace_mat",
    "use",
    "use_token",
    "uses",
]
