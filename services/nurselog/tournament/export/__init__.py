"""Texts for other people's programs: TRF(16) and CSV."""
