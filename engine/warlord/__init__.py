"""War Lord Tourney: two Warlords, two Castles, and duels of secret choices."""
