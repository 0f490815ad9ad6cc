"""Players: scripted ones that weigh motives, and one that searches."""
