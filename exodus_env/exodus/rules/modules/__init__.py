"""Modules of Event Horizon that have rules of their own: Outposts, Exploration, Jump Gates and Satellites, Barriers."""
