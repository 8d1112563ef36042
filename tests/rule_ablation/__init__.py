"""Leaves out one rule of a game at a time, and sees whether what shows it notices: `make without`."""
