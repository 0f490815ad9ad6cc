"""Space combat: its rounds, sides, dice, hits and end."""
