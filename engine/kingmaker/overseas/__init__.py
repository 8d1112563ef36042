"""Refuge, exile and errands overseas (rules 2.5, 3.12, 3.15, 4.11)."""
