"""Who meets whom and who sits where: pure functions of an event's history and its luck."""
