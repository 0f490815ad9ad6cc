"""`exodus serve`: games in a browser. A table is one live game with seats; every seat has a link of its own."""
