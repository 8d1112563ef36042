"""Movement and Castles (rules 4, 8.2)."""
