"""The rules, one file a stage or subsystem, in folders as the rulebook has chapters."""
