"""The board: areas, leaders and troops (rules 1 to 3)."""
