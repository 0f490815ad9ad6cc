"""Learned policies: networks, the folders they are kept in, and the player `policy:<folder>`.

Only what is needed to load and play a policy stands here; the scripts that train one are in `training/`. PyTorch is
imported when a policy is used, not before.
"""
