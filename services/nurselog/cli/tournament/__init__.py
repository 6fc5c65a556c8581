"""`nurselog tournament`: organising and following an event at the terminal, through the public REST face."""
