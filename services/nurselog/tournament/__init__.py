"""Tournaments: who meets whom, who stands where, and the rounds that carry it out."""
