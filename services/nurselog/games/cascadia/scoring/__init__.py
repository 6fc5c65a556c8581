"""What boards are worth (chapters 9 to 19): a file for the cards of each species, and what joins them."""

from nurselog.games.cascadia.scoring.sheet import outcome, placements, score, sheets

__all__ = ["outcome", "placements", "score", "sheets"]
