"""Modules of Event Horizon with rules of their own: Outposts, Exploration, Jump Gates and Satellites, Energy
Barriers."""
