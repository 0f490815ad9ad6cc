"""The rules: one file for each chapter."""
