"""The kernel: what all games are made of. No network, no clock, no generator, no store."""
