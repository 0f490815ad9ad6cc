"""The rules, one file a stage or subsystem, in the order of the turn."""
