"""Attacks that go on for as long as one likes: damaged files, impossible positions, hostile players, odd settings.

A campaign makes cases (plain values, drawn from a seed), runs them, and says what became of each. A case is broken if
the interpreter dies, hangs, takes too much memory, or raises anything but a clear refusal. See `scripts/soak --help`.
"""
