"""Before turn 1: laying out a new game, and what players decide during setup."""
