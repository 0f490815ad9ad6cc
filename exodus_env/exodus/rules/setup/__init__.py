"""Before turn 1: a new game laid out, and what players decide in it."""
