"""Bridges to other libraries, one module each, for every registered game. Each imports its library."""
