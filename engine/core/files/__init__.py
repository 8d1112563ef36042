"""Readers of a game's files below `data/`: printed things, options, rule ids and leaflets."""
