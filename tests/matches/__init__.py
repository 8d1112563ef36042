"""Matches between computer players: a candidate against incumbents, every deal from every seat."""
