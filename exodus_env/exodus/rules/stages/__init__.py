"""The stages of a turn, in its order, and the actions and movement they are made of."""
