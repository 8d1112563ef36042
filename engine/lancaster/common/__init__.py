"""Procedures that many rules share: goods, upgrades, recruits, nobles, extensions, dishonor (rules 9)."""
